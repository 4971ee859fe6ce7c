"""Force suits against every hand, and what a nullify needs; the rule file's data."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.exact.decks import at_least, chance
from psy.spacehulk import RULEBOOK, RULES, Card, gets_through, may_nullify, nullify

SUITS = ("psionic", "power", "kinesis", "temporal")
SMALL = {"psionic": 3, "power": 2, "temporal": 1, "other": 3}
BOLT = Card("warp bolt", "power")
FIRE = Card("warp fire", "power")


def enumerate_nullify(deck, suit, hand):
    cards = [card for card, count in deck.items() for _ in range(count)]
    hands = list(combinations(cards, hand))
    return Fraction(sum(suit in held for held in hands), len(hands))


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("hand", range(10))
def test_chance_of_a_matching_card_equals_every_hand(suit, hand):
    assert nullify(SMALL, suit, hand) == enumerate_nullify(SMALL, suit, hand)


@pytest.mark.parametrize("seen", [{"power": 2}, {"psionic": 1, "other": 2}, {"temporal": 1, "power": 1}])
@pytest.mark.parametrize("hand", range(5))
def test_cards_seen_elsewhere_leave_the_deck(seen, hand):
    left = {suit: count - seen.get(suit, 0) for suit, count in SMALL.items()}
    for suit in SUITS:
        assert nullify(SMALL, suit, hand, seen) == enumerate_nullify(left, suit, hand)


@settings(deadline=None)
@given(
    deck=st.dictionaries(st.sampled_from([*SUITS, "other"]), st.integers(0, 30)),
    suit=st.sampled_from(SUITS),
    data=st.data(),
)
def test_a_matching_card_is_at_least_one_of_a_group(deck, suit, data):
    hand = data.draw(st.integers(0, sum(deck.values())))
    group = {suit} & set(deck)
    assert nullify(deck, suit, hand) == chance(deck, hand, [(group, at_least(1))])


@settings(deadline=None)
@given(hand=st.integers(0, 49), seen=st.integers(0, 5))
def test_seen_cards_of_the_suit_lower_the_chance_and_others_raise_it(hand, seen):
    now = nullify(RULES.deck, "power", hand)
    assert nullify(RULES.deck, "power", hand, {"power": seen}) <= now
    assert nullify(RULES.deck, "power", hand, {"other": seen}) >= now
    assert nullify(RULES.deck, "power", hand + 1) >= now


def test_sample_deck_by_hand():
    assert nullify(RULES.deck, "psionic", RULES.hand_size) == 1 - Fraction(comb(52, 7), comb(60, 7))
    assert nullify({}, "psionic", 0) == 0
    assert nullify({"psionic": 1}, "psionic", 1) == 1
    assert nullify({"other": 5}, "psionic", 5) == 0


@pytest.mark.parametrize("distance", [0, 12, 13, None])
@pytest.mark.parametrize("hand", range(10))
def test_what_gets_through_is_what_no_hand_stops(hand, distance):
    deck = {"psionic": 3, "power": 2, "temporal": 1, "other": 3}
    for card in RULES.cards:
        guarded = card.target != "self" and not card.unstoppable and distance in range(13)
        stopped = enumerate_nullify(deck, card.suit, hand) if guarded else 0
        assert gets_through(card, hand, distance, deck) == card.value * (1 - stopped)


def test_a_card_of_another_colour_gets_through():
    assert gets_through(Card("haze", None, value=3), hand=60) == 3
    assert gets_through(Card("half", "psionic", value=Fraction(1, 2)), hand=0) == Fraction(1, 2)


def test_what_was_seen_cannot_stop_an_ability():
    bolt = replace(BOLT, value=4)
    assert gets_through(bolt, 3, deck=SMALL, seen={"power": 2}) == 4


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({}, "power matches, for 0 AP, with a psyker 5 squares away", id="allowed"),
        pytest.param(
            {"distance": 12}, "power matches, for 0 AP, with a psyker 12 squares away", id="just near"
        ),
        pytest.param(
            {"distance": 0}, "power matches, for 0 AP, with a psyker 0 squares away", id="the target"
        ),
        pytest.param(
            {"lower_level": True, "points": 1},
            "power matches, for 1 AP, with a psyker 5 squares away",
            id="a lower level pays",
        ),
        pytest.param(
            {"ability": replace(BOLT, target="door")},
            "power matches, for 0 AP, with a psyker 5 squares away",
            id="a door is guarded like a unit",
        ),
    ],
)
def test_a_nullify_that_is_possible(changes, reason):
    facts = {"ability": BOLT, "card": FIRE, "distance": 5} | changes
    ruling = may_nullify(**facts)
    assert (ruling.possible, ruling.reason) == (True, reason)
    assert ruling.ap == (RULES.lower_level_ap if "lower_level" in changes else 0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"distance": 13}, "the target is 13 squares from the nearest psyker, more than 12"),
        ({"distance": None}, "no psyker is within 12 squares of the target"),
        ({"ability": replace(BOLT, unstoppable=True)}, "the ability is unstoppable"),
        ({"ability": replace(BOLT, target="self")}, "an ability with target self cannot be nullified"),
        ({"card": Card("jam", "kinesis")}, "kinesis does not match power"),
        ({"card": Card("grenade", None)}, "a card without a force suit does not match power"),
        ({"use": "channel"}, "a card played to channel cannot be nullified"),
        ({"use": "aura"}, "a card played as an aura cannot be nullified"),
        ({"use": "nullify"}, "a card played to nullify cannot be nullified"),
        ({"lower_level": True}, "a lower-level psyker pays 1 AP, and 0 are left"),
        (
            {"ability": replace(BOLT, unstoppable=True), "distance": 20},
            "the ability is unstoppable; the target is 20 squares from the nearest psyker, more than 12",
        ),
        (
            {"ability": Card("omen", None), "card": Card("omen", None)},
            "the ability has no force suit",
        ),
    ],
)
def test_a_nullify_that_is_not_possible_says_why(changes, reason):
    facts = {"ability": BOLT, "card": FIRE, "distance": 5} | changes
    ruling = may_nullify(**facts)
    assert (ruling.possible, ruling.reason) == (False, reason)


def test_rules_move_the_limits():
    near = replace(RULES, nullify_distance=3, lower_level_ap=2)
    assert not may_nullify(BOLT, FIRE, 4, rules=near).possible
    assert may_nullify(BOLT, FIRE, 3, lower_level=True, points=2, rules=near).ap == 2


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: nullify(SMALL, "power", 10),
            ValueError,
            "hand must be at most 9, the cards left in the deck, not 10",
        ),
        (
            lambda: nullify(SMALL, "power", 9, {"other": 1}),
            ValueError,
            "hand must be at most 8, the cards left in the deck, not 9",
        ),
        (
            lambda: nullify(SMALL, "power", -1),
            ValueError,
            "hand must be a whole number of at least 0, not -1",
        ),
        (
            lambda: nullify(SMALL, "fire", 1),
            ValueError,
            "suit must be one of 'psionic', 'power', 'kinesis', 'temporal', not 'fire'",
        ),
        (
            lambda: nullify(SMALL, "power", 1, {"power": 3}),
            ValueError,
            "seen['power'] must be at most 2, the copies in the deck, not 3",
        ),
        (
            lambda: nullify({"power": True}, "power", 1),
            TypeError,
            "deck['power'] must be a whole number of at least 0, not True",
        ),
        (
            lambda: may_nullify(BOLT, FIRE, 1, lower_level="no"),
            TypeError,
            "lower_level must be a bool (of builtins), not 'no'",
        ),
        (
            lambda: may_nullify("bolt", FIRE, 1),
            TypeError,
            "ability must be a Card (of psy.spacehulk.rules), not 'bolt'",
        ),
        (
            lambda: nullify(SMALL, "power", 1, rules=6),
            TypeError,
            "rules must be a Rules (of psy.spacehulk.rules), not 6",
        ),
        (
            lambda: gets_through("bolt", 1),
            TypeError,
            "card must be a Card (of psy.spacehulk.rules), not 'bolt'",
        ),
        (
            lambda: Card("spell", None, value=0.5),
            TypeError,
            "value must be an integer or a Fraction at least 0, not 0.5",
        ),
        (
            lambda: replace(RULES, deck_parts=[{"suit": "power", "cards": 3}, {"suit": "power", "cards": 5}]),
            ValueError,
            "deck_parts must have one row for each name, 'power' is there twice",
        ),
        (
            lambda: replace(RULES, target_types=RULES.target_types[1:]),
            ValueError,
            "target_types must have a row for each target, 'self' is missing",
        ),
        (
            lambda: replace(RULES, suits=RULES.suits[:1] * 2),
            ValueError,
            "suits must have one row for each name, 'psionic' is there twice",
        ),
        (
            lambda: may_nullify(BOLT, FIRE, -1),
            ValueError,
            "distance must be a whole number of at least 0, not -1",
        ),
        (
            lambda: may_nullify(BOLT, FIRE, 1, use="ritual"),
            ValueError,
            "use must be one of 'ability', 'channel', 'aura', 'nullify', not 'ritual'",
        ),
        (
            lambda: may_nullify(BOLT, FIRE, 1, points=-1),
            ValueError,
            "points must be a whole number of at least 0, not -1",
        ),
        (
            lambda: Card("spell", "fire"),
            ValueError,
            "suit = 'fire': must be one of 'psionic', 'power', 'kinesis', 'temporal' or 'any'",
        ),
        (lambda: Card("spell", "power", radius=3), ValueError, "radius = 3: must be one of 0, 1, 2"),
        (
            lambda: Card("spell", "power", bonus=-1),
            ValueError,
            "bonus = -1: must be a whole number of at least 0",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_areas_are_squares_around_a_square():
    # P, Target Area: a square, or the squares around it once or twice.
    assert [area.radius for area in RULES.areas] == [0, 1, 2]
    assert all(area.squares == (2 * area.radius + 1) ** 2 for area in RULES.areas)


def test_only_what_no_source_states_is_marked_as_assumed():
    assert RULEBOOK.assumed() == ("close_assault", "cards", "deck_parts", "hand_size")


def test_what_no_number_reads_is_marked_as_described():
    described = [key for key, entry in RULEBOOK.entries.items() if entry.status == "described"]
    counters = "counters_removed"
    assert described == ["colours", "targeting", "areas", "range_counts", counters, "abilities"]
    # P, Force Suits, and the introduction: what it calls by a name.
    named = {ability.name for ability in RULES.abilities if ability.named}
    assert named == {"mind reading", "psychic blast", "vortex", "teleport", "stasis field"}


def test_a_rule_with_fewer_suits_has_no_card_for_the_others():
    rules = replace(RULES, suits=RULES.suits[:1], deck_parts=RULES.deck_parts[1:])
    assert rules.deck == {**RULES.deck, "psionic": 0}
    assert may_nullify(BOLT, FIRE, 1, rules=rules).reason == "the ability has no force suit"
    assert not rules.nullifiable(BOLT)
    for name in ("suits", "cards"):
        with pytest.raises(ValueError, match=f"{name} must have at least one row"):
            replace(RULES, **{name: ()})


def test_facts_of_the_source():
    # P, Target Types, Targeting Methods, Duration, Aura, Psychic close assault and Nullify.
    assert tuple(suit.name for suit in RULES.suits) == SUITS
    assert [target.name for target in RULES.target_types if not target.nullifiable] == ["self"]
    assert [method.name for method in RULES.targeting if method.needs_sight] == ["los"]
    assert all("miasma field" in method.stopped_by for method in RULES.targeting)
    assert (RULES.nullify_distance, RULES.lower_level_ap, RULES.counters_removed) == (12, 1, 1)
    assert (RULES.aura.ap, RULES.channel_ap, RULES.colours) == (0, 0, 8)


def test_every_sample_card_is_an_ability_of_its_suit():
    suits = {ability.name: ability.suit for ability in RULES.abilities}
    assert {card.name: card.suit for card in RULES.cards} == suits
    assert sum(RULES.deck.values()) == 60


def test_the_bonus_is_the_aura_number_unless_the_card_says_otherwise():
    # P, Aura: the number of the close-assault bonus is the one to roll.
    assert Card("vortex", "power", bonus=5).aura_number == 5
    assert Card("vortex", "power", bonus=5, aura=0).aura_number == 0
