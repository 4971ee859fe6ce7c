"""A kernel's extension: a cell that is run before those it builds on says what to run."""

from types import TracebackType
from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Let a kernel answer a name that is not there in one sentence."""
    shell.set_custom_exc((NameError,), _explain)


def _explain(
    shell: Any,
    kind: type[NameError],
    problem: NameError,
    trace: TracebackType,
    tb_offset: int | None = None,
) -> list[str]:
    """Show what to run instead of a traceback; an error within a function is shown in full."""
    if _within_a_function(trace) or problem.name is None:
        lines: list[str] = shell.InteractiveTB.structured_traceback(kind, problem, trace, tb_offset=tb_offset)
    else:
        lines = [
            f"There is no {problem.name} yet. If a cell above makes it, run that one first: "
            "choose Run, Run All Above Selected Cell in the menu, or Run, Run All Cells."
        ]
    shell._showtraceback(kind, problem, lines)
    return lines


def _within_a_function(trace: TracebackType) -> bool:
    last = trace
    while last.tb_next is not None:
        last = last.tb_next
    return last.tb_frame.f_code.co_name != "<module>"
