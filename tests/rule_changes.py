"""Every allowed change of one value of the rule files, and the notebooks run under it.

``python -m tests.rule_changes`` runs every change by itself, ``--first`` the first change of each field only,
many fields at a time; names of rule files, keys or notebooks narrow it down. A change is tried on the
notebooks that name its key among what they rest on: another test proves that they read no other. Each run is
a process of its own, in which the cells are executed without a kernel, with the changed value in the place of
the file's.
"""

import argparse
import ast
import copy
import io
import os
import sys
import time
import tomllib
import traceback
import types
import typing
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).parents[1]
# The package of each rule file.
GAMES = {
    "wh40k": "wh40k",
    "spacehulk": "spacehulk",
    "prospero": "prospero",
    "prospero_battles": "prospero",
    "tft": "tft",
}
# Fields whose first change is made together; fewer where larger counts everywhere make a phase take minutes.
TOGETHER, FEWER = 100, {"prospero": 10}
# Longer than any page may take, on a busy machine.
LIMIT = 240

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Change:
    """One value of a rule file changed: where, and to what."""

    file: str
    path: Path_
    value: Any

    def __str__(self) -> str:
        return f"{self.file}: {'.'.join(map(str, self.path))} = {self.value!r}"

    def within(self, keys: list[str]) -> bool:
        """Whether it is a change of one of these keys, or of a part of one; of any if there are none."""
        return f"{self.file}.{'.'.join(map(str, self.path))}".startswith(tuple(keys) or "")


@cache
def documents() -> dict[str, dict[str, Any]]:
    """Return the rule files as they are."""
    return {name: tomllib.loads((ROOT / "data" / f"{name}.toml").read_text("utf-8")) for name in GAMES}


def changes(file: str, document: dict[str, Any]) -> Iterator[list[Change]]:
    """Yield the changes of each field of a rule file, allowed or not: one list a field."""
    kind = rules_class(file)
    hints = typing.get_type_hints(kind, include_extras=True)
    for key, entry in document.items():
        if key != "documents":
            for path, values in candidates(entry["value"], hints.get(key)):
                yield [Change(file, (key, *path), value) for value in values]
            if entry["value"] == []:
                yield [Change(file, (key,), [name]) for name in names_in(document)]


def names_in(document: dict[str, Any]) -> Iterator[str]:
    """Yield the names that rows of a rule file have: what a list of names may hold."""
    for key, entry in document.items():
        rows = entry["value"] if key != "documents" else ()
        yield from (
            row["name"]
            for row in (rows if isinstance(rows, list) else ())
            if isinstance(row, dict) and "name" in row
        )


def rules_class(file: str) -> Any:
    """Return the class of the rules of a file."""
    game = import_module(f"psy.{GAMES[file]}")
    return type(game.BATTLE_RULES if file == "prospero_battles" else game.RULES)


def candidates(value: Any, hint: Any) -> Iterator[tuple[Path_, list[Any]]]:
    """Yield the place of each field within a value, and the other values to try there."""
    if typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    words = [
        word for option in options if typing.get_origin(option) is Literal for word in typing.get_args(option)
    ]
    if isinstance(value, bool):
        yield (), [not value]
    elif isinstance(value, int):
        yield (), [value + 1, value - 1, value + 2, *["any"] * (type(None) in options)]
    elif isinstance(value, str):
        yield (), [word for word in words if word != value] or ([1, 2] if value == "any" else [])
    elif isinstance(value, list):
        yield from _of_list(value, next(iter(typing.get_args(hint)), None))
    elif isinstance(value, dict):
        yield from _of_table(value, next((option for option in options if is_dataclass(option)), None))


def _of_list(value: list[Any], inside: Any) -> Iterator[tuple[Path_, list[Any]]]:
    words = typing.get_args(inside) if typing.get_origin(inside) is Literal else ()
    if words:
        yield (), [[word] for word in words if [word] != value] + [[]] * bool(value)
        return
    if len(value) > 1:
        yield (), [value[:-1]]
    for place, item in enumerate(value):
        for path, values in candidates(item, inside):
            yield (place, *path), values


def _of_table(value: dict[str, Any], kind: Any) -> Iterator[tuple[Path_, list[Any]]]:
    hints = typing.get_type_hints(kind, include_extras=True) if kind else {}
    for key, item in value.items():
        for path, values in candidates(item, hints.get(key)):
            yield (key, *path), values
    numbers = [key for key, item in value.items() if isinstance(item, int) and not isinstance(item, bool)]
    if len(numbers) == len(value) > 2:  # Counts that may have to keep their sum, such as those of a deck.
        yield (), _of_one_sum(value)


def _of_one_sum(counts: dict[str, int]) -> list[dict[str, int]]:
    """Return counts of the same sum: each count changed, and then two at a time."""
    steps = [1, -1] * (len(counts) // 2)
    steps = [*steps[:-1], 1, -2] if len(counts) % 2 else steps
    every = dict(
        zip(counts, (count + step for count, step in zip(counts.values(), steps, strict=True)), strict=True)
    )
    keys = list(counts)
    pairs = zip(keys, [*keys[1:], keys[0]], strict=True)
    return [every, *({**counts, key: counts[key] + 1, other: counts[other] - 1} for key, other in pairs)]


def applied(document: dict[str, Any], changed: list[Change]) -> dict[str, Any]:
    """Return a rule file with values changed."""
    document = copy.deepcopy(document)
    for change in changed:
        inside = document[change.path[0]]
        for part, following in zip(("value", *change.path[1:]), (*change.path[1:], None), strict=True):
            if following is None:
                inside[part] = change.value
            else:
                inside = inside[part]
    return document


def under(changed: list[Change], notebook: Path | None) -> str:
    """Return what goes wrong when a notebook runs under changed rules: nothing, or "refused"."""
    # The process may have loaded the rules as they are, to know their fields.
    for name in [name for name in sys.modules if name == "psy" or name.startswith("psy.")]:
        del sys.modules[name]
    import psy.rulebook

    original = psy.rulebook.read_toml

    def read_toml(path: Path) -> dict[str, Any]:
        mine = [change for change in changed if f"{change.file}.toml" == path.name]
        return applied(original(path), mine)

    psy.rulebook.read_toml = read_toml
    try:
        for file in {change.file for change in changed}:
            import_module(f"psy.{GAMES[file]}")
    except psy.rulebook.RuleError:
        return "refused"
    except Exception as problem:
        return f"import: {type(problem).__name__}: {problem}"
    return run(notebook) if notebook else ""


def run(notebook: Path) -> str:
    """Return what stops the cells of a notebook, or nothing."""
    import nbformat

    os.chdir(notebook.parent)
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(nbformat.read(notebook, as_version=4).cells):
        if cell.cell_type == "code":
            try:
                with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                    shown(cell.source, f"{notebook.stem}, cell {number}", names)
            except BaseException as problem:
                last = traceback.extract_tb(problem.__traceback__)[-1]
                where = f"{Path(last.filename).name}:{last.lineno}"
                return f"{notebook.stem} cell {number}: {type(problem).__name__}: {problem} ({where})"
    return ""


def shown(source: str, name: str, names: dict[str, Any]) -> None:
    """Execute a cell as a notebook does: what its last line returns is shown."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if last:
        value = eval(compile(ast.Expression(last.value), name, "eval"), names)
        if hasattr(value, "_repr_mimebundle_"):
            value._repr_mimebundle_()
        repr(value)


def in_a_process(changed: list[Change], notebook: Path | None) -> tuple[str, float]:
    """Return the outcome of `under` in a process of its own, and its seconds."""
    begun = time.monotonic()
    reader, writer = os.pipe()
    if not (child := os.fork()):
        os.close(reader)
        try:
            outcome = under(changed, notebook)
        except BaseException as problem:
            outcome = f"{type(problem).__name__}: {problem}"
        os.write(writer, outcome.encode()[:4000])
        os._exit(0)
    os.close(writer)
    import select

    ready, _, _ = select.select([reader], [], [], LIMIT)
    slow = f"{notebook.stem if notebook else 'import'} takes over {LIMIT} s"
    outcome = os.read(reader, 4096).decode() if ready else slow
    os.close(reader)
    if not ready:
        os.kill(child, 9)
    _, status = os.waitpid(child, 0)
    return outcome or ("" if not status else f"ended with status {status}"), time.monotonic() - begun


def allowed(each: list[Change]) -> bool:
    """Whether the rule file may hold these values."""
    import psy.rulebook

    file = each[0].file
    document = applied(documents()[file], each)
    original = psy.rulebook.read_toml
    psy.rulebook.read_toml = lambda path: copy.deepcopy(document)
    try:
        psy.rulebook.read(f"{file}.toml", rules_class(file))
    except psy.rulebook.RuleError:
        return False
    finally:
        psy.rulebook.read_toml = original
    return True


def fields(file: str, document: dict[str, Any], keys: list[str]) -> list[list[Change]]:
    """Return the allowed changes of each field of a rule file, of these keys only if there are any."""
    found = [
        [change for change in field if change.within(keys) and allowed([change])]
        for field in changes(file, document)
    ]
    return [field for field in found if field]


def alone(file: str, document: dict[str, Any], keys: list[str]) -> list[list[Change]]:
    """Return every change by itself."""
    return [[change] for field in fields(file, document, keys) for change in field]


def together(file: str, document: dict[str, Any], keys: list[str]) -> list[list[Change]]:
    """Return the first change of each field, many fields at a time."""
    batches: list[list[Change]] = []
    for first, *_ in fields(file, document, keys):
        for batch in batches:
            apart = not any(overlap(change.path, first.path) for change in batch)
            if len(batch) < FEWER.get(file, TOGETHER) and apart and allowed([*batch, first]):
                batch.append(first)
                break
        else:
            batches.append([first])
    return batches


def overlap(one: Path_, other: Path_) -> bool:
    """Whether one place is the other or lies within it."""
    return one[: len(other)] == other[: len(one)]


def notebooks(names: list[str]) -> dict[Path, dict[str, list[str]]]:
    """Return the keys of each rule file that the notebooks name, narrowed down by the beginnings of names."""
    import nbformat

    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    return {
        path: rested_on(nbformat.read(path, as_version=4).cells[-1].source)
        for path in paths
        if path.name.startswith(tuple(names) or "")
    }


def rested_on(cell: str) -> dict[str, list[str]]:
    """Return the first argument of ``rests_on`` in a cell."""
    (call,) = [
        node
        for node in ast.walk(ast.parse(cell))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rests_on"
    ]
    return ast.literal_eval(call.args[0])


def load_libraries() -> None:
    """Load what every notebook loads, so that a forked process need not."""
    for name in (
        "numpy",
        "pandas",
        "matplotlib.figure",
        "matplotlib.backends.backend_agg",
        "ipywidgets",
        "icepool",
        "nbformat",
        "joblib",
    ):
        import_module(name)


def main() -> int:
    """Run the changes that were asked for and print what goes wrong; return how many did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "only", nargs="*", help="rule files, keys such as wh40k.harness, or notebooks such as 01"
    )
    parser.add_argument("--first", action="store_true", help="the first change of each field, many at a time")
    parser.add_argument("--list", action="store_true", help="name the changes and run nothing")
    options = parser.parse_args()
    load_libraries()
    files = [word for word in options.only if word in GAMES]
    keys = [word for word in options.only if "." in word]
    numbers = [word for word in options.only if word[:1].isdigit()]
    if unknown := set(options.only) - {*files, *keys, *numbers}:
        parser.error(f"neither a rule file, nor a key, nor a notebook: {', '.join(sorted(unknown))}")
    pages = notebooks(numbers)
    failures, begun, runs = 0, time.monotonic(), []
    for file, document in documents().items():
        if (files or keys) and file not in files and not any(key.startswith(f"{file}.") for key in keys):
            continue
        # The rules are read in a process of its own, so that this one has not loaded them.
        sets = forked(together if options.first else alone, file, document, keys)
        for path, rests in pages.items():
            mine = set(rests.get(file, ()))
            runs += [(each, path) for each in sets if mine & {change.path[0] for change in each}]
    if options.list:
        print("\n".join(f"{path.stem}: {'; '.join(map(str, each))}" for each, path in runs))
        return 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = pool.map(lambda one: in_a_process(*one), runs)
        longest: dict[str, float] = {}
        for (each, path), (outcome, seconds) in zip(runs, outcomes, strict=True):
            longest[path.stem] = max(seconds, longest.get(path.stem, 0))
            if outcome and outcome != "refused":
                failures += 1
                print(f"{'; '.join(map(str, each))}\n    {outcome}", flush=True)
    for name, seconds in longest.items():
        print(f"{name}: at most {seconds:.0f} s")
    print(f"{len(runs)} runs, {failures} failures, {time.monotonic() - begun:.0f} s")
    return min(failures, 1)


def forked(work: Any, *given: Any) -> Any:
    """Return what a function returns in a process of its own."""
    import pickle
    import tempfile

    with tempfile.TemporaryFile() as file:
        if not (child := os.fork()):
            try:
                pickle.dump(work(*given), file)
                file.flush()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        file.seek(0)
        return pickle.load(file)


if __name__ == "__main__":
    sys.exit(main())
