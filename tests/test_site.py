"""What `make site` adds to the pages: the reference of every public name, and the recipes."""

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import psy
from psy.report.index import index

ROOT = Path(psy.__file__).parents[1]
GAMES = ("wh40k", "spacehulk", "prospero", "tft")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "new"
    subprocess.run([sys.executable, "-W", "error", "-m", "docs.site", folder], cwd=ROOT, check=True)
    return folder


@pytest.mark.parametrize("name", ["exact", "study", *GAMES])
def test_every_public_name_stands_in_the_reference_with_what_it_says(site, name):
    page = (site / "reference" / "psy" / f"{name}.html").read_text(encoding="utf-8")
    source = (ROOT / "psy" / name / "__init__.py").read_text(encoding="utf-8")
    public = set(
        re.findall(r"^    (\w+),$|import (\w+)|, (\w+)", re.sub("(?s)^.*?\nfrom psy", "from psy", source))
    )
    package = importlib.import_module(f"psy.{name}")
    found = {one for found in public for one in found if hasattr(package, one)}
    names = {one for one in found if not inspect.ismodule(getattr(package, one))}
    assert names
    missing = {one for one in names if f'id="{one}"' not in page}
    assert missing == set()
    assert len(page) < 600_000, "rules are named, and not written out each time"


def test_the_recipes_are_a_page_of_ten(site):
    page = (site / "recipes.html").read_text(encoding="utf-8")
    assert len(re.findall("<h2", page)) == 10
    assert "&gt;&gt;&gt; " in page


def test_nothing_is_loaded_from_elsewhere(site):
    for page in site.rglob("*.html"):
        assert re.findall(r'(?:src|<link[^>]*href)="(?:https?:)?//', page.read_text(encoding="utf-8")) == []


def test_the_list_of_pages_leads_there_where_they_are(site):
    for file in ("recipes.html", "reference/index.html"):
        assert f'<a href="{file}">' in index([], site)
        assert file not in index([], ROOT)
