"""The best reply to a habit: what an opponent gives away whose choices are known."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from psy.exact.arguments import one_of, rational
from psy.exact.matrix_games import solve_matrix
from psy.exact.payoffs import Mix
from psy.tft.matchup import FREE, Number, Prices, names, swings, where
from psy.tft.rules import RULES, Psion, Rules


@dataclass(frozen=True)
class BestReply:
    """The best answer to an opponent's habit.

    Parameters
    ----------
    value
        The expected swing, from the attacker's point of view.
    modes
        Every best mode.
    gain
        Points better than at equilibrium, for the side that replies; 0 or more.
    """

    value: Fraction
    modes: tuple[str, ...]
    gain: Fraction


def best_reply(
    side: str,
    habit: Mapping[str, Number],
    attacker: Psion,
    defender: Psion,
    rules: Rules = RULES,
    prices: Prices = FREE,
) -> BestReply:
    """Return the best reply to an opponent whose mix of modes is known, and what knowing it is worth.

    Parameters
    ----------
    side
        Who replies: ``"attack"`` to a habit of defences, ``"defence"`` to a habit of attacks.
    habit
        The chance of each of the opponent's modes, integers or Fractions that sum to 1; a mode that is left
        out has none.

    Raises
    ------
    TypeError, ValueError
        If a mode is not on the menu, or the chances are none or do not sum to 1.

    Examples
    --------
    Melding costs 1 and takes 1d+1 from anybody who always trusts to a fortress, which costs 1:

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> reply = best_reply("attack", {"thought fortress": 1}, psion, psion)
    >>> print(reply.value, *reply.modes)
    9/2 mind melding
    """
    table = swings(attacker, defender, rules, prices)
    on_menu = {"attack": names(attacker, "attack", rules), "defence": names(defender, "defence", rules)}
    opponent = "defence" if one_of("side", side, ("attack", "defence")) == "attack" else "attack"
    mix = _mix(habit, on_menu[opponent])
    sign = 1 if side == "attack" else -1
    lines = table if side == "attack" else zip(*table, strict=True)
    worths = [sign * sum(map(mul, line, mix), Fraction(0)) for line in lines]
    best = max(worths)
    modes = where(on_menu[side], [worth == best for worth in worths])
    return BestReply(sign * best, modes, best - sign * solve_matrix(table).value)


def habits(
    side: str, attacker: Psion, defender: Psion, rules: Rules = RULES, prices: Prices = FREE
) -> dict[str, BestReply]:
    """Return the best reply to every mode that the opponent might always use, by the mode.

    Parameters
    ----------
    side
        Who replies, as for `best_reply`.

    Examples
    --------
    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> print(*habits("attack", psion, psion)["thought fortress"].modes)
    mind melding
    """
    opponent = "defence" if one_of("side", side, ("attack", "defence")) == "attack" else "attack"
    modes = names(defender if opponent == "defence" else attacker, opponent, rules)
    return {name: best_reply(side, {name: 1}, attacker, defender, rules, prices) for name in modes}


def _mix(habit: Mapping[str, Number], names: tuple[str, ...]) -> Mix:
    """Return the habit as a mix in the order of the names, or refuse it."""
    chances = {one_of("habit", name, names): rational("habit", chance, 0) for name, chance in habit.items()}
    if sum(chances.values()) != 1:
        raise ValueError(f"habit must have chances that sum to 1, not {sum(chances.values())}")
    return tuple(chances.get(name, Fraction(0)) for name in names)
