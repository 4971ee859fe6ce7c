"""Notebooks run side by side: a kernel for each, as many at a time as there are cores."""

import asyncio
import os
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from joblib import cpu_count
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode
from tqdm import tqdm

from psy.report.notebook import Notebook, ReportError, one_line
from psy.rulebook import FOLDER, own_folder

# What psy.view.explore looks for. Imported from there it would load matplotlib, which takes a second.
REPORTING = "PSY_REPORTING"
# Seconds for one cell. A stuck kernel must not hold up a build for ever.
PATIENCE = 120


@dataclass(frozen=True)
class Job:
    """A notebook to be run.

    Parameters
    ----------
    notebook
        Where it stands; its file is not written.
    cells
        What is run: its cells, which get their outputs.
    finish
        What is done with them then, one notebook after the other, while others run.
    """

    notebook: Notebook
    cells: NotebookNode
    finish: Callable[[NotebookNode], None]


def run_all(
    jobs: Sequence[Job], reporting: bool, prepare: Callable[[], object] = lambda: None
) -> list[ReportError | None]:
    """Run notebooks, each in a fresh kernel, and return what went wrong with each, if anything.

    One that fails does not stop the others. A bar shows the cells as they are run. Ctrl-C ends all kernels.

    Parameters
    ----------
    jobs
        The notebooks.
    reporting
        Whether `psy.view.explore` prepares pictures for a page instead of live controls.
    prepare
        What is done once before any finish, while the first notebooks run.
    """
    return asyncio.run(_run_all(jobs, reporting, prepare)) if jobs else []


async def _run_all(
    jobs: Sequence[Job], reporting: bool, prepare: Callable[[], object]
) -> list[ReportError | None]:
    free = asyncio.Semaphore(cpu_count())
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(max_workers=1))
    loop.run_in_executor(None, prepare)
    with tqdm(total=sum(len(job.cells.cells) for job in jobs), unit="cell") as bar:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_run(job, reporting, free, bar)) for job in jobs]
    return [task.result() for task in tasks]


async def _run(job: Job, reporting: bool, free: asyncio.Semaphore, bar: "tqdm[Any]") -> ReportError | None:
    try:
        async with free:
            await _execute(job, reporting, bar)
        await asyncio.to_thread(job.finish, job.cells)
    except ReportError as problem:
        return problem
    return None


async def _execute(job: Job, reporting: bool, bar: "tqdm[Any]") -> None:
    """Run the cells, or say which of them fails: its number, its first line and the error."""
    place = 0

    def started(cell: NotebookNode, cell_index: int) -> None:
        nonlocal place
        bar.set_description(job.notebook.name, refresh=False)
        bar.update(cell_index - place)
        place = cell_index

    client = _Client(
        job.cells,
        # The kernel's note that it listens on this machine only in plain text is not for our reader.
        extra_arguments=["--log-level=ERROR"],
        timeout=PATIENCE,
        resources={"metadata": {"path": str(job.notebook.path.parent)}},
        on_cell_start=started,
    )
    try:
        await client.async_execute(env=_environment(reporting))
    except CellExecutionError as problem:
        error = f"{problem.ename}: {one_line(problem.evalue) if problem.evalue else _line_of(problem)}"
    except CellTimeoutError:
        error = f"takes longer than {PATIENCE} seconds"
    except RuntimeError as problem:  # The kernel died, or did not even start.
        error = one_line(problem)
    except NoSuchKernel as problem:
        error = f"there is no kernel {problem.name!r}"
    else:
        for cell in job.cells.cells:
            if "outputs" in cell:
                cell.outputs = _whole_streams(cell.outputs)
        return
    finally:
        bar.update(len(job.cells.cells) - place)
    source = job.cells.cells[place].source.partition("\n")[0]
    raise ReportError(f"{job.notebook.path.name}, cell {place + 1} ({source}): {error}")


def _line_of(problem: CellExecutionError) -> str:
    """Return the line of the cell that failed: some errors say nothing but that."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", problem.traceback)
    found = re.search(r"^-+> *\d+ (.+)$", plain, re.MULTILINE)
    return one_line(found[1]) if found else "without a word"


class _Client(NotebookClient):
    @asynccontextmanager
    async def async_setup_kernel(self, **options: Any) -> AsyncGenerator[None, None]:
        """Start a kernel, and end it whatever happens.

        nbclient's own form takes Ctrl-C for the last kernel alone; left to asyncio, it cancels every run.
        """
        self.km = self.create_kernel_manager()
        try:
            await self.async_start_new_kernel(**options)
            await self.async_start_new_kernel_client()
            yield
        except BaseException:
            self.shutdown_kernel = "immediate"  # It may be busy, and no one waits for its answer.
            raise
        finally:
            if self.km is not None:
                await self._async_cleanup_kernel()


def _whole_streams(outputs: Sequence[NotebookNode]) -> list[NotebookNode]:
    """Join what was printed: it arrives in pieces that differ from run to run.

    nbclient's own way of it takes minutes for a line of some megabytes.
    """
    joined: list[NotebookNode] = []
    for output in outputs:
        before = joined[-1] if joined else None
        if before and output.output_type == before.output_type == "stream" and output.name == before.name:
            before.text += output.text
        else:
            joined.append(output)
    return joined


def _environment(reporting: bool) -> dict[str, str]:
    """Return the kernel's environment: whose rules come first, and whether a page is being made."""
    outside = {name: value for name, value in os.environ.items() if name != REPORTING}
    outside[FOLDER] = str(own_folder())
    return {**outside, REPORTING: "1"} if reporting else outside
