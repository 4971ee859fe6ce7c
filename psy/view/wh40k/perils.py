"""Pictures of perils: one roll on the perils table, a whole game of tests, brotherhoods, and other tables."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from psy.view.chart import Chart
from psy.view.controls import Menu, Slider, picture
from psy.view.marks import Line
from psy.view.numbers import percent
from psy.view.palette import PLAIN
from psy.view.shapes import bars, cells, curves
from psy.view.wh40k.words import dice_words
from psy.view.words import plural
from psy.wh40k import RULES, casting_odds, perils_odds, powers_cast, still_there, wounds_after
from psy.wh40k.brotherhood import PerilsOdds
from psy.wh40k.perils_tables import PERILS_TABLES, one_row

FEEL_NO_PAIN = {"none": None, **{f"{roll}+": roll for roll in range(6, 1, -1)}}
Leadership = Annotated[int, Slider("leadership", 2, 12)]
FewLeaderships = Annotated[int, Slider("leadership", 2, 12, mailed=(7, 8, 9, 10))]
Wounds = Annotated[int, Slider("wounds left", 1, 4)]
Pain = Annotated[str, Menu("feel no pain", tuple(FEEL_NO_PAIN))]
FewPains = Annotated[str, Menu("feel no pain", tuple(FEEL_NO_PAIN), mailed=("none", "5+", "4+"))]
Dice = Annotated[int, Slider("dice at each test", 0, 12, mailed=(3, 4, 5, 6))]
Tests = Annotated[int, Slider("psychic tests in the game", 0, 20, mailed=(1, 3, 5, 10, 15, 20))]
Accepted = Annotated[int, Slider("risk accepted, percent", 1, 50, mailed=(2, 5, 10, 20, 30, 50))]
Charge = Annotated[int, Slider("warp charge of the powers", 1, 5)]
SomeTests = Annotated[int, Slider("psychic tests in the game", 1, 15)]
Size = Annotated[int, Slider("wounds, or models", 1, 6)]
MOST_TESTS, MOST_ROLLS, MOST_DICE = 20, 10, 12
_WOUNDS = (1, 2, 3, 4)


def _pain(word: str) -> str:
    return "" if word == "none" else f" and feel no pain {word}"


@picture
def game_curve(
    dice: Dice = 4,
    tests: Tests = 10,
    wounds: Wounds = 2,
    leadership: FewLeaderships = 9,
    pain: FewPains = "none",
) -> Chart:
    """The chance that a psyker is still there, over the psychic tests of a game."""
    counts = range(MOST_TESTS + 1)
    lives = {
        left: [still_there(n, dice, leadership, left, feel_no_pain=FEEL_NO_PAIN[pain]) for n in counts]
        for left in _WOUNDS
    }
    calm = 1 - casting_odds(dice, 0).perils
    own = lives[wounds][tests]
    more = f"; one more wound makes it {percent(lives[wounds + 1][tests], 0)}" if wounds < 4 else ""
    chart = curves(
        "Will the psyker see the end of the game?",
        {"psychic tests in the game": counts},
        {plural(left, "wound"): chances for left, chances in lives.items()},
        f"After {plural(tests, 'test')} of {dice_words(dice)} a psyker of leadership "
        f"{leadership}{_pain(pain)} with "
        f"{plural(wounds, 'wound')} is still there in {percent(own, 0)} of games{more}.",
        at=tests,
        on=plural(wounds, "wound"),
        label="chance to be still there",
        more=[("no perils at all", percent(calm**tests), "")],
    )
    return chart.plus(Line(tuple(counts), tuple(calm**n for n in counts), "no perils yet", PLAIN))


def _fates(odds: PerilsOdds) -> dict[str, Fraction]:
    """Return what becomes of the psyker: the four exclude each other and sum to one."""
    return {
        "removed": odds.removed,
        "a wound": odds.wound,
        "nothing": odds.unharmed - odds.surge,
        "a surge": odds.surge,
    }


def _by_fate(rows: Iterable[PerilsOdds]) -> dict[str, list[Fraction]]:
    fates = [_fates(odds) for odds in rows]
    return {name: [row[name] for row in fates] for name in fates[0]}


@picture
def table_rows(leadership: Leadership = 9, pain: Pain = "none") -> Chart:
    """What each row of the perils table does to the psyker."""
    rolls = {f"{row.roll} {row.name}": one_row(row.roll) for row in RULES.perils_table}
    feels = FEEL_NO_PAIN[pain]
    odds = [perils_odds(leadership, rules=rules, feel_no_pain=feels) for rules in rolls.values()]
    every = perils_odds(leadership, feel_no_pain=feels)
    return bars(
        "What does each row of the perils table do?",
        {"row": tuple(rolls)},
        _by_fate(odds),
        f"At leadership {leadership}{_pain(pain)} a roll on the table costs a wound in "
        f"{percent(every.wound, 0)} of cases, removes the psyker in {percent(every.removed, 0)} and gives a "
        f"surge in {percent(every.surge, 0)}.",
        label="chance within the row",
        words=(),
        lying=True,
        stack=True,
    )


@picture
def lost_by_leadership(leadership: Leadership = 9, pain: Pain = "none") -> Chart:
    """The chance that one roll on the perils table is the psyker's end, over every leadership."""
    numbers = range(2, 13)
    feels = FEEL_NO_PAIN[pain]
    one, more = ([perils_odds(n, left, feel_no_pain=feels) for n in numbers] for left in (1, 2))
    now = leadership - numbers[0]
    return curves(
        "How far does leadership help?",
        {"leadership": numbers},
        {
            "lost with 1 wound left": [odds.lost for odds in one],
            "lost with 2 or more": [odds.lost for odds in more],
            "a surge": [odds.surge for odds in one],
        },
        f"At leadership {leadership}{_pain(pain)} one roll on the table is the end in "
        f"{percent(one[now].lost, 0)} of "
        f"cases with 1 wound left, and in {percent(more[now].lost, 0)} with more.",
        at=leadership,
    )


@picture
def risk_map(leadership: FewLeaderships = 9, wounds: Wounds = 2, accepted: Accepted = 10) -> Chart:
    """The risk of losing the psyker by dice and tests; the tests that stay within a risk are framed."""
    tests, dice = range(1, 11), range(2, 8)
    risks = {n: [1 - still_there(count, n, leadership, wounds) for count in tests] for n in dice}
    most = {n: sum(risk <= Fraction(accepted, 100) for risk in row) for n, row in risks.items()}
    said = {n: f"{count} or more" if count == len(tests) else f"{count}" for n, count in most.items()}
    return cells(
        "Risk of losing the psyker, in percent; framed: within the risk",
        {"psychic tests in the game": tests},
        {"dice at each": dice},
        list(risks.values()),
        f"With leadership {leadership} and {plural(wounds, 'wound')}, a risk of {accepted}% allows "
        f"{said[4]} tests of 4 dice, or {said[6]} of 6.",
        framed=[(count, n) for n, count in most.items() if count],
    )


@picture
def dice_that_pay(charge: Charge = 2, tests: SomeTests = 10, leadership: FewLeaderships = 9) -> Chart:
    """The powers cast in a whole game over the dice at each test; the best of each line is starred."""
    numbers = range(1, MOST_DICE + 1)
    cast = {
        left: [powers_cast((n,) * tests, charge, leadership, left) / tests for n in numbers]
        for left in _WOUNDS
    }
    best = {
        left: [n for n, share in zip(numbers, row, strict=True) if share == max(row)]
        for left, row in cast.items()
    }
    return curves(
        "How many dice cast the most over a whole game?",
        {"dice at each psychic test": numbers},
        {plural(left, "wound"): row for left, row in cast.items()},
        f"Over {plural(tests, 'test')} at charge {charge} and leadership {leadership}, of up to {MOST_DICE} "
        f"dice {dice_words(*best[1])} cast the most powers with 1 wound, and {dice_words(*best[2])} with 2.",
        best="each",
        label="powers cast, share of the tests",
    )


@picture
def brotherhood_curve(size: Size = 3, leadership: Leadership = 9) -> Chart:
    """One psyker of several wounds beside a brotherhood of as many models, over rolls on the perils table."""
    counts = range(MOST_ROLLS + 1)
    alone, shared = (
        [1 - wounds_after(n, leadership, wounds).probability(()) for n in counts]
        for wounds in ((size,), (1,) * size)
    )
    return curves(
        "One psyker, or a brotherhood? (hits on the unit assumed)",
        {"rolls on the perils table": counts},
        {f"one psyker, {plural(size, 'wound')}": alone, f"brotherhood of {size}": shared},
        f"After {plural(size, 'roll')} on the table at leadership {leadership}, one psyker with "
        f"{plural(size, 'wound')} is left in {percent(alone[size], 0)} of cases, and somebody of a "
        f"brotherhood of {size} in {percent(shared[size], 0)}.",
        label="chance that a psyker is left",
    )


@picture
def tables_side_by_side(leadership: Leadership = 9, wounds: Wounds = 1) -> Chart:
    """What becomes of the psyker under each of the `PERILS_TABLES`."""
    odds = {name: perils_odds(leadership, wounds, rules) for name, rules in PERILS_TABLES.items()}
    worst = max(each.lost for each in odds.values())
    names = " and ".join(f"“{name}”" for name, each in odds.items() if each.lost == worst)
    return bars(
        "What if the table were different? (house rules below the first)",
        {"table": tuple(odds)},
        _by_fate(odds.values()),
        f"With {plural(wounds, 'wound')} left at leadership {leadership} a roll loses the psyker in "
        f"{percent(odds['as it stands'].lost, 0)} of cases as the table stands; most often, in "
        f"{percent(worst, 0)}, with {names}.",
        words=[f"lost {percent(each.lost, 0)}" for each in odds.values()],
        lying=True,
        stack=True,
    )
