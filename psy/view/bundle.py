"""The chart library of a page: Vega and Vega-Lite as one script, made once and kept in psy's cache."""

import base64
import functools
import gzip
import os
import tempfile
from importlib.metadata import version
from pathlib import Path

from psy.study.cache import cache_folder

# Which Vega-Lite, and the name under which the page's script finds it.
_LANGUAGE = "6.4"
_EXPORTED = "window.vegaEmbed = vegaEmbed"


@functools.cache
def library() -> str:
    """Return the library, packed with `packed`: a page unpacks it and loads nothing.

    It is made in a few seconds and then kept under the version of vl-convert-python, in the folder of
    `psy.study.cache.cache_folder`; where nothing can be written it is made again.
    """
    kept = cache_folder() / f"charts-{version('vl-convert-python')}-{_LANGUAGE}.txt"
    try:
        return kept.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        made = _made()
        _keep(kept, made)
        return made


def packed(text: str) -> str:
    """Return text compressed, in letters that may stand in a page; the same text always packs alike."""
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _made() -> str:
    import vl_convert

    return packed(vl_convert.javascript_bundle(_EXPORTED, vl_version=_LANGUAGE))


def _keep(file: Path, text: str) -> None:
    """Write a file whole or not at all: two processes may make it at the same time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="ascii") as part:
            part.write(text)
        os.replace(part.name, file)
    except OSError:
        return
