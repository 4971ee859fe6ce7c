"""From page to page: links when the list is at hand, text when a page was mailed alone, and a search."""

import json
import re
import shutil

import pytest

from browser.pages import opened
from psy.report.notebook import all_notebooks

pytestmark = pytest.mark.browser
FILES = [f"{notebook.path.stem}.html" for notebook in all_notebooks()]


@pytest.fixture
def listed(browser, reports):
    """The list of pages, offline: whatever is asked for must be a file beside it."""
    context = browser.new_context()
    context.set_offline(True)
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((reports / "index.html").as_uri())
    yield page
    context.close()
    beside = re.escape(reports.as_uri()) + r"/[^/]+"
    assert [url for url in asked if not re.fullmatch(beside, url)] == []


def test_the_pages_are_a_chain_that_begins_and_ends_at_the_list(listed, reports):
    listed.locator("ul.index a").first.click()
    for file in FILES:
        listed.wait_for_load_state()  # The links are made by the script at its end.
        assert listed.url == f"{(reports / file).as_uri()}?list"
        here = FILES.index(file)
        around = {"All pages": "index.html"}
        around |= {"Previous": FILES[here - 1]} if here else {}
        around |= {"Next": FILES[here + 1]} if file != FILES[-1] else {}
        top = listed.locator("nav.pages a")
        assert {link.inner_text(): link.get_attribute("href") for link in top.all()} == {
            word: f"{target}?list" for word, target in around.items()
        }
        below = listed.locator("footer p.pages a")
        assert {link.get_attribute("href") for link in below.all()} == {
            f"{target}?list" for target in around.values()
        }
        if file != FILES[-1]:
            top.filter(has_text="Next").click()
    listed.locator("nav.pages a").first.click()
    assert listed.url == f"{(reports / 'index.html').as_uri()}?list"


def test_a_page_that_was_mailed_alone_names_the_others_as_text(browser, reports, tmp_path):
    shutil.copy(reports / FILES[1], tmp_path / "mailed.html")
    with opened(browser, tmp_path / "mailed.html") as page:
        assert page.locator("nav.pages").is_hidden()
        below = page.locator("footer p.pages")
        assert below.locator("a").count() == 0
        before, after = (all_notebooks()[place].about()["title"] for place in (0, 2))
        assert f"Previous page: {before}. Next page: {after}. List of all pages." in below.inner_text()


def test_each_page_is_listed_with_its_own_answer(listed, reports, browser):
    for entry in listed.locator("ul.index li").all():
        link = entry.locator("h3 a")
        with opened(browser, reports / link.get_attribute("href").partition("?")[0]) as page:
            answer = page.locator("p.in-short").inner_text().removeprefix("In short: ")
        assert answer in entry.inner_text()


@pytest.mark.parametrize("typed", ["perils ONES", "deny", "brain dam", "vortex test", "c++ (", "zzz"])
def test_a_search_finds_every_heading_with_all_words_and_leads_there(listed, reports, typed):
    field, places = listed.get_by_role("searchbox", name="Search all pages"), []
    field.fill(typed)
    wanted = [re.compile(rf"(?<![^\W_]){re.escape(word)}", re.IGNORECASE) for word in typed.split()]
    for file, title, sections in json.loads(listed.locator("#words").text_content()):
        for name, heading, words in sections:
            if all(word.search(f"{title} {heading} {words}") for word in wanted):
                places.append((file, name))
    said = listed.locator("form.search [role=status]").inner_text()
    assert said.startswith(f"{len(places) or 'no'} place{'s' * (len(places) != 1)} found")
    links = listed.locator("form.search li a")
    assert links.count() == min(30, len(places))
    if not places:
        return
    assert {mark.lower() for mark in listed.locator("form.search mark").all_inner_texts()} <= {
        *typed.lower().split()
    }
    text = links.first.inner_text()
    links.first.click()
    assert listed.url.startswith(reports.as_uri())
    heading = listed.locator(":target")
    assert heading.inner_text().rstrip("¶") in text
    listed.wait_for_selector("html[data-charts=ready]", state="attached", timeout=60_000)
    assert abs(heading.bounding_box()["y"]) < 40
    listed.go_back()
    assert listed.get_by_role("searchbox").input_value() == typed
    assert links.count() == min(30, len(places))
