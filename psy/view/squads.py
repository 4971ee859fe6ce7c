"""Pictures of combat squads: two squads built of menus and their attacks, and all pairings of the samples."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from textwrap import fill
from types import MappingProxyType

from psy.exact.arguments import one_of, whole
from psy.prospero import Model, Squad, Strike, every_model, sample_squads, squad, strike
from psy.view.attacks import dice_words
from psy.view.cells import CellNumbers
from psy.view.numbers import decimal, percent
from psy.view.picture import BLUE, ORANGE, RED, Picture, Table, new_figure, percent_axis, styled

NOBODY = "nobody"
FARTHEST = 4
SIDES = ("traitor", "loyalist")
# What the map of pairings may show, and its heading.
SHOWN: Mapping[str, str] = {
    "damage": "mean damage",
    "slain": "mean number slain",
    "cleared": "chance to clear the zone",
}


@cache
def choices(side: str) -> Mapping[str, Model | None]:
    """Return every model of a side with every choice of weapons and shields, in words, and nobody.

    What all models of a kind carry goes without saying; banners, which have no dice, are left out.

    Examples
    --------
    >>> list(choices("loyalist"))[:3]
    ['nobody', 'veteran: bolter', 'veteran: heavy bolter']
    """
    return MappingProxyType({NOBODY: None, **every_model(side)})


@lru_cache(maxsize=1024)
def built(side: str, *words: str) -> Squad:
    """Return the squad of models in words from `choices`, or say what is wrong with it."""
    known = choices(side)
    models = [known[one_of(f"a model of the {side}", word, tuple(known))] for word in words]
    return squad(side, *(one for one in models if one))


@cache
def pairings(attacker: str, distance: int) -> Mapping[tuple[str, str], Strike]:
    """Return one attack for every sample squad of the traitor with every one of the loyalist, by names."""
    sons, wolves = map(sample_squads, SIDES)
    return {
        (son, wolf): strike(ours, theirs, distance)
        if attacker == "traitor"
        else strike(theirs, ours, distance)
        for (son, ours), (wolf, theirs) in product(sons.items(), wolves.items())
    }


def _worth(one: Strike, shown: str) -> Fraction:
    worths = {"damage": one.expected_damage, "slain": one.expected_slain, "cleared": one.cleared}
    return worths[shown]


@styled()
def strikes_of_squads(places: int = 4) -> Callable[..., Picture]:
    """Return a drawing function of the models that one attack slays, each way, for squads built of menus.

    The function takes ``traitor_1`` to ``traitor_4`` and ``loyalist_1`` to ``loyalist_4``, words from
    `choices` in the order in which damage is taken, and ``distance``, 1 to 4 zones.
    """
    figure, panels = new_figure(width=7.2, height=3.6, columns=2, sharey=True)
    slain = range(places + 1)
    bars, words = [], []
    figure.suptitle("One attack each way (assumed profiles)", x=0.01, ha="left", fontsize=12)
    for axes, side, colour in zip(panels, SIDES, (RED, BLUE), strict=True):
        axes.set_title(f"the {side} attacks", fontsize=10.5)
        axes.set(xlabel="models slain", xticks=slain)
        percent_axis(axes)
        axes.set_ylim(0, 1.1)
        bars.append(axes.bar(slain, [0] * len(slain), 0.7, color=colour, animated=True))
        words.append([axes.text(number, 0, "", ha="center", animated=True) for number in slain])
    panels[1].set_ylabel("")

    def draw(distance: int, **models: str) -> Picture:
        distance = whole("distance", distance, 1, FARTHEST)
        sons, wolves = (
            built(side, *(models[f"{side}_{place}"] for place in range(1, places + 1))) for side in SIDES
        )
        strikes = strike(sons, wolves, distance), strike(wolves, sons, distance)
        for one, own_bars, own_words in zip(strikes, bars, words, strict=True):
            chances = _slain(one, places)
            for chance, bar, word in zip(chances, own_bars, own_words, strict=True):
                bar.set_height(float(chance))
                word.set(
                    text=percent(chance, 0) if chance >= Fraction(1, 200) else "", y=float(chance) + 0.02
                )
        return Picture(figure, _both_ways(distance, *strikes), _strike_table((sons, wolves), strikes))

    return draw


def _slain(one: Strike, most: int) -> list[Fraction]:
    chances = [Fraction(0)] * (most + 1)
    for end, chance in zip(one.casualties.outcomes(), one.casualties.probabilities(), strict=True):
        chances[end.slain] += chance
    return chances


def how_far(distance: int) -> str:
    """Return a distance in words."""
    return "in close combat" if distance == 1 else f"at {distance} zones"


def _both_ways(distance: int, ours: Strike, theirs: Strike) -> str:
    far = how_far(distance)
    return (
        f"{far[0].upper()}{far[1:]} the traitor slays {decimal(ours.expected_slain)} models on average and "
        f"clears the zone in {percent(ours.cleared)} of attacks; the loyalist slays "
        f"{decimal(theirs.expected_slain)} and clears it in {percent(theirs.cleared)} (assumed profiles)."
    )


def _strike_table(squads: tuple[Squad, Squad], strikes: tuple[Strike, Strike]) -> Table:
    """Return the numbers of both attacks side by side, with what of the attacker is assumed."""
    columns = {
        "attack dice": [dice_words(one.attack_dice) for one in strikes],
        "armour dice": [dice_words(one.armour_dice) for one in strikes],
        "mean damage": [decimal(one.expected_damage) for one in strikes],
        "mean number slain": [decimal(one.expected_slain) for one in strikes],
        "zone cleared": [percent(one.cleared) for one in strikes],
        "assumed of the attacker": [", ".join(one.assumed()) or "nothing" for one in squads],
    }
    rows = tuple((name, *cells) for name, cells in columns.items())
    return Table(("", "traitor attacks", "loyalist attacks"), rows)


@styled()
def squad_map() -> Callable[..., Picture]:
    """Return a drawing function of every sample squad of the traitor with every one of the loyalist.

    The function takes ``attacker``, ``"traitor"`` or ``"loyalist"``, ``shown`` (a word from `SHOWN`) and
    ``distance``, 1 to 4 zones. All pairings are worked out at the start, for the shades' common scale.
    """
    every = [pairings(side, distance) for side in SIDES for distance in range(1, FARTHEST + 1)]
    largest = {
        shown: max(_worth(one, shown) for strikes in every for one in strikes.values()) for shown in SHOWN
    }
    sons, wolves = (list(sample_squads(side)) for side in SIDES)
    figure, axes = new_figure(width=7.4, height=4.2)
    axes.set_title("Who should attack whom? (sample squads, assumed profiles)")
    axes.grid(visible=False)
    axes.set_xticks(range(len(wolves)), [fill(name, 13) for name in wolves], fontsize=9)
    axes.set_yticks(range(len(sons)), [fill(name, 18) for name in sons], fontsize=9)
    blank = [[0.0] * len(wolves)] * len(sons)
    cells = axes.imshow(blank, "Purples", vmin=0, vmax=1, aspect="auto", animated=True)
    words = CellNumbers(axes, [(x, y) for y in range(len(sons)) for x in range(len(wolves))], size=10.5)
    style = {"fillstyle": "none", "color": ORANGE, "mew": 2.5, "markersize": 38, "animated": True}
    (frames,) = axes.plot([], [], "s", **style)

    def draw(attacker: str, shown: str, distance: int) -> Picture:
        one_of("attacker", attacker, SIDES), one_of("shown", shown, tuple(SHOWN))
        strikes = pairings(attacker, whole("distance", distance, 1, FARTHEST))
        worth = {pair: _worth(one, shown) for pair, one in strikes.items()}
        cells.set_data([[float(worth[son, wolf] / largest[shown]) for wolf in wolves] for son in sons])
        text = {pair: percent(one, 0) if shown == "cleared" else decimal(one) for pair, one in worth.items()}
        dark = [one > largest[shown] / 2 for one in worth.values()]
        words.show(list(text.values()), ["white" if deep else "black" for deep in dark])
        most = max(worth.values())
        best = [pair for pair, one in worth.items() if one == most]
        frames.set_data([wolves.index(wolf) for _, wolf in best], [sons.index(son) for son, _ in best])
        who, whom = best[0] if attacker == "traitor" else best[0][::-1]
        ties = f", and in {len(best) - 1} more pairings" if len(best) > 1 else ""
        sentence = (
            f"The {attacker} attacks {how_far(distance)}: the largest {SHOWN[shown]} is {text[best[0]]}, "
            f"by {who} on {whom}{ties} (assumed profiles)."
        )
        rows = tuple((son, *(text[son, wolf] for wolf in wolves)) for son in sons)
        return Picture(figure, sentence, Table(("assumed profiles", *wolves), rows))

    return draw
