"""Psychic phases played out with dice, many at once: the simulated twin of `plan_phase`."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import instance, whole
from psy.wh40k.casting import MAX_TRIALS, simulate_cast
from psy.wh40k.deny import simulate_deny
from psy.wh40k.phase_game import STOP, Caster, Fate, Move, PhaseState
from psy.wh40k.phase_policy import PhasePlan, PhasePolicy
from psy.wh40k.powers import Power

Trials = npt.NDArray[np.intp]


def simulate_phase(
    plan: PhasePlan, trials: int, rng: "np.random.Generator | int", caster: Caster | None = None
) -> npt.NDArray[np.float64]:
    """Play many phases: the opponent denies as planned, the caster does too or has another policy.

    Parameters
    ----------
    plan
        From `plan_phase` or `plan_psykers`.
    trials
        How many phases are played, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same phases.
    caster
        A function from a `PhaseState` to a `Move`; None for the plan's own.

    Returns
    -------
    ndarray of float64, shape ``(trials,)``
        What each phase was worth to the caster: the values of the powers that took effect, less all prices.

    Raises
    ------
    TypeError, ValueError
        If ``trials`` is out of its range.

    Examples
    --------
    With no dice nothing is won and nothing lost:

    >>> from psy.wh40k import Power, plan_phase
    >>> simulate_phase(plan_phase([Power("smite", 1, 2)], pool=0), trials=3, rng=1).tolist()
    [0.0, 0.0, 0.0]
    """
    instance("plan", plan, PhasePlan)
    table = _Table(
        plan.policy, caster or plan.policy, np.random.default_rng(rng), whole("trials", trials, 0, MAX_TRIALS)
    )
    waiting = {plan.policy.start: [np.arange(trials)]}
    while waiting:
        arrived: dict[PhaseState, list[Trials]] = {}
        for state, groups in waiting.items():
            for after, group in table.play(state, np.concatenate(groups)):
                if len(group):
                    arrived.setdefault(after, []).append(group)
        waiting = arrived
    return table.worth


class _Table:
    """Where the phases are played: all those in one state at a time."""

    def __init__(self, policy: PhasePolicy, caster: Caster, rng: np.random.Generator, trials: int) -> None:
        self._policy, self._caster, self._rng = policy, caster, rng
        self.worth = np.zeros(trials)

    def play(self, state: PhaseState, group: Trials) -> Iterator[tuple[PhaseState, Trials]]:
        """Let the caster move, roll the test, and hand on each trial to the state that it comes to."""
        move = self._caster(state)
        if move == STOP:
            return
        attempt = self._policy.attempt(state, move)
        rules = attempt.power.casting_rules(self._policy.rules)
        rolled = simulate_cast(move.dice, len(group), self._rng, rules)
        outcomes = [self._policy.after(state, move, fate) for fate in (None, *attempt.fates)]
        afters = list(dict.fromkeys(outcomes))
        came = np.array([afters.index(after) for after in outcomes], dtype=np.uint16)
        for which, members in _split(came[self._suffer(attempt.fates, group, rolled.perils)]):
            yield from self._answer(
                afters[which], move, attempt.power, group[members], rolled.charges[members]
            )

    def _suffer(
        self, fates: Sequence[Fate], group: Trials, perils: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.intp]:
        """Draw the fates of the trials with perils and pay for them; 0 is no fate, 1 the first, and so on."""
        suffering = np.flatnonzero(perils)
        chances = [float(fate.chance) for fate in fates]
        drawn = self._rng.choice(len(fates), size=len(suffering), p=chances)
        self.worth[group[suffering]] -= np.array([float(fate.price) for fate in fates])[drawn]
        suffered = np.zeros(len(group), dtype=np.intp)
        suffered[suffering] = drawn + 1
        return suffered

    def _answer(
        self, after: PhaseState, move: Move, power: Power, group: Trials, charges: npt.NDArray[np.uint8]
    ) -> Iterator[tuple[PhaseState, Trials]]:
        """Deny what was cast, all tests of equal charges together, and count the powers that take effect."""
        policy = self._policy
        for scored, members in _split(charges):
            if scored < power.charge:
                self.worth[group[members]] -= float(power.failed)
                yield policy.settled(after, move, scored, effect=False), group[members]
                continue
            dice = policy.reply(after, move.power, scored, move.option)
            bonus = policy.bonus(move.power, move.option)
            cancelled = simulate_deny(dice, len(members), self._rng, bonus, policy.rules)
            for effect in (True, False):
                part = members[(cancelled < scored) == effect]
                if effect:
                    self.worth[group[part]] += self._hits(after, move, power, scored, len(part))
                left = policy.settled(after, move, scored, effect)
                yield left._replace(deny_pool=left.deny_pool - dice), group[part]

    def _hits(
        self, after: PhaseState, move: Move, power: Power, charges: int, count: int
    ) -> npt.NDArray[np.float64]:
        """Return what powers are worth that take effect, each of which may miss."""
        worth = float(self._policy.worth(after, move, charges))
        if power.hit == 1 or power.hit == 0:
            return np.full(count, worth)
        return np.where(self._rng.random(count) < float(power.hit), worth / float(power.hit), 0.0)


def _split(keys: npt.NDArray[np.unsignedinteger]) -> Iterator[tuple[int, Trials]]:
    """Yield each key that occurs with the places where it does."""
    order = np.argsort(keys, kind="stable")
    counts = np.bincount(keys)
    ends = np.cumsum(counts)
    for key in np.flatnonzero(counts):
        yield int(key), order[ends[key] - counts[key] : ends[key]]
