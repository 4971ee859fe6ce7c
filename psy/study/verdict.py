"""The verdict of a study: what each variant does to what was asked for, how sure that is, what to take."""

import inspect
from collections.abc import Mapping
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
    effects, moves = [], _moves(study, aim.measure)
    for variant in others:
        changes = {name: _change(values[name, variant], values[name, base]) for name in study.measures}
        change = changes.pop(aim.measure)
        also = {name: gap for name, gap in changes.items() if gap}
        sure = _sure(study, aim.measure, variant, change, moves)
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


class _Move(NamedTuple):
    """An assumed value that is moved: its keys, over what, and the measure by setting and variant."""

    keys: frozenset[str]
    tried: str
    settings: Mapping[str, Mapping[str, Value | None]]


def _moves(study: Study, measure: str) -> list[_Move]:
    """Return what becomes of a measure in every variant while assumed values are moved."""
    assumed, found = frozenset(study.published.assumed()), []
    for name, settings in study.inputs(measure, study.one_at_a_time).items():
        moves = [setting if isinstance(setting, Mapping) else {name: setting} for setting in settings]
        if keys := assumed & {path.partition(".")[0] for move in moves for path in move}:
            words = [_setting(setting) for setting in settings]
            values = [
                {one: _at(study.measures[measure], rules, move) for one, rules in study.variants.items()}
                for move in moves
            ]
            tried = f"{in_words(name)} ({' to '.join(dict.fromkeys((words[0], words[-1])))})"
            found.append(_Move(keys, tried, dict(zip(words, values, strict=True))))
    return found


def _sure(study: Study, measure: str, variant: str, change: Value | None, moves: list[_Move]) -> str:
    """Say whether a change is exact, and what its direction rests on, over which range."""
    if change is None:
        return "not worked out"
    base, call = next(iter(study.variants)), study.measures[measure]
    used = keys_used(call, study.variants[base]) | keys_used(call, study.variants[variant])
    said, holds = ["exact" if isinstance(change, Fraction) else "to nine digits"], []
    read = [move for move in moves if move.keys & used]
    for move in read:
        gaps = {words: _change(values[variant], values[base]) for words, values in move.settings.items()}
        turned = [words for words, gap in gaps.items() if gap is None or _sign(gap) != _sign(change)]
        if turned:
            said.append(f"another direction at {', '.join(turned)} of {move.tried}, assumed")
        else:
            holds.append(move.tried)
    if holds:
        said.append(f"the same direction wherever tried over {', '.join(holds)}, assumed")
    moved = {key for move in read for key in move.keys}
    if fixed := [in_words(key) for key in study.published.assumed() if key in used - moved]:
        said.append(f"rests on {', '.join(fixed)}, assumed and not moved here")
    return "; ".join(said)


def _sign(change: Value) -> int:
    return (change > 0) - (change < 0)


def _setting(setting: Any) -> str:
    """Return a setting in words; of values that are moved together the first stands for all."""
    if isinstance(setting, Mapping):
        key, value = next(iter(setting.items()))
        return f"{in_words(key.rpartition('.')[2])} {value}"
    return str(setting)


def _at(measure: Measure, rules: Any, moved: Mapping[str, Any]) -> Value | None:
    """Return a measure with arguments and values of the rules moved, or None if that cannot be."""
    takes = inspect.signature(measure).parameters
    own = {key: value for key, value in moved.items() if key in takes}
    keys = {key: value for key, value in moved.items() if key not in own}
    try:
        return number(measure(rules=vary(rules, keys), **own))
    except Exception:  # a study's measure can fail in any way
        return None


def _recommendation(aim: Aim, base: str, stands: Value | None, effects: list[Effect]) -> str:
    if stands is not None and not effects:
        return f"There is no variant to choose: “{aim.measure}” is {_said(stands)}."
    known = [effect for effect in effects if effect.value is not None]
    if stands is None or not known:
        return f"Nothing can be recommended: “{aim.measure}” could not be worked out."
    distance = partial(_distance, aim)
    best = min(known, key=lambda effect: distance(effect.value))
    goal = {"more": f"raise “{aim.measure}”", "less": f"lower “{aim.measure}”"}[aim.wanted]
    if aim.near is not None:
        goal = f"bring “{aim.measure}” near {_said(aim.near)}"
    if not distance(best.value) < distance(stands):
        return f"To {goal}, keep “{base}” ({_said(stands)}): no variant here does better."
    rest = ", if the assumed values named in the table hold" if "assumed" in best.sure else ""
    return f"To {goal}, take “{best.variant}”: it goes from {_said(stands)} to {_said(best.value)}{rest}."


def _distance(aim: Aim, value: Any) -> Any:
    """Return how far a value is from what is wanted; the least is the best."""
    if aim.near is not None:
        return abs(value - Fraction(aim.near))
    return -value if aim.wanted == "more" else value


def _said(value: Any) -> str:
    """Return a number to three decimals, rounded half up."""
    exact = Fraction(value)
    thousandths = floor(abs(exact) * 1000 + Fraction(1, 2))
    text = f"{thousandths // 1000}.{thousandths % 1000:03}".rstrip("0").rstrip(".")
    return f"{'-' if exact < 0 else ''}{text}"


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
