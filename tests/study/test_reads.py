"""Which rules were read is known, and knowing it changes nothing about them."""

import subprocess
import sys
import textwrap

SCRIPT = """
    import copy, pickle
    from dataclasses import asdict, fields, replace

    from psy import wh40k
    from psy.study import compare, differences, rulebook, sweep, vary
    from psy.study.reads import keys_read, watch

    before = hash(wh40k.RULES), repr(wh40k.RULES), pickle.dumps(wh40k.RULES)
    watch()
    watch()
    assert (hash(wh40k.RULES), repr(wh40k.RULES), pickle.dumps(wh40k.RULES)) == before
    assert pickle.loads(before[2]) == wh40k.RULES == copy.deepcopy(wh40k.RULES) == replace(wh40k.RULES)
    variant = vary(wh40k.RULES, {"harness": 3})
    assert differences(wh40k.RULES, variant) == {"harness": (4, 3)}
    assert {wh40k.RULES: 1, variant: 2}[variant] == 2
    assert [field.name for field in fields(wh40k.RULES)] == list(asdict(wh40k.RULES))
    assert keys_read("wh40k") == frozenset(), keys_read("wh40k")

    assert variant.harness == 3
    assert keys_read("wh40k") == frozenset(), "a value of a variant's own is not the file's"
    try:
        variant.harness = 4
    except AttributeError:
        pass
    else:
        raise AssertionError("frozen")
    wh40k.deny(1, 2)
    assert keys_read("wh40k") == {"deny_target"}, keys_read("wh40k")
    wh40k.cast(2)
    assert keys_read("wh40k") == {"deny_target", "harness", "perils"}, keys_read("wh40k")
    assert "harness" not in vars(wh40k.Rules), "what was read is as fast as before"
    assert "hood_range" in vars(wh40k.Rules)

    assert keys_read("tft") == frozenset()
    from psy import tft
    assert keys_read("tft") == frozenset()
    tft.best_modes(tft.Psion(12, 12, 3), tft.Psion(12, 12, 3))
    assert {"attacks", "defences", "cells"} <= keys_read("tft")

    from psy.study.measures.wh40k import success
    sweep(success, dice=[1], jobs=1)
    assert "surge_save" not in keys_read("wh40k")
    sweep(success, dice=[1], jobs=1)
    assert keys_read("wh40k") == set(rulebook("wh40k").entries), "what the cache knows may rest on any"
"""


def test_what_a_computation_reads_is_noted_and_nothing_else(cache):
    subprocess.run([sys.executable, "-c", textwrap.dedent(SCRIPT)], check=True, timeout=60)
