"""What a page rests on: rules with source and status, assumptions, variants, seeds, changed values."""

from dataclasses import replace

import pytest
from page_reader import HOSTILE, PageReader

import psy
from psy import rulebook as rulebook_module
from psy import tft, wh40k
from psy.study import reads
from psy.view import rests_on

USED = {"wh40k": ["harness", "capped_by_mastery"], "spacehulk": ["hand_size", "cards"]}


def test_each_rule_stands_with_value_status_and_source():
    table, other = rests_on(USED).tables.values()
    entries = wh40k.RULEBOOK.entries
    assert table.columns == ("rule", "value", "status", "source")
    assert list(rests_on(USED).tables) == [
        "The rules used, from data/wh40k.toml",
        "The rules used, from data/spacehulk.toml",
    ]
    assert table.rows == (
        ("harness", "4", "stated", entries["harness"].source),
        ("capped by mastery", "no", "SWITCH", entries["capped_by_mastery"].source),
    )
    assert [row[:3] for row in other.rows] == [
        ("hand size", "7", "ASSUMED"),
        ("cards", "see cards in data/spacehulk.toml", "ASSUMED"),
    ]


def test_assumptions_switches_sources_seed_and_version_are_said():
    sentences = rests_on(USED, assumed=["what a life is worth"], seed=7).sentences
    assert sentences[0].startswith('In the sources W is "Psychic 101"')
    assert "; B is the boxed game" in sentences[0]
    assert sentences[1].startswith(
        "Assumed, because no source states it: hand size; cards; what a life is worth."
    )
    assert sentences[2] == "Switches, where the sources differ or are silent: capped by mastery."
    assert sentences[3] == f"Simulated with seed 7. Made with psy {psy.__version__}."


def test_nothing_assumed_and_nothing_simulated_is_said_too():
    _, assumed, counted = rests_on({"wh40k": ["harness"]}).sentences
    assert assumed == "Nothing here is assumed."
    assert counted.startswith("Every number is counted, none is simulated.")


def test_variants_are_compared_with_the_rules_of_their_kind():
    bold = replace(wh40k.RULES, harness=3, perils=wh40k.PerilsRule(None, 3))
    tables = rests_on({"tft": ["attacks"], "wh40k": ["harness"]}, variants={"bold": bold}).tables
    assert tables["Shown beside these rules"].rows == (
        ("bold", "harness", "4", "3"),
        ("bold", "perils, face", "6", "any"),
        ("bold", "perils, count", "2", "3"),
    )
    with pytest.raises(ValueError, match=r"^variant 'bold' is of other rules than wh40k$"):
        rests_on({"wh40k": ["harness"]}, variants={"bold": tft.RULES})


def test_a_value_that_somebody_changed_is_shown_beside_the_published_one(tmp_path, monkeypatch):
    published = rulebook_module.data_folder() / rulebook_module.PUBLISHED
    text = published.read_text().replace('"harness": 4', '"harness": 5')
    (tmp_path / rulebook_module.PUBLISHED).write_text(text)
    monkeypatch.setattr(rulebook_module, "data_folder", lambda: tmp_path)
    monkeypatch.setitem(reads._read, "wh40k", set())
    basis = rests_on({"wh40k": ["harness", "perils"]})
    assert "Changed from what was published" not in basis.tables, "no number has read it"
    assert basis._repr_mimebundle_()[1] == {}
    reads._read["wh40k"] |= {"harness", "perils"}
    basis = rests_on({"wh40k": ["harness", "perils"]})
    tables = basis.tables
    assert tables["Changed from what was published"].rows == (("harness", "5", "4"),)
    assert basis._repr_mimebundle_()[1] == {"psy": {"changed": True}}
    rules = tables["The rules used, from data/wh40k.toml"].rows
    assert [row[2] for row in rules] == ["CHANGED", "stated"]
    assert "Changed from what was published" not in rests_on({"tft": ["attacks"]}).tables
    entry = replace(wh40k.RULEBOOK.entries["harness"], status="described")
    described = replace(wh40k.RULEBOOK, entries={**wh40k.RULEBOOK.entries, "harness": entry})
    monkeypatch.setattr("psy.view.basis.rulebook", lambda _: described)
    assert "Changed from what was published" not in rests_on({"wh40k": ["harness"]}).tables


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"wh40": ["harness"]}, "base must be one of 'wh40k', "),
        ({"wh40k": ["harnes"]}, "key of wh40k must be one of 'harness', "),
    ],
)
def test_an_unknown_file_or_key_is_refused(rules, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        rests_on(rules)


def test_words_that_look_like_html_stay_words():
    basis = rests_on({"wh40k": ["harness"]}, {HOSTILE: replace(wh40k.RULES, harness=3)}, [HOSTILE])
    read = PageReader(basis._repr_mimebundle_()[0]["text/html"])
    assert set(read.names) == {"section", "p", "strong", "div", "table", "thead", "tbody", "tr", "th", "td"}
    assert HOSTILE in read.words
    assert any(HOSTILE in words and "Assumed" in words for words in read.words)
