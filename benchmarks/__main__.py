"""Runs every ``bench_*`` module of this folder, or those that are named, and prints one table."""

import importlib
import pkgutil
import sys

import pandas as pd

import benchmarks
from benchmarks.timing import Row


def run(names: list[str]) -> list[Row]:
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    chosen = [name for name in found if name.startswith("bench_") and (not names or name[6:] in names)]
    rows = []
    for name in chosen:
        print(f"running {name} ...", file=sys.stderr, flush=True)
        rows += importlib.import_module(f"benchmarks.{name}").rows()
    return rows


def main() -> int:
    rows = run(sys.argv[1:])
    table = pd.DataFrame(
        {
            "what": row.name,
            "beside": row.peer_name,
            "ours, ms": f"{row.ours * 1e3:.3g}",
            "peer, ms": f"{row.peer * 1e3:.3g}",
            "ratio": f"{row.ratio:.2f}",
            "goal": f"{row.goal:.2f}",
            "": "ok" if row.met else "MISSED",
        }
        for row in rows
    )
    print(table.to_string(index=False))
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
