"""A study as one page and one CSV file: every number in fraction and decimal, and the rules in full."""

import csv
import io
import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

import psy
from psy.report.charts import with_charts
from psy.report.files import PARTS, assert_writable, write_whole
from psy.report.notebook import ReportError, WrongCallError
from psy.rulebook import RuleError
from psy.study import BreakEven, CacheError, Results, Study, differences, read_study, work_out
from psy.study.file import AS_IT_STANDS, Search
from psy.study.variants import flat
from psy.study.verdict import Measured, measured, verdict
from psy.view.chart import Chart
from psy.view.numbers import decimal
from psy.view.prepared import chart_html
from psy.view.study import axes_of, comparison, curves, heat_map, rows_of, ruling, tornado

# A page with more rows in one table is slow to open; the CSV file has them all.
MOST_ROWS = 400
# What the table says of every measure.
_CALLED = ("function", "arguments", "defaults")
PAGE_DIGITS, CSV_DIGITS = 4, 12


def study(file: Path, folder: Path, cache: bool = True) -> tuple[Path, Path]:
    """Work out a study file and write its page and its CSV file; return their paths.

    Raises
    ------
    WrongCallError
        If something in the file is wrong: its name, the key, the value and what is allowed. Nothing is
        worked out then.
    ReportError
        If a file cannot be written, or the cache cannot be used.
    """
    try:
        asked = read_study(file)
    except RuleError as problem:
        raise WrongCallError(str(problem)) from None
    assert_writable(folder)
    try:
        results = work_out(asked, cache=cache)
    except CacheError as problem:
        raise ReportError(str(problem)) from None
    made = folder / f"study_{file.stem}.html", folder / f"study_{file.stem}.csv"
    remake = shlex.join(["psy", "study", str(file)])
    write_whole(made[1], table(results))
    write_whole(made[0], page(results, made[1].name, remake))
    return made


def page(results: Results, csv_name: str, remake: str) -> str:
    """Return the page; whatever the study file says is shown as text."""
    asked = results.study
    parts = Environment(loader=FileSystemLoader(PARTS), autoescape=True)
    others = [name for name in asked.variants if name != AS_IT_STANDS]
    found = verdict(results)
    made = parts.get_template("study.html.j2").render(
        study=asked,
        comparison={
            "pictures": [_picture(comparison(results.comparison, name)) for name in asked.measures],
            "table": _table("variants side by side", results.comparison, ["measure", "variant"]),
        },
        sweeps=[_swept(name, found) for name, found in results.sweeps.items()],
        inputs=[_moved(name, found) for name, found in results.inputs.items()],
        searches=[_sentence(asked, *found) for found in results.searches],
        verdict=found,
        ruling=ruling(found),
        measured=[_called(one) for one in measured(asked)],
        changed=_changed(asked),
        assumed=asked.published.assumed(),
        others=others,
        rules=list(_rules(asked, others)),
        style=Markup((PARTS / "page.css").read_text(encoding="utf-8")),
        links=Markup((PARTS / "links.js").read_text(encoding="utf-8")),
        csv=csv_name,
        remake=remake,
        version=psy.__version__,
    )
    return with_charts(made)


def _called(one: Measured) -> tuple[str, str, str, str, str]:
    """Return what a measure is, in words: its name, meaning, function, arguments and defaults."""
    given, left = (
        ", ".join(f"{key} = {value}" for key, value in table.items()) or "none"
        for table in (one.arguments, one.defaults)
    )
    return one.measure, one.meaning, one.function, given, left


def _swept(name: str, found: Any) -> dict[str, Any]:
    """Return a sweep with its pictures: curves over one axis, a heat map for each variant over two."""
    axes, pictures = axes_of(found), []
    if len(axes) == 1:
        pictures = [curves(found, name)]
    elif len(axes) == 2:
        variants = dict.fromkeys(found["variant"])
        pictures = [heat_map(found[found["variant"] == one], f"{name}: {one}") for one in variants]
    return {
        "name": name,
        "pictures": list(map(_picture, pictures)),
        "table": _table(f"{name} over the axes", found, ["variant", *axes]),
    }


def _moved(name: str, found: Any) -> dict[str, Any]:
    return {
        "name": name,
        "pictures": [_picture(tornado(found, name))],
        "table": _table(f"{name}, one input at a time", found, ["input", "setting"]),
    }


def _picture(chart: Chart) -> Markup:
    return Markup(chart_html(chart))


def _table(label: str, found: Any, texts: list[str]) -> dict[str, Any]:
    numbers = [name for name in ("value", "difference") if name in found]
    rows = [
        {
            "texts": [str(row[name]) for name in texts],
            "cells": [_cell(row[name], row["error"] if name == "value" else "") for name in numbers],
        }
        for row in islice(rows_of(found), MOST_ROWS)
    ]
    return {
        "label": label,
        "columns": [*texts, *numbers],
        "rows": rows,
        "left_out": max(0, len(found) - MOST_ROWS),
    }


def _cell(value: Any, error: str) -> dict[str, str]:
    exact, short = written(value, PAGE_DIGITS)
    return {"exact": exact, "decimal": short, "error": error}


def written(value: Any, digits: int) -> tuple[str, str]:
    """Return a number as a fraction and as a decimal; a float, which is not exact, has no fraction.

    Examples
    --------
    >>> from fractions import Fraction
    >>> written(Fraction(21, 32), 4), written(Fraction(2), 4)
    (('21/32', '0.6563'), ('2', '2'))
    """
    if value is None:
        return "", ""
    if isinstance(value, float):
        return "not exact", f"{value:.{digits}f}"
    return str(value), str(value) if value.denominator == 1 else decimal(value, digits)


def _sentence(asked: Study, search: Search, found: BreakEven | str) -> str:
    variant = search.variant or next(iter(asked.variants))
    against = f"'{search.against}'" if isinstance(search.against, str) else str(search.against)
    return (
        f"Which {search.setting} makes '{search.measure}' equal to {against} ({variant}, from {search.low} "
        f"to {search.high})? {str(found)[:1].upper()}{str(found)[1:]}."
    )


def _changed(asked: Study) -> list[str]:
    """Return the keys that any variant has differently from the rules as they stand."""
    published = asked.published.rules
    return list(
        dict.fromkeys(key for rules in asked.variants.values() for key in differences(published, rules))
    )


def _rules(asked: Study, others: list[str]) -> Iterator[dict[str, Any]]:
    """Yield every key of the rules: where it comes from, and its values, as it stands and in each variant."""
    published = dict(flat(asked.published.rules))
    variants = {name: dict(flat(asked.variants[name])) for name in others}
    paths = list(dict.fromkeys(path for values in (published, *variants.values()) for path in values))
    for name, entry in asked.published.entries.items():
        rows = [
            {
                "path": path,
                "published": _said(published, path),
                "cells": [
                    {"value": _said(values, path), "differs": _said(values, path) != _said(published, path)}
                    for values in variants.values()
                ],
            }
            for path in paths
            if path.partition(".")[0] == name
        ]
        yield {"name": name, "status": entry.status, "source": entry.source, "rows": rows}


def _said(values: dict[str, Any], path: str) -> str:
    if path not in values:
        return "none"
    value = values[path]
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "any" if value is None else str(value)


def table(results: Results) -> str:
    """Return all numbers of a study as CSV: one row for each, in fraction and decimal."""
    names = dict.fromkeys([*results.study.axes, *results.study.one_at_a_time])
    names |= dict.fromkeys(search.setting for search, _ in results.searches)
    columns = ["part", "measure", "variant", *names, "fraction", "decimal"]
    columns += ["difference as fraction", "difference as decimal", "error", *_CALLED]
    called = {
        one.measure: dict(zip(_CALLED, _called(one)[2:], strict=True)) for one in measured(results.study)
    }
    file = io.StringIO()
    rows = csv.DictWriter(file, columns, restval="", lineterminator="\n")
    rows.writerow({name: inert(name) for name in columns})
    for row in _rows_of(results):
        said = row | called[row["measure"]]
        texts = {name: inert(value) for name, value in said.items() if name not in ("value", "difference")}
        texts["fraction"], texts["decimal"] = written(row["value"], CSV_DIGITS)
        gap = written(row.get("difference"), CSV_DIGITS)
        texts["difference as fraction"], texts["difference as decimal"] = gap
        rows.writerow(texts)
    return file.getvalue()


def _rows_of(results: Results) -> Iterator[dict[str, Any]]:
    base = next(iter(results.study.variants))
    for row in rows_of(results.comparison):
        yield {"part": "comparison", **row}
    for name, found in results.sweeps.items():
        for row in rows_of(found):
            yield {"part": "sweep", "measure": name, **row}
    for name, found in results.inputs.items():
        for row in rows_of(found):
            moved = {key: row[key] for key in ("value", "difference", "error")}
            first = {"part": "one at a time", "measure": name, "variant": base}
            yield {**first, row["input"]: row["setting"], **moved}
    for search, answer in results.searches:
        first = {"part": "break-even: measure minus other", "measure": search.measure}
        first["variant"] = search.variant or base
        if isinstance(answer, str):
            yield {**first, "value": None, "error": answer}
        else:
            for setting, gap in answer.gaps:
                yield {**first, search.setting: setting, "value": gap}


def inert(value: Any) -> str:
    """Return a text that a spreadsheet shows, and does not take for a formula.

    Examples
    --------
    >>> inert("=1+1"), inert("two ones"), inert(-1)
    ("'=1+1", 'two ones', '-1')
    """
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else str(value)
