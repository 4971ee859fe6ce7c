"""Notebook to one self-contained HTML page, and the command line."""

import sys

# nbformat loads jsonschema, which tries for an optional check of international web addresses that no notebook
# needs. Where it is installed it takes longer to load than all the rest: it compiles a grammar each time.
SLOW = "rfc3987_syntax"
if SLOW not in sys.modules:
    sys.modules[SLOW] = None  # type: ignore[assignment]  # Python's way to say that there is none.
    import nbformat

    del sys.modules[SLOW]
