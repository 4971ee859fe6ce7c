"""One self-contained HTML page out of a notebook that was run: nothing is loaded from anywhere."""

import functools
from typing import Any

from jinja2 import pass_context
from markupsafe import Markup
from math_core import LatexError, LatexToMathML
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from nbformat.v4 import new_notebook

from psy.report.charts import with_charts
from psy.report.files import PARTS
from psy.report.notebook import ALONE, Neighbours, ReportError, one_line


class _MathRenderer(IPythonRenderer):
    """Markdown whose formulas become MathML while the page is built."""

    _mathml = LatexToMathML(fancy_error=False)

    def inline_math(self, body: str) -> str:
        """Return a formula within a line."""
        return self._formula(body, displaystyle=False)

    def block_math(self, body: str) -> str:
        """Return a formula on a line of its own."""
        return self._formula(body, displaystyle=True)

    def multiline_math(self, text: str) -> str:
        """Return a formula of several lines."""
        return self.block_math(text)

    def latex_environment(self, name: str, body: str) -> str:
        """Return an environment such as ``aligned``."""
        return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")

    def _formula(self, body: str, displaystyle: bool) -> str:
        try:
            return self._mathml.convert_with_local_state(body, displaystyle=displaystyle)
        except LatexError as problem:
            raise ReportError(f"formula {one_line(body)}: {one_line(problem)}") from None


class PageExporter(HTMLExporter):
    """nbconvert's exporter with psy's own page around the cells."""

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """Return text as HTML; a column without a name has no header."""
        text = str(MarkdownWithMath(renderer=_MathRenderer(escape=False)).render(source))
        return text.replace("<th></th>", "<td></td>")


@functools.cache
def exporter() -> PageExporter:
    """Return the exporter of all pages, which has its templates read: that takes longer than a page."""
    made = PageExporter(
        template_name="basic",
        template_file="page.html.j2",
        extra_template_paths=[str(PARTS)],
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    made.from_notebook_node(new_notebook(), resources={"psy": {"neighbours": ALONE}})
    return made


def page(cells: NotebookNode, remake: str, neighbours: Neighbours = ALONE) -> str:
    """Return the page of a notebook that was run.

    Parameters
    ----------
    cells
        The notebook with its outputs.
    remake
        The command that makes the page again.
    neighbours
        The pages before and after it in the list.

    Raises
    ------
    ReportError
        If a formula is not TeX that can become MathML.
    """
    about = {**cells.metadata["psy"], "remake": remake, "changed": _changed(cells), **_assets()}
    about["neighbours"] = neighbours
    body, _ = exporter().from_notebook_node(cells, resources={"psy": about})
    return with_charts(str(body))


def _changed(cells: NotebookNode) -> bool:
    """Whether what the notebook shows at its end is marked as resting on changed rules."""
    last = cells.cells[-1].get("outputs", []) if cells.cells else []
    return any(output.get("metadata", {}).get("psy", {}).get("changed", False) for output in last)


def _assets() -> dict[str, Markup]:
    return {
        "style": Markup((PARTS / "page.css").read_text(encoding="utf-8")),
        "script": Markup((PARTS / "explore.js").read_text(encoding="utf-8")),
        "links": Markup((PARTS / "links.js").read_text(encoding="utf-8")),
    }
