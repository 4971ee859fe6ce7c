"""The first form of the phase: perils have a price, and a position is the set of powers not yet tried."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import cast

from psy.exact.arguments import instance, several
from psy.wh40k.phase_game import Attempt, Fate, InForce, Label, Mark, OwnDice, Position
from psy.wh40k.powers import Power
from psy.wh40k.rules import Rules

# No power is left, and none is missed: where a phase ends at a failure.
ENDED: Position = frozenset()


class Marks:
    """What powers leave in force during a phase, in either form of it."""

    def __init__(self, powers: Mapping[Label, Power], rules: Rules) -> None:
        self.powers, self._rules = powers, rules
        taken = [chosen for power in powers.values() for chosen in power.choices.values()]
        named = Counter(
            (power.name, unit)
            for power in powers.values()
            for unit in {chosen.unit for chosen in power.choices.values()} - {None}
        )
        self._shared = {pair for pair, times in named.items() if times > 1}
        self._gains = any(power.gains for power in taken)
        for label, power in powers.items():
            if power.gains and power.psyker is None:
                raise ValueError(f"psyker must be given for the power {label!r}, which gains dice")
        friends = {
            power.psyker: sum(other.psyker != power.psyker for other in powers.values())
            for power in powers.values()
        }
        self.most_gained = sum(power.gains * friends[power.psyker] for power in powers.values())

    def adds(self, marks: frozenset[Mark], power: Power) -> bool:
        """Return whether a power would have an effect: not if its like is in force on its unit."""
        return power.unit is None or InForce(power.name, power.unit) not in marks

    def after_cast(self, marks: frozenset[Mark], power: Power) -> frozenset[Mark]:
        """Return the marks after a power has taken effect."""
        if self._gains:
            gained = {
                mark._replace(dice=mark.dice + mark.gains)
                if isinstance(mark, OwnDice) and mark.psyker != power.psyker
                else mark
                for mark in marks
            }
            marks = frozenset(gained)
            if power.gains and power.psyker is not None:
                before = self.own_dice(marks, power.psyker) or OwnDice(power.psyker, 0, 0)
                marks = marks - {before} | {before._replace(gains=before.gains + power.gains)}
        if power.unit is not None and (power.name, power.unit) in self._shared:
            marks |= {InForce(power.name, power.unit)}
        return marks

    def own_dice(self, marks: frozenset[Mark], psyker: str | None) -> OwnDice | None:
        """Return the mark of a psyker with dice of its own."""
        found = (mark for mark in marks if isinstance(mark, OwnDice) and mark.psyker == psyker)
        return next(found, None)

    def spent(self, marks: frozenset[Mark], own: OwnDice | None, dice: int) -> frozenset[Mark]:
        """Return the marks after some of a psyker's own dice were thrown."""
        return marks if own is None else marks - {own} | {own._replace(dice=own.dice - dice)}

    def needed(self, marks: frozenset[Mark], left: Sequence[Label]) -> frozenset[Mark]:
        """Return the marks without the dice of psykers that have nothing left to try.

        What is in force stays: the test that is just being taken may be of a power like it.
        """
        if not self._gains or not marks:
            return marks
        owners = {self.powers[label].psyker for label in left}
        return frozenset(mark for mark in marks if not isinstance(mark, OwnDice) or mark.psyker in owners)

    def like(self, label: Label) -> Hashable:
        """Return the same for powers that differ in nothing that matters."""
        power = self.powers[label]
        named = any((power.name, chosen.unit) in self._shared for chosen in power.choices.values())
        return replace(power, name=power.name if named else "", psyker=power.psyker if self._gains else None)


class PricedPhase(Marks):
    """The first form of the phase."""

    def __init__(self, powers: Mapping[Label, Power], perils_cost: Fraction, rules: Rules) -> None:
        super().__init__(powers, rules)
        self.start: Position = frozenset(powers)
        self._cost = perils_cost
        self._kinds = {label: self.like(label) for label in powers}
        self._alike: dict[Hashable, list[Label]] = defaultdict(list)
        for label, kind in self._kinds.items():
            self._alike[kind].append(label)
        self.merged = lru_cache(maxsize=1 << 16)(self._merged)

    def kind(self, label: Label) -> Hashable:
        """Return the same for powers that differ in nothing but their label."""
        return self._kinds[label]

    def left(self, position: Position) -> int:
        """Return how many powers may still be tried."""
        return len(self._parts(position)[0])

    def attempts(self, position: Position) -> tuple[Attempt, ...]:
        """Return what may be tried in a position."""
        left, marks = self._parts(position)
        tests = []
        for label in left:
            others = [other for other in left if other != label]
            own = self.own_dice(marks, self.powers[label].psyker)
            most = own.dice if own else 0
            for thrown in range(0 if most == 0 else 1, most + 1):
                after = self._position(others, self.spent(marks, own, thrown))
                fates = (Fate(Fraction(1), after, 0, self._cost),)
                for option, power in self.powers[label].choices.items():
                    tests.append(Attempt(label, option, power, thrown, thrown == most, after, fates))
        return tuple(tests)

    def failed(self, position: Position) -> Position:
        """Return the position after a failed test."""
        return ENDED if self._rules.ends_at_failure else position

    def cast(self, position: Position, label: Label, power: Power) -> Position:
        """Return the position after a power has taken effect."""
        left, marks = self._parts(position)
        after = self.after_cast(marks, power)
        return position if after == marks else self._position(left, after)

    def stacks(self, position: Position, power: Power) -> bool:
        """Return whether a power would have an effect: not if its like is in force on its unit."""
        return power.unit is None or self.adds(self._parts(position)[1], power)

    def _merged(self, position: Position) -> Position:
        left, marks = self._parts(position)
        counts = Counter(self._kinds[label] for label in left)
        return frozenset(
            [label for kind, count in counts.items() for label in self._alike[kind][:count]]
        ) | cast(frozenset[Label], marks)

    def _parts(self, position: Position) -> tuple[list[Label], frozenset[Mark]]:
        """Return the labels of a position, in the order of the powers, and its marks."""
        members = cast(frozenset[Label | Mark], position)
        labels = [label for label in self.powers if label in members]
        if len(labels) == len(members):
            return labels, frozenset()
        return labels, frozenset(mark for mark in members if isinstance(mark, InForce | OwnDice))

    def _position(self, left: Sequence[Label], marks: frozenset[Mark]) -> Position:
        return frozenset(left) | cast(frozenset[Label], self.needed(marks, left))


def named_powers(name: str, powers: object) -> dict[Label, Power]:
    """Return powers by their labels, or refuse them.

    A label is the power's name, with its psyker's if that is given; powers of one name on one unit that stand
    side by side are numbered.

    Raises
    ------
    TypeError, ValueError
        If one is no `Power`, or two have the same label and not both a unit.

    Examples
    --------
    >>> list(named_powers("powers", [Power("smite", 1, 2), Power("might", 1, 1, psyker="Ezekiel")]))
    ['smite', ('Ezekiel', 'might')]
    """
    given = [instance(name, power, Power) for power in several(name, powers, "Power")]
    times = Counter((power.psyker, power.name) for power in given)
    named: dict[Label, Power] = {}
    for power in given:
        title = power.name
        if times[power.psyker, power.name] > 1 and power.unit is not None:
            number = sum(
                1 for other in named.values() if (other.psyker, other.name) == (power.psyker, power.name)
            )
            title = f"{power.name} ({number + 1})" if number else power.name
        named[title if power.psyker is None else (power.psyker, title)] = power
    if len(named) < len(given):
        raise ValueError(f"{name} must have different names, not {[power.name for power in given]!r}")
    return named
