"""Pictures of the choices that cards give: by the totals so far, and by what a model is worth."""

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from psy.prospero import RULES, choice_table, numeration, other_taken
from psy.prospero.numeration.covens import ZONE_CAPACITY
from psy.prospero.numeration.samples import TIES, place
from psy.study.measures.prospero import vortex_risked
from psy.view.chart import Chart
from psy.view.controls import Menu, picture
from psy.view.marks import Rule
from psy.view.numbers import decimal, percent
from psy.view.prospero.numeration import ASSUMED, TWO, Models, Ties, near
from psy.view.shapes import cells, curves
from psy.view.words import plural

if TYPE_CHECKING:
    import pandas as pd

# What a card may be used for instead of its point.
OTHERS = {
    "vortex": f"{RULES.warp_points.risked_vortex} points at a risk",
    "siphon": "the cast that ends the phase",
    "test": f"{RULES.will_points.hard_test} points and one more attempt",
    "unbending": "no point and the threat",
}
WHEN = {"first attempt of a phase": RULES.powers_in_hand, "only attempt": 1}
_WIDE = range(-4, 7)
_LEFT = [f"{left} to come" if left else "last card" for left in reversed(range(RULES.reveals))]
# What a model is worth, in halves of a power: where the choice turns, and a little to either side.
_HALVES, _POWER = (0, 2, 3, 4, 5, 6), 2


@lru_cache(maxsize=64)
def _choices(when: str, models: int, ties: str) -> tuple["pd.DataFrame", dict[str, float]]:
    """Return the choices of a first attempt with full decks, and how often each other option is taken."""
    rules, hand = TIES[ties], [1] * WHEN[when]
    plan = numeration(rules.warp_deck, rules.will_deck, hand, *place(models, "nobody"), rules, exact=False)
    return choice_table(plan), other_taken(plan)


@picture
def choice_map(
    card: Annotated[str, Menu("card", tuple(OTHERS))] = "vortex",
    when: Annotated[str, Menu("when", tuple(WHEN))] = "first attempt of a phase",
    models: Models = TWO,
    ties: Ties = RULES.ties,
) -> Chart:
    """Gain by the other option of a card over its point, by the totals and the cards to come."""
    table, shares = _choices(when, models, ties)
    mine = table[[card in names.split(", ") for names in table["card"]]]
    found = zip(*(mine[name].tolist() for name in ("turned", "difference", "gain")), strict=True)
    gains = {(turned // 2, lead): near(100 * gain) for turned, lead, gain in found}
    rows = [[gains.get((own, lead)) for lead in _WIDE] for own in range(RULES.reveals)]
    sentence = f"In the {when}, {card} never comes up with a choice."
    if card in shares:
        sentence = (
            f"In the {when}, {percent(near(shares[card]), 0)} of the {card} cards that come up are best used "
            f"for {OTHERS[card]}: blue cells gain by it, red ones lose, in hundredths of a power."
        )
    return cells(
        f"When is {card} worth more than its point?{ASSUMED}",
        {"warp total less will total so far": _WIDE},
        {"": _LEFT},
        rows,
        sentence,
        write=lambda gain, digits=0: decimal(gain, 0),
        most=50,
    )


@picture
def vortex_curve() -> Chart:
    """How often a vortex is risked, by what a model of the coven is worth."""
    rules = {half / _POWER: replace(RULES, model_worth=half) for half in _HALVES}
    shares = {
        models: [near(vortex_risked(_POWER, models, rules=each)) for each in rules.values()]
        for models in range(TWO, ZONE_CAPACITY + 1)
    }
    turns = {
        models: next(
            (f"{worth:g}" for worth, share in zip(rules, line, strict=True) if 2 * share <= 1), "more"
        )
        for models, line in shares.items()
    }
    words = (f"{worth} with {plural(models, 'model')}" for models, worth in turns.items())
    return curves(
        f"Until when does the vortex pay?{ASSUMED}",
        {"worth of a model, in powers": list(rules)},
        {plural(models, "model"): line for models, line in shares.items()},
        "Once a model is worth this many powers, at most half of the vortexes are risked: "
        f"{', '.join(words)}.",
        label="vortexes used for the risk",
    ).plus(Rule(0.5, lying=True, label="half of them"))
