"""A whole game of psychic phases: what perils and enemy fire leave of both sides' psykers."""

import functools
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from icepool import Die

from psy.exact.arguments import instance, rational, several, whole
from psy.exact.chains import advance, whole_weights
from psy.wh40k.brotherhood import models_of, strikes
from psy.wh40k.casting import casting_odds
from psy.wh40k.rules import RULES, Rules
from psy.wh40k.veterans import GONE, Unit, Units, Veteran

MAX_TURNS = 20
# A game that would take longer is refused; so many states are followed in a second on one core.
MAX_SECONDS = 20
_STEPS_A_SECOND = 50_000


@dataclass(frozen=True)
class SideLeft:
    """What is left of one side by the game's turns, the start first.

    Parameters
    ----------
    mastery
        For each turn a Die of the mastery levels left once both sides have had their phase.
    units
        A Die of what is left at the end: a `Unit` for each psyker, equal psykers in any order.
    dice
        The mean pool of warp charges in each of its own phases.
    casts
        The mean number of powers cast in the whole game; a denied one counts.
    """

    mastery: tuple[Die[int], ...]
    units: Die[Units]
    dice: tuple[Fraction, ...]
    casts: Fraction


@dataclass(frozen=True)
class GameLeft:
    """What is left of both sides, who are independent: a deny roll neither saves nor costs a psyker."""

    own: SideLeft
    theirs: SideLeft

    def more_left(self, turn: int) -> Fraction:
        """Return the chance that you have more mastery levels left than they after a turn.

        Raises
        ------
        TypeError, ValueError
            If ``turn`` is out of its range.

        Examples
        --------
        >>> play_game([Veteran(2, 9)], [Veteran(1, 9)], turns=1).more_left(0)
        Fraction(1, 1)
        """
        turn = whole("turn", turn, 0, len(self.own.mastery) - 1)
        chance: Fraction = (self.own.mastery[turn] - self.theirs.mastery[turn]).probability(">", 0)
        return chance


def play_game(
    own: Sequence[Veteran],
    theirs: Sequence[Veteran],
    turns: int,
    own_fire: int | Fraction = 0,
    their_fire: int | Fraction = 0,
    rules: Rules = RULES,
) -> GameLeft:
    """Return what is left of both sides' psykers after a game, each of whom follows its habit.

    Rule: W 1 to 3, R pp. 24 and 25. In each turn you have a psychic phase, then they. A side's pool is one
    die plus the mastery levels that it has left. Its psykers cast one after the other, in the order given.
    Perils take wounds, models, powers and charges. After each phase the fire of the side that had it removes
    every psyker of the other side with a given chance: no source states one.

    Parameters
    ----------
    own, theirs
        The psykers of both sides; you have the first phase.
    turns
        0 to 20.
    own_fire, their_fire
        The chance, 0 to 1, that your fire, or theirs, removes a psyker of the other side in one turn.
    rules
        When perils come, and what they do.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the game is too large to finish.

    Examples
    --------
    One power with two dice: perils in 1 of 36, which are the end in 13 of 18.

    >>> game = play_game([Veteran(1, 9, powers=1, dice=2)], [], turns=1)
    >>> game.own.mastery[1].probability(0), game.own.casts
    (Fraction(13, 648), Fraction(3, 4))
    """
    turns = whole("turns", turns, 0, MAX_TURNS)
    fires = [Fraction(rational("fire", fire, 0, 1)) for fire in (their_fire, own_fire)]
    instance("rules", rules, Rules)
    sides = [
        tuple(instance(name, each, Veteran) for each in several(name, given, "Veteran"))
        for name, given in (("own", own), ("theirs", theirs))
    ]
    return GameLeft(
        _side(sides[0], turns, fires[0], False, rules), _side(sides[1], turns, fires[1], True, rules)
    )


@functools.lru_cache(maxsize=1 << 10)
def _side(
    psykers: tuple[Veteran, ...], turns: int, fire: Fraction, fire_first: bool, rules: Rules
) -> SideLeft:
    side = _Side(psykers, rules)
    mastery, dice = [side.mastery()], []
    for left in reversed(range(turns)):
        if fire_first:
            side.under(fire)
        dice.append(Fraction(rules.warp_charge_die + 1, 2) + Fraction(side.mastery().mean()))
        side.phase()
        if not fire_first:
            side.under(fire)
        side.forecast(left)
        mastery.append(side.mastery())
    return SideLeft(tuple(mastery), Die(side.counts), tuple(dice), side.casts)


class _Side:
    """One side's psykers: the courses of events so far, counted by what they leave."""

    def __init__(self, psykers: Sequence[Veteran], rules: Rules) -> None:
        self._psykers, self._rules = psykers, rules
        start = tuple(Unit(models_of(each.wounds, each.leadership), each.powers) for each in psykers)
        self.counts: dict[Units, int] = {start: 1}
        self.casts, self._steps, self._before = Fraction(0), 0, 0

    def mastery(self) -> Die[int]:
        """Return the mastery levels left."""
        levels: dict[int, int] = defaultdict(int)
        for units, count in self.counts.items():
            levels[self._levels(units)] += count
        return Die(levels).simplify()

    def _levels(self, units: Units) -> int:
        return sum(each.mastery for each, unit in zip(self._psykers, units, strict=True) if unit.models)

    def under(self, fire: Fraction) -> None:
        """Remove each psyker with the chance of enemy fire."""
        hit, missed = fire.numerator, fire.denominator - fire.numerator
        for place in range(len(self._psykers) if hit else 0):

            def shot_at(units: Units, place: int = place) -> dict[Units, int]:
                return {_put(units, place, GONE): hit, units: missed} if units[place].models else {units: 1}

            self._count(len(self.counts))
            self.counts = advance(self.counts, shot_at)
        self._merge()

    def phase(self) -> None:
        """Roll the pool, and let each psyker try its powers."""
        faces = self._rules.warp_charge_die
        # More dice than may be thrown and drained are as good as these.
        most = sum(each.powers * (each.dice + self._rules.drain_die) for each in self._psykers)
        waiting: dict[tuple[Units, int], int] = advance(
            self.counts,
            lambda units: Counter(
                (units, min(self._levels(units) + roll, most)) for roll in range(1, faces + 1)
            ),
        )
        for place, psyker in enumerate(self._psykers):
            begun = {(units, pool, units[place].powers): count for (units, pool), count in waiting.items()}
            for _ in range(psyker.powers):
                begun = self._test(place, begun)
            waiting = defaultdict(int)
            for (units, pool, _), count in begun.items():
                waiting[units, pool] += count
        self.counts = defaultdict(int)
        for (units, _), count in waiting.items():
            self.counts[units] += count
        self._merge()

    def _test(
        self, place: int, begun: dict[tuple[Units, int, int], int]
    ) -> dict[tuple[Units, int, int], int]:
        """Take one psychic test of a psyker, wherever it has a power to try and dice for it."""
        psyker = self._psykers[place]
        total, works = sum(begun.values()), Fraction(0)

        def results(state: tuple[Units, int, int]) -> dict[tuple[Units, int, int], int]:
            units, pool, untried = state
            dice = min(psyker.dice, pool)
            if not untried or dice < psyker.charge:
                return {state: 1}
            ways: dict[tuple[Units, int, int], int] = defaultdict(int)
            after = _after(psyker, units[place], untried, dice, self._rules)
            for (unit, left, drained), weight in after.items():
                ways[_put(units, place, unit), max(pool - dice - drained, 0), left] += weight
            return ways

        for (_, pool, untried), count in begun.items():
            dice = min(psyker.dice, pool)
            if untried and dice >= psyker.charge:
                works += count * casting_odds(dice, psyker.charge, self._rules).success
        self.casts += works / total
        self._count(len(begun))
        return advance(begun, results)

    def _count(self, states: int) -> None:
        self._steps += states
        self.refuse(self._steps)

    def refuse(self, steps: int) -> None:
        """Refuse a game of so many steps if it would take too long."""
        if steps > MAX_SECONDS * _STEPS_A_SECOND:
            raise ValueError(
                f"the game is too large: {len(self._psykers)} psykers in {len(self.counts):,} states or more "
                f"would take at least {steps // _STEPS_A_SECOND:,} seconds, where {MAX_SECONDS} are allowed; "
                "take fewer psykers, wounds or powers"
            )

    def forecast(self, turns: int) -> None:
        """Refuse the turns to come if each, like the last one or larger, would take too long in all."""
        self.refuse(self._steps + (self._steps - self._before) * turns)
        self._before = self._steps

    def _merge(self) -> None:
        """Count states alike that differ only in the order of equal psykers, and drop what cannot be."""
        merged: dict[Units, int] = defaultdict(int)
        for units, count in self.counts.items():
            merged[self._sorted(units)] += count
        self.counts = {units: count for units, count in merged.items() if count}

    def _sorted(self, units: Units) -> Units:
        left: dict[Veteran, list[Unit]] = defaultdict(list)
        for psyker, unit in sorted(zip(self._psykers, units, strict=True), key=lambda pair: pair[1]):
            left[psyker].append(unit)
        return tuple(left[psyker].pop() for psyker in self._psykers)


def _put(units: Units, place: int, unit: Unit) -> Units:
    return (*units[:place], unit, *units[place + 1 :])


@functools.lru_cache(maxsize=1 << 14)
def _after(
    psyker: Veteran, unit: Unit, untried: int, dice: int, rules: Rules
) -> dict[tuple[Unit, int, int], int]:
    """Count what one test leaves: the unit, the powers that it may still try, and the charges drained."""
    perilous = casting_odds(dice, 0, rules).perils
    chances: dict[tuple[Unit, int, int], Fraction] = defaultdict(Fraction)
    chances[unit, untried - 1, 0] += 1 - perilous
    for strike in strikes(unit.models, rules, psyker.feel_no_pain):
        result, share = strike.result, perilous * strike.chance
        left = Unit(strike.after, unit.powers) if strike.after else GONE
        if not left.models:
            chances[GONE, 0, result.drained] += share
        elif not result.power_lost:
            chances[left, untried - 1, result.drained] += share
        else:
            # A random power is lost: one still to be tried, or one of the others.
            fewer, open_ = left._replace(powers=unit.powers - 1), Fraction(untried - 1, unit.powers)
            chances[fewer, untried - 2, result.drained] += share * open_
            chances[fewer, untried - 1, result.drained] += share * (1 - open_)
    return whole_weights({state: chance for state, chance in chances.items() if chance})
