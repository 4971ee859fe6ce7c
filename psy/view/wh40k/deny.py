"""Pictures of denying: what each die adds, who denies best, a pool split, and casting against denying."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from psy.view.chart import Chart
from psy.view.controls import Menu, Slider, picture
from psy.view.marks import Points
from psy.view.numbers import decimal, percent
from psy.view.ordinary import table_of
from psy.view.palette import FILLS
from psy.view.shapes import bars, beside, cells, curves
from psy.view.wh40k.words import dice_words
from psy.view.words import plural
from psy.wh40k import (
    RULES,
    best_die,
    casting_odds,
    denied_share,
    deny,
    deny_bonus,
    deny_gains,
    fewest_dice,
    hard_to_deny_from,
    resolve,
    resolve_by_cost,
)
from psy.wh40k.sample_units import TARGETS

MOST_DENY, MOST_CAST = 20, 16
Charges = Annotated[int, Slider("charges scored", 1, 6)]
FewCharges = Annotated[int, Slider("charges scored", 1, 4)]
DenyDice = Annotated[int, Slider("deny dice", 0, MOST_DENY)]
SomeDice = Annotated[int, Slider("deny dice", 0, 12)]
Bonus = Annotated[int, Slider("bonus to each die", 0, 3)]
Charge = Annotated[int, Slider("warp charge", 1, 4)]
First = Annotated[int, Slider("charges of the first", 1, 4)]
Second = Annotated[int, Slider("charges of the second", 1, 4)]
Pool = Annotated[int, Slider("deny dice for both", 0, 16)]
Caster = Annotated[int, Slider("mastery of the caster", 1, 4)]
Inches = Annotated[int, Slider("inches to the hood", 0, 24, mailed=(0, 6, 11, 12, 13, 18, 24))]
HOODS = {"the hood's own unit rolls": False, "as if the bearer joined the target": True}
Hoods = Annotated[str, Menu("psychic hood", tuple(HOODS))]
HOOD = next(name for name, joins in HOODS.items() if joins is RULES.hood_joins_unit)


@picture
def deny_curve(charges: Charges = 2, dice: DenyDice = 6, bonus: Bonus = 0) -> Chart:
    """The chance to deny over the deny dice, and what each die adds."""
    numbers = range(MOST_DENY + 1)
    chance = [deny(charges, n, bonus) for n in numbers]
    gains = deny_gains(charges, MOST_DENY, bonus)
    most = best_die(charges, bonus)
    sentence = (
        f"{dice_words(dice)} at +{bonus} deny {plural(charges, 'charge')} in {percent(chance[dice], 0)} of "
        f"rolls; die {' and die '.join(map(str, most))} {'adds' if len(most) == 1 else 'add'} most."
    )
    last = "added by the last die"
    table = table_of("deny dice", numbers, {"chance to deny": chance, last: dict(enumerate(gains, start=1))})
    left = curves(
        "chance to deny", {"deny dice": numbers}, {"chance": chance}, sentence, at=dice, table=table
    )
    right = bars(
        "what each die adds",
        {"die": range(1, MOST_DENY + 1)},
        {"": gains},
        sentence,
        best=[n for n in most if n <= MOST_DENY],
        words=(),
        table=table,
    )
    return beside("When does another deny die help?", [left, right])


@picture
def deny_map(bonus: Bonus = 0) -> Chart:
    """The chance to deny by charges and dice; the fewest dice for an even chance are framed."""
    charges, dice = range(1, 7), range(1, 13)
    even = {n: fewest_dice(n, bonus) for n in charges}
    return cells(
        "Chance to deny in percent; framed: even chance",
        {"deny dice": dice},
        {"charges scored": charges},
        [[deny(n, count, bonus) for count in dice] for n in charges],
        f"At +{bonus} an even chance to deny takes {dice_words(even[1])} against 1 charge, {even[2]} "
        f"against 2 and {even[3]} against 3.",
        framed=[(count, n) for n, count in even.items() if count in dice],
    )


@picture
def split_pool(first: First = 2, second: Second = 2, pool: Pool = 8, bonus: Bonus = 0) -> Chart:
    """Powers denied on average, by the dice used on the first of two powers of equal worth."""
    shares = range(pool + 1)
    denied = [deny(first, n, bonus) + deny(second, pool - n, bonus) for n in shares]
    best = [n for n in shares if denied[n] == max(denied)]
    said = " or ".join(f"{n} and {pool - n}" for n in best[:3])
    return bars(
        "Split the pool, or use it all on one?",
        {"dice for the first power": shares},
        {"": denied},
        f"{dice_words(pool)} at +{bonus} against {first} and {plural(second, 'charge')} deny "
        f"{decimal(max(denied))} powers on average at best, split {said}.",
        best=best,
        label="powers denied on average",
        write=decimal,
        words=(),
    )


@picture
def who_denies(
    charges: FewCharges = 2, dice: SomeDice = 6, caster: Caster = 1, inches: Inches = 6, hoods: Hoods = HOOD
) -> Chart:
    """The bonus and the chance to deny for each of the `TARGETS`."""
    rules = replace(RULES, hood_joins_unit=HOODS[hoods])
    bonus = {
        name: deny_bonus(target.unit, caster, target.hood, inches, rules) for name, target in TARGETS.items()
    }
    chances = {name: deny(charges, dice, added) for name, added in bonus.items()}
    plain, helped = chances["a plain unit"], chances["plain, hood of mastery 2"]
    return bars(
        "Whom is the power aimed at?",
        {"target": tuple(TARGETS)},
        {"": list(chances.values())},
        f"{dice_words(dice)} deny {plural(charges, 'charge')} from a caster of mastery {caster} in "
        f"{percent(plain, 0)} of "
        f"rolls for a plain unit, and in {percent(helped, 0)} with a hood at {inches} inches.",
        label="chance to deny",
        words=[f"+{bonus[name]}: {percent(chance, 0)}" for name, chance in chances.items()],
        lying=True,
    )


@picture
def resolve_map(charge: Charge = 2, bonus: Bonus = 0) -> Chart:
    """The chance that a power is cast and not denied, by both sides' dice."""
    dice, against = range(1, 11), range(11)
    chances = [[resolve(n, charge, other, bonus) for other in against] for n in dice]
    even = [next((n for n in dice if chances[n - 1][other] >= Fraction(1, 2)), None) for other in against]
    here = even[min(6, against[-1])]
    return cells(
        "Cast and not denied, in percent; framed: even chance",
        {"deny dice, all used": against},
        {"casting dice": dice},
        chances,
        f"At warp charge {charge} and +{bonus} an even chance takes {dice_words(even[0] or 0)} against "
        "no deny dice, and " + (f"{here} against 6." if here else "more than 10 against 6."),
        framed=[(other, n) for other, n in zip(against, even, strict=True) if n],
    )


@picture
def hard_to_deny(charge: Charge = 2, deny_dice: SomeDice = 6, bonus: Bonus = 0) -> Chart:
    """What the caster's dice buy against a deny roll, and what they cost."""
    numbers = range(MOST_CAST + 1)
    odds = [casting_odds(n, charge) for n in numbers]
    lasting = [resolve(n, charge, deny_dice, bonus) for n in numbers]
    hard = hard_to_deny_from(charge, deny_dice, bonus)
    share = {n: denied_share(n, charge, deny_dice, bonus) for n in numbers if n >= charge}
    chart = curves(
        "How many dice make a power hard to deny?",
        {"casting dice": numbers},
        {
            "cast": [each.success for each in odds],
            "cast and not denied": lasting,
            "of the casts, denied": share,
            "perils": [each.perils for each in odds],
        },
        f"Against {dice_words(deny_dice)} at +{bonus} it takes {dice_words(hard)} to have no more than one "
        f"cast in ten of a power of charge {charge} denied, and "
        f"{percent(casting_odds(hard, charge).perils, 0)} of such tests bring perils.",
    )
    shown = (hard,) if hard in share else ()
    return chart.plus(
        Points(shown, tuple(share[n] for n in shown), "one cast in ten", replace(FILLS[0], marker="s"))
    )


@picture
def cost_or_all(charge: Charge = 2, deny_dice: SomeDice = 6, bonus: Bonus = 0) -> Chart:
    """A power's chance where all charges must be cancelled, and where only its cost must be."""
    numbers = range(MOST_CAST - 1)
    every = [resolve(n, charge, deny_dice, bonus) for n in numbers]
    cost = [resolve_by_cost(n, charge, deny_dice, bonus) for n in numbers]
    gap = max(numbers, key=lambda n: every[n] - cost[n])
    return curves(
        "Must all charges be cancelled, or only the cost?",
        {"casting dice": numbers},
        {
            "no deny roll": [casting_odds(n, charge).success for n in numbers],
            "all charges: the rule": every,
            "only the cost: a house rule": cost,
        },
        f"Against {dice_words(deny_dice)} at +{bonus} and a power of {plural(charge, 'charge')} the two "
        f"rules differ most, of up to {dice_words(numbers[-1])}, at {dice_words(gap)}: by "
        f"{percent(every[gap] - cost[gap], 0)[:-1]} percentage points.",
        label="cast and not denied",
    )
