"""Charts as specifications and numbers for pages, without a browser: each mark, and every part once."""

import base64
import gzip
import json
import re
from fractions import Fraction
from typing import Annotated

import pytest
import vl_convert
from every_mark import EVERY, bars, cells, curves, flow
from page_reader import HOSTILE, PageReader

from psy.view import bundle, vega
from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.controls import Slider, picture
from psy.view.marks import Line, Rule
from psy.view.palette import ink, shade
from psy.view.prepared import MOST_SETTINGS, chart_html, prepared


def unpacked(section):
    (packed,) = re.findall(r'<script type="text/plain">(.*?)</script>', section)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_every_specification_is_vega_lite():
    for each in EVERY:
        for panel in each().panels:
            spec = vega.frame(panel)["spec"]
            made = vl_convert.vegalite_to_vega(json.dumps(spec), vl_version="6.4")
            names = {source["name"] for source in made["data"]}
            wanted = {f"m{place}" for place in range(len(panel.marks))}
            assert wanted | {"focus"} <= names, each


def test_a_specification_does_not_depend_on_the_numbers():
    assert vega.frame(curves(dice=1).panels[0]) == vega.frame(curves(dice=9, kind="odd").panels[0])
    assert vega.frame(bars(dice=2).panels[1]) == vega.frame(bars(dice=9).panels[1])


def test_numbers_stay_exact_while_they_are_short():
    (line,) = vega.numbers(Line((1, 2), (Fraction(21, 32), Fraction(1, 7**30))))
    assert line == {"x": [1, 2], "y": ["21/32", pytest.approx(float(Fraction(1, 7**30)), rel=1e-5)]}
    assert vega.numbers(Rule(Fraction(4))) == [{"at": [4]}]


def test_bars_have_their_bases_words_and_colours():
    (parts,) = vega.numbers(bars(dice=1).named("part 2"))
    assert parts["base"] == [str(size) for size in bars(dice=1).named("part 1").size]
    (lying,) = vega.numbers(bars(dice=1).panels[1].marks[0])
    assert lying["word"] == ["+0.33", "-0.67", "+3.50"]
    assert len(set(lying["fill"])) == 3


def test_cells_stand_row_by_row_with_ink_that_reads():
    (shaded,) = vega.numbers(cells(size=2).panels[0].marks[0])
    assert list(zip(shaded["x"], shaded["y"], shaded["value"], shaded["framed"], strict=True)) == [
        (0, 0, 0, 1),
        (1, 0, "1/4", 0),
        (0, 1, "1/4", 0),
        (1, 1, "1/2", 1),
    ]
    (kinds,) = vega.numbers(cells().panels[1].marks[0])
    assert set(kinds["kind"]) == {"safe", "risky", "deadly"}
    (both,) = vega.numbers(cells().panels[2].marks[0])
    assert (both["value"][2], both["fill"][2]) == (None, "white")


def test_links_go_from_box_to_box():
    boxes, links = vega.numbers(flow(steps=1).panels[0].marks[0])
    assert boxes["word"][0] == "box 0\nchance 1\nno more"
    assert (links["x"], links["y2"], links["word"]) == ([0, 0], [0, 2], ["cast 3/4", "denied 1/4"])


@pytest.mark.parametrize("name", ["Blues", "RdBu"])
def test_words_can_be_read_on_every_shade(name):
    for step in range(101):
        colour = shade(name, step / 100)
        lights = sorted(light(each) for each in (colour, {"#111": "#111111"}.get(ink(colour), "#ffffff")))
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.3, colour


def light(colour):
    """Return the relative luminance of WCAG."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_distinct_part_is_stored_once():
    stored = unpacked(prepared(curves, {}))
    assert len(stored["settings"]) == 26
    assert len(stored["frames"]) == len(stored["told"]) == len(stored["titles"]) == 1
    kinds = 7 * 2 + 2 * 12 + 13 + 2 + 2  # lines, yours, rules at the dice and at a half, the best
    assert len(stored["marks"]) <= kinds
    refused = stored["charts"][stored["settings"][1]]
    assert [stored["sentences"][place] for place in refused] == ["with no dice nothing is odd"]


def test_a_page_opens_at_the_values_it_is_given_and_reads_without_scripting():
    reader = PageReader(prepared(curves, {"dice": 7}))
    (slider,) = reader.find("input")
    assert (slider["value"], slider["max"], slider["aria-valuetext"]) == ("7", "12", "7")
    assert [image["alt"] for image in reader.find("img")] == [curves(dice=7).sentence]
    assert reader.find("caption") == [{}]


def test_what_is_shown_stays_text(monkeypatch):
    monkeypatch.setattr("psy.view.prepared.still", lambda _: b"")
    panel = Panel((Line((0, 1), (0, 1), HOSTILE),), Axis(HOSTILE), Axis(names=(HOSTILE,)), HOSTILE)
    chart = Chart(HOSTILE, (panel,), HOSTILE, Table((HOSTILE,), ((HOSTILE,),)))
    reader = PageReader(chart_html(chart))
    assert len(reader.find("img")) == 1
    assert reader.names.count("script") == 1


def test_more_settings_than_a_page_holds_need_values_that_are_mailed():
    def draw(one=1, two=1):
        return curves(dice=one % 13)

    def many(mailed):
        draw.__annotations__ = {
            "one": Annotated[int, Slider("one", 1, 100)],
            "two": Annotated[int, Slider("two", 1, 100, mailed)],
        }
        return picture(draw)

    with pytest.raises(ValueError, match=f"more than {MOST_SETTINGS} settings"):
        prepared(many(()), {})
    section = prepared(many((1, 50)), {})
    assert len(unpacked(section)["settings"]) == 200
    assert "there are more values of: two" in section


def test_the_library_is_made_once_and_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("PSY_CACHE", str(tmp_path))
    monkeypatch.setattr(bundle, "_made", lambda: "made")
    bundle.library.cache_clear()
    assert bundle.library() == "made"
    monkeypatch.setattr(bundle, "_made", lambda: "made again")
    bundle.library.cache_clear()
    assert bundle.library() == "made"
    assert [file.read_text() for file in tmp_path.iterdir()] == ["made"]
    bundle.library.cache_clear()
