"""The sheet of the psychic cards: auras, close assault with a channelled card, and cards that nullify."""

from psy.report.sheets.parts import Part, Sheet, whole
from psy.spacehulk import RULES, Rules, close_assault, nullify, survival
from psy.view.words import plural

NUMBERS, CARDS, HITS = range(1, 7), range(1, 6), (1, 2)
BONUSES, HANDS = range(7), range(1, 9)


def sheet(rules: Rules = RULES) -> Sheet:
    """Return the sheet under the rules."""
    fight, faces = rules.close_assault, rules.aura.die
    return Sheet(
        "Auras, close assault and cards that nullify",
        "Space Hulk",
        (_auras(rules), _assault(rules), _nullifying(rules)),
        f"An aura stops a killing hit if a d{faces} shows its number or less. In close assault each side "
        f"rolls its dice, d{fight.die}, adds its bonuses to the highest, and the higher total kills. Only a "
        "card of the same force suit nullifies.",
        14,
        {"spacehulk": ("aura", "close_assault", "deck_parts", "suits")},
    )


def _auras(rules: Rules) -> Part:
    numbers = [number for number in NUMBERS if number <= rules.aura.die]
    return Part(
        "Chance to live, in percent, with cards of one aura number",
        [("", 1), *((f"{plural(hits, 'killing hit')}, by cards", len(CARDS)) for hits in HITS)],
        ["number", *map(str, (*CARDS, *CARDS))],
        [(str(n), *(whole(survival([n] * c, hits, rules)) for hits in HITS for c in CARDS)) for n in numbers],
        "Mixed numbers lie between. In which order you play them makes no difference to your life.",
    )


def _assault(rules: Rules) -> Part:
    fight = rules.close_assault
    mine = (fight.marine, fight.marine + 1)
    rows = []
    for bonus in BONUSES:
        fights = [close_assault(dice, bonus, fight.genestealer, 0, rules=rules) for dice in mine]
        ends = ("win", "tie", "lose")
        rows.append((f"+{bonus}", *(whole(one.probability(end)) for one in fights for end in ends)))
    return Part(
        f"Close assault against {plural(fight.genestealer, 'die')}, in percent",
        [("", 1), *((f"you roll {plural(dice, 'die')}", 3) for dice in mine)],
        ["bonus", *("win", "tie", "lose") * len(mine)],
        rows,
        "The bonus is all you add, a channelled card among it, less what the enemy adds.",
    )


def _nullifying(rules: Rules) -> Part:
    deck = rules.deck
    hands = [hand for hand in HANDS if hand <= sum(deck.values())]
    counts = sorted({deck[suit] for suit in rules.force_suits})
    suits = {count: [suit for suit in rules.force_suits if deck[suit] == count] for count in counts}
    return Part(
        f"Chance that a hand can nullify, in percent, from a deck of {sum(deck.values())}",
        [],
        ["suit: cards", *(f"hand of {hand}" for hand in hands)],
        [
            (f"{', '.join(names)}: {count}", *(whole(nullify(deck, names[0], n, rules=rules)) for n in hands))
            for count, names in suits.items()
        ],
    )
