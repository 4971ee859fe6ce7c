"""A page of every mark in a browser: all its settings, and everything a reader can do with a chart."""

import csv
import io
import random
from fractions import Fraction
from itertools import product

import pytest
from view.every_mark import EVERY, bars, cells, curves, flow

from browser.charts import assert_state, expected, states
from browser.pages import opened, ready
from browser.test_accessibility import found
from psy.report.charts import with_charts
from psy.report.files import PARTS
from psy.view.prepared import chart_html, prepared

pytestmark = pytest.mark.browser

# How long each of many moves takes, until the picture has its new numbers.
TIMES = """async section => {
  const it = section.exploration, times = [], [input] = it.inputs;
  for (let move = 0; move < 100; move++) {
    input.value = move % (Number(input.max) + 1);
    const begin = performance.now();
    it.form.dispatchEvent(new Event("input"));
    for (let turn = 0; it.busy; turn++) await (turn < 9 ? null : new Promise(done => setTimeout(done)));
    times.push(performance.now() - begin);
  }
  return times.sort((one, other) => one - other);
}"""
HEAD = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Every mark</title>"""
SMALL_LETTERS = """() => [...document.querySelectorAll(".plot text, .legend li, .tip, .panel p")].filter(
  text => text.textContent && parseFloat(getComputedStyle(text).fontSize) < 11).length"""


@pytest.fixture(scope="module")
def file(browser, tmp_path_factory):
    """The page of every mark, and of a chart without controls."""
    shown = [*(prepared(picture, {}) for picture in EVERY), chart_html(curves(dice=5))]
    made = tmp_path_factory.mktemp("charts") / "every_mark.html"
    scrolls = (PARTS / "explore.js").read_text(encoding="utf-8")
    style = (PARTS / "page.css").read_text(encoding="utf-8")
    page = f"{HEAD}<style>{style}</style></head><body><main><h1>Every mark</h1>{''.join(shown)}</main>"
    made.write_text(with_charts(f"{page}<script>{scrolls}</script></body></html>"), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def kept(browser, file):
    with opened(browser, file) as page:
        yield ready(page)


@pytest.fixture
def page(kept):
    kept.set_viewport_size({"width": 1280, "height": 900})
    kept.emulate_media(media="screen", color_scheme="light")
    return kept


def section_of(page, picture):
    return page.locator("section.chart").nth(EVERY.index(picture))


@pytest.mark.parametrize("picture", EVERY, ids=lambda picture: picture.name)
def test_every_setting_shows_the_numbers_of_psy_in_any_order(page, picture):
    settings = list(product(*(enumerate(control.values) for control in picture.controls.values())))
    random.Random(1).shuffle(settings)
    shown = states(section_of(page, picture), [[place for place, _ in each] for each in settings])
    for state, each in zip(shown, settings, strict=True):
        values = dict(zip(picture.controls, (value for _, value in each), strict=True))
        assert_state(state, expected(picture, values), values)


def test_axes_grow_and_shrink_only_at_a_reset(page):
    section = section_of(page, curves)
    section.get_by_role("button", name="Reset").click()
    before, after, back = states(section, [[4, 0], [4, 1], [4, 0]])
    assert before["ends"] == after["ends"] == back["ends"]
    section.get_by_role("slider").fill("7")
    section.get_by_role("combobox").select_option("odd")
    section.get_by_role("button", name="Reset").click()
    assert states(section, [[4, 0]]) == [before]


def test_a_refusal_is_a_sentence_over_the_last_chart(page):
    section = section_of(page, curves)
    states(section, [[0, 0], [0, 1]])
    assert section.locator("figcaption").text_content() == "with no dice nothing is odd"
    assert section.locator(".panels").evaluate("panels => getComputedStyle(panels).opacity") == "0.35"
    assert not section.locator(".numbers").is_visible()
    states(section, [[4, 0]])
    assert section.locator(".numbers").is_visible()


def test_arrow_keys_go_from_point_to_point_and_say_the_exact_number(page):
    section = section_of(page, curves)
    states(section, [[4, 0]])
    chart, tip = section.locator(".panels"), section.locator("output.tip")
    chart.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        chart.press(key)
    assert tip.text_content() == "line 1, dice thrown 2: 75.00% = 3/4"
    assert tip.is_visible()
    chart.press("ArrowDown")
    assert tip.text_content().startswith("line 2, dice thrown 0: 0.00%")
    chart.press("End")
    assert tip.text_content() == "the best, dice thrown 12: 99.98% = 4095/4096"
    chart.press("Escape")
    assert not tip.is_visible()


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (bars, "part 1, warp charges 0: 4.55% = 1/22"),
        (cells, "die 0, dice thrown 0: 0%"),
        (flow, "box 0, chance 1, no more"),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_a_mouse_over_a_mark_shows_its_exact_number(page, picture, said):
    section = section_of(page, picture)
    section.get_by_role("button", name="Reset").click()
    section.scroll_into_view_if_needed()
    section.locator(".plot .mark-rect.role-mark path").first.hover(force=True)
    assert section.locator("output.tip").text_content() == said


def test_a_held_chart_is_a_ghost_beneath_the_next_ones(page):
    section = section_of(page, bars)
    hold = section.get_by_role("button", name="Hold")
    states(section, [[3]])
    count = section.locator(".plot .mark-rect").count()
    hold.click()
    (shown,) = states(section, [[9]])
    assert hold.get_attribute("aria-pressed") == "true"
    assert section.locator(".legend .held").text_content() == "pale: dice thrown: 3"
    assert section.locator(".plot .mark-rect").count() > count
    assert_state(shown, expected(bars, {"dice": 9}))
    ghost = section.evaluate("section => section.exploration.views[0].data('held_m0').map(row => row.size)")
    assert ghost == pytest.approx([float(size) for size in bars(dice=3).named("part 1").size])
    hold.click()
    states(section, [[9]])
    assert section.locator(".plot .mark-rect").count() == count
    section.get_by_role("button", name="Reset").click()


def test_the_numbers_are_copied_as_csv(page):
    section = section_of(page, curves)
    states(section, [[4, 0]])
    rows = list(csv.DictReader(io.StringIO(section.evaluate("section => section.exploration.csv()"))))
    line = curves(dice=4).named("line 3")
    copied = {int(row["where"]): row["exactly"] for row in rows if row["what"] == "line 3"}
    assert {place: Fraction(exact) for place, exact in copied.items()} == dict(
        zip(line.x, line.y, strict=True)
    )
    with page.expect_download() as download:
        section.evaluate("() => Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        section.get_by_role("button", name="Copy numbers").click()
    assert download.value.suggested_filename == "numbers.csv"


def test_the_address_carries_the_settings(browser, file):
    with opened(browser, file) as page:
        ready(page)
        section = section_of(page, curves)
        section.get_by_role("slider").press("ArrowRight")
        page.wait_for_timeout(1100)
        section.get_by_role("combobox").select_option("odd")
        page.wait_for_function("location.hash.includes('odd')")
        address = page.evaluate("location.hash")
        assert address == "#1.dice%20thrown=5&1.kind=odd"
        page.go_back()
        assert section.locator("figcaption").text_content() == "5 dice, plain."
        page.go_forward()
        assert section.locator("figcaption").text_content() == "5 dice, odd."
    with opened(browser, file, address=address) as page:
        ready(page)
        assert section_of(page, curves).locator("figcaption").text_content() == "5 dice, odd."


def test_a_move_takes_no_longer_than_a_frame_or_two(page):
    times = section_of(page, curves).evaluate(TIMES)
    assert times[50] < 60, "a machine as busy as ten may be six times slower than the 30 ms asked for"


def test_a_telephone_shows_panels_below_each_other_in_letters_that_read(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate(SMALL_LETTERS) == 0
    left, right = (box.bounding_box() for box in section_of(page, bars).locator(".panel").all())
    assert left["y"] + left["height"] <= right["y"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(page, scheme):
    page.emulate_media(color_scheme=scheme)
    assert found(page) == []


def test_pictures_are_dark_in_the_dark_and_light_on_paper(page):
    ink = """() => getComputedStyle(document.querySelector(".plot .role-axis-label text")).fill"""
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ink) == "rgb(230, 232, 235)"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(ink) == "rgb(0, 0, 0)"


def test_paper_has_the_chart_as_it_is_set_and_its_settings_in_words(page):
    section = section_of(page, curves)
    states(section, [[7, 1]])
    page.emulate_media(media="print")
    assert section.locator("form").is_hidden()
    assert section.locator(".plot svg").is_visible()
    assert section.locator("img").is_hidden()
    assert section.locator(".settings").inner_text() == "dice thrown: 7, kind: odd"
    assert section.locator(".numbers table").is_visible()
    page.emulate_media(media="screen")
    states(section, [[4, 0]])


def test_without_scripting_a_still_picture_its_sentence_and_its_table_read(browser, file):
    with opened(browser, file, java_script_enabled=False) as page:
        for section, picture in zip(page.locator("section.chart").all(), EVERY, strict=False):
            chart = picture()
            assert section.locator("img").get_attribute("alt") == chart.sentence
            assert section.locator("img").is_visible()
            assert section.locator(".numbers table").is_visible()
            assert section.locator("form").is_hidden()
