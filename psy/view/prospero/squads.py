"""Squads as tables that a reader fills in, and how squads, distances and what is assumed are said."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Annotated

from psy import prospero
from psy.prospero import BATTLE_RULEBOOK, BATTLE_RULES, Squad, Terms
from psy.study.variants import in_words
from psy.view.controls import Menu, Rows, Sheet, Slider

_NAMES = ("thousand", "sons", "space", "wolves", "terminators", "veterans", "sisters", "custodians")
# Who attacks first, by the words on the control; Prescience lets the Traitor choose.
_ORDERS = {"by initiative": "initiative", "the Traitor": "traitor", "the Loyalist": "loyalist"}


def titled(name: str) -> str:
    """Return the name of a squad with capitals for those of armies and people.

    Examples
    --------
    >>> titled("geigor and three veterans"), titled("sisters with flamers")
    ('Geigor and three Veterans', 'Sisters with flamers')
    """
    proper = {*_NAMES, *(kind.name for kind in BATTLE_RULES.models)}
    return " ".join(word.capitalize() if word in proper else word for word in name.split())


def sheet(side: str) -> Sheet:
    """Return the table of a squad of one side, with its sample squads; the first takes damage first."""
    words = {one: name for name, one in prospero.every_model(side).items()}
    samples = {titled(name): one.models for name, one in prospero.sample_squads(side).items()}
    examples = {
        name: tuple((words[model],) for model in models)
        for name, models in samples.items()
        if set(models) <= set(words)
    }
    names = tuple(words.values())
    examples = examples or {f"a {names[0]}": ((names[0],),)}
    return Sheet(f"the {side.title()}'s squad", (Menu("model", names),), examples, BATTLE_RULES.zone_capacity)


_TRAITOR, _LOYALIST = sheet("traitor"), sheet("loyalist")
Traitor = Annotated[Rows, _TRAITOR]
Loyalist = Annotated[Rows, _LOYALIST]
# The second of the samples are those with a weapon of each kind.
SONS, WOLVES = ((*each.examples.values(),)[:2][-1] for each in (_TRAITOR, _LOYALIST))
Distance = Annotated[int, Slider("zones apart", 1, 4)]
First = Annotated[str, Menu("who attacks first", tuple(_ORDERS))]


@lru_cache(maxsize=1024)
def built(side: str, rows: Rows) -> Squad:
    """Return the squad of a table, or say what is wrong with it."""
    known = prospero.every_model(side)
    return prospero.squad(side, *(known[str(word)] for (word,) in rows))


@cache
def samples(side: str) -> dict[str, Squad]:
    """Return the squads of the examples of a side by name."""
    return {name: built(side, rows) for name, rows in sheet(side).examples.items()}


def terms(distance: int, first: str) -> Terms:
    """Return the terms of a battle as the controls say them."""
    return Terms(distance, _ORDERS[first])


def how_far(distance: int) -> str:
    """Return a distance in words."""
    return "in close combat" if distance == 1 else f"at {distance} zones"


def assumed(squads: Iterable[Squad], *keys: str) -> str:
    """Return the mark of a title of which profiles, or these keys of the rules, are assumed; else nothing."""
    what = [in_words(key) for key in keys if BATTLE_RULEBOOK.entries[key].status == "assumed"]
    what = [*["profiles"] * any(one.assumed() for one in squads), *what]
    return f" (assumed: {', '.join(what)})" if what else ""
