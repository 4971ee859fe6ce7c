"""A small duel in fractions: the slow twin of `psy.tft.duel`, exchange by exchange."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from icepool import Die

from psy.exact.arguments import instance, whole
from psy.exact.matrix_games import solve_matrix
from psy.exact.payoffs import Mix
from psy.tft.exchange import Exchange, exchanges, modes_of, picked
from psy.tft.outlook import Outlook, summed
from psy.tft.rules import RULES, Mode, Psion, Rules
from psy.tft.stage import Slowed, slowed_next, slower

MAX_POOL, MAX_TURNS = 12, 6


@dataclass(frozen=True)
class _State:
    """Both pools, the penalties to both sides' IQ, and whether the first psion attacks next."""

    pools: tuple[int, int]
    slowed: tuple[Slowed, Slowed] = (Slowed(), Slowed())
    attacks: bool = True

    @property
    def over(self) -> bool:
        return 0 in self.pools


@dataclass(frozen=True)
class _Turn:
    """A turn solved: its value to the first psion, both mixes, and where each pair of choices leads."""

    value: Fraction
    rows: Mix
    columns: Mix
    leads: tuple[tuple[Mapping[_State, Fraction], ...], ...]


@dataclass
class _ExactDuel:
    first: Psion
    second: Psion
    rules: Rules
    iq_penalties: bool
    known: dict[tuple[_State, int], _Turn] = field(default_factory=dict)

    def value(self, state: _State, turns: int) -> Fraction:
        """Return what a state is worth to the first psion with some turns to go."""
        if turns == 0 or state.over:
            return Fraction((state.pools[0] > 0) - (state.pools[1] > 0))
        return self.turn(state, turns).value

    def turn(self, state: _State, turns: int) -> _Turn:
        if (state, turns) not in self.known:
            self.known[state, turns] = self._solved(state, turns)
        return self.known[state, turns]

    def _solved(self, state: _State, turns: int) -> _Turn:
        sides = [
            replace(slower(psion, slowed), pool=pool)
            for psion, slowed, pool in zip((self.first, self.second), state.slowed, state.pools, strict=True)
        ]
        attacker, defender = sides if state.attacks else sides[::-1]
        sign = 1 if state.attacks else -1
        rows = sorted(modes_of(attacker, "attack", self.rules), key=_cost)
        columns = sorted(modes_of(defender, "defence", self.rules), key=_cost)
        leads = tuple(
            tuple(self._best_lead(state, turns, row, column, attacker, defender) for column in columns)
            for row in rows
        )
        game = [[sign * self._mean(lead, turns - 1) for lead in row] for row in leads]
        value, row_mix, column_mix = _balanced(game)
        return _Turn(sign * value, row_mix, column_mix, leads)

    def _best_lead(
        self, state: _State, turns: int, row: Mode, column: Mode, attacker: Psion, defender: Psion
    ) -> Mapping[_State, Fraction]:
        """Return where two choices lead with the dice that the starter of a battle picks, if there is one."""
        starter, by_dice = exchanges(row.name, column.name, attacker, defender, self.rules)
        leads = {dice: self._lead(state, die) for dice, die in by_dice.items()}
        sign = 1 if state.attacks else -1
        worths = {dice: sign * self._mean(lead, turns - 1) for dice, lead in leads.items()}
        return leads[picked(starter, worths)]

    def _lead(self, state: _State, die: Die[Exchange]) -> Mapping[_State, Fraction]:
        found: dict[_State, Fraction] = {}
        for outcome, weight in die.items():
            after = self._after(state, outcome)
            found[after] = found.get(after, Fraction(0)) + Fraction(weight, die.denominator())
        return found

    def _after(self, state: _State, outcome: Exchange) -> _State:
        order = 1 if state.attacks else -1
        slowed = state.slowed
        if self.iq_penalties:
            taken = (0, outcome.iq_penalty)[::order]
            slowed = (
                slowed_next(slowed[0], taken[0], self.rules),
                slowed_next(slowed[1], taken[1], self.rules),
            )
        mine, theirs = (outcome.attacker_pool, outcome.defender_pool)[::order]
        return _State((mine, theirs), slowed, not state.attacks)

    def _mean(self, lead: Mapping[_State, Fraction], turns: int) -> Fraction:
        return sum((chance * self.value(state, turns) for state, chance in lead.items()), Fraction(0))

    def played(self, state: _State, turns: int) -> Iterator[tuple[_State, Fraction]]:
        """Yield where a turn leads, and with what chance, as both sides play it."""
        turn = self.turn(state, turns)
        for row, leads in zip(turn.rows, turn.leads, strict=True):
            for column, lead in zip(turn.columns, leads, strict=True):
                for after, chance in lead.items():
                    if weight := row * column * chance:
                        yield after, weight


def exact_duel(
    first: Psion, second: Psion, turns: int, rules: Rules = RULES, iq_penalties: bool = False
) -> Fraction:
    """Return the value of a `psy.tft.duel` exactly.

    Parameters
    ----------
    first, second
        The psions, with at most 12 points each.
    turns
        Exchanges at most, 0 to 6: the fractions grow with each.
    rules, iq_penalties
        As for `psy.tft.duel`.

    Returns
    -------
    Fraction
        The first psion's chance to win minus their chance to lose, if both play optimally.

    Raises
    ------
    TypeError, ValueError
        If ``turns`` or a pool is out of its range.

    Examples
    --------
    Two points against one, one exchange: melding kills a mask on a 6, and any other defence for certain.

    >>> print(exact_duel(Psion(iq=12, psi=12, pool=2), Psion(iq=12, psi=12, pool=1), turns=1))
    1/6
    """
    found, start, turns = _checked(first, second, turns, rules, iq_penalties)
    return found.value(start, turns)


def exact_outlook(
    first: Psion, second: Psion, turns: int, rules: Rules = RULES, iq_penalties: bool = False
) -> Outlook:
    """Return in fractions what a small duel is like: who wins, when, and with what points left.

    Parameters
    ----------
    first, second, turns, rules, iq_penalties
        As for `exact_duel`.

    Returns
    -------
    Outlook
        Under one pair of optimal policies, which may tie in value with others and differ in this: where a
        turn is in balance with pure choices, the cheapest of these; otherwise the mixes that
        `psy.exact.solve_matrix` finds with the cheapest choices first. Of equally good numbers of dice the
        fewest are picked.

    Examples
    --------
    >>> outlook = exact_outlook(Psion(iq=12, psi=12, pool=2), Psion(iq=12, psi=12, pool=1), turns=1)
    >>> print(outlook.win, outlook.draw, outlook.lose, outlook.mean_length)
    1/6 5/6 0 1
    """
    found, start, turns = _checked(first, second, turns, rules, iq_penalties)
    going = {start: Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    lengths = []
    for left in range(turns, -1, -1):
        over = [state for state in going if state.over or not left]
        lengths.append(sum((going[state] for state in over), Fraction(0)))
        for state in over:
            ends[state.pools] += going.pop(state)
        after: dict[_State, Fraction] = defaultdict(Fraction)
        for state, chance in going.items():
            for end, weight in found.played(state, left):
                after[end] += chance * weight
        going = after
    return summed(ends, lengths)


def _checked(
    first: Psion, second: Psion, turns: int, rules: Rules, iq_penalties: bool
) -> tuple[_ExactDuel, _State, int]:
    """Return the duel, its start and its turns, or refuse what is too large."""
    instance("rules", rules, Rules)
    turns = whole("turns", turns, 0, MAX_TURNS)
    first, second = instance("first", first, Psion), instance("second", second, Psion)
    pools = whole("first.pool", first.pool, 0, MAX_POOL), whole("second.pool", second.pool, 0, MAX_POOL)
    return _ExactDuel(first, second, rules, iq_penalties), _State(pools), turns


def _balanced(game: Sequence[Sequence[Fraction]]) -> tuple[Fraction, Mix, Mix]:
    """Return the value and optimal mixes of a game: the first pure choices in balance, if there are any."""
    floors, ceilings = [min(row) for row in game], [max(column) for column in zip(*game, strict=True)]
    if max(floors) == min(ceilings):
        row, column = floors.index(max(floors)), ceilings.index(min(ceilings))
        return max(floors), _pure(row, len(floors)), _pure(column, len(ceilings))
    solved = solve_matrix(game)
    return solved.value, solved.rows, solved.columns


def _pure(choice: int, choices: int) -> Mix:
    return tuple(Fraction(other == choice) for other in range(choices))


def _cost(mode: Mode) -> int:
    return mode.cost
