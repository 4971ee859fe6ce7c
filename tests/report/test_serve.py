"""The command that serves a classroom; what it serves is looked at in tests/browser/test_classroom.py."""

import sys

from psy.report.command import main


def test_it_listens_to_this_machine_only_unless_told(monkeypatch):
    called = []
    monkeypatch.setattr("psy.report.serve.serve", lambda *call: called.append(call))
    assert main(["serve"]) == 0
    assert main(["serve", "--ip=0.0.0.0", "--port=8080", "--no-browser"]) == 0
    assert called == [("localhost", 8866, True), ("0.0.0.0", 8080, False)]


def test_without_voila_it_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "voila.app", None)
    assert main(["serve"]) == 2
    assert "pip install '.[serve]'" in capsys.readouterr().err
