"""Charts of studies: variants side by side, sweeps, what matters most, verdicts; and the page on studies.

Names come from whoever wrote the study: they are shown as the text that they are.
"""

import functools
import textwrap
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from psy import spacehulk, tft, wh40k
from psy.rulebook import RuleError, data_folder
from psy.study import Study, compare, read_study, vary, verdict
from psy.study.measures.tft import attack_worth, exchange_value
from psy.study.reads import keys_used
from psy.study.results import Results
from psy.study.verdict import Verdict
from psy.view import shapes
from psy.view.chart import Chart, Table
from psy.view.controls import Slider, picture
from psy.view.marks import Points
from psy.view.numbers import decimal, percent
from psy.view.palette import BEST
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
    return shapes.lying(
        plain(measure, 80),
        {"": _names(row["variant"] for row in rows)},
        {"": [row["value"] or 0 for row in rows]},
        sentence,
        label="",
        write=write,
        words=[write(row["value"]) if row["value"] is not None else "no value" for row in rows],
        table=_table(rows, ("variant", "value", "difference"), write),
    )


def curves(
    table: "pd.DataFrame", title: str = "", lines: str = "variant", label: str = "", write: Write = as_number
) -> Chart:
    """Return a `psy.study.sweep` over one axis, a line for each variant, or for each value of ``lines``."""
    (along,) = [name for name in axes_of(table) if name != lines]
    places = list(dict.fromkeys(table[along]))
    groups: dict[str, dict[Any, Any]] = {str(row.get(lines, title)): {} for row in rows_of(table)}
    for row in rows_of(table):
        if row["value"] is not None:
            groups[str(row.get(lines, title))][row[along]] = row["value"]
    found = dict(zip(_names(groups), groups.values(), strict=True))
    ends = [
        f"from {write(min(line.values()))} to {write(max(line.values()))}" if line else ""
        for line in found.values()
    ]
    said = [
        f"{end} with “{name}”" if end and len(found) > 1 else end
        for name, end in zip(found, ends, strict=True)
    ]
    told = "; ".join(filter(None, said)) or "nowhere: every point failed"
    sentence = f"Over {along} {_ends(places)}, “{title or 'the measure'}” goes {told}."
    if all(isinstance(place, int | Fraction) and not isinstance(place, bool) for place in places):
        return shapes.curves(
            plain(title, 80), {plain(along): places}, found, sentence, label=label, write=write
        )
    filled = {name: [line.get(place, 0) for place in places] for name, line in found.items()}
    texts = {plain(along): _names(places, 14)}
    return shapes.bars(plain(title, 80), texts, filled, sentence, label=label, write=write)


def heat_map(table: "pd.DataFrame", title: str = "", write: Write = as_number) -> Chart:
    """Return a `psy.study.sweep` over two axes: the first down, the second across."""
    down, across = axes_of(table)
    rows, columns = (_names(dict.fromkeys(table[name]), 14) for name in (down, across))
    values = list(table["value"])
    grid = [values[start : start + len(columns)] for start in range(0, len(values), len(columns))]
    known = [value for value in values if value is not None]
    ends = f"from {write(min(known))} to {write(max(known))}" if known else "nowhere: every point failed"
    step = -(-len(columns) // _NAMES)
    return shapes.cells(
        plain(title, 80),
        {plain(across): [name if place % step == 0 else "" for place, name in enumerate(columns)]},
        {plain(down): rows},
        grid,
        f"Over {down} (down) and {across} (across), “{title or 'the measure'}” goes {ends}.",
        words=[
            [write(value, 2) if value is not None and len(values) <= _ROOM else "" for value in row]
            for row in grid
        ],
        write=write,
        table=Table(
            (f"{down}, {across}", *columns),
            tuple(
                (name, *("" if one is None else write(one) for one in row))
                for name, row in zip(rows, grid, strict=True)
            ),
        ),
    )


def tornado(table: "pd.DataFrame", title: str = "", write: Write = as_number) -> Chart:
    """Return `psy.study.one_at_a_time`: the inputs that move the measure most on top."""
    rows = rows_of(table)
    known = [row for row in rows if row["difference"] is not None]
    centre = known[0]["value"] - known[0]["difference"] if known else Fraction(0)
    inputs = list(dict.fromkeys(row["input"] for row in rows))
    ends, words = {}, {}
    for name, short in zip(inputs, _names(map(_words, inputs), 30), strict=True):
        moves = [(row["value"], plain(row["setting"], 16)) for row in known if row["input"] == name]
        both = [choose([(centre, ""), *moves], key=lambda move: move[0]) for choose in (min, max)]
        ends[short], words[short] = (both[0][0], both[1][0]), (both[0][1], both[1][1])
    swings = {name: high - low for name, (low, high) in ends.items()}
    first = max(swings, key=lambda name: swings[name])
    sentence = f"None of the inputs moves “{title or 'the measure'}”: it is {write(centre)}."
    if swings[first]:
        low, high = map(write, ends[first])
        sentence = f"Of the inputs, {first} moves “{title or 'the measure'}” most: from {low} to {high}."
    cells = _table(rows, ("input", "setting", "value", "difference"), write)
    sides = ("lower", "higher")
    return shapes.tornado(
        plain(title, 80), ends, centre, sentence, sides=sides, label="", write=write, words=words, table=cells
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


@functools.cache
def worked_example(name: str) -> Study:
    """Return one of the studies in ``data/studies``, by the name of its file; a RuleError refuses it."""
    return read_study(data_folder() / "studies" / f"{name}.toml")


@functools.cache
def compared(name: str) -> Results:
    """Return a worked example with its variants side by side, and nothing swept."""
    asked = worked_example(name)
    table = compare(asked.variants, asked.measures, cache=False, progress=False, jobs=1)
    return Results(asked, table, {}, {}, ())


@functools.cache
def decided(name: str) -> Verdict:
    """Return the verdict of a worked example; one that changed rules refuse says so, and has no effects."""
    try:
        return verdict(compared(name))
    except RuleError as refusal:
        return Verdict("", (), f"This study cannot be asked of the rules as they are now: {refusal}.")


@functools.cache
def assumed_in(name: str, measure: str) -> str:
    """Return which assumed values a measure of a worked example reads, to stand in a title; or nothing."""
    asked = worked_example(name)
    used = keys_used(asked.measures[measure], next(iter(asked.variants.values())))
    keys = [_words(key) for key in asked.published.assumed() if key in used]
    return f" (assumed: {', '.join(keys)})" if keys else ""


@picture
def perils_rules(charge: Charge = 2, harness: Harness = wh40k.RULES.harness) -> Chart:
    """Powers cast without perils over the dice, under each perils rule of the worked example."""
    dice = range(1, MOST_DICE + 1)
    lines = {
        name: [wh40k.casting_odds(n, charge, vary(rules, {"harness": harness})).clean for n in dice]
        for name, rules in worked_example("perils").variants.items()
    }
    best = {
        name: [(n, y) for n, y in zip(dice, row, strict=True) if y == max(row)] for name, row in lines.items()
    }
    said = ", ".join(
        f"{percent(spots[0][1], 0)} ({dice_words(*(n for n, _ in spots))}, {name})"
        for name, spots in best.items()
    )
    chart = shapes.curves(
        "Which dice bring perils: what does it do to a clean cast?",
        {"dice thrown": dice},
        lines,
        f"Charge {charge}, harnessed on {harness}+: of up to {MOST_DICE} dice the best number casts "
        f"without perils in this share of tests: {said}.",
        label="cast without perils",
    )
    stars = [spot for spots in best.values() for spot in spots]
    return chart.plus(Points(tuple(x for x, _ in stars), tuple(y for _, y in stars), "best", BEST))


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


def _words(name: str) -> str:
    return name.replace("_", " ").replace(".", ", ")


def _ends(places: Sequence[Any]) -> str:
    return f"{places[0]}" if len(places) == 1 else f"{places[0]} to {places[-1]}"


def _signed(change: Any) -> str:
    return f"{'+' if change > 0 else ''}{as_number(change)}"


def _table(rows: list[dict[str, Any]], columns: tuple[str, ...], write: Write) -> Table:
    numbers = ("value", "difference")
    return Table(
        columns,
        tuple(
            tuple(
                ("" if row[name] is None else write(row[name])) if name in numbers else str(row[name])
                for name in columns
            )
            for row in rows
        ),
    )
