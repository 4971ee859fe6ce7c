"""The report in a browser whose network is cut: by keyboard, on paper, without scripting."""

import base64
import json
import re
from itertools import product

import pytest

from psy.view import percent
from psy.view.casting import odds_curve
from psy.wh40k import casting_odds

pytestmark = pytest.mark.browser

# Dice last: the slider that moves from one picture to the next when all of them are looked at in turn.
LABELS = {"perils": "perils on", "harness": "harness target", "charge": "warp charge", "dice": "dice thrown"}

# Every piece of text whose colour is too near to what lies behind it (WCAG: a contrast of 4.5).
FAINT = """() => {
  const numbers = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = colour => {
    const [red, green, blue] = numbers(colour).map(part => part / 255)
      .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = element => {
    const colour = getComputedStyle(element).backgroundColor;
    return numbers(colour)[3] === 0 ? behind(element.parentElement) : colour;
  };
  const contrast = element => {
    const [ink, paper] = [getComputedStyle(element).color, behind(element)].map(light);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  };
  const texts = [...document.querySelectorAll("body, body *:not(script, style)")].filter(
    element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
  return texts.filter(element => contrast(element) < 4.5).map(element => element.outerHTML.slice(0, 200));
}"""


@pytest.fixture
def open_report(browser, report):
    """Return a function that opens the page; in the end nothing was asked for and nothing went wrong."""
    contexts, trouble = [], []

    def opened(**options):
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_offline(True)
        context.route(lambda url: not url.startswith("file:"), lambda route: route.abort())
        page = context.new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url}"))
        page.on("request", lambda request: request.url == report.as_uri() or trouble.append(request.url))
        page.goto(report.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


def curve(page):
    """Return the exploration of the whole curve."""
    found = page.locator("section.explore")
    for label in (LABELS["dice"], LABELS["charge"]):
        found = found.filter(has=page.locator("label", has_text=label))
    return found.first


def offered(control):
    """Return the values that a control can be moved to."""
    if control.evaluate("control => control.tagName") == "SELECT":
        return control.locator("option").all_inner_texts()
    if control.get_attribute("type") == "hidden":
        return [json.loads(control.locator("xpath=preceding-sibling::span[1]").text_content())]
    return json.loads(control.get_attribute("data-values"))


def move(control, value):
    """Move a control as a reader does: a slider by the arrow keys, a menu by its word."""
    if control.evaluate("control => control.tagName") == "SELECT":
        control.select_option(label=value)
    elif control.get_attribute("type") != "hidden":
        steps = offered(control).index(value) - int(control.input_value())
        for _ in range(abs(steps)):
            control.press("ArrowRight" if steps > 0 else "ArrowLeft")


def control_of(section, label):
    return section.locator("label", has_text=label).locator("input, select")


def shown(section):
    """Return what stands on the page now: the picture, its alternative, the sentence, the table's cells."""
    return section.evaluate("""section => ({
      image: section.querySelector("img").src,
      alternative: section.querySelector("img").alt,
      sentence: section.querySelector("figcaption").textContent,
      cells: [...section.querySelectorAll(".numbers tr")].map(
        row => [...row.cells].map(cell => cell.textContent)),
    })""")


def expected(picture):
    """Return what the page has to show for a picture of psy."""
    return {
        "image": f"data:image/png;base64,{base64.b64encode(picture.png()).decode()}",
        "alternative": picture.sentence,
        "sentence": picture.sentence,
        "cells": [list(row) for row in (picture.table.columns, *picture.table.rows)],
    }


def success(section):
    """Return the chance of success on the page."""
    return next(row[1] for row in shown(section)["cells"] if row[0] == "success")


def test_the_page_is_one_file_below_5_mb_that_asks_for_nothing(open_report, report):
    assert report.stat().st_size < 5_000_000
    page = open_report()
    page.wait_for_load_state("networkidle")
    assert page.title() == "Casting odds - psy"
    assert page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)") == []


def test_the_fourth_die_raises_the_shown_success_from_50_to_68_75_percent(open_report):
    section = curve(open_report())
    move(control_of(section, "warp charge"), 2)
    dice = section.get_by_role("slider", name="dice thrown", exact=True)
    move(dice, 3)
    assert success(section) == "50.00%"
    dice.press("ArrowRight")
    assert success(section) == "68.75%"
    assert dice.get_attribute("aria-valuetext") == "4"


def test_every_position_of_the_controls_shows_the_exact_numbers_and_their_picture(open_report):
    section = curve(open_report())
    controls = {name: control_of(section, label) for name, label in LABELS.items()}
    values = {name: offered(control) for name, control in controls.items()}
    assert len(values["dice"]) > 10
    assert len(values["charge"]) > 2
    draw, before = odds_curve(), dict.fromkeys(LABELS)
    for places in product(*values.values()):
        place = dict(zip(values, places, strict=True))
        for name in LABELS:
            if place[name] != before[name]:
                move(controls[name], place[name])
        assert shown(section) == expected(draw(**place)), place
        before = place


def test_every_control_of_every_exploration_moves_picture_and_words_together(open_report):
    for section in open_report().locator("section.explore").all():
        for control in section.locator("input:not([type=hidden]), select").all():
            seen = []
            for value in offered(control):
                move(control, value)
                now = shown(section)
                assert now["alternative"] == now["sentence"]
                assert section.locator("img").evaluate("image => image.naturalWidth > 0 || image.hidden")
                seen.append(now)
            assert any(now != seen[0] for now in seen), "a control that changes nothing"


def test_without_scripting_the_opening_picture_and_its_numbers_read(open_report):
    page = open_report(java_script_enabled=False)
    assert page.locator("section.explore").count() > 0
    for section in page.locator("section.explore").all():
        assert section.locator("figure img").is_visible()
        words = section.locator("figcaption").text_content()
        assert section.get_by_role("img", name=words, exact=True).count() == 1
        assert section.locator(".numbers table").is_visible()
        assert section.locator("form").is_hidden()
    section = curve(page)
    assert section.locator("td").first.text_content() == percent(casting_odds(4, 2).success)


def test_a_telephone_scrolls_the_page_down_only(open_report):
    page = open_report(viewport={"width": 360, "height": 640})
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for control in page.locator("section.explore input:not([type=hidden]), section.explore select").all():
        box = control.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_paper_shows_figures_and_tables_without_controls_and_code(open_report):
    page = open_report()
    page.emulate_media(media="print")
    for section in page.locator("section.explore").all():
        assert section.locator("form").is_hidden()
        assert section.locator("figure img").is_visible()
        assert section.locator(".numbers table").is_visible()
    assert not any(code.is_visible() for code in page.locator("details.source").all())


def test_formulas_are_mathml(open_report):
    page = open_report()
    assert page.locator("math").count() > 0
    assert page.locator("math[display=block] mfrac").count() > 0
    page.evaluate(
        "document.querySelectorAll('pre, code, script, style').forEach(element => element.remove())"
    )
    assert re.findall(r"\$[^$\n]+\$|\\frac|\\binom", page.locator("body").text_content()) == []


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(22, 24, 28)")])
def test_text_stands_out_in_light_and_dark(open_report, scheme, paper):
    page = open_report(color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    assert page.evaluate(FAINT) == []
    # The pictures are drawn in dark ink, so they keep white paper behind them.
    assert (
        page.locator("section.explore img").first.evaluate("image => getComputedStyle(image).backgroundColor")
        == "rgb(255, 255, 255)"
    )
