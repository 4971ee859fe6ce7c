"""Pictures of a duel of pools: when to attack, who wins, time, one point more, and what is assumed."""

import functools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from psy.tft import RULES, Duel, Psion, Rules, duel
from psy.tft.backwards import Prospects
from psy.tft.balance import Pairing
from psy.tft.readings import READINGS
from psy.view.chart import Chart
from psy.view.controls import Rows, Sheet, Slider, picture
from psy.view.numbers import decimal
from psy.view.shapes import bars, cells, curves
from psy.view.tft.words import mix_words, psions, read_otherwise, signed
from psy.view.words import plural, share

# Pools up to so many points, and exchanges at most.
MOST, TURNS = 12, 20
# Who attacks first, and the other: IQ and PSI.
PAIRS: Mapping[str, Rows] = {
    "IQ 16 against 10, PSI 8": ((16, 8), (10, 8)),
    "equals: IQ and PSI 12": ((12, 12), (12, 12)),
    "equals: IQ 10, PSI 8": ((10, 8), (10, 8)),
    "PSI 12 against 8, IQ 12": ((12, 12), (12, 8)),
    "IQ 10 against 16, PSI 8": ((10, 8), (16, 8)),
}
FIRST, EQUALS, *_ = PAIRS.values()
LAST = "penalties to IQ last"
_POOLS = range(1, MOST + 1)
_MAILED = (2, 4, 6, 8, 9, 10, 12)
_SHEET = Sheet("who meets", (Slider("IQ", 0, 30), Slider("PSI", 0, 30)), PAIRS, most=2)
Pair = Annotated[Rows, _SHEET]
# A page solves these two under every reading; live, any.
FewPairs = Annotated[Rows, replace(_SHEET, mailed=tuple(PAIRS)[:2])]
Mine = Annotated[int, Slider("first's points", 1, MOST, mailed=_MAILED)]
Theirs = Annotated[int, Slider("other's points", 1, MOST, mailed=_MAILED)]
Rounds = Annotated[int, Slider("rounds to go", 1, TURNS // 2, mailed=(1, 2, 5, 10))]
PSI = Annotated[int, Slider("PSI of both", 6, 14)]
LongMine = Annotated[int, Slider("my points", 1, 40)]
LongTheirs = Annotated[int, Slider("their points", 1, 40)]


def duellists(pair: Rows, pool: int = MOST) -> Pairing:
    """Return the psions of a sheet's rows with a pool each, or refuse one row alone."""
    return psions(tuple((*row, pool) for row in pair))


@functools.lru_cache(maxsize=256)
def solved(pair: Pairing, turns: int = TURNS, rules: Rules = RULES, iq_penalties: bool = False) -> Duel:
    """Return a duel solved, remembered: it holds the answers for smaller pools and fewer exchanges too."""
    return duel(*pair, turns, rules, iq_penalties)


@functools.lru_cache(maxsize=64)
def prospects(pair: Pairing) -> Prospects:
    """Return what a duel is like from every pair of pools, remembered."""
    return solved(pair).prospects()


def _start(mine: int, theirs: int, left: int) -> str:
    return f"With {plural(mine, 'point')} against {theirs} and {left} exchanges to go"


def _rounded(number: float) -> float:
    """Return a number to the digits that a solved duel guarantees."""
    return round(float(number), 9) + 0.0


@picture
def attack_map(pair: Pair = FIRST, mine: Mine = 10, theirs: Theirs = 10, rounds: Rounds = 10) -> Chart:
    """Chances to attack at all at every pair of pools; the reader's own is marked."""
    found, turn = solved(duellists(pair)), TURNS - 2 * rounds
    chance, mix = found.attack(turn, "first", mine, theirs)
    if _attack_chances(found, turn)[_POOLS.index(mine)][_POOLS.index(theirs)] == 0:
        chance, mix = 0.0, {}
    defence = {name: share[mine, theirs] for name, share in found.policy(turn, "second", "defence").items()}
    with_ = f", with {mix_words(mix)}" if mix else ""
    return cells(
        "How often should I attack? In percent (duel: assumed)",
        {"points of the other": _POOLS},
        {"points of the first to attack": _POOLS},
        _attack_chances(found, turn),
        f"{_start(mine, theirs, 2 * rounds)}, attack in {share(chance)} of exchanges{with_}; "
        f"the other defends with {mix_words(defence)}.",
        at=(theirs, mine),
    )


_TIE = 1e-9


@functools.lru_cache(maxsize=256)
def _attack_chances(found: Duel, turn: int) -> tuple[tuple[float, ...], ...]:
    idle = found.policy(turn, "first", "attack")["nothing"]
    # Where waiting is worth as much to a billionth, which of the two a solver meets may hang on the machine.
    gain = found.values[turn] - found.values[turn + 1]
    return tuple(
        tuple(_rounded(1 - idle[mine, theirs]) if gain[mine, theirs] > _TIE else 0.0 for theirs in _POOLS)
        for mine in _POOLS
    )


@picture
def who_wins(pair: Pair = FIRST, mine: Mine = 10, theirs: Theirs = 10, rounds: Rounds = 10) -> Chart:
    """Chances to win, to draw and to lose by the other's points; the reader's own are marked."""
    both, turn = duellists(pair), TURNS - 2 * rounds
    found = prospects(both)
    win, lose = ([_rounded(each[turn, mine, pool]) for pool in _POOLS] for each in (found.win, found.lose))
    draw = [_rounded(1 - won - lost) for won, lost in zip(win, lose, strict=True)]
    here, even = theirs - 1, solved(both).even_pool(turn, mine)
    left = [float(each[turn, mine, theirs]) for each in (found.first_left, found.second_left)]
    return bars(
        "Who wins? (duel: assumed)",
        {"points of the other": _POOLS},
        {"I win": win, "draw": draw, "they win": lose},
        f"{_start(mine, theirs, 2 * rounds)}, the first to attack wins {share(win[here])}, draws "
        f"{share(draw[here])} and loses {share(lose[here])} of duels; they last "
        f"{decimal(Fraction(float(found.length[turn, mine, theirs])), 1)} exchanges on average, and leave "
        f"{decimal(Fraction(left[0]), 1)} and {decimal(Fraction(left[1]), 1)} points. "
        f"The other is {f'even with {even}' if even else f'behind with up to {MOST}'}.",
        at=theirs,
        stack=True,
    )


@picture
def lead_over_time(mine: LongMine = 20, theirs: LongTheirs = 17) -> Chart:
    """Win minus loss over the exchanges to go, for equals of IQ and PSI 12, attacking first and second."""
    equals, left = duellists(EQUALS, 40), range(0, 81, 2)
    values = solved(equals, 80).values
    first = [_rounded(values[80 - count, mine, theirs]) for count in left]
    second = [_rounded(-values[80 - count, theirs, mine]) for count in left]
    return curves(
        "What does time do to a lead? (duel: assumed)",
        {"exchanges to go": left},
        {"I attack first": first, "they attack first": second},
        f"With {mine} points against {theirs}, attacking first, the duel is worth {signed(first[10], 3)} to "
        f"me with {left[10]} exchanges to go and {signed(first[-1], 3)} with {left[-1]}.",
        label="my win minus loss",
        write=functools.partial(signed, digits=3),
    )


@picture
def one_more(psi: PSI = 12, rounds: Rounds = 10) -> Chart:
    """Gains between equals of IQ 12 by one more of pool, IQ or PSI, and by the start."""
    pools, turn = range(1, MOST), TURNS - 2 * rounds
    psion = Psion(12, psi, MOST)
    others = Psion(13, psi, MOST), Psion(12, psi + 1, MOST)
    equal, cleverer, keener = (solved((each, psion)).values[turn] for each in (psion, *others))
    gains = {
        "one point of pool": [_rounded(equal[pool + 1, pool] - equal[pool, pool]) for pool in pools],
        "one of IQ": [_rounded(cleverer[pool, pool] - equal[pool, pool]) for pool in pools],
        "one of PSI": [_rounded(keener[pool, pool] - equal[pool, pool]) for pool in pools],
        "to attack first, not second": [_rounded(2 * equal[pool, pool]) for pool in pools],
    }
    most = max(range(len(pools)), key=lambda place: gains["one point of pool"][place])
    told = {name: signed(gain[most]) for name, gain in gains.items()}
    return curves(
        "What is one more worth between equals? (duel: assumed)",
        {"points of each": pools},
        gains,
        f"With {2 * rounds} exchanges to go one more point is worth most at {pools[most]} each: "
        f"{told['one point of pool']}; one of IQ there {told['one of IQ']}, one of PSI {told['one of PSI']}.",
        label="gain in win minus loss",
        write=functools.partial(signed, digits=4),
    )


@functools.lru_cache(maxsize=16)
def _otherwise(pair: Pairing) -> Mapping[str, Duel]:
    """Return the duel under each of the `READINGS`, and with penalties to IQ that last."""
    found = {name: solved(pair, TURNS, rules) for name, rules in READINGS.items()}
    return found | {LAST: solved(pair, TURNS, RULES, iq_penalties=True)}


@picture
def assumed_duels(pair: FewPairs = FIRST, mine: Mine = 10, theirs: Theirs = 10) -> Chart:
    """Values of the duel where an open reading, or an assumed value, is another: those that differ."""
    values = {
        name: _rounded(found.values[0, mine, theirs]) for name, found in _otherwise(duellists(pair)).items()
    }
    return read_otherwise(values, "worth to the first to attack, win minus loss", signed)
