"""What holds the house up: cheap imports, an import contract that bites, lists that agree."""

import ast
import io
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import psy

ROOT = Path(psy.__file__).parents[1]
GAMES = ("wh40k", "spacehulk", "prospero", "tft")
HEAVY = ("pandas", "matplotlib", "ipywidgets")
LAYERS = "Imports go down the floors only, and a game never imports another game"
NO_FILE = "The mathematics knows no file"
ONLY_VIEW = "Only view knows matplotlib and ipywidgets"

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize(
    "code", ["import psy", "import psy.exact", *(f"from psy import {game}" for game in GAMES)]
)
def test_import_loads_nothing_heavy(code):
    report = f"{code}; import sys; print(*sorted(set({HEAVY}) & sys.modules.keys()))"
    loaded = subprocess.run([sys.executable, "-c", report], check=True, capture_output=True, text=True)
    assert loaded.stdout.split() == []


def lint(folder):
    """Run the import contract over the package in a folder."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture
def house(tmp_path):
    """A copy of the package and its contract, to be broken."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "psy", tmp_path / "psy", ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_import_contract_holds(house):
    run = lint(house)
    assert run.returncode == 0, run.stdout
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", run.stdout)


@pytest.mark.parametrize(
    ("module", "line", "contract", "complaint"),
    [
        pytest.param(
            "wh40k/casting.py",
            "import psy.view.numbers",
            LAYERS,
            "psy.wh40k is not allowed to import psy.view",
            id="a game imports view",
        ),
        pytest.param(
            "wh40k/casting.py",
            "from psy.tft import Psion",
            LAYERS,
            "psy.wh40k is not allowed to import psy.tft",
            id="a game imports a game",
        ),
        pytest.param(
            "exact/pools.py",
            "from psy.wh40k import RULES",
            LAYERS,
            "psy.exact is not allowed to import psy.wh40k",
            id="mathematics imports a game",
        ),
        pytest.param(
            "exact/pools.py",
            "import psy.rulebook",
            LAYERS,
            "psy.exact is not allowed to import psy.rulebook",
            id="mathematics imports the rule files",
        ),
        pytest.param(
            "view/numbers.py",
            "def late():\n    import psy.report.html",
            LAYERS,
            "psy.view is not allowed to import psy.report",
            id="view imports report within a function",
        ),
        pytest.param("drawer.py", "", LAYERS, "psy.drawer", id="a module on no floor"),
        pytest.param(
            "exact/pools.py", "import tomllib", NO_FILE, "psy.exact.pools -> tomllib", id="mathematics reads"
        ),
        pytest.param(
            "exact/decks.py", "import pathlib", NO_FILE, "psy.exact.decks -> pathlib", id="mathematics opens"
        ),
        pytest.param(
            "tft/rules.py",
            "import matplotlib.pyplot",
            ONLY_VIEW,
            "psy.tft.rules -> matplotlib",
            id="a game draws",
        ),
        pytest.param(
            "report/html.py",
            "import ipywidgets",
            ONLY_VIEW,
            "psy.report.html -> ipywidgets",
            id="report makes widgets",
        ),
    ],
)
def test_import_contract_fails_when_broken(house, module, line, contract, complaint):
    with open(house / "psy" / module, "a", encoding="utf-8") as file:
        file.write(f"\n\n{line}\n")
    run = lint(house)
    assert run.returncode == 1, run.stdout
    assert f"{contract} BROKEN" in run.stdout
    assert complaint in run.stdout


def test_import_contract_names_every_floor():
    only_view = next(
        contract
        for contract in PYPROJECT["tool"]["importlinter"]["contracts"]
        if contract["name"] == ONLY_VIEW
    )
    floors = {f"psy.{path.parent.name}" for path in (ROOT / "psy").glob("*/__init__.py")} | {"psy.rulebook"}
    assert set(only_view["source_modules"]) == floors - {"psy.view"}


def test_no_drawer_for_odds_and_ends():
    modules = sorted((ROOT / "psy").rglob("*.py"))
    assert len(modules) > 30
    parts = {part.removesuffix(".py") for path in modules for part in path.relative_to(ROOT).parts}
    assert parts & {"util", "utils", "helpers", "common", "misc", "tools"} == set()


def named(requirements):
    """Return requirements by name, each with its bounds."""
    parsed = map(Requirement, requirements)
    return {canonicalize_name(one.name): str(one.specifier) for one in parsed}


def test_environment_equals_pyproject():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    conda = [line for line in environment if isinstance(line, str)]
    (pip,) = [line["pip"] for line in environment if isinstance(line, dict)]
    editable = "--editable .[test]"
    assert pip[-1] == editable
    ours = named([line for line in [*conda, *pip] if line not in ("pip", editable)])
    assert ours.pop("python") == PROJECT["requires-python"]
    assert ours == named(PROJECT["dependencies"])


def test_every_dependency_has_a_lower_bound_and_nothing_else():
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    for bounds in map(named, lists):
        for name, bound in bounds.items():
            assert re.fullmatch(r">=[\d.]+", bound), name


def pins():
    return dict(re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)", line).groups() for line in CONSTRAINTS)


def test_constraints_hold_names_and_versions_only():
    # No registry's address and no path: every line is name==version, each name once, in order.
    names = list(map(canonicalize_name, pins()))
    assert len(names) == len(CONSTRAINTS) == len(set(names)) > 50


def needed(requirements, seen):
    """Collect the names of what the requirements need in turn, as far as it is installed here."""
    for one in map(Requirement, requirements):
        key = canonicalize_name(one.name), *sorted(one.extras)
        if key not in seen:
            seen.add(key)
            needed(needed_here(one), seen)
    return {name for name, *_ in seen}


def needed_here(one):
    try:
        lines = distribution(one.name).requires or []
    except PackageNotFoundError:
        return []
    markers = [(line, Requirement(line).marker) for line in lines]
    extras = [{"extra": extra} for extra in ("", *one.extras)]
    return [line for line, marker in markers if marker is None or any(map(marker.evaluate, extras))]


def test_every_dependency_is_pinned_and_its_pin_is_allowed():
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    pinned = {canonicalize_name(name): version for name, version in pins().items()}
    for bounds in map(named, lists):
        for name, bound in bounds.items():
            assert SpecifierSet(bound).contains(pinned[name]), name
    everything = needed([line for listed in lists for line in listed], set())
    assert len(everything) > 50
    assert everything - pinned.keys() - {"pip", "setuptools"} == set()


def test_every_pin_runs_on_the_oldest_python():
    # soupsieve once asked for 3.11.5, and no machine with 3.11.2 could install.
    assert PROJECT["requires-python"] == ">=3.11"
    checked = 0
    for name, version in pins().items():
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            continue
        if installed.version == version:
            pythons = SpecifierSet(installed.metadata.get("Requires-Python") or "")
            assert pythons.contains("3.11.0"), f"{name}=={version} needs Python {pythons}"
            checked += 1
    assert checked > 50


def lines_of_code(text):
    """Return the numbers of the lines that hold code: neither blank, nor comment, nor docstring."""
    about = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            about |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    blank = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    held = [
        range(token.start[0], token.end[0] + 1)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in (*blank, tokenize.ENDMARKER)
    ]
    return {line for lines in held for line in lines} - about


@pytest.mark.parametrize(
    "file", sorted((ROOT / "psy").rglob("*.py")), ids=lambda file: file.relative_to(ROOT).as_posix()
)
def test_modules_and_functions_are_short(file):
    text = file.read_text(encoding="utf-8")
    lines = lines_of_code(text)
    assert len(lines) <= 330
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    long = [node.name for node in functions if len(lines & set(range(node.lineno, node.end_lineno + 1))) > 45]
    assert long == []
