"""The verdict of a study: what each variant does to what was asked for, how sure that is, what to take."""

import inspect
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any, NamedTuple

from psy.study.cache import Value
from psy.study.file import Aim, Study
from psy.study.points import Measure, difference, number
from psy.study.reads import keys_used
from psy.study.results import Results
from psy.study.variants import in_words, vary


class Effect(NamedTuple):
    """What one variant does: ``gains`` is who gains by it, or that nobody does; ``also`` what else moves."""

    variant: str
    gains: str
    value: Value | None
    change: Value | None
    also: Mapping[str, Value]
    sure: str


class Verdict(NamedTuple):
    """The measure that was asked for, the effect of each variant on it, and a sentence of recommendation."""

    measure: str
    effects: tuple[Effect, ...]
    recommendation: str


def verdict(results: Results) -> Verdict:
    """Return the verdict of a study that was worked out.

    What is asked for stands in its file, under ``[aim]``: the measure, who gains if it rises and who if it
    falls, and whether it is wanted to be ``"more"``, ``"less"`` or ``near`` a number. Without that it is more
    of the first measure. A change is sure if it is exact and no value that its measure reads is assumed; an
    assumed value is moved, in the base and in the variant, as the study moves it one at a time.

    Examples
    --------
    >>> from psy.rulebook import data_folder
    >>> from psy.study import read_study, work_out
    >>> study = read_study(data_folder() / "studies" / "perils.toml")
    >>> found = verdict(work_out(study, cache=False, progress=False, jobs=1))
    >>> [(effect.variant, effect.sure) for effect in found.effects]
    [('any double', 'exact'), ('double ones', 'exact')]
    """
    study = results.study
    aim = study.aim or Aim(next(iter(study.measures)))
    base, *others = study.variants
    rows = results.comparison.to_dict("records")
    values = {(row["measure"], row["variant"]): row["value"] for row in rows}
    effects = []
    for variant in others:
        changes = {name: _change(values[name, variant], values[name, base]) for name in study.measures}
        change = changes.pop(aim.measure)
        also = {name: gap for name, gap in changes.items() if gap}
        sure = _sure(study, aim, base, variant, change)
        effects.append(Effect(variant, _gains(aim, change), values[aim.measure, variant], change, also, sure))
    recommended = _recommendation(aim, base, values[aim.measure, base], effects)
    return Verdict(aim.measure, tuple(effects), recommended)


def _change(value: Value | None, base: Value | None) -> Value | None:
    return None if value is None or base is None else difference(value, base)


def _gains(aim: Aim, change: Value | None) -> str:
    if change is None:
        return "not known: it could not be worked out"
    if change == 0:
        return "nobody"
    return (aim.gains or "whoever wants more") if change > 0 else (aim.loses or "whoever wants less")


def _sure(study: Study, aim: Aim, base: str, variant: str, change: Value | None) -> str:
    """Say whether a change is exact, and what its direction rests on, over which range."""
    if change is None:
        return "not worked out"
    measure = study.measures[aim.measure]
    used = keys_used(measure, study.variants[base]) | keys_used(measure, study.variants[variant])
    said = ["exact" if isinstance(change, Fraction) else "to nine digits"]
    said += _settings_said(study, aim.measure, base, variant, change)
    moved = {name.partition(".")[0] for name in study.one_at_a_time}
    if fixed := [key for key in study.published.assumed() if key in used and key not in moved]:
        said.append(f"rests on what is assumed and not moved here: {', '.join(map(in_words, fixed))}")
    return "; ".join(said)


def _settings_said(study: Study, name: str, base: str, variant: str, change: Value) -> Iterator[str]:
    """Say of each assumed value that the study moves whether the change keeps its direction."""
    assumed, measure = study.published.assumed(), study.measures[name]
    arguments = inspect.signature(measure).parameters
    for key, settings in study.inputs(name, study.one_at_a_time).items():
        if key in arguments or key.partition(".")[0] not in assumed:
            continue
        turned = []
        for setting in settings:
            gap = _at(measure, study.variants, base, variant, {key: setting})
            if gap is None or (gap > 0) != (change > 0) or (gap < 0) != (change < 0):
                turned.append(str(setting))
        found = f"another direction at {', '.join(turned)}" if turned else "the same direction wherever tried"
        yield f"{in_words(key)} is assumed: {found} ({settings[0]} to {settings[-1]})"


def _at(measure: Measure, variants: Mapping[str, Any], base: str, variant: str, moved: Any) -> Value | None:
    """Return the change of a measure with a value of the rules moved in both, or None if that cannot be."""
    try:
        after, before = (number(measure(rules=vary(variants[one], moved))) for one in (variant, base))
    except Exception:  # a study's measure can fail in any way
        return None
    return difference(after, before)


def _recommendation(aim: Aim, base: str, stands: Value | None, effects: list[Effect]) -> str:
    known = [effect for effect in effects if effect.value is not None]
    if stands is None or not known:
        return f"Nothing can be recommended: '{aim.measure}' could not be worked out."
    distance = partial(_distance, aim)
    best = min(known, key=lambda effect: distance(effect.value))
    wanted = f"as near to {_said(aim.near)} as it can be" if aim.near is not None else aim.wanted
    goal = f"'{aim.measure}' is to be {wanted}"
    if not distance(best.value) < distance(stands):
        return f"If {goal}, keep '{base}', with {_said(stands)}: no variant here does better."
    rest = f" ({best.sure})" if best.sure != "exact" else ""
    also = [f"'{name}' by {_said(gap, sign=True)}" for name, gap in best.also.items()]
    moves = f"; it also changes {', '.join(also)}" if also else ""
    return f"If {goal}, take '{best.variant}', with {_said(best.value)} for {_said(stands)}{rest}{moves}."


def _distance(aim: Aim, value: Any) -> Any:
    """Return how far a value is from what is wanted; the least is the best."""
    if aim.near is not None:
        return abs(value - Fraction(aim.near))
    return -value if aim.wanted == "more" else value


def _said(value: Any, sign: bool = False) -> str:
    """Return a number to three decimals, rounded half up."""
    exact = Fraction(value)
    thousandths = floor(abs(exact) * 1000 + Fraction(1, 2))
    text = f"{thousandths // 1000}.{thousandths % 1000:03}".rstrip("0").rstrip(".")
    return f"{'-' if exact < 0 else '+' if sign else ''}{text}"


class Measured(NamedTuple):
    """What a number of a study is: the function, what it was called with and what was left at its default."""

    measure: str
    function: str
    meaning: str
    arguments: Mapping[str, Any]
    defaults: Mapping[str, Any]


def measured(study: Study) -> tuple[Measured, ...]:
    """Return what each measure of a study is, for its page and its table.

    Examples
    --------
    >>> from psy.rulebook import data_folder
    >>> from psy.study import read_study
    >>> first = measured(read_study(data_folder() / "studies" / "perils.toml"))[0]
    >>> first.function
    'psy.study.measures.wh40k.clean_success'
    """
    found = []
    for name, measure in study.measures.items():
        function = measure.func  # type: ignore[attr-defined]
        given = dict(measure.keywords)  # type: ignore[attr-defined]
        takes = inspect.signature(function).parameters
        left = {key: one.default for key, one in takes.items() if key not in given and key != "rules"}
        meaning = (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " ")
        found.append(Measured(name, f"{function.__module__}.{function.__qualname__}", meaning, given, left))
    return tuple(found)
