"""The cache never serves an old answer: every kind of change to what a measure uses is worked out again."""

import importlib
import sys
import textwrap
from functools import partial
from itertools import count

import numpy as np
import pytest

from psy import wh40k
from psy.study import sweep
from psy.study.identity import identity

# A measure of x, before; what is replaced in it or in its helper, and by what.
HELPER = """
    K = 1
    TABLE = {"k": 1}
    def f(x):
        return x + 1
    def deeper(x):
        return f(x)
    class Base:
        k = 1
        def method(self, x):
            return x + 1
    class Child(Base):
        pass
    thing = Child()
"""
KINDS = {
    "a constant of a helper module": ("import helper\ndef m(x):\n    return x + helper.K", "K = 1", "K = 2"),
    "a function of a helper module": ("import helper\ndef m(x):\n    return helper.f(x)", "x + 1", "x + 2"),
    "a function behind a function of it": (
        "import helper\ndef m(x):\n    return helper.deeper(x)",
        "x + 1",
        "x + 2",
    ),
    "a table of a helper module": (
        "import helper\ndef m(x):\n    return x + helper.TABLE['k']",
        '"k": 1',
        '"k": 2',
    ),
    "a name that is put together": (
        "import helper\ndef m(x):\n    return x + getattr(helper, 'K' + '')",
        "K = 1",
        "K = 2",
    ),
    "a module by another name": ("import helper as h\ndef m(x):\n    return x + h.K", "K = 1", "K = 2"),
    "a function taken from a module": (
        "from helper import f\ndef m(x):\n    return f(x)",
        "x + 1",
        "x + 2",
    ),
    "a callable instance": (
        "class C:\n    def __call__(self, x):\n        return x + 1\nm = C()",
        "x + 1",
        "x + 2",
    ),
    "the state of a callable instance": (
        "class C:\n    def __init__(self, k):\n        self.k = k\n"
        "    def __call__(self, x):\n        return x + self.k\nm = C(1)",
        "C(1)",
        "C(2)",
    ),
    "an instance with slots": (
        "class C:\n    __slots__ = ('k',)\n    def __init__(self, k):\n        self.k = k\n"
        "    def __call__(self, x):\n        return x + self.k\nm = C(1)",
        "C(1)",
        "C(2)",
    ),
    "a bound method": (
        "class C:\n    def method(self, x):\n        return x + 1\nm = C().method",
        "x + 1",
        "x + 2",
    ),
    "a base class's method": (
        "import helper\ndef m(x):\n    return helper.thing.method(x)",
        "def method(self, x):\n        return x + 1",
        "def method(self, x):\n        return x + 2",
    ),
    "an attribute of a class": (
        "from helper import Child\ndef m(x):\n    return x + Child.k",
        "    k = 1",
        "    k = 2",
    ),
    "a property": (
        "class C:\n    @property\n    def k(self):\n        return 1\nc = C()\ndef m(x):\n    return x + c.k",
        "return 1",
        "return 2",
    ),
    "a static method": (
        "class C:\n    @staticmethod\n    def f(x):\n        return x + 1\ndef m(x):\n    return C.f(x)",
        "x + 1",
        "x + 2",
    ),
    "a class method": (
        "class C:\n    @classmethod\n    def f(cls, x):\n        return x + 1\ndef m(x):\n    return C.f(x)",
        "x + 1",
        "x + 2",
    ),
    "a function in a list": (
        "import helper\nsteps = [helper.f]\ndef m(x):\n    return steps[0](x)",
        "x + 1",
        "x + 2",
    ),
    "a function in a table": (
        "import helper\nsteps = {'f': helper.f}\ndef m(x):\n    return steps['f'](x)",
        "x + 1",
        "x + 2",
    ),
    "a function given by partial": (
        "import helper\nfrom functools import partial\ndef g(x, how):\n    return how(x)\n"
        "m = partial(g, how=helper.f)",
        "x + 1",
        "x + 2",
    ),
    "a function as a default": (
        "import helper\ndef m(x, how=helper.f):\n    return how(x)",
        "x + 1",
        "x + 2",
    ),
    "a default for a name only": ("def m(x, *, k=1):\n    return x + k", "k=1", "k=2"),
    "a function in a closure": (
        "import helper\ndef made(f):\n    def m(x):\n        return f(x)\n    return m\nm = made(helper.f)",
        "x + 1",
        "x + 2",
    ),
    "an import within the function": (
        "def m(x):\n    from helper import f\n    return f(x)",
        "x + 1",
        "x + 2",
    ),
    "a module imported within it": (
        "def m(x):\n    import helper\n    return x + helper.K",
        "K = 1",
        "K = 2",
    ),
    "an import by name": (
        "import importlib\ndef m(x):\n    return x + importlib.import_module('helper').K",
        "K = 1",
        "K = 2",
    ),
    "a decorator": (
        "import functools\ndef more(f):\n    @functools.wraps(f)\n    def g(x):\n        return f(x) + 1\n"
        "    return g\n@more\ndef m(x):\n    return x",
        "f(x) + 1",
        "f(x) + 2",
    ),
    "a remembered function": (
        "import functools\n@functools.cache\ndef f(x):\n    return x + 1\ndef m(x):\n    return f(x)",
        "x + 1",
        "x + 2",
    ),
    "an attribute of a function": ("def m(x):\n    return x + m.k\nm.k = 1", "m.k = 1", "m.k = 2"),
    "a lambda": ("m = lambda x: x + 1", "x + 1", "x + 2"),
    "a function within a function": (
        "def m(x):\n    def f(y):\n        return y + 1\n    return f(x)",
        "y + 1",
        "y + 2",
    ),
    "a word of Python put together": (
        "import helper\ndef m(x):\n    return eval('helper.f')(x)",
        "x + 1",
        "x + 2",
    ),
    "a name among the globals": ("K = 1\ndef m(x):\n    return x + globals()['K']", "K = 1", "K = 2"),
    "the kind of a number": ("def m(x):\n    return (x + 1) / 1", "/ 1", "/ True"),
    "an array": ("import numpy as np\nA = np.array([1])\ndef m(x):\n    return x + int(A[0])", "[1]", "[2]"),
    "an enumeration": (
        "import enum\nclass E(enum.Enum):\n    k = 1\ndef m(x):\n    return x + E.k.value",
        "k = 1",
        "k = 2",
    ),
    "a field of a dataclass": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass D:\n    k: int = 1\nd = D()\n"
        "def m(x):\n    return x + d.k",
        "= 1",
        "= 2",
    ),
    "a file that is read": (
        "from pathlib import Path\ndef m(x):\n    return x + len(Path(__file__).read_text().split('#'))",
        "def m",
        "#\ndef m",
    ),
    "a generator": ("steps = (k for k in [1, 2])\ndef m(x):\n    return x + next(steps)", "[1, 2]", "[2, 1]"),
}


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Write the measure and its helper, import them and return the measure: each time in a new folder."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    numbers = count()

    def loaded(measure, helper):
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        (folder / "helper.py").write_text(textwrap.dedent(helper))
        (folder / "measured.py").write_text(measure)
        for name in ("helper", "measured"):
            sys.modules.pop(name, None)
        monkeypatch.syspath_prepend(folder)
        importlib.invalidate_caches()
        importlib.import_module("helper")
        return importlib.import_module("measured").m

    yield loaded
    for name in ("helper", "measured"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(("measure", "old", "new"), KINDS.values(), ids=KINDS)
def test_after_a_change_the_new_answer_is_given(load, measure, old, new):
    assert old in measure or old in textwrap.dedent(HELPER)
    before = load(measure, HELPER)
    assert sweep(before, x=[1], jobs=1)["value"][0] == load(measure, HELPER)(1)
    changed = measure.replace(old, new), textwrap.dedent(HELPER).replace(old, new)
    after = load(*changed)
    assert sweep(after, x=[1], jobs=1)["value"][0] == load(*changed)(1)


# These are told apart for sure, so an answer of theirs is found again.
UNSURE = {
    "a word of Python put together",
    "a name among the globals",
    "an import by name",
    "a file that is read",
    "a generator",
}


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_change_the_answer_is_found_again_unless_it_is_unsure(load, kind):
    first, second = (identity(load(KINDS[kind][0], HELPER)) for _ in range(2))
    assert (first == second) == (kind not in UNSURE)


def test_changes_while_the_program_runs_are_seen(load):
    measure = load("import helper\ndef m(x):\n    return helper.f(x) + helper.K + helper.TABLE['k']", HELPER)
    helper = sys.modules["helper"]
    assert sweep(measure, x=[1], jobs=1)["value"][0] == 4
    helper.K = 2
    assert sweep(measure, x=[1], jobs=1)["value"][0] == 5
    helper.f = lambda x: x + 3
    assert sweep(measure, x=[1], jobs=1)["value"][0] == 7
    helper.TABLE["k"] = 5
    assert sweep(measure, x=[1], jobs=1)["value"][0] == 11


def test_a_part_of_a_package_that_is_not_loaded_yet_is_unsure(load):
    measure = load("def m(x):\n    import not_there\n    return x", HELPER)
    assert identity(measure) != identity(measure)


def test_a_function_of_psy_is_known_by_its_name_unless_it_was_replaced(monkeypatch):
    measure = lambda x: wh40k.deny(1, x)  # noqa: E731
    before = identity(measure)
    assert before == identity(measure)
    assert identity(wh40k.deny) == identity(wh40k.deny) != identity(wh40k.resolve)
    assert (
        identity(partial(wh40k.deny, 1))
        == identity(partial(wh40k.deny, 1))
        != identity(partial(wh40k.deny, 2))
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        ("1", 1),
        ((1, 2), [1, 2]),
        ((1, (2,)), ((1,), 2)),
        ({"a": 1}, {"a": 2}),
        ({1, 2}, {1, 3}),
        (np.array([1, 2]), np.array([[1, 2]])),
        (np.array([1]), np.array([1.0])),
        (wh40k.RULES, wh40k.PerilsRule(6, 2)),
    ],
)
def test_arguments_that_differ_have_names_that_differ(one, other):
    assert identity(one) == identity(one) != identity(other) == identity(other)


def test_the_name_of_a_set_does_not_hang_on_its_order():
    assert identity({"a", "b", "c"}) == identity({"c", "a", "b"})
