"""What no source states of the numeration phase, one thing moved at a time: for `psy.study.one_at_a_time`."""

from typing import Any

from psy.exact.arguments import instance
from psy.prospero.rules import RULES, Rules

Moves = dict[str, dict[str, dict[str, Any]]]


def assumptions(rules: Rules = RULES, power: int = 10) -> Moves:
    """Return everything that is assumed, moved a little either way: keys of the rules and their values.

    The counts of both decks, a card more and a card fewer in exchange for the commonest other card; the
    points of cards that the source gives none; the ties; the worths of a model and of a swap.

    Parameters
    ----------
    power
        What a power is worth in the phases that are measured: a model is moved by half of it, a swap by a
        tenth.

    Returns
    -------
    dict
        By what is moved, for each way in words the keys of the rules that change together.

    Examples
    --------
    >>> assumptions()["will: test"]["one more"]
    {'will_deck.test': 4, 'will_deck.emperor': 3}
    """
    instance("rules", rules, Rules)
    other = next(word for word in ("cast", "repelled") if word != rules.ties)
    points = {
        f"points of {card}": {
            f"{abs(step)} {'more' if step > 0 else 'less'}": {f"own_points.{card}": own + step}
            for step in (-1, 1)
            if own + step >= 0
        }
        for card in ("tide", "defiant", "unbreakable")
        for own in [getattr(rules.own_points, card)]
    }
    return {
        **_counts("warp", dict(rules.warp_deck)),
        **_counts("will", dict(rules.will_deck)),
        **points,
        "a tie": {other: {"ties": other}},
        "worth of a model": {"half a power more": {"model_worth": rules.model_worth + power // 2}},
        "worth of a swap": {"a tenth of a power more": {"swap_worth": rules.swap_worth + power // 10}},
    }


def _counts(deck: str, counts: dict[str, int]) -> Moves:
    """Return each card of a deck exchanged for the commonest other one, no pair of cards twice."""
    found: Moves = {}
    for card, count in counts.items():
        other = max((name for name in counts if name != card), key=lambda name: counts[name])
        moved = {
            word: {f"{deck}_deck.{card}": count + step, f"{deck}_deck.{other}": counts[other] - step}
            for word, step in (("one fewer", -1), ("one more", 1))
            if count + step >= 0 <= counts[other] - step
        }
        if moved and f"{deck}: {other}" not in found:
            found[f"{deck}: {card}"] = moved
    return found
