"""What a page with charts holds besides them: their script, and once the library that draws."""

from psy.report.files import PARTS
from psy.view.bundle import library
from psy.view.prepared import CHART

_NOTICE = (
    "<!-- Charts are drawn by Vega and Vega-Lite, BSD 3-Clause License: copyright University of Washington "
    "Interactive Data Lab, and Trifacta Inc.; https://github.com/vega -->\n"
)


def with_charts(page: str) -> str:
    """Return a page with what draws its charts at its end, if it has charts."""
    if CHART not in page:
        return page
    before, body, after = page.rpartition("</body>")
    script = (PARTS / "chart.js").read_text(encoding="utf-8")
    return (
        f'{before}{_NOTICE}<script type="text/plain" id="charts">{library()}</script>\n'
        f"<script>{script}</script>\n{body}{after}"
    )
