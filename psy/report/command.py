"""The command line: ``psy report``, ``study``, ``list``, ``copy``, ``store``, ``lab`` and ``serve``."""

import argparse
import sys
from pathlib import Path

from psy import __version__
from psy.report.build import make_pages, store_all
from psy.report.copies import copy_all, notebooks_to_edit
from psy.report.files import assert_writable, mark_outdated, write_whole
from psy.report.index import index
from psy.report.notebook import Notebook, ReportError, WrongCallError, all_notebooks, find, set_values
from psy.report.sheets.make import listed_sheets, make_sheets
from psy.rulebook import data_file


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0, or 1 after a failed cell, 2 for a wrong call, 130 after Ctrl-C.
    """
    call = _parser().parse_args(arguments)
    try:
        return _obey(call)
    except KeyboardInterrupt:
        print("psy: stopped", file=sys.stderr)
        return 130
    except ReportError as problem:
        for line in problem.args:
            print(f"psy: {line}", file=sys.stderr)
        return 2 if isinstance(problem, WrongCallError) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="psy", description=__doc__)
    parser.add_argument("--version", action="version", version=f"psy {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    reports = commands.add_parser("report", help="write the pages of notebooks that are new or have changed")
    reports.add_argument("name", nargs="*", help="notebooks by name, such as casting_odds; all unless named")
    reports.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an opening value")
    reports.add_argument("--out", type=Path, default=Path("reports"), help="the folder of the pages")
    reports.add_argument("--fresh", action="store_true", help="make the pages even if nothing has changed")
    studies = commands.add_parser("study", help="work out a study file and write its page and its CSV file")
    studies.add_argument("file", type=Path, help="a TOML file, or the name of one of psy's, such as perils")
    studies.add_argument("--out", type=Path, default=Path("reports"), help="the folder of both")
    studies.add_argument("--no-cache", action="store_true", help="work everything out anew")
    commands.add_parser("list", help="name the notebooks, their questions and their settings")
    copied = commands.add_parser("copy", help="copy the notebooks and the rules into a folder, to be edited")
    copied.add_argument("folder", type=Path, help="where notebooks/ and data/ are put")
    stored = commands.add_parser("store", help="run notebooks and store them with their outputs")
    stored.add_argument("name", nargs="*", help="notebooks by name; all unless named")
    commands.add_parser("lab", help="open JupyterLab on the notebooks")
    served = commands.add_parser(
        "serve", help="show the notebooks as web pages with live controls, without code"
    )
    served.add_argument("--ip", default="localhost", help="where to listen; 0.0.0.0 for the whole network")
    served.add_argument("--port", type=int, default=8866, help="8866 unless named")
    served.add_argument("--most", type=int, help="live pages at a time; as many as memory holds unless named")
    served.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return parser


def _obey(call: argparse.Namespace) -> int:
    """Do what was asked; what only some commands need is loaded there, since it takes a second."""
    if call.command == "report":
        report(call.name, call.set, call.out, call.fresh)
    elif call.command == "study":
        from psy.report.study import study

        print(*study(_study_file(call.file), call.out, not call.no_cache), sep="\n")
    elif call.command == "copy":
        print(*copy_all(call.folder), sep="\n")
    elif call.command == "store":
        store(call.name)
    elif call.command == "list":
        notebooks = all_notebooks()
        print("\n".join([*map(_listed, notebooks), *listed_sheets(notebooks)]))
    elif call.command == "serve":
        from psy.report.serve import serve

        serve(call.ip, call.port, call.most, not call.no_browser)
    else:
        from psy.report.lab import lab

        return lab(notebooks_to_edit())
    return 0


def report(names: list[str], settings: list[str], folder: Path, fresh: bool) -> None:
    """Make the pages of the named notebooks, or of all, the sheets of their games, and the list of pages.

    Raises
    ------
    WrongCallError
        For an unknown notebook or setting, a value that is not allowed, or a folder that cannot be written
        to; nothing is run or written then.
    ReportError
        If a cell fails or a formula is wrong, a line for each notebook: its old page stays and says that it
        is out of date, and the others are made.
    """
    values = _parsed(settings)
    if values and len(names) != 1:
        raise WrongCallError("--set goes with the name of one notebook")
    chosen = [find(name) for name in names] or all_notebooks()
    changed = set_values(chosen[0], values) if values else {}
    assert_writable(folder)
    outcomes = make_pages(chosen, changed, _options(settings), folder, fresh)
    outcomes |= make_sheets(chosen, folder, fresh)
    for path, outcome in outcomes.items():
        if not isinstance(outcome, ReportError):
            print(f"{path}: {outcome}")
    failed = {path: outcome for path, outcome in outcomes.items() if isinstance(outcome, ReportError)}
    problems = list(failed.values())
    try:
        for path, problem in failed.items():
            mark_outdated(path, str(problem))
        write_whole(folder / "index.html", index(all_notebooks(), folder, failed))
    except ReportError as problem:
        problems.append(problem)
    _complain(problems)


def store(names: list[str]) -> None:
    """Run the named notebooks, or all, and write them back with their outputs and nothing that varies.

    Raises
    ------
    WrongCallError
        For an unknown notebook.
    ReportError
        If a cell fails, a line for each notebook: its file stays as it was, and the others are stored.
    """
    _complain(store_all([find(name) for name in names] or all_notebooks()))


def _complain(problems: list[ReportError]) -> None:
    if problems:
        raise ReportError(*problems)


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


def _study_file(named: Path) -> Path:
    """Return the file that was named, or if it is not there the study of that name among psy's."""
    known = data_file(f"studies/{named.stem}.toml")
    return known if known.is_file() and not named.exists() else named


def _listed(notebook: Notebook) -> str:
    lines = [f"{notebook.name}: {notebook.about()['question']}"]
    for name, choice in notebook.settings().items():
        allowed = choice.control.allowed
        lines.append(f"    --set {name}=...  {choice.label}: {allowed} (opens at {choice.value})")
    return "\n".join(lines)
