"""What the cards and the circumstances are worth: changes of the phase's value, one assumption at a time."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from psy.exact.arguments import whole
from psy.prospero.numeration.cards import BEST, Policy
from psy.prospero.numeration.covens import ZONE_CAPACITY, Coven, Table
from psy.prospero.numeration.hand import Values
from psy.prospero.numeration.plan import numeration
from psy.prospero.rules import DECK_SIZE, RULES, WARP_CARDS, WILL_CARDS, Rules

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Setting:
    """A phase to ask questions about; the arguments of `numeration` with one coven.

    Examples
    --------
    >>> Setting([1], Coven(2), warp={"mastery": 1, "channelling": 2}, will={"emperor": 3}).value()
    1.0
    """

    values: Values
    coven: Coven
    table: Table = Table()  # noqa: RUF009 (frozen)
    warp: Mapping[str, int] = RULES.warp_deck
    will: Mapping[str, int] = RULES.will_deck
    rules: Rules = RULES
    attempts: int = 3
    policy: Policy = BEST

    def value(self, **changes: Any) -> float:
        """Return what the phase is worth, in floats, with some arguments changed."""
        return float(numeration(**{**self.__dict__, **changes}, exact=False).value)


def card_values(setting: Setting) -> "pd.DataFrame":
    """Return what one more and one fewer of each card is worth to the Traitor, the others unchanged.

    Returns
    -------
    DataFrame
        Indexed by ``(deck, card)``; columns ``one_more``, ``one_fewer``: change of the value in decks of 19
        and of 17 cards, nan where there is none to take away.
    """
    import pandas as pd

    value, cells = setting.value(), {}
    for deck, cards in (("warp", WARP_CARDS), ("will", WILL_CARDS)):
        counts = dict(getattr(setting, deck))
        for card in cards:
            count = counts.get(card, 0)
            more, fewer = ({**counts, card: count + change} for change in (1, -1))
            cells[deck, card] = (
                setting.value(**{deck: more}) - value,
                setting.value(**{deck: fewer}) - value if count else float("nan"),
            )
    index = pd.MultiIndex.from_tuples(list(cells), names=["deck", "card"])
    return pd.DataFrame(list(cells.values()), index=index, columns=["one_more", "one_fewer"])


def exchange_values(setting: Setting, deck: str) -> "pd.DataFrame":
    """Return what it is worth to the Traitor to put one card of a deck in the place of another.

    Parameters
    ----------
    deck
        ``"warp"`` or ``"will"``.

    Returns
    -------
    DataFrame
        Rows: the card that goes out; columns: the card that comes in; change of the value, nan where there is
        none to take out.
    """
    import pandas as pd

    names = WARP_CARDS if deck == "warp" else WILL_CARDS
    value = setting.value()
    cells = pd.DataFrame(0.0, index=pd.Index(names, name="out"), columns=pd.Index(names, name="in"))
    for gone, come in permutations(names, 2):
        counts = dict(getattr(setting, deck))
        counts[gone], counts[come] = counts.get(gone, 0) - 1, counts.get(come, 0) + 1
        cells.loc[gone, come] = setting.value(**{deck: counts}) - value if counts[gone] >= 0 else float("nan")
    return cells


def prices(setting: Setting) -> "pd.Series[float]":
    """Return what each circumstance is worth to the Traitor: the change of the value if it alone changes.

    Going second: the Loyalist reveals first. A change that is already made is left out.
    """
    import pandas as pd

    value, coven, table, rules = setting.value(), setting.coven, setting.table, setting.rules
    second = dataclasses.replace(rules, first_to_reveal="loyalist")
    changes: dict[str, dict[str, Any]] = {
        "ties repelled": {"rules": dataclasses.replace(rules, ties="repelled")},
        "ties cast": {"rules": dataclasses.replace(rules, ties="cast")},
        "loyalist reveals first": {"rules": second},
        "elite coven": {"coven": dataclasses.replace(coven, elite=True)},
        "custodes on the table": {"table": dataclasses.replace(table, custodes=True)},
        "sisters on the table": {"table": dataclasses.replace(table, sisters=True)},
        "sisters next door": {
            "table": dataclasses.replace(table, sisters=True),
            "coven": dataclasses.replace(coven, near_sisters=True),
        },
        "one more attempt": {"attempts": setting.attempts + 1},
    }
    if coven.models > 1:
        changes["one model fewer"] = {"coven": dataclasses.replace(coven, models=coven.models - 1)}
    if coven.models < ZONE_CAPACITY:
        changes["one model more"] = {"coven": dataclasses.replace(coven, models=coven.models + 1)}
    made = {
        name: change
        for name, change in changes.items()
        if any(getattr(setting, k) != v for k, v in change.items())
    }
    return pd.Series({name: setting.value(**change) - value for name, change in made.items()}, name="change")


def tornado(setting: Setting) -> "pd.DataFrame":
    """Return how far each assumption can move the value: every deck count by one card, ties, assumed points.

    Returns
    -------
    DataFrame
        Indexed by assumption, the widest first; columns ``low``, ``high``: the least and the greatest value
        of the phase over the readings of that assumption, the setting's own among them.
    """
    import pandas as pd

    value = setting.value()
    found: dict[str, list[float]] = {}
    for deck in ("warp", "will"):
        cells = exchange_values(setting, deck)
        for card in cells.index:
            moved = pd.concat([cells.loc[card], cells[card]]).dropna()
            found[f"{deck}: {card}"] = [value, *(value + moved)]
    for name, rules in _readings(setting.rules):
        found.setdefault(name, [value]).append(setting.value(rules=rules))
    table = pd.DataFrame(
        {"low": map(min, found.values()), "high": map(max, found.values())}, index=list(found)
    )
    return table.loc[(table["low"] - table["high"]).sort_values(kind="stable").index]


def _readings(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield the other readings of the switch and of the assumed points."""
    for ties in ("cast", "repelled"):
        yield "ties", dataclasses.replace(rules, ties=ties)
    for card in ("tide", "defiant", "unbreakable"):
        for points in (0, 1):
            changed = dataclasses.replace(rules.own_points, **{card: points})
            yield f"points of {card}", dataclasses.replace(rules, own_points=changed)


def make_ups(setting: Setting, decks: int, rng: np.random.Generator | int) -> "pd.DataFrame":
    """Return the value of the phase for random make-ups of both decks.

    Parameters
    ----------
    decks
        How many pairs of decks, 0 or more. All decks of 18 cards with at least one of each card are equally
        likely.
    rng
        A numpy generator, or a seed for a new one.

    Returns
    -------
    DataFrame
        One row for each pair: the count of each card, and ``value``.
    """
    import pandas as pd

    rng = np.random.default_rng(rng)
    rows = []
    for _ in range(whole("decks", decks)):
        warp, will = (
            dict(zip(names, _make_up(len(names), rng), strict=True)) for names in (WARP_CARDS, WILL_CARDS)
        )
        rows.append({**warp, **will, "value": setting.value(warp=warp, will=will)})
    return pd.DataFrame(rows, columns=[*WARP_CARDS, *WILL_CARDS, "value"])


def _make_up(kinds: int, rng: np.random.Generator) -> list[int]:
    """Cut 18 cards in a row at random places into so many kinds, none of them empty."""
    cuts = np.sort(rng.choice(np.arange(1, DECK_SIZE), size=kinds - 1, replace=False))
    counts: list[int] = np.diff([0, *cuts, DECK_SIZE]).tolist()
    return counts
