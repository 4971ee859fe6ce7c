"""psy as somebody has it who installs the wheel: any folder, an environment of its own, no checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from small import DRAW, write

import psy
from psy.report.notebook import psy_notebooks

ROOT = Path(psy.__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in psy_notebooks().glob("*.ipynb"))
NAMES = [name.removesuffix(".ipynb").partition("_")[2] for name in NOTEBOOKS]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel as it would be published."""
    pytest.importorskip("hatchling", reason="the wheel is built by hatchling, which is not installed")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("psy-*.whl")
    return made


@pytest.fixture(scope="module")
def psy_in(wheel, tmp_path_factory):
    """Return a function that runs the installed command in a folder: the libraries are those of the tests."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin" / "python"
    install = ["pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run([sys.executable, "-m", *install], check=True, capture_output=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    shared = Path(sys.prefix) / "share" / "jupyter"
    outside = {name: value for name, value in os.environ.items() if name != "PSY_FOLDER"}
    variables = {**outside, "JUPYTER_PATH": str(shared), "PSY_CACHE": str(environment / "cache")}

    def run(folder, *arguments, status=0):
        command = [environment / "bin" / "psy", *arguments]
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        return done.stderr if status else done.stdout

    return run


def names_in(listed):
    """Return the notebooks in what `psy list` says; other lines are settings, or sheets for the table."""
    lines = [line for line in listed.splitlines() if not line.startswith((" ", "sheet_"))]
    return [line.partition(":")[0] for line in lines]


def test_the_notebooks_are_listed_in_any_folder(psy_in, tmp_path):
    assert names_in(psy_in(tmp_path, "list")) == NAMES
    assert psy_in(tmp_path, "--version") == f"psy {psy.__version__}\n"


def test_a_study_of_psy_is_worked_out_in_any_folder(psy_in, tmp_path):
    made = ["reports/study_perils.html", "reports/study_perils.csv"]
    assert psy_in(tmp_path, "study", "data/studies/perils.toml").splitlines() == made
    assert psy_in(tmp_path, "study", "paralysis", status=2) == (
        "psy: paralysis: cannot be read from .: No such file or directory\n"
    )


def test_own_notebooks_and_rules_come_first_and_the_others_stay(psy_in, tmp_path):
    (tmp_path / "notebooks").mkdir()
    rests = """from psy.view import rests_on
from psy.wh40k import RULES, casting_odds
print("one die casts:", casting_odds(dice=1, charge=1).success)
rests_on({"wh40k": ["harness"]})"""
    write(tmp_path / "notebooks", "00_dots", DRAW, rests)
    write(tmp_path / "notebooks", "07_casting_odds", DRAW)
    (tmp_path / "data").mkdir()
    rules = (ROOT / "data" / "wh40k.toml").read_text(encoding="utf-8")
    changed = rules.replace("[harness]\nvalue = 4", "[harness]\nvalue = 6")
    assert changed != rules
    (tmp_path / "data" / "wh40k.toml").write_text(changed, encoding="utf-8")
    names = names_in(psy_in(tmp_path, "list"))
    assert names == ["dots", *NAMES[1:6], "casting_odds", *NAMES[6:]]
    assert psy_in(tmp_path, "report", "dots", "powers_known").splitlines() == [
        "reports/00_dots.html: made",
        "reports/04_powers_known.html: made",
        "reports/sheet_wh40k.html: made",
    ]
    page = (tmp_path / "reports" / "00_dots.html").read_text(encoding="utf-8")
    assert "one die casts: 1/6" in page
    assert "Some rules were changed from what was published" in page
    assert "04_powers_known.html" in (tmp_path / "reports" / "index.html").read_text(encoding="utf-8")


def test_copies_to_edit_replace_nothing(psy_in, tmp_path):
    assert psy_in(tmp_path, "copy", "mine").splitlines() == ["mine/notebooks", "mine/data"]
    assert sorted(path.name for path in (tmp_path / "mine" / "notebooks").iterdir()) == NOTEBOOKS
    data = {
        path.relative_to(tmp_path / "mine" / "data") for path in (tmp_path / "mine" / "data").rglob("*.*")
    }
    assert data == {path.relative_to(ROOT / "data") for path in (ROOT / "data").rglob("*.toml")}
    (tmp_path / "mine" / "data" / "tft.toml").write_text("mine")
    shutil.rmtree(tmp_path / "mine" / "notebooks")
    said = psy_in(tmp_path, "copy", "mine", status=2)
    assert said == "psy: mine/data is there already; name another folder or move it away\n"
    assert (tmp_path / "mine" / "data" / "tft.toml").read_text() == "mine"
    assert not (tmp_path / "mine" / "notebooks").exists()


def test_a_folder_that_cannot_be_written_to_is_refused_before_anything_is_run(psy_in, tmp_path):
    (tmp_path / "file").touch()
    for command in (["report", "--out", "file"], ["study", "perils", "--out", "file/x"], ["copy", "file"]):
        said = psy_in(tmp_path, *command, status=2)
        assert said.startswith("psy: file")
        assert "cannot be written to: " in said
        assert said.count("\n") == 1
