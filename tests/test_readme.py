"""The papers at the front: what they promise is there. The README's Python is run as a doctest."""

import re
import tomllib
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from PIL import Image

import psy
from psy.report.command import main
from psy.report.notebook import all_notebooks
from psy.view.figure import still
from psy.view.wh40k.casting import odds_curve

ROOT = Path(psy.__file__).parents[1]
PAPERS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/recipes.md", "docs/sharing.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


@pytest.mark.parametrize("paper", PAPERS)
def test_links_lead_somewhere(paper):
    text = (ROOT / paper).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert "://" not in target, "what is needed is here"
        assert ((ROOT / paper).parent / target).is_file(), target


def test_papers_name_each_other_and_files_that_exist():
    links = set(re.findall(r"\]\(([^)]+)\)", README))
    assert {"CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "LICENSE"} <= links
    assert {f"data/{file.name}" for file in (ROOT / "data").glob("*.toml")} <= links
    for paper in PAPERS:
        text = (ROOT / paper).read_text(encoding="utf-8")
        for path in re.findall(r"`((?:psy|tests|data|notebooks)/[\w/.]+)`", text):
            assert (ROOT / path).exists() or "NN_" in path, f"{paper} names {path}"


def test_every_notebook_is_named_with_its_question():
    rows = re.findall(r"^\| ([^|]+) \| \[([^|]+)\]\(notebooks/([^|]+)\) \| ([^|]+) \|$", README, re.MULTILINE)
    assert rows == [
        (about["game"], about["title"], notebook.path.name, about["question"])
        for notebook in all_notebooks()
        for about in [notebook.about()]
    ]


def test_every_command_of_the_papers_exists(monkeypatch):
    made = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    text = "".join((ROOT / paper).read_text(encoding="utf-8") for paper in PAPERS)
    targets = re.findall(r"(?:^|`)make (?:PYTHON=\S+ )?(\w+)", text, re.MULTILINE)
    assert {"report", "test", "lab", "bench"} <= set(targets) <= set(made)
    called = []
    monkeypatch.setattr("psy.report.command.report", lambda *call: called.append(call[:2]))
    command, study = re.findall(r"^\.venv/bin/psy (.*)$", README, re.MULTILINE)
    assert main(command.split()) == 0
    assert study.split()[0] == "study"
    assert (ROOT / study.split()[1]).is_file()
    assert called == [(["casting_odds"], ["dice=6", "charge=2"])]


def test_the_picture_is_what_the_committed_function_draws():
    # Draw it again: still(odds_curve(dice=6, charge=3), 9), written to docs/casting.png.
    drawn = still(odds_curve(dice=6, charge=3), 9)
    stored = (ROOT / "docs" / "casting.png").read_bytes()
    pixels = [Image.open(BytesIO(png)).convert("RGB") for png in (stored, drawn)]
    assert pixels[0].size == pixels[1].size == (640, 400)
    assert pixels[0].tobytes() == pixels[1].tobytes()


def test_the_readme_holds_five_lines_of_python():
    section = README.partition("## Five lines of Python")[2].partition("\n## ")[0]
    assert len(re.findall(r"^>>> ", section, re.MULTILINE)) == 5


def test_citation_agrees_with_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(CITATION)
    assert (CITATION["cff-version"], CITATION["type"]) == ("1.2.0", "software")
    assert CITATION["version"] == project["version"] == psy.__version__
    assert CITATION["license"] == project["license"]
    dated = f"## {psy.__version__} ({CITATION['date-released']})\n"
    assert dated in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_changelog_opens_with_the_version_and_keeps_its_sections():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == psy.__version__
    first = text.split("\n## ")[1]
    assert re.findall(r"^### (.*)$", first, re.MULTILINE) == ["Added", "Fixed", "Changed", "Removed"]


def test_the_recipe_for_ci_runs_the_commands_of_the_readme_on_the_oldest_and_a_new_python():
    recipe = yaml.safe_load((ROOT / "docs" / "ci" / "workflow.yml").read_text(encoding="utf-8"))
    runs = [step["run"] for job in recipe["jobs"].values() for step in job["steps"] if "run" in step]
    assert runs == ["make test", "make site"]
    assert all(run in README for run in runs)
    assert recipe["jobs"]["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.13"]
