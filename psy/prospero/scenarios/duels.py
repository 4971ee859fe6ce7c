"""What the dice of the scenarios decide, round by round, and all six as a table. Maps are out of scope."""

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from icepool import Die

from psy.exact.arguments import instance, whole
from psy.exact.clocks import MAX_ROUNDS, Clock, run_clock
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

if TYPE_CHECKING:
    import pandas as pd


class Token(NamedTuple):
    """In how many rounds the target token stayed, was moved to a neighbouring zone, or was taken away."""

    kept: int
    moved: int
    away: int


class Powers(NamedTuple):
    """How many free powers the primarchs' duel has given, and how many cards it has cost, all replaced."""

    free: int
    lost: int


def target_token(rounds: int | None = None, rules: BattleRules = BATTLE_RULES) -> Clock:
    """Return how often the target token stays, is moved and is taken away; done when it has stayed once.

    Rule: scenario 3, Volcano Cannon Bombardment: a d6 each; the Traitor's higher keeps the token, the
    Loyalist's higher lets him move it to a neighbouring zone, and a tie takes it away for the round.

    Parameters
    ----------
    rounds
        0 to 10,000; the eight of the scenario if not given.

    Examples
    --------
    >>> target_token(rounds=1).done[1]
    Fraction(5, 12)
    """
    instance("rules", rules, BattleRules)
    rule = rules.target_token
    one = _opposed(rule.die, rule.die)

    def step(token: Token) -> Die[Token]:
        kept, moved, away = token
        return one.map(
            {
                1: Token(kept + 1, moved, away),
                -1: Token(kept, moved + 1, away),
                0: Token(kept, moved, away + 1),
            }
        )

    return run_clock(
        Token(0, 0, 0),
        step,
        rule.rounds if rounds is None else rounds,
        lambda token: token.kept > 0,
    )


def psychic_duel(rounds: int, rules: BattleRules = BATTLE_RULES) -> Clock:
    """Return the number that the d12 shows; done when Ahriman has won the duel.

    Rule: scenario 5, Psychic Duel: at the end of a round it rises by 1, from 1, if the Traitor's d10 is at
    least the Loyalist's d6, and wins at 9. Ahriman takes part from the next round on, so the chance that he
    is awake in a round is ``before`` of the clock.

    Parameters
    ----------
    rounds
        0 to 10,000.

    Examples
    --------
    It rises with 3/4, so eight rounds are enough with 3/4 to the eighth:

    >>> psychic_duel(9).before[9]
    Fraction(6561, 65536)
    """
    instance("rules", rules, BattleRules)
    rule = rules.psychic_duel
    rises = _opposed(rule.traitor_die, rule.loyalist_die).map(lambda sign: int(sign >= 0))
    return run_clock(
        rule.start,
        lambda number: rises.map(lambda more: min(rule.end, number + more)),
        rounds,
        lambda number: number >= rule.end,
    )


def primarchs_duel(rounds: int | None = None, rules: BattleRules = BATTLE_RULES) -> Clock:
    """Return how many powers the duel gives and takes; done when it has given one.

    Rule: scenario 6, Duel of the Primarchs: a d12 each; the Traitor's higher casts the top power of the deck
    free, equal or lower costs a power of their hand, of the Loyalist's choice, which is replaced at the end
    of the phase. Either way one of the fifteen powers is gone for the battle; see `primarchs_phase` for what
    this is worth in one round.

    Parameters
    ----------
    rounds
        0 to 10,000; the six of the scenario if not given.

    Examples
    --------
    >>> primarchs_duel(rounds=1).done[1]
    Fraction(11, 24)
    """
    instance("rules", rules, BattleRules)
    rule = rules.primarchs_duel
    one = _opposed(rule.die, rule.die)

    def step(powers: Powers) -> Die[Powers]:
        free, lost = powers
        return one.map(lambda sign: Powers(free + 1, lost) if sign > 0 else Powers(free, lost + 1))

    return run_clock(
        Powers(0, 0),
        step,
        rule.rounds if rounds is None else rounds,
        lambda powers: powers.free > 0,
    )


def lava_teleports(teleports: int | None = None, rules: BattleRules = BATTLE_RULES) -> Clock:
    """Return how many Terminators are lost, by teleport instead of by round; done when one is.

    Rule: scenario 6, Swirling Smoke: each teleport onto the tormented ground dies on a 1.

    Parameters
    ----------
    teleports
        0 to 10,000; the five Terminators of the scenario if not given.

    Examples
    --------
    >>> lava_teleports(2).done[2]
    Fraction(11, 36)
    """
    instance("rules", rules, BattleRules)
    rule = rules.lava
    dies = min(rule.die, rule.dies_on)
    one = Die({0: rule.die - dies, 1: dies}) if dies < rule.die else Die([1])
    count = whole("teleports", rule.teleports if teleports is None else teleports, 0, MAX_ROUNDS)
    return run_clock(0, lambda lost: one + lost, count, lambda lost: lost > 0)


def scenario_table(rules: BattleRules = BATTLE_RULES) -> "pd.DataFrame":
    """Return the six scenarios in own words.

    Returns
    -------
    DataFrame
        Indexed by number; columns name, rounds, loyalist, traitor, powers, ends and dice, all text.
    """
    instance("rules", rules, BattleRules)
    import pandas as pd

    rows = {
        scenario.number: {
            "name": scenario.name,
            "rounds": str(rules.last_rounds.get(scenario.number, "no limit")),
            "loyalist": ", ".join(scenario.loyalist),
            "traitor": ", ".join(scenario.traitor),
            "powers": "all at random" if scenario.cult is None else f"{scenario.cult}, the rest at random",
            "ends": scenario.ends,
            "dice": scenario.dice,
        }
        for scenario in rules.scenarios
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("scenario")


def _opposed(traitor: int, loyalist: int) -> Die[int]:
    """Return 1 if the Traitor's die is higher, -1 if the Loyalist's is, 0 if they are equal."""
    pairs = product(range(1, traitor + 1), range(1, loyalist + 1))
    return Die([(ours > theirs) - (ours < theirs) for ours, theirs in pairs])
