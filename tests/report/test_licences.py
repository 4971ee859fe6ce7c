"""What is inlined in pages is named in their notice, with its licence."""

import re
from pathlib import Path

import vl_convert

from psy.report.charts import with_charts
from psy.report.files import PARTS
from psy.view.prepared import CHART


def test_every_library_in_a_page_is_named_in_its_notice():
    (binary,) = Path(vl_convert.__file__).parent.glob("vl_convert*.so")
    names = set(re.findall(rb"npm/([a-z0-9][a-z0-9.-]+)@\d", binary.read_bytes()))
    assert len(names) > 50
    notice = (PARTS / "licences.txt").read_text(encoding="utf-8")
    named = set(re.findall(r"[a-z0-9][a-z0-9.-]*[a-z0-9]", notice))
    assert {name.decode() for name in names} - named == set()


def test_a_page_with_charts_holds_the_notice_and_one_without_does_not():
    notice = (PARTS / "licences.txt").read_text(encoding="utf-8")
    assert "-->" not in notice
    assert f"<!--\n{notice}-->" in with_charts(f"<body>{CHART}</body>")
    assert with_charts("<body></body>") == "<body></body>"
