"""The worked examples: what they assume, and a study that changed rules refuse."""

from psy.rulebook import RuleError
from psy.study import examples
from psy.study.examples import assumed_in, decided


def test_what_a_measure_assumes():
    assert assumed_in("perils", "perils, 6 dice") == ""
    assert "warp deck" in assumed_in("vortex_and_test", "one power, coven of 1")


def test_a_study_that_changed_rules_refuse_says_so(monkeypatch):
    def refused(path):
        raise RuleError("perils.toml: no such thing")

    monkeypatch.setattr(examples, "compared", refused)
    found = decided.__wrapped__("perils")
    assert found.effects == ()
    assert "perils.toml: no such thing" in found.recommendation
