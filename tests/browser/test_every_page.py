"""Every page in a browser whose network is cut: by keyboard, without scripting, on a telephone, on paper."""

import pytest

from browser.charts import assert_state, states
from browser.pages import controls, explorations, move, offered, open_details, opened, ready, shown

pytestmark = pytest.mark.browser

# Whatever must not be cut by the end of a sheet, and is.
CUTTABLE = """() => [...document.querySelectorAll("figure, img, table")]
  .filter(element => getComputedStyle(element).breakInside !== "avoid" && !element.closest("figure"))
  .map(element => element.outerHTML.slice(0, 200))"""


def test_pages_are_small(reports):
    sizes = {file.name: file.stat().st_size for file in reports.glob("[0-9]*.html")}
    assert {name: size for name, size in sizes.items() if size > 1_600_000} == {}
    assert sum(sizes.values()) <= 16_000_000


def test_a_page_is_one_file_that_asks_for_nothing(page, notebook):
    assert page.title() == f"{notebook.about()['title']} - psy"
    assert page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)") == []


def test_each_control_moved_once_shows_what_psy_draws(browser, page_file, notebook, walks):
    expected = walks[notebook.name]
    with opened(browser, page_file) as page:
        sections = explorations(ready(page))
        assert len(sections) == len(expected) > 0
        for section, exploration in zip(sections, expected, strict=True):
            labels = section.locator("form.controls label > span:first-child").all_text_contents()
            assert labels == exploration["labels"]
            (_, opening), *steps = exploration["steps"]
            assert_shows(section, opening, labels)
            moved = [control for control in controls(section) if len(offered(control)) > 1]
            for control, (value, picture) in zip(moved, steps, strict=True):
                move(control, value)
                assert_shows(section, picture, (labels, value))


def assert_shows(section, picture, where):
    (state,) = states(section, [None])
    assert_state(state, picture, where)


def test_without_scripting_the_opening_pictures_and_their_numbers_read(browser, page_file, notebook, walks):
    with opened(browser, page_file, java_script_enabled=False) as page:
        sections = explorations(page)
        for section, exploration in zip(sections, walks[notebook.name], strict=True):
            (_, opening), *_ = exploration["steps"]
            seen = shown(section)
            assert (seen["sentence"], seen["cells"]) == (opening["sentence"], opening["cells"])
            for part in ("figure img", "figcaption", ".numbers table"):
                assert section.locator(part).is_visible()
            assert not section.locator("form.controls").is_visible()


def test_a_telephone_scrolls_the_page_down_only(page):
    page.set_viewport_size({"width": 360, "height": 640})
    open_details(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for section in explorations(page):
        for control in controls(section):
            box = control.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360


def test_paper_has_whole_figures_and_tables_and_no_controls(page):
    page.emulate_media(media="print")
    for section in explorations(page):
        assert not section.locator("form.controls").is_visible()
        assert section.locator(".plot svg").first.is_visible()
        assert section.locator(".numbers table").is_visible()
    assert not any(code.is_visible() for code in page.locator("details.source").all())
    assert page.evaluate(CUTTABLE) == []
