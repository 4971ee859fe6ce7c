"""The printed sheets on paper: one side of A4 each, in black on white, with letters that are large enough."""

import re

import pytest
from changed_sheets import CASES

from browser.pages import opened
from psy.report.sheets.make import page as sheet_page

pytestmark = pytest.mark.browser
POINT = 96 / 72


@pytest.mark.parametrize("case", CASES)
def test_a_sheet_is_one_side_of_paper(browser, tmp_path, case):
    name, make, rules = CASES[case]
    file = tmp_path / f"sheet_{name}.html"
    file.write_text(sheet_page(make(*rules)), encoding="utf-8")
    with opened(browser, file, color_scheme="dark", viewport={"width": 390, "height": 844}) as page:
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
        assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12]", paper), "A4, upright"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "on a telephone"
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 703, "height": 1046})
        letters = page.evaluate("""() => [...document.querySelectorAll("h1, h2, p, td, th")].filter(
          (one) => one.textContent).map((one) => parseFloat(getComputedStyle(one).fontSize))""")
        assert min(letters) >= 11.5 * POINT
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        cut = page.evaluate("""() => [...document.querySelectorAll("td, th")].filter(
          (cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)""")
        assert cut == []
