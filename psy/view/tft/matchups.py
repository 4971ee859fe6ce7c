"""Pictures of one exchange: the whole table, one of its cells, habits, prices, and what is assumed."""

import functools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from psy.tft import (
    RULES,
    Prices,
    best_modes,
    menu,
    remedy,
    table_cells,
    with_cost,
)
from psy.tft import habits as replies_to
from psy.tft.balance import Pairing, Remedy
from psy.tft.readings import READINGS
from psy.view.chart import Chart, Table
from psy.view.controls import Menu, Rows, Sheet, Slider, picture
from psy.view.numbers import decimal, exactly, percent
from psy.view.shapes import bars, beside, cells
from psy.view.tft.words import ASSUMED, psions, read_otherwise, signed, worth_words
from psy.view.words import listed, plural, share

ATTACKS, DEFENCES = (tuple(mode.name for mode in menu(side)) for side in ("attack", "defence"))
_COSTS = {mode.name: mode.cost for side in ("attack", "defence") for mode in menu(side)}
# Two psions, the attacker first: IQ, PSI and points.
PAIRS: Mapping[str, Rows] = {
    "IQ 16 attacks IQ 10, PSI 8": ((16, 8, 20), (10, 8, 20)),
    "equals: IQ and PSI 12": ((12, 12, 20), (12, 12, 20)),
    "equals: IQ 10, PSI 8": ((10, 8, 20), (10, 8, 20)),
    "IQ 10 attacks IQ 16, PSI 8": ((10, 8, 20), (16, 8, 20)),
    "IQ 14 attacks IQ 12, PSI 10": ((14, 10, 20), (12, 10, 20)),
    "IQ 16 attacks IQ 10, PSI 12": ((16, 12, 20), (10, 12, 20)),
    "equals with 3 points each": ((12, 12, 3), (12, 12, 3)),
    "20 points attack 4, IQ and PSI 12": ((12, 12, 20), (12, 12, 4)),
    "IQ 14 attacks a mind without points": ((14, 10, 12), (10, 10, 0)),
}
_COLUMNS = (Slider("IQ", 0, 30), Slider("PSI", 0, 30), Slider("points", 0, 60))
_SHEET = Sheet("attacker, defender", _COLUMNS, PAIRS, most=2)
Pair = Annotated[Rows, _SHEET]
TestPair = Annotated[Rows, replace(_SHEET, mailed=tuple(PAIRS)[:2])]
FIRST, EQUALS, *_ = PAIRS.values()

Attack = Annotated[str, Menu("attack", ATTACKS[:-1])]
Defence = Annotated[str, Menu("defence", DEFENCES[:-1])]
_PRICES = (0, 2, 5, 10)
DXPrice = Annotated[int, Slider("price of a penalty to DX", 0, 10, mailed=_PRICES)]
IQPrice = Annotated[int, Slider("price of a penalty to IQ", 0, 10, mailed=_PRICES)]
BrainPrice = Annotated[int, Slider("price of a brain damage roll", 0, 20, mailed=_PRICES)]
Mode = Annotated[str, Menu("mode", ATTACKS[:-1] + DEFENCES[:-1])]
Price = Annotated[int, Slider("its price", 0, 12, mailed=(0, 1, 2, 3, 4, 6))]
PaidBack = Annotated[str, Menu("price paid back", ("as it is", "never"))]


@picture
def whole_table(pair: Pair = FIRST) -> Chart:
    """Swings of all attacks on all defences, expected, with the best mixes at the edges."""
    attacker, defender = psions(pair)
    best = best_modes(attacker, defender)
    swings = {
        attack: dict(zip(best.defences, row, strict=True))
        for attack, row in zip(best.attacks, best.table, strict=True)
    }
    return cells(
        f"Mean swing in points ({ASSUMED})",
        {"defence, its price: how often": _shared(DEFENCES, best.defence_mix)},
        {"attack, its price: how often": _shared(ATTACKS, best.attack_mix)},
        [[swings.get(attack, {}).get(defence) for defence in DEFENCES] for attack in ATTACKS],
        worth_words(attacker, defender),
        write=decimal,
        most=8,
    )


def _shared(names: tuple[str, ...], mix: Mapping[str, Fraction]) -> list[str]:
    """Return each mode with its price, and how often it is played if it is."""
    return [f"{name} {_COSTS[name]}" + (f": {share(mix[name])}" if name in mix else "") for name in names]


# The cell with the most outcomes.
_OPENING = max(table_cells(*psions(FIRST)), key=lambda cell: len(cell.swings))[:2]


@picture
def one_cell(attack: Attack = _OPENING[0], defence: Defence = _OPENING[1], pair: Pair = FIRST) -> Chart:
    """Every swing that one cell of the table can bring, with its chance."""
    found = [each for each in table_cells(*psions(pair)) if (each.attack, each.defence) == (attack, defence)]
    if not found:
        raise ValueError(f"{attack} against {defence} costs more than the points of one of the psions")
    (cell,) = found
    swings = range(cell.swings.min_outcome() - 1, cell.swings.max_outcome() + 2)
    chances = [cell.swings.probability(swing) for swing in swings]
    dice = f" Whoever starts the battle picks {cell.dice} dice." if cell.dice else ""
    return bars(
        f"What {attack} does to {defence}",
        {"swing in points": swings},
        {"": chances},
        f"{attack.capitalize()} for {plural(cell.attack_cost, 'point')} against {defence} for "
        f"{plural(cell.defence_cost, 'point')}: {cell.words}. The mean swing is {signed(cell.swing)}.{dice}",
        words=[share(chance) if chance else "" for chance in chances],
    )


@picture
def habits(pair: Pair = FIRST) -> Chart:
    """Points that somebody gives away who always chooses the same mode, to an opponent who knows it."""
    attacker, defender = psions(pair)
    charts, rows = [], []
    for habit, replying in (("defence", "attack"), ("attack", "defence")):
        replies = replies_to(replying, attacker, defender)
        gains = {name: reply.gain for name, reply in replies.items()}
        title, what = f"always the same {habit}", "points given away"
        charts.append(bars(title, {"": gains}, {"": gains}, title, label=what, write=decimal, lying=True))
        rows += [
            (f"{habit}: {name}", " or ".join(reply.modes), decimal(reply.gain), exactly(reply.gain))
            for name, reply in replies.items()
        ]
    free = [row[0].partition(": ")[2] for row in rows if row[2] == "0.00"]
    worst = max(rows, key=lambda row: float(row[2]))
    sentence = (
        f"Habits that give nothing away: {', '.join(free) or 'none'}. The costliest is "
        f"{worst[0].replace(': ', ' ')}: {worst[2]} points an exchange, to {worst[1]}."
    )
    table = Table(("habit", "best reply", "gives away", "exactly"), tuple(rows))
    return beside(f"What does a habit give away? ({ASSUMED})", charts, sentence, table)


@picture
def harm_prices(dx: DXPrice = 0, iq: IQPrice = 0, brain: BrainPrice = 5, pair: Pair = EQUALS) -> Chart:
    """Both best mixes when penalties and rolls on the brain damage table are worth points to the attacker."""
    prices, both = Prices(dx=dx, iq=iq, brain_roll=brain), psions(pair)
    before, after = best_modes(*both), best_modes(*both, prices=prices)
    mixes = {"points alone": before.attack_mix, "with prices": after.attack_mix}
    others = {"points alone": before.defence_mix, "with prices": after.defence_mix}
    return _mixes(
        "What if other harm has a price?",
        mixes,
        others,
        f"{worth_words(*both, prices=prices)} Without these prices it is {decimal(before.value)} points.",
    )


@picture
def repriced(
    mode: Mode = DEFENCES[0], price: Price = 3, paid_back: PaidBack = "never", pair: TestPair = EQUALS
) -> Chart:
    """Both best mixes under another price of one mode, and who gains by it."""
    found = _remedy(mode, price, paid_back, psions(pair))
    who = "The attacker gains" if found.gain > 0 else "The defender gains" if found.gain else "Nobody gains"
    much = f" {decimal(abs(found.gain))} points an exchange" if found.gain else ""
    moves = (("enter", found.entered), ("leave", found.left))
    moved = [f"{listed(names)} {what}{'s' * (len(names) == 1)}" for what, names in moves if names]
    sentence = f"{who}{much}; {', and '.join(moved) or 'no mode enters or leaves'} the best mixes."
    new = found.after.attack_mix | found.after.defence_mix
    if mode in new:
        sentence += f" {mode.capitalize()} has {percent(new[mode])} in the mixes shown."
    return _mixes(
        "What if a mode has another price?",
        {"as it is": found.before.attack_mix, "changed": found.after.attack_mix},
        {"as it is": found.before.defence_mix, "changed": found.after.defence_mix},
        sentence,
    )


@functools.lru_cache(maxsize=4096)
def _remedy(mode: str, price: int, paid_back: str, pair: Pairing) -> Remedy:
    rules = with_cost(RULES, "attack" if mode in ATTACKS else "defence", mode, price)
    if paid_back == "never":
        rules = replace(rules, defences=tuple(replace(each, refunded=False) for each in rules.defences))
    return remedy(*pair, rules)


_Mixes = Mapping[str, Mapping[str, Fraction]]


def _mixes(title: str, attacks: _Mixes, defences: _Mixes, sentence: str) -> Chart:
    """Return mixes before and after a change, a panel for each side."""
    sides = ("attacks", ATTACKS, attacks), ("defences", DEFENCES, defences)
    charts = [
        bars(
            f"best {side}",
            {"": names},
            {when: [mix.get(name, Fraction(0)) for name in names] for when, mix in mixes.items()},
            sentence,
            lying=True,
        )
        for side, names, mixes in sides
    ]
    rows = tuple(
        (f"{side[:-1]}: {name}", *(percent(mix.get(name, 0)) for mix in mixes.values()))
        for side, names, mixes in sides
        for name in names
    )
    return beside(f"{title} ({ASSUMED})", charts, sentence, Table(("mode", *attacks), rows))


@functools.lru_cache(maxsize=256)
def _values_if(pair: Pairing) -> Mapping[str, Fraction]:
    """Return what an exchange is worth to the attacker under each of the `READINGS`."""
    return {name: best_modes(*pair, rules).value for name, rules in READINGS.items()}


@picture
def assumed_values(pair: Pair = FIRST) -> Chart:
    """Values of the exchange where an open reading, or an assumed value, is another: those that differ."""
    return read_otherwise(_values_if(psions(pair)), "points to the attacker", decimal)
