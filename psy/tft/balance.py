"""Which modes careful psions never choose in a single exchange, and what change would bring each back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress, product

from psy.exact.arguments import one_of
from psy.exact.matrix_games import is_playable, playable
from psy.tft.exchange import NOTHING, menu, modes_of
from psy.tft.matchup import FREE, BestModes, Prices, best_modes, swings
from psy.tft.rules import RULES, Damage, Mode, Psion, Rules, Undefended

Pairing = tuple[Psion, Psion]


def pairings(
    iqs: Iterable[int] = (8, 12, 16), psis: Iterable[int] = (8, 14), pools: Iterable[int] = (6, 20)
) -> tuple[Pairing, ...]:
    """Return attackers and defenders of every IQ and pool, the defenders with every PSI too.

    The attacker's PSI has no say in an exchange: it is the first of ``psis``.

    Examples
    --------
    >>> len(pairings(iqs=[10, 12], psis=[9, 10, 11], pools=[5]))
    12
    """
    iqs, psis, pools = tuple(iqs), tuple(psis), tuple(pools)
    attackers = [Psion(*stats) for stats in product(iqs, psis[:1], pools)]
    return tuple(product(attackers, [Psion(*stats) for stats in product(iqs, psis, pools)]))


def played_modes(
    side: str, pairings: Sequence[Pairing], rules: Rules = RULES, prices: Prices = FREE
) -> tuple[str, ...]:
    """Return the modes of one side that have a place in at least one equilibrium of at least one pairing.

    An equilibrium of a single exchange, as `psy.tft.best_modes` solves it; all of its equilibria are weighed,
    in fractions.

    Parameters
    ----------
    side
        ``"attack"`` or ``"defence"``.

    Examples
    --------
    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> played_modes("attack", [(psion, psion)])
    ('dominate ego', 'nothing')
    """
    names = [mode.name for mode in menu(side, rules)]
    played: set[str] = set()
    for pairing in pairings:
        if len(played) < len(names):
            played |= _played(side, *pairing, rules, prices)
    return tuple(name for name in names if name in played)


def unused_modes(
    side: str, pairings: Sequence[Pairing], rules: Rules = RULES, prices: Prices = FREE
) -> tuple[str, ...]:
    """Return the modes of one side that no equilibrium of any pairing plays.

    Examples
    --------
    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> unused_modes("attack", [(psion, psion)])
    ('psychic blast', 'mind melding', 'mental stab', 'cortex crush')
    """
    played = played_modes(side, pairings, rules, prices)
    return tuple(mode.name for mode in menu(side, rules) if mode.name not in played)


def comeback_cost(
    side: str, name: str, pairings: Sequence[Pairing], rules: Rules = RULES, prices: Prices = FREE
) -> int | None:
    """Return the highest cost, up to the published one, at which some equilibrium plays a mode.

    Parameters
    ----------
    side
        ``"attack"`` or ``"defence"``.
    name
        A mode on that side's menu.

    Returns
    -------
    int or None
        None if the mode is not played even for nothing.

    Examples
    --------
    A mind that only hides behind a mask is not worth a stab at any price; free, a stab does no harm:

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> comeback_cost("attack", "mental stab", [(psion, psion)])
    0
    """
    cost = _mode(side, name, rules).cost
    variants = ((price, with_cost(rules, side, name, price)) for price in range(cost, -1, -1))
    return next(
        (price for price, variant in variants if _is_played(side, name, pairings, variant, prices)), None
    )


def comebacks(
    pairings: Sequence[Pairing], rules: Rules = RULES, prices: Prices = FREE
) -> dict[tuple[str, str], int | None]:
    """Return, for each mode that no equilibrium plays, the highest cost at which one does.

    Returns
    -------
    dict of int or None
        By side and mode, as `comeback_cost`.

    Examples
    --------
    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> comebacks([(psion, psion)])["attack", "cortex crush"]
    4
    """
    return {
        (side, name): comeback_cost(side, name, pairings, rules, prices)
        for side in ("attack", "defence")
        for name in unused_modes(side, pairings, rules, prices)
        if name != NOTHING.name
    }


def with_cost(rules: Rules, side: str, name: str, cost: int) -> Rules:
    """Return the rules with another cost of one mode.

    Examples
    --------
    >>> with_cost(RULES, "attack", "mental stab", 3).attacks[3].cost
    3
    """
    modes = tuple(replace(mode, cost=cost) if mode.name == name else mode for mode in _modes(side, rules))
    return replace(rules, attacks=modes) if side == "attack" else replace(rules, defences=modes)


@dataclass(frozen=True)
class Remedy:
    """What a change of the rules does to one exchange between two psions.

    Parameters
    ----------
    before, after
        The exchange under the rules as they were and as they are changed.
    entered, left
        The modes, attacks first, that some equilibrium plays only after the change, or only before it.
    """

    before: BestModes
    after: BestModes
    entered: tuple[str, ...]
    left: tuple[str, ...]

    @property
    def gain(self) -> Fraction:
        """Points of swing by which the attacker gains, and the defender loses, in each exchange."""
        return self.after.value - self.before.value


def remedy(
    attacker: Psion, defender: Psion, changed: Rules, rules: Rules = RULES, prices: Prices = FREE
) -> Remedy:
    """Return who gains by a change of the rules, and which modes it brings in and drives out.

    Parameters
    ----------
    changed, rules
        The rules after the change and before it.

    Examples
    --------
    A mask for 3 that is not paid back keeps nobody safe: the attacker gains by it.

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> mask = replace(RULES.defences[0], cost=3, refunded=False)
    >>> found = remedy(psion, psion, replace(RULES, defences=(mask, *RULES.defences[1:])))
    >>> found.left, str(found.gain)
    (('mask mind',), '29/42')
    """
    before, after = (
        [
            name
            for side in ("attack", "defence")
            for name in played_modes(side, [(attacker, defender)], of, prices)
            if name != NOTHING.name
        ]
        for of in (rules, changed)
    )
    return Remedy(
        best_modes(attacker, defender, rules, prices),
        best_modes(attacker, defender, changed, prices),
        entered=tuple(name for name in after if name not in before),
        left=tuple(name for name in before if name not in after),
    )


def assumed_variants(rules: Rules = RULES) -> dict[str, Rules]:
    """Return rules in which each value that no source states is another one, by a name that says which.

    Examples
    --------
    >>> list(assumed_variants())[:2]
    ['no defence: 1 point', 'no defence: 2 points']
    """
    found = {}
    for words, damage in (
        ("1 point", Damage(plus=1)),
        ("2 points", Damage(plus=2)),
        ("1 die", Damage(dice=1)),
        ("2 dice", Damage(dice=2)),
    ):
        rows = tuple(Undefended(row.name, damage.dice, damage.plus) for row in rules.no_defence)
        found[f"no defence: {words}"] = replace(rules, no_defence=rows)
    fewest = max((cell.contest.fewer for cell in rules.cells if cell.contest), default=0)
    for most in (1, 3, 5, 10, 20):
        if most >= fewest:
            found[f"wills with up to {most} {'die' if most == 1 else 'dice'}"] = replace(
                rules, most_contest_dice=most
            )
    for margin in range(3):
        variant = replace(rules, automatic=True, automatic_margin=margin)
        found[f"automatic within {margin} of the ends"] = variant
    return {name: variant for name, variant in found.items() if variant != rules}


def _is_played(side: str, name: str, pairings: Iterable[Pairing], rules: Rules, prices: Prices) -> bool:
    return any(_plays(side, name, *pairing, rules, prices) for pairing in pairings)


def _plays(side: str, name: str, attacker: Psion, defender: Psion, rules: Rules, prices: Prices) -> bool:
    """Whether some equilibrium of one pairing plays a mode."""
    psion = attacker if side == "attack" else defender
    names = [mode.name for mode in modes_of(psion, side, rules)]
    if name not in names:
        return False
    table = swings(attacker, defender, rules, prices)
    if side == "defence":
        table = tuple(tuple(-entry for entry in column) for column in zip(*table, strict=True))
    return is_playable(table, names.index(name))


def _played(side: str, attacker: Psion, defender: Psion, rules: Rules, prices: Prices) -> set[str]:
    """Return the modes of one side that some equilibrium of one pairing plays."""
    ever = playable(swings(attacker, defender, rules, prices))
    psion, chosen = (attacker, ever.rows) if side == "attack" else (defender, ever.columns)
    return {mode.name for mode in compress(modes_of(psion, side, rules), chosen)}


def _modes(side: str, rules: Rules) -> tuple[Mode, ...]:
    return rules.attacks if one_of("side", side, ("attack", "defence")) == "attack" else rules.defences


def _mode(side: str, name: str, rules: Rules) -> Mode:
    on_menu = {mode.name: mode for mode in menu(side, rules)}
    return on_menu[one_of("name", name, tuple(on_menu))]
