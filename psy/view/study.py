"""Charts of studies: variants side by side, sweeps, what matters most, verdicts; and the page on studies.

Names come from whoever wrote the study: they are shown as the text that they are.
"""

import functools
import textwrap
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from psy import spacehulk, tft, wh40k
from psy.study import vary
from psy.study.examples import assumed_in, worked_example
from psy.study.measures.tft import attack_worth, exchange_value
from psy.study.variants import in_words
from psy.study.verdict import Verdict
from psy.view import shapes
from psy.view.chart import Chart, Table
from psy.view.controls import Slider, picture
from psy.view.numbers import decimal, percent
from psy.view.ordinary import table_cell
from psy.view.prose import Prose, tell
from psy.view.wh40k.words import dice_words

if TYPE_CHECKING:
    import pandas as pd

Write = Callable[..., str]
Charge = Annotated[int, Slider("warp charge", 1, 3)]
Harness = Annotated[int, Slider("harness target", 2, 6)]
Hits = Annotated[int, Slider("killing hits", 1, 4)]
MaskCost = Annotated[int, Slider("cost of a mask that is not paid back", 0, 6)]
MOST_DICE, MOST_CARDS, MOST_COST = 12, 7, 6
_RESULTS = ("value", "error")
# A map with more cells has no room for words, an axis with more names none for all of them.
_ROOM, _NAMES = 150, 15


def as_number(value: Any, digits: int = 4) -> str:
    """Return a value as a decimal, or as a whole number; nothing where there is none.

    Examples
    --------
    >>> as_number(Fraction(1, 3)), as_number(Fraction(4, 2)), as_number(None)
    ('0.3333', '2', '')
    """
    if value is None:
        return ""
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else decimal(exact, digits)


def comparison(table: "pd.DataFrame", measure: str, write: Write = as_number) -> Chart:
    """Return one measure of `psy.study.compare`: a bar for each variant."""
    rows = [row for row in rows_of(table) if row["measure"] == measure]
    moved = [row for row in rows if row["difference"]]
    most = max(moved, key=lambda row: abs(row["difference"]), default=None)
    sentence = f"No variant is known to change “{measure}”."
    if most:
        ends = (write(most["value"] - most["difference"]), write(most["value"]))
        sentence = f"With “{most['variant']}” “{measure}” moves most: from {ends[0]} to {ends[1]}."
    cells = [
        (row["variant"], *(table_cell(row[one], write) for one in ("value", "difference"))) for row in rows
    ]
    return shapes.bars(
        plain(measure, 80),
        {"": _names(row["variant"] for row in rows)},
        {"": [row["value"] or 0 for row in rows]},
        sentence,
        label="",
        write=write,
        words=[value or "no value" for _, value, _ in cells],
        table=Table(("variant", "value", "difference"), tuple(cells)),
        lying=True,
    )


def curves(table: "pd.DataFrame", title: str = "", write: Write = as_number) -> Chart:
    """Return a `psy.study.sweep` over one axis, a line for each variant; bars over words."""
    (along,) = axes_of(table)
    places = list(dict.fromkeys(table[along]))
    groups: dict[str, dict[Any, Any]] = {}
    for row in rows_of(table):
        line = groups.setdefault(str(row.get("variant", title)), {})
        if row["value"] is not None:
            line[row[along]] = row["value"]
    found = dict(zip(_names(groups), groups.values(), strict=True))
    said = [
        f"{_span(line.values(), write)}{f' with “{name}”' if len(found) > 1 else ''}"
        for name, line in found.items()
        if line
    ]
    told = "; ".join(said) or _span([], write)
    sentence = f"Over {along} {_ends(places)}, “{title or 'the measure'}” goes {told}."
    if all(isinstance(place, int | Fraction) and not isinstance(place, bool) for place in places):
        return shapes.curves(plain(title, 80), {plain(along): places}, found, sentence, label="", write=write)
    filled = {name: [line.get(place, 0) for place in places] for name, line in found.items()}
    texts = {plain(along): _names(places, 14)}
    return shapes.bars(plain(title, 80), texts, filled, sentence, label="", write=write)


def heat_map(table: "pd.DataFrame", title: str = "", write: Write = as_number) -> Chart:
    """Return a `psy.study.sweep` over two axes: the first down, the second across."""
    down, across = axes_of(table)
    rows, columns = (_names(dict.fromkeys(table[name]), 14) for name in (down, across))
    values = list(table["value"])
    told = _span([value for value in values if value is not None], write)
    step = -(-len(columns) // _NAMES)
    return shapes.cells(
        plain(title, 80),
        {plain(across): [name if place % step == 0 else "" for place, name in enumerate(columns)]},
        {plain(down): rows},
        [values[start : start + len(columns)] for start in range(0, len(values), len(columns))],
        f"Over {down} (down) and {across} (across), “{title or 'the measure'}” goes {told}.",
        words=None if len(values) <= _ROOM else (),
        write=write,
    )


def tornado(table: "pd.DataFrame", title: str = "", write: Write = as_number) -> Chart:
    """Return `psy.study.one_at_a_time`: the inputs that move the measure most on top."""
    rows = rows_of(table)
    known = [row for row in rows if row["difference"] is not None]
    centre = known[0]["value"] - known[0]["difference"] if known else Fraction(0)
    inputs = list(dict.fromkeys(row["input"] for row in rows))
    ends, words = {}, {}
    for name, short in zip(inputs, _names(map(in_words, inputs), 30), strict=True):
        moves = [(row["value"], plain(row["setting"], 16)) for row in known if row["input"] == name]
        both = [choose([(centre, ""), *moves], key=lambda move: move[0]) for choose in (min, max)]
        ends[short], words[short] = zip(*both, strict=True)
    first = max(ends, key=lambda name: ends[name][1] - ends[name][0])
    low, high = ends[first]
    sentence = f"None of the inputs moves “{title or 'the measure'}”: it is {write(centre)}."
    if low != high:
        span = _span(ends[first], write)
        sentence = f"Of the inputs, {first} moves “{title or 'the measure'}” most: {span}."
    sides = ("lower", "higher")
    return shapes.tornado(
        plain(title, 80), ends, centre, sentence, sides=sides, label="", write=write, words=words
    )


def ruling(found: Verdict) -> Table:
    """Return the table of a verdict: who gains by each variant, how much, what else moves, how sure."""
    rows = []
    for one in found.effects:
        also = "; ".join(f"“{name}” {_signed(gap)}" for name, gap in one.also.items())
        change = "" if one.change is None else _signed(one.change)
        rows.append((one.variant, one.gains, as_number(one.value), change, also or "nothing", one.sure))
    return Table(
        ("variant", "who gains", found.measure, "change", "what else moves", "how sure"), tuple(rows)
    )


def told(found: Verdict) -> Prose:
    """Return a verdict for a notebook: its recommendation, and its table."""
    table = ruling(found)
    lines = [table.columns, (":---",) * len(table.columns), *table.rows] if table.rows else []
    cells = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
    return tell(f"**Verdict.** {found.recommendation}", cells)


@picture
def perils_rules(charge: Charge = 2, harness: Harness = wh40k.RULES.harness) -> Chart:
    """Powers cast without perils over the dice, under each perils rule of the worked example."""
    dice = range(1, MOST_DICE + 1)
    lines, peaks = {}, []
    for name, variant in worked_example("perils").variants.items():
        rules = vary(variant, {"harness": harness})
        lines[name] = [wh40k.casting_odds(n, charge, rules).clean for n in dice]
        best = wh40k.best_dice(charge, "clean", MOST_DICE, rules)
        peaks.append(f"{percent(max(lines[name]), 0)} ({dice_words(*best)}, {name})")
    return shapes.curves(
        "Which dice bring perils: what does it do to a clean cast?",
        {"dice thrown": dice},
        lines,
        f"Charge {charge}, harnessed on {harness}+: of up to {MOST_DICE} dice the best number casts "
        f"without perils in this share of tests: {', '.join(peaks)}.",
        best="each",
        label="cast without perils",
    )


@picture
def auras(hits: Hits = 2) -> Chart:
    """The chance to live through killing hits, by aura number and cards; the first half is framed."""
    numbers, cards = range(1, spacehulk.RULES.aura.die + 1), range(MOST_CARDS + 1)
    lives = {n: [spacehulk.survival([n] * count, hits) for count in cards] for n in numbers}
    half = {n: next((c for c in cards if row[c] >= Fraction(1, 2)), None) for n, row in lives.items()}
    now, more, better = (spacehulk.survival([n] * c, hits) for n, c in ((3, 3), (3, 4), (4, 3)))
    return shapes.cells(
        "Lives through the hits, in percent; framed: half or more for the first time",
        {"cards in hand": cards},
        {"aura number": numbers},
        list(lives.values()),
        f"{hits} killing {'hit' if hits == 1 else 'hits'}: three cards of 3 save in {percent(now, 0)} of "
        f"cases, four in {percent(more, 0)}, and three cards of 4 in {percent(better, 0)}.",
        framed=[(count, n) for n, count in half.items() if count is not None],
    )


@functools.cache
def _stab(cost: int, mask: int | None) -> tuple[Fraction, Fraction]:
    rules = tft.with_cost(tft.RULES, "attack", "mental stab", cost)
    if mask is not None:
        rules = vary(rules, {"defences.mask mind.cost": mask, "defences.mask mind.refunded": False})
    return attack_worth(rules=rules), exchange_value(rules=rules)


@picture
def stab_and_mask(mask: MaskCost = 3) -> Chart:
    """What a mental stab is worth between two equals over its cost, and what the attacker gains."""
    costs = range(MOST_COST + 1)
    lines = {
        f"{worth}, {where}": [_stab(cost, price)[side] for cost in costs]
        for where, price in (("mask as it stands", None), (f"mask costs {mask}", mask))
        for side, worth in enumerate(("worth of the stab", "attacker's swing"))
    }
    return shapes.curves(
        f"Is a mental stab worth its cost?{assumed_in('mental_stab', 'worth of the stab')}",
        {"cost of the stab": costs},
        lines,
        f"A stab for 2 is worth {decimal(_stab(2, None)[0])} points while the mask stands as it is, and "
        f"{decimal(_stab(2, mask)[0])} if a mask costs {mask} and is not paid back; the attacker's swing "
        f"in an exchange is then {decimal(_stab(2, mask)[1])} instead of {decimal(_stab(2, None)[1])}.",
        label="points an exchange",
        write=decimal,
    )


def axes_of(table: "pd.DataFrame") -> list[str]:
    """Return the names of the axes of a sweep, without the variant."""
    return [name for name in table.columns if name not in ("variant", *_RESULTS)]


def plain(text: object, width: int = 40) -> str:
    """Return a name as a picture may show it: short, and on one line.

    Examples
    --------
    >>> plain("a name of  many words", 14)
    'a name of...'
    """
    short = textwrap.shorten(str(text), width, placeholder="...")
    return "\u200a" + short if short.startswith("_") else short


def rows_of(table: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return the rows of a table by the names of its columns."""
    rows: list[dict[str, Any]] = table.to_dict("records")  # type: ignore[assignment]
    return rows


def _names(texts: Iterable[object], width: int = 40) -> tuple[str, ...]:
    """Return short names that are told apart: by their place, where they are the same."""
    short = [plain(text, width) for text in texts]
    return tuple(f"{name} ({n})" if short.count(name) > 1 else name for n, name in enumerate(short, 1))


def _ends(places: Sequence[Any]) -> str:
    return f"{places[0]}" if len(places) == 1 else f"{places[0]} to {places[-1]}"


def _signed(change: Any) -> str:
    return f"{'+' if change > 0 else ''}{as_number(change)}"


def _span(values: Collection[Any], write: Write) -> str:
    return f"from {write(min(values))} to {write(max(values))}" if values else "nowhere: every point failed"
