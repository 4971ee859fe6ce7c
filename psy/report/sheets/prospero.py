"""The sheet of Prospero: casting a power, attacks, a bombardment, and Ahriman's duel."""

from fractions import Fraction

from psy.prospero import (
    BATTLE_RULES,
    RULES,
    BattleRules,
    Coven,
    Rules,
    Table,
    attack,
    attempt,
    bombardment,
    psychic_duel,
)
from psy.report.sheets.parts import Part, Sheet, whole
from psy.view.numbers import decimal
from psy.view.words import plural

MODELS, ARMOUR, WEAPONS = range(1, 5), range(1, 5), (8, 10)
NEAR = "Sisters next to the coven"
OPPONENTS = {
    "no Custodes, no Sisters": Table(),
    "a Custodes": Table(custodes=True),
    "Sisters": Table(sisters=True),
    NEAR: Table(sisters=True),
}
ROUNDS = 7


def sheet(rules: Rules = RULES, battles: BattleRules = BATTLE_RULES) -> Sheet:
    """Return the sheet under the rules of the numeration phase and of battles."""
    one, duel = battles.attack, battles.psychic_duel
    tie = "casts" if rules.ties == "cast" else "repels"
    pair = "at least as high as" if one.ties_hit else "higher than"
    return Sheet(
        "Casting, attacks and Ahriman's duel",
        "The Horus Heresy: Burning of Prospero",
        (_casting(rules), _attacks(battles), _duel(battles)),
        f"Numeration: {rules.reveals} cards a side, a tie {tie}. An attack die {pair} the armour die of its "
        f"rank does {one.damage}, or {one.critical_damage} if it shows {one.critical_at} or more. Ahriman's "
        f"duel goes from {duel.start} to {duel.end}, a d{duel.traitor_die} against a d{duel.loyalist_die}.",
        13,
        {
            "prospero": (
                *("warp_deck", "will_deck", "own_points", "warp_points", "will_points", "vortex_die"),
                *("reveals", "first_to_reveal", "ties", "swap_worth", "model_worth"),
            ),
            "prospero_battles": ("attack", "bombardment", "psychic_duel"),
        },
    )


def _casting(rules: Rules) -> Part:
    covens = {plural(n, "model"): (n, False) for n in MODELS}
    covens[f"{MODELS[-1]}, one elite"] = (MODELS[-1], True)
    rows = []
    for name, (models, elite) in covens.items():
        chances = [
            _cast(Coven(models, elite, word == NEAR), table, rules) for word, table in OPPONENTS.items()
        ]
        rows.append((name, *map(whole, chances)))
    return Part(
        "Chance to cast one power, in percent, by who is on the table",
        [],
        ["coven", *OPPONENTS],
        rows,
        "One attempt with full decks and both sides at their best. Elite: a Terminator, a Terminator "
        "Sergeant or Ahriman.",
    )


def _cast(coven: Coven, table: Table, rules: Rules) -> Fraction:
    results = attempt(rules.warp_deck, rules.will_deck, coven, table, rules)
    won = sum(weight for result, weight in results.items() if result.cast)
    return Fraction(won, results.denominator())


def _attacks(rules: BattleRules) -> Part:
    sizes = dict.fromkeys((rules.attack.die, *WEAPONS))
    plain = (rules.attack.die,)
    struck = bombardment(plain, rules=rules)
    rows = []
    for size in sizes:
        for n in MODELS:
            hits = [attack((size,) * n, plain * armour, rules=rules) for armour in ARMOUR]
            means = (decimal(hit.mean(), 1) for hit in hits)
            rows.append((f"{n} d{size}", *means, *(whole(hit.probability(">=", 2)) for hit in hits)))
    return Part(
        f"Attacks against armour dice, each a d{plain[0]}",
        [("", 1), ("mean damage", len(ARMOUR)), ("2 damage or more, in percent", len(ARMOUR))],
        ["attack", *map(str, (*ARMOUR, *ARMOUR))],
        rows,
        f"A telekinetic bombardment does {decimal(struck.mean(), 1)} on average, and 2 or more in "
        f"{whole(struck.probability('>=', 2))} percent of casts.",
    )


def _duel(rules: BattleRules) -> Part:
    first = max(0, rules.psychic_duel.end - rules.psychic_duel.start)
    done = psychic_duel(first + ROUNDS - 1, rules).done
    rounds = range(first, first + ROUNDS)
    return Part(
        "Ahriman has won the duel by the end of the round, in percent",
        [],
        ["round", *map(str, rounds)],
        [("chance", *(whole(done[number]) for number in rounds))],
    )
