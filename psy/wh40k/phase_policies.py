"""Other ways to play a psychic phase, valued exactly, and where the best play leads."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from psy.exact.arguments import instance
from psy.wh40k.casting import cast, casting_odds
from psy.wh40k.deny import deny
from psy.wh40k.phase_game import STOP, Attempt, Caster, Move, PhaseState
from psy.wh40k.phase_policy import PhasePlan, PhasePolicy


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
    policy = instance("plan", plan, PhasePlan).policy

    def all_in_one(state: PhaseState) -> Move:
        return next(_fullest(policy, state), STOP)

    def two_per_charge(state: PhaseState) -> Move:
        for attempt in _by_value(policy, state):
            shared = 2 * attempt.power.charge - attempt.own
            if attempt.shared and 0 <= shared <= state.pool:
                return Move(attempt.label, attempt.own + shared, attempt.option)
        return STOP

    def greedy(state: PhaseState) -> Move:
        gains = {STOP: Fraction(0)}
        for attempt in policy.game.attempts(state.position):
            worth = attempt.power.worth(attempt.power.charge)
            if not policy.game.stacks(attempt.position, attempt.power):
                worth = Fraction(0)
            for dice in _dice(attempt, state.pool):
                gains[Move(attempt.label, dice, attempt.option)] = _gain(policy, attempt, dice, worth)
        return max(gains, key=gains.__getitem__)

    return {"all in one": all_in_one, "two per charge": two_per_charge, "greedy": greedy}


def policy_value(plan: PhasePlan, caster: Caster) -> Fraction:
    """Return what a phase is worth to a caster with their own policy, if the opponent sees through it.

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
    policy = instance("plan", plan, PhasePlan).policy

    @cache
    def worth(state: PhaseState) -> Fraction:
        move = caster(state)
        if move == STOP:
            return Fraction(0)
        return sum(
            (
                chance * (replied(after, move, charges) - price)
                for after, charges, chance, price in rolled(policy, state, move)
            ),
            Fraction(0),
        )

    @cache
    def replied(after: PhaseState, move: Move, charges: int) -> Fraction:
        power = policy.game.powers[move.power].choices[move.option]
        if charges < power.charge:
            return worth(policy.settled(after, move, charges, effect=False)) - power.failed
        gain = policy.worth(after, move, charges)
        return min(
            denied * worth(spend(policy.settled(after, move, charges, effect=False), dice))
            + (1 - denied) * (gain + worth(spend(policy.settled(after, move, charges, effect=True), dice)))
            for dice, denied in _replies(policy, after, move, charges)
        )

    def spend(state: PhaseState, dice: int) -> PhaseState:
        return state._replace(deny_pool=state.deny_pool - dice)

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
    policy = instance("plan", plan, PhasePlan).policy
    chances: dict[PhaseState, Fraction] = {}
    arriving = {policy.start: Fraction(1)}
    while arriving:
        following: dict[PhaseState, Fraction] = {}
        for state, coming in arriving.items():
            chances[state] = chances.get(state, Fraction(0)) + coming
            for after, chance in following_states(policy, state, policy(state)).items():
                following[after] = following.get(after, Fraction(0)) + coming * chance
        arriving = following
    return chances


def mean_perils(plan: PhasePlan) -> Fraction:
    """Return how many rolls on the perils table a phase brings on average when both sides play as planned.

    Examples
    --------
    Two dice for one power: a double six.

    >>> from psy.wh40k import Power, plan_phase
    >>> mean_perils(plan_phase([Power("smite", 1, 2)], pool=2))
    Fraction(1, 36)
    """
    policy = instance("plan", plan, PhasePlan).policy
    total = Fraction(0)
    for state, chance in visits(plan).items():
        if (move := policy(state)) != STOP:
            rules = policy.attempt(state, move).power.casting_rules(policy.rules)
            total += chance * casting_odds(move.dice, 1, rules).perils
    return total


def following_states(policy: PhasePolicy, state: PhaseState, move: Move) -> dict[PhaseState, Fraction]:
    """Return the states that a move may lead to when the opponent replies as planned, with their chances.

    Examples
    --------
    One die for the only power, and one deny die, which is used if it is cast:

    >>> from psy.wh40k import Power, plan_phase
    >>> policy = plan_phase([Power("smite", 1, 2)], pool=1, deny_pool=1).policy
    >>> after = following_states(policy, policy.start, Move("smite", 1))
    >>> {(state.pool, state.deny_pool): str(chance) for state, chance in after.items()}
    {(0, 1): '1/2', (0, 0): '1/2'}
    """
    chances: dict[PhaseState, Fraction] = {}
    for after, charges, chance, _ in rolled(policy, state, move) if move != STOP else ():
        power = policy.game.powers[move.power].choices[move.option]
        scored = charges >= power.charge
        dice = policy.reply(after, move.power, charges, move.option) if scored else 0
        denied = (
            deny(charges, dice, policy.bonus(move.power, move.option), policy.rules) if dice else Fraction(0)
        )
        for effect, share in ((True, 1 - denied), (False, denied)):
            left = policy.settled(after, move, charges, effect)
            left = left._replace(deny_pool=left.deny_pool - dice)
            if share:
                chances[left] = chances.get(left, Fraction(0)) + chance * share
    return chances


def rolled(
    policy: PhasePolicy, state: PhaseState, move: Move
) -> Iterator[tuple[PhaseState, int, Fraction, Fraction]]:
    """Yield what a test may come to: the state after it, the charges, the chance, and the price of perils.

    Raises
    ------
    ValueError
        If the state does not allow the move.
    """
    attempt = policy.attempt(state, move)
    test = cast(move.dice, attempt.power.casting_rules(policy.rules))
    for (charges, perils), weight in test.items():
        chance = Fraction(weight, test.denominator())
        if not perils:
            yield policy.after(state, move), charges, chance, Fraction(0)
        for fate in attempt.fates if perils else ():
            yield policy.after(state, move, fate), charges, chance * fate.chance, fate.price


def _by_value(policy: PhasePolicy, state: PhaseState) -> list[Attempt]:
    """Return what may be tried, the most valuable power and option first."""
    attempts = policy.game.attempts(state.position)
    return sorted(attempts, key=lambda attempt: -Fraction(attempt.power.value) * attempt.power.hit)


def _fullest(policy: PhasePolicy, state: PhaseState) -> Iterator[Move]:
    """Yield the move with all dice for each attempt, the most valuable first."""
    for attempt in _by_value(policy, state):
        if attempt.shared and attempt.own + state.pool:
            yield Move(attempt.label, attempt.own + state.pool, attempt.option)


def _dice(attempt: Attempt, pool: int) -> range:
    return range(max(attempt.own, 1), attempt.own + (pool if attempt.shared else 0) + 1)


def _gain(policy: PhasePolicy, attempt: Attempt, dice: int, worth: Fraction) -> Fraction:
    odds = casting_odds(dice, attempt.power.charge, attempt.power.casting_rules(policy.rules))
    price = sum((fate.chance * fate.price for fate in attempt.fates), Fraction(0))
    return odds.success * worth - odds.failed * attempt.power.failed - odds.perils * price


def _replies(
    policy: PhasePolicy, after: PhaseState, move: Move, charges: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield each sensible number of deny dice with its chance to deny."""
    yield 0, Fraction(0)
    bonus = policy.bonus(move.power, move.option)
    for dice in range(charges, after.deny_pool + 1):
        yield dice, deny(charges, dice, bonus, policy.rules)
