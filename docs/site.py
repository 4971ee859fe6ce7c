"""Adds to the pages of a site what a stranger asks for next: the reference, and the recipes.

``python -m docs.site DIR`` is called by ``make site``, which has `psy report` write the pages.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import mistune
import pdoc

ROOT = Path(__file__).parents[1]
PACKAGES = ("exact", "wh40k", "spacehulk", "prospero", "tft", "study")
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>How do I ask ... - psy</title>
<style>{style}</style>
</head>
<body>
<main>
{words}<p><a href="index.html">All pages</a>, and the <a href="reference/index.html">reference</a>.</p>
</main>
</body>
</html>
"""


def reference(folder: Path) -> None:
    """Write a page for each package with its public names: those that its ``__init__`` brings together."""
    modules = []
    for name in PACKAGES:
        module = importlib.import_module(f"psy.{name}")
        for public in _public(module):
            value = getattr(module, public)
            setattr(module, public, value)
            if public.endswith(("RULES", "RULEBOOK")):  # As a default they would be written out in full.
                type(value).__repr__ = lambda _, name=public: name
        module.__dict__["__all__"] = _public(module)
        modules.append(module.__name__)
    pdoc.render.configure(docformat="numpy", show_source=False, footer_text="psy")
    pdoc.pdoc(*modules, *(rf"!{name}\..*" for name in modules), output_directory=folder)


def _public(module: ModuleType) -> list[str]:
    names = [*vars(module).get("_HOMES", ()), *vars(module)]
    return sorted(
        {name for name in names if name[0] != "_" and not isinstance(getattr(module, name), ModuleType)}
    )


def recipes(file: Path) -> None:
    """Write the recipes as a page that looks like the others."""
    words = mistune.html((ROOT / "docs" / "recipes.md").read_text(encoding="utf-8"))
    style = (ROOT / "psy" / "report" / "page" / "page.css").read_text(encoding="utf-8")
    file.write_text(PAGE.format(style=style, words=words), encoding="utf-8")


if __name__ == "__main__":
    site = Path(sys.argv[1])
    site.mkdir(parents=True, exist_ok=True)
    reference(site / "reference")
    recipes(site / "recipes.html")
    (site / ".nojekyll").touch()  # Some hosts would leave out files otherwise.
