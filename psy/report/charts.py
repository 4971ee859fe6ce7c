"""What a page with charts holds besides them: their script, the library that draws, and its licences."""

from psy.report.files import PARTS
from psy.view.bundle import library
from psy.view.prepared import CHART


def with_charts(page: str) -> str:
    """Return a page with what draws its charts at its end, if it has charts."""
    if CHART not in page:
        return page
    before, body, after = page.rpartition("</body>")
    script = (PARTS / "chart.js").read_text(encoding="utf-8")
    licences = (PARTS / "licences.txt").read_text(encoding="utf-8")
    return (
        f'{before}<!--\n{licences}-->\n<script type="text/plain" id="charts">{library()}</script>\n'
        f"<script>{script}</script>\n{body}{after}"
    )
