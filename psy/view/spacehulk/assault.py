"""Pictures of close assault: results by the card that is channelled, and what a card is worth there."""

from typing import Annotated

from psy.spacehulk import RULES, Worth, channel_gain, close_assault
from psy.view.chart import Chart
from psy.view.controls import Slider, picture
from psy.view.numbers import decimal
from psy.view.ordinary import table_of
from psy.view.shapes import bars
from psy.view.spacehulk.words import ALL_ROWS, Cards, assumed
from psy.view.words import plural, share

BOXED = RULES.close_assault
RESULTS = ("win", "tie", "lose")
SURE = BOXED.die  # From this bonus on one die beats every die without a bonus.
Dice = Annotated[int, Slider("your dice", 0, max(3, BOXED.marine))]
TheirDice = Annotated[int, Slider("enemy dice", 0, max(4, BOXED.genestealer))]
TheirBonus = Annotated[int, Slider("enemy bonus", 0, 3)]
Rounds = Annotated[int, Slider("rounds at most", 1, 3)]
Prize = Annotated[int, Slider("what a win brings", 0, 6)]
Life = Annotated[int, Slider("what the psyker's life is worth", 0, 12)]


@picture
def channelled(
    dice: Dice = BOXED.marine,
    against_dice: TheirDice = BOXED.genestealer,
    against_bonus: TheirBonus = 0,
    rounds: Rounds = 1,
) -> Chart:
    """Win, tie and lose by the bonus of the card that is channelled in the first round."""
    bonuses = range(SURE + 1)
    fights = [close_assault(dice, 0, against_dice, against_bonus, [n], rounds=rounds) for n in bonuses]
    middle = (SURE + 1) // 2
    without, some, most = (share(fights[n].probability("win")) for n in (0, middle, SURE))
    return bars(
        f"What does a channelled card do?{assumed('close_assault')}",
        {"bonus of the card channelled in the first round": bonuses},
        {result: [fight.probability(result) for fight in fights] for result in RESULTS},
        f"{plural(dice, 'die')} against {against_dice}, {plural(rounds, 'round')} at most: {without} of "
        f"fights are won without a card, {some} with a {middle} and {most} with a {SURE}.",
        stack=True,
    )


@picture
def channel_or_keep(
    cards: Cards = ALL_ROWS, prize: Prize = 3, life: Life = 8, against_dice: TheirDice = BOXED.genestealer
) -> Chart:
    """Points that each card brings in a round of close assault beyond its worth as an ability."""
    worths = Worth(win=prize, tie=0, lose=-life)
    adds = {n: channel_gain(n, worths, against_dice=against_dice) for n in {int(row[2]) for row in cards}}
    names = [f"{name} (+{bonus}, worth {worth})" for name, worth, bonus, _ in cards]
    added = [adds[int(row[2])] for row in cards]
    more = [points - int(row[1]) for points, row in zip(added, cards, strict=True)]
    best = [place for place, points in enumerate(more) if points > 0]
    return bars(
        f"Channel this card, or keep it?{assumed('cards', 'close_assault')}",
        {"card": names},
        {"beyond its worth as an ability": more},
        f"A win brings {prize}, a loss costs {life}: worth channelling "
        f"{'is' if len(best) == 1 else 'are'} {', '.join(str(cards[n][0]) for n in best) or 'none of them'}.",
        best=[names[n] for n in best],
        label="points that channelling brings beyond the ability",
        write=decimal,
        table=table_of("card", names, {"channelling adds": added, "beyond the ability": more}, write=decimal),
        lying=True,
    )
