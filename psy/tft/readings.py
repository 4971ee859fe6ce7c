"""The rules read otherwise: each switch turned, and other values where no source states one."""

from collections.abc import Mapping
from dataclasses import replace

from psy.tft.balance import assumed_variants
from psy.tft.rules import RULES, Rules

HERE = "as read here"
_OTHER = {
    "wills fought again": replace(RULES, undecided="again"),
    "undecided wills do nothing": replace(RULES, undecided="nothing"),
    "mask paid back twice": replace(RULES, mask_refund_stacks=True),
    "mask paid back once": replace(RULES, mask_refund_stacks=False),
    "brain roll by points lost": replace(RULES, brain_roll_judged_by="points lost"),
    "brain roll by damage rolled": replace(RULES, brain_roll_judged_by="damage rolled"),
    "no automatic results": replace(RULES, automatic=False),
    **assumed_variants(),
}
# The rules as they are, and every reading that differs from them.
READINGS: Mapping[str, Rules] = {HERE: RULES} | {
    name: rules for name, rules in _OTHER.items() if rules != RULES
}
