"""A picture of what a phase with a hand of powers, and an attack after it, do to each model of a squad."""

from functools import lru_cache
from typing import Annotated

from psy.prospero import (
    BATTLE_RULES,
    POWERS,
    RULES,
    Assault,
    Coven,
    NumerationPlan,
    Squad,
    Table,
    numeration,
    power_worths,
)
from psy.prospero.powers.aftermath import Blow, Chance, any_of, blows_cast
from psy.prospero.powers.attacks import PSYCHIC_ATTACKS
from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, Slider, picture
from psy.view.numbers import percent
from psy.view.prospero.numeration import ASSUMED, near
from psy.view.prospero.squads import SONS, WOLVES, Loyalist, assumed, built, titled
from psy.view.shapes import bars

FURTHER = "precognitive precision"
_HURT = [name for name in (*PSYCHIC_ATTACKS, FURTHER) if name in POWERS]
_OTHER = [name for name in POWERS if name not in _HURT and POWERS[name].counted != "attack"]
_DEALT = RULES.powers_in_hand
_HAND = Sheet(
    "powers in hand",
    (Menu("power", tuple(POWERS)),),
    {
        f"with {number} that hurt": tuple((name,) for name in [*_HURT[:number], *_OTHER][:_DEALT])
        for number in (len(_HURT), 2)
    },
    _DEALT,
)
# What follows in the same round, by the words on the control: from how many zones away the coven attacks.
_AFTER = {"nothing": None, "the coven's shots": 2, "the coven's close combat": 1}
_APART = 2


@lru_cache(maxsize=128)
def _phase_of(hand: Rows, target: Squad) -> tuple[NumerationPlan, dict[tuple[Blow, ...], Chance]]:
    """Return the best phase of the sample coven with a hand against a squad, and the attacks cast in it.

    A power is worth its damage, dealt or kept from the coven.
    """
    coven = built("traitor", SONS)
    worths = power_worths(coven, target, _APART)
    values = {f"{name}": worths[f"{name}"].worth or 0 for (name,) in hand}
    kinds, others = ({model.kind.squad for model in squad.models} for squad in (coven, target))
    elite = any("terminator" in kind or kind == "ahriman" for kind in kinds)
    on_table = Table("legio custodes" in others, "silent sisterhood" in others)
    models = max(1, len(coven.models))
    plan = numeration(RULES.warp_deck, RULES.will_deck, values, Coven(models, elite), on_table, exact=False)
    blows: dict[str, Blow] = {name: name for name in PSYCHIC_ATTACKS} | {FURTHER: Assault(coven, _APART)}
    return plan, blows_cast(plan, blows)


@picture
def phase_slays(
    target: Loyalist = WOLVES,
    hand: Annotated[Rows, _HAND] = _HAND.values[0],  # type: ignore[assignment]
    after: Annotated[str, Menu("after the powers", tuple(_AFTER))] = "the coven's shots",
    number: Annotated[int, Slider("which model", 1, BATTLE_RULES.zone_capacity)] = 1,
) -> Chart:
    """Show how likely each model of a squad is slain by the powers of a phase and an attack after them."""
    squad, sons = built("loyalist", target), built("traitor", SONS)
    if number > len(squad.models):
        raise ValueError(f"which model must be one of the squad's {len(squad.models)}, not {number}")
    distance, (plan, cast) = _AFTER[after], _phase_of(hand, squad)
    then = [] if distance is None else [Assault(sons, distance)]
    ends = {"by the powers alone": any_of(squad, cast)}
    ends[f"with {after}"] = any_of(squad, {(*blows, *then): cast[blows] for blows in cast})
    names = [f"{place}. {titled(model.kind.name)}" for place, model in enumerate(squad.models, start=1)]
    chances = {
        words: [near(end.model_slain(place)) for place in range(len(names))] for words, end in ends.items()
    }
    alone, both = (each[number - 1] for each in chances.values())
    first = sorted({f"{move.power}" for move in plan.first_moves})
    return bars(
        f"Who falls in this phase{assumed([squad, sons])}?{ASSUMED}",
        {"model": names},
        chances,
        f"The powers slay model {number}, {names[number - 1].partition('. ')[2]}, "
        f"in {percent(alone, 0)} of phases"
        + (f", and with {after} in {percent(both, 0)} of rounds" if then else "")
        + (f". The Traitor tries {' or '.join(first)} first." if first else ". No power is worth trying."),
        at=names[number - 1],
        lying=True,
    )
