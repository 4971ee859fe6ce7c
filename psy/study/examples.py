"""The worked examples in ``data/studies``: their variants side by side, their verdicts, what they assume."""

import functools

from psy.rulebook import RuleError, data_file
from psy.study.compare import compare
from psy.study.file import Study, read_study
from psy.study.reads import keys_used
from psy.study.results import Results
from psy.study.variants import in_words
from psy.study.verdict import Verdict, verdict


@functools.cache
def worked_example(name: str) -> Study:
    """Return one of the studies in ``data/studies``, by the name of its file; a RuleError refuses it.

    Examples
    --------
    >>> list(worked_example("perils").variants)
    ['as it stands', 'any double', 'double ones']
    """
    return read_study(data_file(f"studies/{name}.toml"))


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
    keys = [in_words(key) for key in asked.published.assumed() if key in used]
    return f" (assumed: {', '.join(keys)})" if keys else ""
