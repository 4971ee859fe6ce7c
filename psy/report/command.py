"""The command line: ``psy report``, ``study``, ``list``, ``store``, ``lab`` and ``serve``."""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

from psy.report.html import index, page, write_whole
from psy.report.notebook import (
    Notebook,
    ReportError,
    WrongCallError,
    all_notebooks,
    clean,
    find,
    notebooks_folder,
    run,
    set_values,
)
from psy.report.serve import serve
from psy.report.study import study
from psy.view.choices import Slider


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, 1 after a failed cell, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="psy", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    reports = commands.add_parser("report", help="run notebooks and write their pages")
    reports.add_argument("name", nargs="*", help="notebooks by name, such as casting_odds; all unless named")
    reports.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an opening value")
    reports.add_argument("--out", type=Path, default=Path("reports"), help="the folder of the pages")
    studies = commands.add_parser("study", help="work out a study file and write its page and its CSV file")
    studies.add_argument("file", type=Path, help="a TOML file, such as data/studies/perils.toml")
    studies.add_argument("--out", type=Path, default=Path("reports"), help="the folder of both")
    studies.add_argument("--no-cache", action="store_true", help="work everything out anew")
    commands.add_parser("list", help="name the notebooks, their questions and their settings")
    stored = commands.add_parser("store", help="run notebooks and store them with their outputs")
    stored.add_argument("name", nargs="*", help="notebooks by name; all unless named")
    commands.add_parser("lab", help="open JupyterLab on the notebooks")
    served = commands.add_parser(
        "serve", help="show the notebooks as web pages with live controls, without code"
    )
    served.add_argument("--ip", default="localhost", help="where to listen; 0.0.0.0 for the whole network")
    served.add_argument("--port", type=int, default=8866, help="8866 unless named")
    served.add_argument("--no-browser", action="store_true", help="do not open a browser")
    call = parser.parse_args(arguments)
    try:
        if call.command == "report":
            report(call.name, call.set, call.out)
        elif call.command == "study":
            print(*study(call.file, call.out, not call.no_cache), sep="\n")
        elif call.command == "store":
            store(call.name)
        elif call.command == "list":
            print("\n".join(map(_listed, all_notebooks())))
        elif call.command == "serve":
            serve(call.ip, call.port, not call.no_browser)
        else:
            return subprocess.call([sys.executable, "-m", "jupyterlab", str(notebooks_folder())])
    except WrongCallError as problem:
        print(f"psy: {problem}", file=sys.stderr)
        return 2
    except ReportError as problem:
        print(f"psy: {problem}", file=sys.stderr)
        return 1
    return 0


def report(names: list[str], settings: list[str], folder: Path) -> None:
    """Make the pages of the named notebooks, or of all, and the index of all pages in the folder.

    Raises
    ------
    WrongCallError
        For an unknown notebook or setting, or a value that is not allowed; nothing is run or written then.
    ReportError
        If a cell fails or a formula is wrong; the old page stays.
    """
    values = _parsed(settings)
    if values and len(names) != 1:
        raise WrongCallError("--set goes with the name of one notebook")
    chosen = [find(name) for name in names] or all_notebooks()
    changes = [set_values(notebook, values) for notebook in chosen]
    for notebook, changed in zip(chosen, changes, strict=True):
        cells = run(notebook, changed, reporting=True, progress=True)
        remake = shlex.join(["psy", "report", notebook.name, *_options(settings)])
        try:
            made = page(cells, remake)
        except ReportError as problem:
            raise ReportError(f"{notebook.path.name}, {problem}") from None
        write_whole(folder / f"{notebook.path.stem}.html", made)
        print(folder / f"{notebook.path.stem}.html")
    write_whole(folder / "index.html", index(_entries(folder)))


def store(names: list[str]) -> None:
    """Run the named notebooks, or all, and write them back with their outputs and nothing that varies.

    Raises
    ------
    WrongCallError
        For an unknown notebook.
    ReportError
        If a cell fails; the file stays as it was.
    """
    for notebook in [find(name) for name in names] or all_notebooks():
        write_whole(notebook.path, clean(run(notebook, {}, reporting=False, progress=True)))


def _options(settings: list[str]) -> list[str]:
    return [part for setting in settings for part in ("--set", setting)]


def _parsed(settings: list[str]) -> dict[str, str]:
    values = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise WrongCallError(f"--set takes name=value, not {setting!r}")
        values[name] = text
    return values


def _entries(folder: Path) -> list[dict[str, str]]:
    """List the pages that are there, for the index."""
    entries = []
    for notebook in all_notebooks():
        file = f"{notebook.path.stem}.html"
        if (folder / file).exists():
            entries.append({"file": file, **notebook.about()})
    return entries


def _listed(notebook: Notebook) -> str:
    lines = [f"{notebook.name}: {notebook.about()['question']}"]
    for name, choice in notebook.settings().items():
        allowed = (
            f"{choice.low} to {choice.high}" if isinstance(choice, Slider) else ", ".join(choice.options)
        )
        lines.append(f"    --set {name}=...  {choice.label}: {allowed} (opens at {choice.value})")
    return "\n".join(lines)
