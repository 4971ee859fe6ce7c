"""Every page as people read it who cannot see it, see no colours as others do, or use no mouse."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from browser.pages import open_details, opened

pytestmark = pytest.mark.browser

# Formulas and charts are left out: axe-core cannot judge the contrast of single signs, nor of words on cells,
# whose ink is tested with the palette.
FOUND = """async rules => {
  const options = {resultTypes: ["violations", "incomplete"]};
  if (rules) options.runOnly = {type: "rule", values: rules};
  const {violations, incomplete} = await axe.run({exclude: [["math"], [".plot svg"]]}, options);
  return [...violations, ...incomplete].flatMap(rule => rule.nodes.map(
    node => `${rule.id} (${rule.impact}): ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`));
}"""

HIDE_CODE = """hidden => [...document.querySelectorAll(".source")].slice(1).forEach(
  code => code.hidden = hidden)"""

# The place of the focus, and whether it can be seen there.
FOCUS = """() => {
  const element = document.activeElement, style = getComputedStyle(element);
  return {
    place: [...document.querySelectorAll(".explore form :is(input, select)")].indexOf(element),
    name: [...element.labels ?? []].map(label => label.textContent).join(),
    seen: element.matches(":focus-visible") && style.outlineStyle !== "none",
  };
}"""


def found(page, rules=None):
    """Return what axe-core finds wrong, or cannot judge, with everything unfolded.

    Of the code only the first cell is looked at: all are alike, and their many words take most of the time.
    """
    open_details(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(HIDE_CODE, True)
    try:
        return page.evaluate(FOUND, rules)
    finally:
        page.evaluate(HIDE_CODE, False)


def test_axe_finds_nothing_wrong(page):
    assert found(page) == []


def test_axe_finds_no_faint_text_in_the_dark(page):
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
    assert found(page, ["color-contrast"]) == []
    # The pictures are drawn in dark ink, so they keep white paper behind them.
    papers = page.evaluate("[...document.images].map(image => getComputedStyle(image).backgroundColor)")
    assert set(papers) == {"rgb(255, 255, 255)"}


def test_axe_finds_no_part_that_only_a_mouse_can_scroll_on_a_telephone(page):
    page.set_viewport_size({"width": 360, "height": 640})
    assert found(page, ["scrollable-region-focusable"]) == []


def test_the_tab_key_reaches_every_control_and_shows_where_it_is(page):
    count = page.locator(".explore form :is(input, select)").count()
    page.locator("h1").first.click()
    reached = {}
    for _ in range(page.locator("a, button, input, select, summary, [tabindex]").count()):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus["place"] >= 0:
            reached[focus["place"]] = focus
    assert len(reached) == count
    assert all(focus["seen"] and focus["name"].strip() for focus in reached.values())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong_with_the_list_of_pages(browser, reports, scheme):
    with opened(browser, reports / "index.html", color_scheme=scheme) as page:
        assert found(page) == []
