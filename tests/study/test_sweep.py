"""Sweeps: every point once, errors kept, answers remembered, and nothing lost when a sweep is cut off."""

import logging
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from fractions import Fraction
from functools import partial
from itertools import product

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy import prospero
from psy.study import CacheError, sweep, vary
from psy.study.cache import decoded, encoded
from psy.study.identity import identity
from psy.study.measures.wh40k import clean_success
from psy.study.points import Point, Task, _sent
from psy.wh40k import RULES, casting_odds, deny

# What a measure uses is part of its identity, so its calls are noted where it cannot see them.
LOG = logging.getLogger("measures")


def noted(first, second=0, rules=RULES):
    LOG.info((first, second))
    return Fraction(first, second + rules.harness)


@pytest.fixture
def calls(caplog):
    """What measures were called with so far."""
    caplog.set_level(logging.INFO, LOG.name)

    class Calls:
        def __getitem__(self, place):
            return [record.msg for record in caplog.records if record.name == LOG.name][place]

    return Calls()


def test_a_sweep_is_the_measure_at_every_point():
    table = sweep(deny, charges=[1, 2], dice=range(4), bonus=[0, 2], jobs=1)
    expected = [
        [charges, dice, bonus, deny(charges, dice, bonus), ""]
        for charges, dice, bonus in product([1, 2], range(4), [0, 2])
    ]
    assert list(table.columns) == ["charges", "dice", "bonus", "value", "error"]
    assert table.values.tolist() == expected
    assert all(type(value) is Fraction for value in table["value"])


def test_keys_of_the_rules_and_variants_are_axes_too():
    variants = {"published": RULES, "ones": vary(RULES, {"perils.face": 1})}
    table = sweep(
        clean_success, rules=variants, dice=[2, 3], **{"harness": [3, 4], "perils.count": [2]}, jobs=1
    )
    assert list(table.columns) == ["variant", "harness", "perils.count", "dice", "value", "error"]
    for row in table.to_dict("records"):
        rules = vary(variants[row["variant"]], {"harness": row["harness"]})
        assert row["value"] == casting_odds(row["dice"], 1, rules).clean
    assert len(table) == 8


def test_a_sweep_without_axes_is_one_point():
    assert sweep(partial(deny, 1, 1), jobs=1)["value"].tolist() == [Fraction(1, 6)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failed_point_is_a_row_with_its_input_and_the_rest_goes_on(jobs):
    table = sweep(deny, charges=[1], dice=[1, -1, 2], jobs=jobs)
    assert table["dice"].tolist() == [1, -1, 2]
    assert table["value"].tolist() == [Fraction(1, 6), None, Fraction(11, 36)]
    assert table["error"].tolist()[::2] == ["", ""]
    assert table["error"][1].startswith("ValueError: dice must be a whole number")


def test_rules_that_cannot_be_made_are_error_rows(calls):
    table = sweep(noted, first=[1, 2], harness=[4, 9], jobs=1)
    assert table[["harness", "first"]].values.tolist() == [[4, 1], [4, 2], [9, 1], [9, 2]]
    assert table["error"].tolist()[2:] == ["ValueError: harness = 9: must be a whole number from 2 to 6"] * 2
    assert calls[:] == [(1, 0), (2, 0)]


@pytest.mark.parametrize(
    ("result", "kept"),
    [
        (3, Fraction(3)),
        (np.int64(3), Fraction(3)),
        (0.5, 0.5),
        (np.float64(0.5), 0.5),
        (True, "TypeError: a measure must return an integer, a Fraction or a float, not True"),
        ("1", "TypeError: a measure must return an integer, a Fraction or a float, not '1'"),
        (float("nan"), "ValueError: a measure must return a number, not nan"),
    ],
)
def test_a_measure_returns_a_number(result, kept):
    table = sweep(lambda x: result, x=[0], jobs=1, cache=False)
    found = table["error"][0] or table["value"][0]
    assert found == kept
    assert type(found) is type(kept)


@pytest.mark.parametrize(
    ("axes", "error", "message"),
    [
        ({"first": []}, ValueError, "axis first must have at least one value"),
        ({"first": 3}, TypeError, "axis first must be a list of values, not 3"),
        ({"first": "abc"}, TypeError, "axis first must be a list of values, not 'abc'"),
        ({"second": [1]}, TypeError, "noted needs a value for first: make it an axis or use partial"),
        (
            {"first": [1], "third": [1]},
            ValueError,
            "noted has no argument 'third': the arguments are first, second; or a key of the rules",
        ),
        (
            {"first": range(1001), "second": range(1000)},
            ValueError,
            "noted would be worked out at 1,001,000 points: at most 1,000,000 in a sweep",
        ),
    ],
)
def test_a_wrong_axis_is_refused_before_any_work(axes, error, message, calls):
    with pytest.raises(error) as caught:
        sweep(noted, **axes)
    assert str(caught.value) == message
    assert calls[:] == []


def test_a_measure_without_rules_is_given_none():
    with pytest.raises(TypeError, match="made takes no rules"):
        sweep(made, rules=RULES, factor=[1])
    with pytest.raises(ValueError, match=r"made has no argument 'harness': the arguments are factor$"):
        sweep(made, factor=[1], harness=[3])


def test_answers_are_remembered_by_rules_arguments_and_measure(cache, calls):
    first = sweep(noted, first=[1, 2], second=[0, 1], jobs=1)
    assert len(calls[:]) == 4
    pd.testing.assert_frame_equal(sweep(noted, first=[1, 2], second=[0, 1], jobs=1), first)
    sweep(noted, second=[1, 0], first=[2], jobs=1)  # a part of it, in another order
    assert len(calls[:]) == 4
    sweep(noted, first=[1, 2, 3], second=[0], jobs=1)
    assert calls[4:] == [(3, 0)]
    sweep(noted, first=[1], second=[0], rules=vary(RULES, {"harness": 3}), jobs=1)
    sweep(noted, rules={"same": RULES, "other": vary(RULES, {"harness": 3})}, first=[1], second=[0], jobs=1)
    assert calls[5:] == [(1, 0)]
    sweep(noted, first=[1], second=[0], cache=False, jobs=1)
    assert calls[6:] == [(1, 0)]
    assert list(cache.iterdir()) == [cache / "answers.sqlite"]


def test_an_error_is_tried_again(calls):
    seen = []

    def flaky(x):
        seen.append(x)
        if len(seen) == 1:
            raise RuntimeError("the first time")
        return 7

    assert sweep(flaky, x=[1], jobs=1, cache=False)["error"].tolist() == ["RuntimeError: the first time"]
    assert sweep(flaky, x=[1], jobs=1, cache=False)["value"].tolist() == [7]
    assert sweep(noted, first=["?"], jobs=1)["value"].tolist() == [None]
    sweep(noted, first=["?"], jobs=1)
    assert len(calls[:]) == 2


def test_another_version_of_psy_asks_again(monkeypatch, calls):
    sweep(noted, first=[1], jobs=1)
    monkeypatch.setattr("psy.study.cache.code_version", lambda: "another")
    sweep(noted, first=[1], jobs=1)
    assert len(calls[:]) == 2


def made(factor):
    def measure(x):
        return helper(x) * factor

    return measure


def helper(x):
    return x


def test_identity_follows_what_a_measure_uses(monkeypatch):
    assert identity(made(2)) == identity(made(2)) != identity(made(3))
    assert identity(partial(deny, 1)) != identity(partial(deny, 2)) != identity(deny)
    assert identity(partial(deny, 1)) == identity(partial(deny, 1))
    assert identity(lambda x: x + 1) != identity(lambda x: x + 2)
    before = identity(made(2))
    monkeypatch.setitem(made(2).__globals__, "helper", lambda x: x + 1)
    assert identity(made(2)) != before
    unpicklable = (step for step in ())
    assert identity(made(unpicklable)) != identity(made(unpicklable)), "never found again, so never stale"


@given(st.fractions() | st.floats(allow_nan=False) | st.just(Fraction(1, 7**9000)))
def test_the_cache_loses_nothing_of_a_number(value):
    found = decoded(encoded(value))
    assert found == value
    assert type(found) is type(value)


def test_a_cache_that_cannot_be_used_says_so(tmp_path):
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(
        CacheError, match=r"answers\.sqlite cannot be used \(file is not a database\); name another"
    ):
        sweep(noted, first=[1], cache=tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(CacheError, match="cannot be used"):
        sweep(noted, first=[1], cache=tmp_path / "file")


def cut_off(first):
    LOG.info(first)
    if first == 3 and LOG.isEnabledFor(logging.DEBUG):
        raise KeyboardInterrupt
    time.sleep(0.002)
    return first


def test_after_an_interrupt_nothing_is_lost(calls):
    LOG.setLevel(logging.DEBUG)
    with pytest.raises(KeyboardInterrupt):
        sweep(cut_off, first=range(30), jobs=1)
    LOG.setLevel(logging.INFO)
    assert calls[:] == [0, 1, 2, 3]
    table = sweep(cut_off, first=range(30), jobs=1)
    assert calls[4:] == list(range(3, 30)), "the three that were done are not done again"
    assert table["value"].tolist() == list(range(30))


KILLED = """
    import sys, time
    from pathlib import Path
    from psy.study import sweep

    log = Path(sys.argv[1])

    def slow(x):
        with open(log, "a") as file:
            file.write(f"{x}\\n")
        time.sleep(0.03)
        return x

    if __name__ == "__main__":
        table = sweep(slow, x=range(100), jobs=int(sys.argv[2]), progress=False)
        print(table["value"].sum())
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_a_kill_a_sweep_goes_on_where_it_was(tmp_path, cache, jobs):
    script, log = tmp_path / "killed.py", tmp_path / "log"
    script.write_text(textwrap.dedent(KILLED))
    command = [sys.executable, str(script), str(log), str(jobs)]
    process = subprocess.Popen(command, start_new_session=True)
    while not log.exists() or len(log.read_text().split()) < 50:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with sqlite3.connect(cache / "answers.sqlite") as file:
        (intact,) = file.execute("PRAGMA integrity_check").fetchone()
        kept = [
            point for (points,) in file.execute("SELECT points FROM chunks") for point in points.split("\n")
        ]
    file.close()
    assert intact == "ok"
    done = log.read_text().split()
    # In the air at the kill: at most half a second of points, on each worker and waiting for one.
    assert 50 <= len(done) <= 99
    assert len(kept) >= 8
    again = subprocess.run(command, check=True, capture_output=True, text=True)
    assert again.stdout == f"{sum(range(100))}\n"
    assert len(log.read_text().split()) == len(done) + 100 - len(set(kept)), (
        "what was kept was not done again"
    )


def test_the_same_call_runs_on_a_cluster_of_two(tmp_path):
    distributed = pytest.importorskip("distributed")
    axes = {"dice": range(1, 20), "charge": [1, 2], "harness": [3, 9]}
    here = sweep(clean_success, **axes, jobs=1, cache=False)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=tmp_path
        ) as cluster,
        distributed.Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        there = sweep(clean_success, **axes)
        workers = client.nthreads()
        again = sweep(clean_success, **axes)
        places = sweep(process_number, x=range(40), cache=False)
    pd.testing.assert_frame_equal(there, here)
    pd.testing.assert_frame_equal(again, here)
    assert len(workers) == 2
    assert os.getpid() not in set(places["value"])
    assert len(set(places["value"])) == 2


def process_number(x):
    time.sleep(0.05)
    return os.getpid()


def test_a_damaged_chunk_is_worked_out_again_and_a_damaged_file_says_so(cache, calls):
    sweep(noted, first=[1, 2], jobs=1)
    with sqlite3.connect(cache / "answers.sqlite") as file:
        file.execute("UPDATE chunks SET found = replace(found, '/', '0/') WHERE rowid = 1")
    file.close()
    assert sweep(noted, first=[1, 2], jobs=1)["value"].tolist() == [Fraction(1, 4), Fraction(1, 2)]
    assert calls[2:] == [(1, 0), (2, 0)]
    sweep(noted, first=range(3, 3000), jobs=1)
    whole = (cache / "answers.sqlite").read_bytes()
    (cache / "answers.sqlite").write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(CacheError, match=r"cannot be used \(database disk image is malformed\)"):
        sweep(noted, first=[1], jobs=1)


@pytest.mark.parametrize("trouble", ["database or disk is full", "attempt to write a readonly database"])
def test_a_cache_that_cannot_be_written_to_loses_no_answer(monkeypatch, calls, trouble):
    def fails(*_):
        raise sqlite3.OperationalError(trouble)

    monkeypatch.setattr("psy.study.cache.encoded", fails)
    with pytest.warns(UserWarning, match=f"answers are no longer kept: .*{trouble}") as warned:
        table = sweep(noted, first=[1, 2, 3], jobs=1)
    assert table["value"].tolist() == [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)]
    assert len(warned) == 1
    assert calls[:] == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize("name", ["value", "error", "variant"])
def test_an_axis_does_not_take_the_name_of_a_column(name):
    with pytest.raises(ValueError, match=f"^axis {name} has the name of a column: call the argument"):
        sweep(lambda value=0, error=0, variant=0: 1, **{name: [1]})


def test_values_that_go_together_are_moved_together():
    table = sweep(
        card_sum, **{"warp_deck.mastery": np.arange(4, 6), "warp_deck.vortex": [3, 2]}, jobs=1, cache=False
    )
    assert table["value"].tolist() == [403, None, None, 502]
    assert table["error"][1] == "MismatchError: warp_deck WarpDeck must have 18 cards, not 17"
    decks = [{"mastery": 5, "vortex": 2}, {"mastery": 6, "vortex": 1}]
    assert sweep(card_sum, warp_deck=decks, jobs=1)["value"].tolist() == [502, 601]


def card_sum(rules=prospero.RULES):
    return 100 * rules.warp_deck["mastery"] + rules.warp_deck["vortex"]


def test_values_of_numpy_are_values():
    table = sweep(noted, first=np.arange(1, 3), harness=np.arange(2, 7), jobs=1)
    assert table["error"].tolist() == [""] * 10
    assert table["value"].tolist() == [Fraction(one, harness) for harness in range(2, 7) for one in (1, 2)]


def test_what_cannot_be_sent_to_workers_is_refused():
    task, points = Task(noted, ("first",)), [Point(RULES, ((number for number in ()),))]
    with pytest.raises(
        TypeError, match=r"cannot be sent to workers \(TypeError: cannot pickle .*\): use jobs=1"
    ):
        list(_sent(task, points, 0, 2))


def test_two_thousand_values_of_a_rule_are_made():
    table = sweep(card_sum, **{"powers_in_hand": [1 + n % 15 for n in range(2000)]}, jobs=1, cache=False)
    assert table["error"].tolist() == [""] * 2000
