"""The page and the CSV file of a study: whole, exact, marked, and deaf to hostile text."""

import csv
import io
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from psy.report.command import main
from psy.report.study import inert, page, table
from psy.rulebook import data_folder
from psy.study import read_study, verdict, work_out
from psy.study.variants import flat
from psy.study.verdict import measured
from psy.wh40k import RULEBOOK, RULES, casting_odds

HOSTILE = (
    "</script></style></title><script>alert(1)</script><img src=x onerror='alert(2)'> $\\frac{$ & <!-- _"
)
STUDY = """
title = "Harness"
question = "Three or four?"
rules = "wh40k"
[variants.three]
harness = 3
[variants.any]
perils = { face = "any" }
[measures]
clean = { measure = "clean_success", dice = 3 }
[axes]
dice = [1, -0, 2]
harness = [4, 5]
[one_at_a_time]
charge = [0, 2]
[[break_even]]
measure = "clean"
against = 2
setting = "dice"
low = 1
high = 2
"""


class Reader(HTMLParser):
    """Collects the elements of a page, and the text within each kind."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self._open = [], {}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    file = tmp_path_factory.mktemp("study") / "house.toml"
    file.write_text(STUDY, encoding="utf-8")
    return work_out(read_study(file), cache=False, jobs=1, progress=False)


@pytest.fixture(scope="module")
def reader(results):
    return Reader(page(results, "study_house.csv", "psy study house.toml"))


def test_the_page_shows_every_number_in_decimal_and_fraction(reader):
    words = " ".join(word for texts in reader.texts.values() for word in texts)
    for rules in (RULES, RULES.__class__(**{**vars(RULES), "harness": 3})):
        clean = casting_odds(3, 1, rules).clean
        assert str(clean) in reader.texts["span"]
        assert f"{float(clean):.4f}" in words
    assert [text for text in reader.texts["title"] if text] == ["Harness - psy"]


def test_the_page_has_every_rule_and_marks_what_differs(reader):
    paths = [path for path, _ in flat(RULES)]
    assert set(paths) <= set(reader.texts["th"])
    assert reader.texts["mark"] == ["3", "any"]
    statuses = [f"({entry.status}: {entry.source})" for entry in RULEBOOK.entries.values()]
    assert reader.texts["small"] == statuses


def test_the_page_ends_in_a_verdict_and_says_what_was_measured(reader, results):
    words = " ".join(word for texts in reader.texts.values() for word in texts)
    found = verdict(results)
    assert found.recommendation in words
    assert all(effect.variant in words and effect.gains in words for effect in found.effects)
    assert {"Verdict", "What was measured"} <= set(reader.texts["h2"])
    for one in measured(results.study):
        assert one.function in words
    for row in csv.DictReader(io.StringIO(table(results))):
        (one,) = [one for one in measured(results.study) if one.measure == row["measure"]]
        assert row["function"] == one.function
        assert all(f"{key} = " in row["defaults"] for key in one.defaults)


def test_the_page_is_self_contained_and_every_picture_has_words(reader):
    names = [name for name, _ in reader.elements]
    images = [attributes for name, attributes in reader.elements if name == "img"]
    # The comparison, a heat map for each of three variants, and a tornado; the library, the script of charts,
    # and that of links.
    assert len(images) == names.count("section") == 5
    assert names.count("script") == 5 + 3
    assert not [
        attributes for name, attributes in reader.elements if name == "script" and "src" in attributes
    ]
    for image in images:
        assert image["src"].startswith("data:image/png;base64,")
        assert len(image["alt"]) > 20
    links = [attributes["href"] for _, attributes in reader.elements if "href" in attributes]
    assert links == ["data:,", "study_house.csv"]


def test_the_csv_has_every_number_in_fraction_and_decimal(results):
    rows = list(csv.DictReader(io.StringIO(table(results))))
    parts = [row["part"] for row in rows]
    assert {part: parts.count(part) for part in dict.fromkeys(parts)} == {
        "comparison": 3,
        "sweep": 18,
        "one at a time": 2,
        "break-even: measure minus other": 2,
    }
    for row in rows:
        exact = Fraction(row["fraction"])
        assert abs(Fraction(row["decimal"]) - exact) <= Fraction(1, 2 * 10**12)
        assert not row["error"]
    swept = [row for row in rows if row["part"] == "sweep" and row["variant"] == "as it stands"]
    assert [(row["harness"], row["dice"]) for row in swept] == [
        (harness, dice) for harness in "45" for dice in "102"
    ]
    assert Fraction(swept[2]["fraction"]) == casting_odds(2, 1).clean
    assert rows[1]["difference as fraction"] == str(
        Fraction(rows[1]["fraction"]) - Fraction(rows[0]["fraction"])
    )


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\tx"])
def test_a_spreadsheet_takes_no_text_for_a_formula(text):
    assert inert(text) == f"'{text}"


def test_hostile_text_in_any_field_stays_text(tmp_path):
    quoted = '"' + HOSTILE.replace("\\", "\\\\") + '"'
    text = f"""
title = {quoted}
question = {quoted}
rules = "wh40k"
[variants.{quoted}]
harness = 3
perils_table = {{ 1 = {{ name = {quoted} }} }}
[measures.{quoted}]
measure = "clean_success"
[axes]
dice = [1, 2]
[one_at_a_time]
charge = [1, 2]
[[break_even]]
measure = {quoted}
against = {quoted}
setting = "dice"
low = 1
high = 2
both = false
variant = {quoted}
"""
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    found = work_out(read_study(file), cache=False, jobs=1, progress=False)
    reader = Reader(page(found, "house.csv", f"psy study '{HOSTILE}'"))
    names = [name for name, _ in reader.elements]
    # Charts of the comparison, the sweep's curves and the tornado; their library, and two scripts.
    assert names.count("img") == names.count("section") == 3
    assert names.count("script") == 3 + 3
    assert not [attributes for _, attributes in reader.elements if {"onerror", "onload"} & set(attributes)]
    assert [text for text in reader.texts["title"] if text] == [f"{HOSTILE} - psy"]
    assert HOSTILE in reader.texts["h1"]
    assert HOSTILE in reader.texts["mark"]
    assert any(HOSTILE in attributes["alt"] for name, attributes in reader.elements if name == "img")


def test_an_error_is_shown_with_its_input(tmp_path):
    # A deck of 17 cards on one axis and 18 on another cannot be made: those points fail, the others do not.
    text = (data_folder() / "studies" / "perils.toml").read_text(encoding="utf-8")
    text = text[: text.index("[measures]")] + "[measures]\nclean = { measure = 'clean_success' }\n"
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    study = read_study(file)
    object.__setattr__(study, "axes", {"dice": (1, 200)})
    found = work_out(study, cache=False, jobs=1, progress=False)
    reader = Reader(page(found, "house.csv", ""))
    assert "ValueError: dice must be a whole number from 0 to 100, not 200" in reader.texts["span"]
    errors = [row["error"] for row in csv.DictReader(io.StringIO(table(found))) if row["dice"] == "200"]
    assert errors == ["ValueError: dice must be a whole number from 0 to 100, not 200"] * 3


def test_the_command_writes_both_files_and_says_where(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text(STUDY, encoding="utf-8")
    assert main(["study", "house.toml", "--out", "made"]) == 0
    assert capsys.readouterr().out.split() == ["made/study_house.html", "made/study_house.csv"]
    first = [(tmp_path / "made" / f"study_house.{kind}").read_bytes() for kind in ("html", "csv")]
    assert main(["study", "house.toml", "--out", "made", "--no-cache"]) == 0
    assert [(tmp_path / "made" / f"study_house.{kind}").read_bytes() for kind in ("html", "csv")] == first


def test_a_wrong_file_is_one_line_and_writes_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text(STUDY.replace("harness = 3", "harness = 9"), encoding="utf-8")
    assert main(["study", "house.toml", "--out", "made"]) == 2
    shown = capsys.readouterr()
    assert shown.err == "psy: house.toml: variants.three.harness = 9: must be a whole number from 2 to 6\n"
    assert shown.out == ""
    assert not (tmp_path / "made").exists()


def test_a_broken_cache_is_one_line(tmp_path, capsys, monkeypatch, cache):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text(STUDY, encoding="utf-8")
    cache.mkdir()
    (cache / "answers.sqlite").write_bytes(b"no database" * 100)
    assert main(["study", "house.toml", "--out", "made"]) == 1
    assert "cannot be used (file is not a database)" in capsys.readouterr().err
