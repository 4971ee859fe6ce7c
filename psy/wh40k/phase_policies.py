"""Other ways to play a psychic phase, valued exactly, and where the best play leads."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from psy.wh40k.casting import cast, casting_odds
from psy.wh40k.deny import deny
from psy.wh40k.phase import PhasePlan, PhasePolicy
from psy.wh40k.phase_game import STOP, Attempt, Caster, Label, Move, PhaseState


def natural_policies(plan: PhasePlan) -> dict[str, Caster]:
    """Return the ways in which players cast without a plan, by name.

    Parameters
    ----------
    plan
        The phase that they are for.

    Returns
    -------
    dict
        ``"all in one"``: every die for the most valuable power. ``"two per charge"``: the most valuable power
        that two dice for each of its charges can be paid for. ``"greedy"``: the move that gains most there
        and then, after the price of perils, as if nothing were denied and nothing followed.

    Examples
    --------
    >>> from psy.wh40k import Power, plan_phase
    >>> plan = plan_phase([Power("haste", 1, 1), Power("smite", 2, 3)], pool=7)
    >>> {name: caster(plan.policy.start).dice for name, caster in natural_policies(plan).items()}
    {'all in one': 7, 'two per charge': 4, 'greedy': 7}
    """
    policy = plan.policy

    def all_in_one(state: PhaseState) -> Move:
        moves = [Move(label, state.pool) for label in _by_value(policy, state)] if state.pool else []
        return next(iter(moves), STOP)

    def two_per_charge(state: PhaseState) -> Move:
        dice = {label: 2 * policy.game.powers[label].charge for label in _by_value(policy, state)}
        return next((Move(label, count) for label, count in dice.items() if count <= state.pool), STOP)

    def greedy(state: PhaseState) -> Move:
        gains = {STOP: Fraction(0)}
        for label, attempt in policy.game.attempts(state.position).items():
            for dice in range(1, state.pool + 1):
                gains[Move(label, dice)] = _gain(policy, attempt, dice)
        return max(gains, key=gains.__getitem__)

    return {"all in one": all_in_one, "two per charge": two_per_charge, "greedy": greedy}


def policy_value(plan: PhasePlan, caster: Caster) -> Fraction:
    """Return what a phase is worth to a caster with a policy of his own, if the opponent sees through it.

    Parameters
    ----------
    plan
        The phase; only its game is used, not its policy.
    caster
        A function from a `PhaseState` to a `Move`.

    Returns
    -------
    Fraction
        The value under the best replies to just this policy: never above ``plan.value``.

    Examples
    --------
    One power, all dice in: 3 of 4, where two dice are the plan as well.

    >>> from psy.wh40k import Power, plan_phase
    >>> plan = plan_phase([Power("smite", 1, 1)], pool=2)
    >>> policy_value(plan, natural_policies(plan)["all in one"]), plan.value
    (Fraction(3, 4), Fraction(3, 4))
    """
    policy = plan.policy

    @cache
    def worth(state: PhaseState) -> Fraction:
        move = caster(state)
        if move == STOP:
            return Fraction(0)
        return sum(
            (
                chance * (replied(after, move.power, charges) - price)
                for after, charges, chance, price in _rolled(policy, state, move)
            ),
            Fraction(0),
        )

    @cache
    def replied(after: PhaseState, label: Label, charges: int) -> Fraction:
        power = policy.game.powers[label]
        if charges < power.charge:
            return worth(after)
        return min(
            worth(after._replace(deny_pool=after.deny_pool - dice)) + power.value * (1 - denied)
            for dice, denied in _replies(policy, after, label, charges)
        )

    return worth(policy.start)


def visits(plan: PhasePlan) -> dict[PhaseState, Fraction]:
    """Return the chance that each state comes up when both sides play as planned.

    Of several best moves the caster makes the one that the policy makes when it is called, and the opponent
    the smallest of his best replies.

    Examples
    --------
    >>> from psy.wh40k import Power, plan_phase
    >>> plan = plan_phase([Power("smite", 1, 2)], pool=1, deny_pool=4)
    >>> {(state.pool, state.deny_pool): str(chance) for state, chance in visits(plan).items()}
    {(1, 4): '1', (0, 4): '1/2', (0, 0): '1/2'}
    """
    policy = plan.policy
    chances: dict[PhaseState, Fraction] = {}
    arriving = {policy.start: Fraction(1)}
    while arriving:
        following: dict[PhaseState, Fraction] = {}
        for state, coming in arriving.items():
            chances[state] = chances.get(state, Fraction(0)) + coming
            move = policy(state)
            for after, charges, chance, _ in _rolled(policy, state, move) if move != STOP else ():
                scored = charges >= policy.game.powers[move.power].charge
                dice = policy.reply(after, move.power, charges) if scored else 0
                left = after._replace(deny_pool=after.deny_pool - dice)
                following[left] = following.get(left, Fraction(0)) + coming * chance
        arriving = following
    return chances


def _by_value(policy: PhasePolicy, state: PhaseState) -> list[Label]:
    """Return what may be tried, the most valuable power first."""
    powers = policy.game.powers
    return sorted(policy.game.attempts(state.position), key=lambda label: -powers[label].value)


def _gain(policy: PhasePolicy, attempt: Attempt, dice: int) -> Fraction:
    odds = casting_odds(dice, attempt.power.charge, attempt.power.casting_rules(policy.rules))
    price = sum((fate.chance * fate.price for fate in attempt.fates), Fraction(0))
    return odds.success * attempt.power.value - odds.perils * price


def _rolled(
    policy: PhasePolicy, state: PhaseState, move: Move
) -> Iterator[tuple[PhaseState, int, Fraction, Fraction]]:
    """Yield what a test may come to: the state after it, the charges, the chance, and the price of perils."""
    attempt = policy.game.attempts(state.position)[move.power]
    test = cast(move.dice, attempt.power.casting_rules(policy.rules))
    for (charges, perils), weight in test.items():
        chance = Fraction(weight, test.denominator())
        if not perils:
            yield policy.after(state, move), charges, chance, Fraction(0)
        for fate in attempt.fates if perils else ():
            yield policy.after(state, move, fate), charges, chance * fate.chance, fate.price


def _replies(
    policy: PhasePolicy, after: PhaseState, label: Label, charges: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield each sensible number of deny dice with its chance to deny."""
    yield 0, Fraction(0)
    bonus = policy.bonus(label)
    for dice in range(charges, after.deny_pool + 1):
        yield dice, deny(charges, dice, bonus, policy.rules)
