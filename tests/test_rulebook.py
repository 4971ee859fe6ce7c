"""Every kind of wrong rule file gives one sentence; every rule file names its sources; rules are frozen."""

import importlib
import pkgutil
import re
import tomllib
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, Literal, get_args

import numpy as np
import pytest

import psy
from psy import prospero, tft
from psy.rulebook import Checked, Rulebook, RuleError, Status, Within, checked, data_folder, read
from psy.wh40k import RULEBOOK, RULES, PerilsRule, Rules
from psy.wh40k.rules import Effect

GAMES = ("wh40k", "spacehulk", "prospero", "tft")
FILES = sorted(data_folder().glob("*.toml"))
PUBLISHED = (data_folder() / "wh40k.toml").read_text(encoding="utf-8")
HARNESS = """[harness]
value = 4
source = "W 2, R p. 25: each die of 4 or more harnesses one warp charge"
status = "stated"
"""
KEYS = ", ".join(field.name for field in fields(Rules))
RESULT_KEYS = "roll, name, always, passed, failed"
EFFECTS = ", ".join(map(repr, get_args(Effect)))
STATUSES = "'stated', 'assumed', 'switch', 'described'"


def harness(value="4", source='"a page"', status='"stated"', more=""):
    """Return the entry of the harness target in other words."""
    parts = {"value": value, "source": source, "status": status}
    return "[harness]\n" + "".join(f"{key} = {part}\n" for key, part in parts.items() if part) + more


def rulebooks():
    """Find every rule book of every game."""
    found = []
    for game in GAMES:
        package = importlib.import_module(f"psy.{game}")
        for module in pkgutil.iter_modules(package.__path__, f"psy.{game}."):
            if module.name.endswith("rules"):
                values = vars(importlib.import_module(module.name)).items()
                found += [
                    pytest.param(value, id=f"{module.name}.{name}")
                    for name, value in values
                    if isinstance(value, Rulebook)
                ]
    return found


WRONG = {
    "unknown key at the top": (
        HARNESS,
        HARNESS + harness().replace("harness", "harnes"),
        "harnes = {'value': 4, 'source': 'a page', 'status': 'stated'}: unknown key; the keys are " + KEYS,
    ),
    "unknown key in a table": (
        "{ face = 6, count = 2 }",
        "{ face = 6, count = 2, colour = 'red' }",
        "perils.colour = 'red': unknown key; the keys are face, count",
    ),
    "unknown key in a list of tables": (
        "{ roll = 2,",
        "{ roll = 2, colour = 3,",
        "perils_table.1.colour = 3: unknown key; the keys are " + RESULT_KEYS,
    ),
    "unknown key with a dot and a quote": (
        HARNESS,
        HARNESS + harness().replace("harness", '"it\'s.harness"'),
        "it's.harness = {'value': 4, 'source': 'a page', 'status': 'stated'}: unknown key; the keys are "
        + KEYS,
    ),
    "missing key at the top": (HARNESS, "", "harness: missing key; must be a whole number from 2 to 6"),
    "missing table at the top": (
        PUBLISHED[PUBLISHED.index("[unit_hits]") : PUBLISHED.index("[hit_wounds_on]")],
        "",
        "unit_hits: missing key; must be a table of strength, ap",
    ),
    "missing key in a table": (
        "{ face = 6, count = 2 }",
        "{ face = 6 }",
        "perils.count: missing key; must be a whole number from 1 to 100",
    ),
    "missing key in a list of tables": (
        'roll = 2, name = "mental purge"',
        "roll = 2",
        "perils_table.1.name: missing key; must be text",
    ),
    "text for a number": (
        HARNESS,
        harness('"four"'),
        "harness = 'four': must be a whole number from 2 to 6",
    ),
    "a float for a number": (HARNESS, harness("4.0"), "harness = 4.0: must be a whole number from 2 to 6"),
    "not a number": (HARNESS, harness("nan"), "harness = nan: must be a whole number from 2 to 6"),
    "true for a number": (HARNESS, harness("true"), "harness = True: must be a whole number from 2 to 6"),
    "any for a number": (HARNESS, harness('"any"'), "harness = 'any': must be a whole number from 2 to 6"),
    "a table for a number": (
        HARNESS,
        harness("{ least = 4 }"),
        "harness = {'least': 4}: must be a whole number from 2 to 6",
    ),
    "a number for true or false": (
        "[capped_by_mastery]\nvalue = false",
        "[capped_by_mastery]\nvalue = 0",
        "capped_by_mastery = 0: must be true or false",
    ),
    "a number for a table": (
        "{ face = 6, count = 2 }",
        "6",
        "perils = 6: must be a table of face, count",
    ),
    "a list for a table": (
        "{ face = 6, count = 2 }",
        "[6, 2]",
        "perils = [6, 2]: must be a table of face, count",
    ),
    "a list for a row": (
        'passed = ["surge"], failed = ["wound"] },',
        'passed = ["surge"], failed = ["wound"] }, [3],',
        f"perils_table.6 = [3]: must be a table of {RESULT_KEYS}",
    ),
    "a list for an entry": (
        HARNESS,
        "[[harness]]\nvalue = 4\n",
        "harness = [{'value': 4}]: must be a table of value, source, status",
    ),
    "a table for a list": (
        'passed = ["surge"]',
        "passed = { surge = true }",
        f"perils_table.5.passed = {{'surge': True}}: must be a list, each item one of {EFFECTS}",
    ),
    "one below the range": (HARNESS, harness("1"), "harness = 1: must be a whole number from 2 to 6"),
    "one above the range": (HARNESS, harness("7"), "harness = 7: must be a whole number from 2 to 6"),
    "below a range without upper end": (
        "value = 12",
        "value = -1",
        "hood_range = -1: must be a whole number of at least 0",
    ),
    "more than a machine's whole number": (
        HARNESS,
        harness("9" * 30),
        f"harness = {'9' * 30}: must be a whole number from 2 to 6",
    ),
    "below the range in a table": (
        "{ face = 6, count = 2 }",
        "{ face = 0, count = 2 }",
        "perils.face = 0: must be a whole number from 1 to 6 or 'any'",
    ),
    "above the range in a table": (
        "{ face = 6, count = 2 }",
        "{ face = 6, count = 101 }",
        "perils.count = 101: must be a whole number from 1 to 100",
    ),
    "wrong word deep in a list": (
        'always = ["wound"]',
        'always = ["wounds"]',
        f"perils_table.3.always.0 = 'wounds': must be one of {EFFECTS}",
    ),
    "a row twice": (
        "roll = 6,",
        "roll = 5,",
        "perils_table has rows for [1, 2, 3, 4, 5, 5]: must be one row for each roll from 1 to 6",
    ),
    "no value": (HARNESS, harness(value=""), "harness.value: missing key; must be a value"),
    "no source": (HARNESS, harness(source=""), "harness.source: missing key; must be text, not empty"),
    "no status": (
        HARNESS,
        harness(status=""),
        f"harness.status: missing key; must be one of {STATUSES}",
    ),
    "empty source": (HARNESS, harness(source='""'), "harness.source = '': must be text, not empty"),
    "blank source": (HARNESS, harness(source='" "'), "harness.source = ' ': must be text, not empty"),
    "a number as source": (HARNESS, harness(source="25"), "harness.source = 25: must be text, not empty"),
    "unknown status": (
        HARNESS,
        harness(status='"sure"'),
        f"harness.status = 'sure': must be one of {STATUSES}",
    ),
    "unknown key beside the value": (
        HARNESS,
        harness(more="note = 'see below'"),
        "harness.note = 'see below': unknown key; the keys are value, source, status",
    ),
    "a bare value": (
        PUBLISHED,
        "harness = 4\n" + PUBLISHED.replace(HARNESS, ""),
        "harness = 4: must be a table of value, source, status",
    ),
    "no TOML": (
        "[harness]",
        "[harness",
        "not TOML: Expected ']' at the end of a table declaration (at line 8, column 9)",
    ),
    "a key twice": (
        HARNESS,
        HARNESS * 2,
        "not TOML: Cannot declare ('harness',) twice (at line 12, column 9)",
    ),
    "a document without words": ('R = "', 'R = 3 # "', "documents.R = 3: must be text"),
    "no table of documents": ("[documents]", "documents = 3\n[other]", "documents = 3: must be a table"),
    "an empty file": (PUBLISHED, "", "harness: missing key; must be a whole number from 2 to 6"),
}


@pytest.mark.parametrize(("old", "new", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_rule_file_gives_one_sentence(tmp_path, old, new, message):
    assert PUBLISHED.count(old) >= 1
    (tmp_path / "house.toml").write_text(PUBLISHED.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        read(tmp_path / "house.toml", Rules)
    assert str(caught.value) == f"house.toml: {message}"
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(RuleError) as caught:
        read(tmp_path / "house.toml", Rules)
    assert str(caught.value) == f"house.toml: cannot be read from {tmp_path}: No such file or directory"


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "house.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RuleError, match=r"house\.toml: not TOML: .*byte 0xff in position 0"):
        read(tmp_path / "house.toml", Rules)


def test_a_byte_order_mark_is_passed_over(tmp_path):
    (tmp_path / "house.toml").write_text("\ufeff" + PUBLISHED, encoding="utf-8")
    assert read(tmp_path / "house.toml", Rules).rules == RULES


def test_a_file_with_other_values_is_a_variant(tmp_path):
    text = PUBLISHED.replace(HARNESS, harness("3", status='"assumed"')).replace("face = 6", 'face = "any"')
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    house = read(tmp_path / "house.toml", Rules)
    assert house.rules == replace(RULES, harness=3, perils=PerilsRule(None, 2))
    assert set(house.assumed()) == {*RULEBOOK.assumed(), "harness"}
    assert house.entries["perils"].value == {"face": "any", "count": 2}


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"harness": 1}, ValueError, "harness = 1: must be a whole number from 2 to 6"),
        ({"harness": 7}, ValueError, "harness = 7: must be a whole number from 2 to 6"),
        ({"harness": True}, TypeError, "harness = True: must be a whole number from 2 to 6"),
        ({"harness": 4.0}, TypeError, "harness = 4.0: must be a whole number from 2 to 6"),
        ({"harness": None}, TypeError, "harness = None: must be a whole number from 2 to 6"),
        ({"capped_by_mastery": 1}, TypeError, "capped_by_mastery = 1: must be true or false"),
        ({"perils": None}, TypeError, "perils = None: must be a table of face, count"),
        (
            {"perils": {"face": 7, "count": 2}},
            ValueError,
            "perils.face = 7: must be a whole number from 1 to 6 or 'any'",
        ),
        (
            {"perils": {"face": 6}},
            ValueError,
            "perils.count: missing key; must be a whole number from 1 to 100",
        ),
        (
            {"perils": {"face": 6, "count": 2, "colour": 3}},
            ValueError,
            "perils.colour = 3: unknown key; the keys are face, count",
        ),
        (
            {"perils_table": RULES.perils_table[:2]},
            ValueError,
            "perils_table has rows for [1, 2]: must be one row for each roll from 1 to 6",
        ),
    ],
)
def test_a_variant_is_checked_as_a_file_is(change, error, message):
    with pytest.raises(error) as caught:
        replace(RULES, **change)
    assert type(caught.value) is error
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("rules", "change", "found"),
    [
        (prospero.RULES, {"warp_deck": prospero.WillDeck()}, "warp_deck = WillDeck("),
        (prospero.RULES, {"warp_deck": RULES}, "warp_deck = Rules("),
        (RULES, {"unit_hits": tft.rules.Check(dice=1, extra=2)}, "unit_hits = Check("),
        (RULES, {"deny_bonus": RULES.perils}, "deny_bonus = PerilsRule("),
    ],
)
def test_an_object_of_another_kind_is_refused(rules, change, found):
    with pytest.raises(TypeError) as caught:
        replace(rules, **change)
    assert str(caught.value).startswith(found)
    assert "): must be a table of " in str(caught.value)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16, int])
def test_a_whole_number_of_numpy_is_one(kind):
    rules = replace(RULES, harness=kind(3), perils={"face": kind(1), "count": kind(2)})
    assert rules == replace(RULES, harness=3, perils=PerilsRule(1, 2))
    assert type(rules.harness) is type(rules.perils.face) is int
    assert replace(RULES, capped_by_mastery=np.bool_(True)).capped_by_mastery is True
    with pytest.raises(TypeError, match="harness = True: must be a whole number"):
        replace(RULES, harness=np.bool_(True))
    with pytest.raises(TypeError, match=r"harness = 3\.0: must be a whole number"):
        replace(RULES, harness=np.float64(3))
    with pytest.raises(TypeError, match=r"harness = array\(\[3\]\): must be a whole number"):
        replace(RULES, harness=np.array([3]))


@pytest.mark.parametrize(
    ("value", "hint", "result"),
    [
        (3, Annotated[int, Within(le=3)], 3),
        (4, Annotated[int, Within(le=3)], "at = 4: must be a whole number of at most 3"),
        ("x", Annotated[int, Within(1, 3)] | str, "x"),
        (4, Annotated[int, Within(1, 3)] | str, "at = 4: must be a whole number from 1 to 3 or text"),
        (1, Literal[0, 1], 1),
        (True, Literal[0, 1], "at = True: must be one of 0, 1"),
        ([[1], []], tuple[tuple[int, ...], ...], ((1,), ())),
        ([1, "x"], tuple[int, ...], "at.1 = 'x': must be a whole number"),
        ({"a": [1]}, dict[str, Any], {"a": [1]}),
        ("any", PerilsRule | None, None),
        (
            {"face": 7, "count": 1},
            PerilsRule | None,
            "at.face = 7: must be a whole number from 1 to 6 or 'any'",
        ),
        (3, PerilsRule | None, "at = 3: must be a table of face, count or 'any'"),
    ],
)
def test_each_kind_of_annotation(value, hint, result):
    if isinstance(result, str) and result.startswith("at"):
        with pytest.raises((TypeError, ValueError)) as caught:
            checked(value, hint, "at")
        assert str(caught.value) == result
    else:
        assert checked(value, hint, "at") == result


def test_a_check_of_a_class_within_names_its_place():
    @dataclass(frozen=True)
    class Outer(Checked):
        attack: prospero.battle_rules.AttackRule

    attack = {"die": 6, "critical_at": 6, "damage": 2, "critical_damage": 1, "ties_hit": False}
    with pytest.raises(ValueError, match=r"^attack critical_damage = 1: must be at least the damage, 2$"):
        Outer(attack)


def test_a_list_becomes_a_tuple_so_that_a_variant_can_be_hashed():
    assert hash(replace(RULES, perils_table=list(RULES.perils_table))) == hash(RULES)
    assert replace(RULES, perils={"face": "any", "count": 2}).perils == RULES.daemonology_perils


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_value_names_its_source(file):
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    assert entries.pop("documents")
    assert entries
    for key, entry in entries.items():
        assert set(entry) == {"value", "source", "status"}, key
        assert entry["source"].strip(), key
        assert entry["status"] in get_args(Status), key


def test_every_rule_file_is_read_by_a_game():
    assert len(FILES) >= 4
    assert len(rulebooks()) == len(FILES)


@pytest.mark.parametrize("rulebook", rulebooks())
def test_what_was_published_is_known_apart_from_what_stands_in_the_file(rulebook):
    """Whoever publishes another value writes it to published.json as well: CONTRIBUTING says how."""
    assert rulebook.changed() == {}
    first, other = list(rulebook.entries.items())[:2]
    swapped = replace(rulebook, entries={**rulebook.entries, first[0]: other[1]})
    assert swapped.changed() == {first[0]: first[1].value}


def test_every_document_is_in_some_source():
    for rulebook in (parameter.values[0] for parameter in rulebooks()):
        sources = " ".join(entry.source for entry in rulebook.entries.values())
        for name in rulebook.documents:
            first = name.partition(" ")[0]
            assert re.search(rf"\b{first}\b", sources), f"{rulebook.name}: {name}"


@pytest.mark.parametrize("rulebook", rulebooks())
def test_rules_are_frozen_through_and_through(rulebook):
    assert list(rulebook.entries) == [field.name for field in fields(rulebook.rules)]
    assert isinstance(hash(rulebook.rules), int)
    with pytest.raises(FrozenInstanceError):
        setattr(rulebook.rules, fields(rulebook.rules)[0].name, None)
    with pytest.raises(TypeError):
        rulebook.entries["harness"] = None
    unfrozen = list(not_frozen(rulebook.rules))
    assert unfrozen == []


def not_frozen(value, place="rules"):
    """Yield the places of what could be changed within a rule object."""
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from not_frozen(item, f"{place}.{number}")
    elif is_dataclass(value) and value.__dataclass_params__.frozen:
        for field in fields(value):
            yield from not_frozen(getattr(value, field.name), f"{place}.{field.name}")
    elif not isinstance(value, int | str | None):
        yield place


def test_the_data_are_found_in_a_checkout():
    assert data_folder().parent.joinpath("psy").samefile(psy.__path__[0])
