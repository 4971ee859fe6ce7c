"""Words that pictures and pages of The Fantasy Trip share: readings of the rules, mixes, what is assumed."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from psy.tft import RULEBOOK, RULES, Prices, Psion, Rules, assumed_variants, best_modes
from psy.view.numbers import decimal, percent

_HERE = "as read here"
# What every best play assumes: for titles.
ASSUMED = "assumed: secret choice" + ", no defence" * (RULEBOOK.entries["no_defence"].status == "assumed")
# Chances of a duel below this are rounding.
_NONE = 1e-6


def _readings() -> dict[str, Rules]:
    other = {
        "wills fought again": replace(RULES, undecided="again"),
        "undecided wills do nothing": replace(RULES, undecided="nothing"),
        "mask paid back twice": replace(RULES, mask_refund_stacks=True),
        "mask paid back once": replace(RULES, mask_refund_stacks=False),
        "brain roll by points lost": replace(RULES, brain_roll_judged_by="points lost"),
        "brain roll by damage rolled": replace(RULES, brain_roll_judged_by="damage rolled"),
        "no automatic results": replace(RULES, automatic=False),
        **assumed_variants(),
    }
    return {_HERE: RULES} | {name: rules for name, rules in other.items() if rules != RULES}


# The rules as they are; with each switch turned; and with other values where no source states one.
READINGS: Mapping[str, Rules] = _readings()


def mix_words(mix: Mapping[str, Fraction | float]) -> str:
    """Return a mix of modes in words, the likeliest first.

    Examples
    --------
    >>> mix_words({"nothing": Fraction(1, 4), "dominate ego": Fraction(3, 4), "mental stab": Fraction(0)})
    'dominate ego 75%, nothing 25%'
    >>> mix_words({"mask mind": Fraction(1)})
    'mask mind always'
    """
    played = {name: mix[name] for name in sorted(mix, key=lambda name: -mix[name]) if mix[name] > _NONE}
    if len(played) == 1:
        return f"{next(iter(played))} always"
    return ", ".join(f"{name} {share_words(share)}" for name, share in played.items())


def listed(names: Iterable[str]) -> str:
    """Return names with commas and an "and".

    Examples
    --------
    >>> listed(["blast", "stab", "crush"]), listed(["stab"])
    ('blast, stab and crush', 'stab')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def share_words(share: Fraction | float) -> str:
    """Return a chance in whole percent; one that would look like none or all, as under 1% or over 99%.

    Examples
    --------
    >>> share_words(Fraction(1, 3)), share_words(Fraction(1, 900)), share_words(0), share_words(0.9999)
    ('33%', 'under 1%', '0%', 'over 99%')
    """
    words = percent(Fraction(share), 0)
    if words == "0%" and share > _NONE:
        return "under 1%"
    return "over 99%" if words == "100%" and share < 1 - _NONE else words


def signed(value: Fraction | float, digits: int = 2) -> str:
    """Return a number with its sign, unless it rounds to nothing.

    Examples
    --------
    >>> signed(0.4523), signed(-0.00001), signed(Fraction(-1, 8))
    ('+0.45', '0.00', '-0.13')
    """
    words = decimal(Fraction(value), digits)
    return f"+{words}" if value > 0 and float(words) else words


def points(number: int) -> str:
    """Return a number of points in words.

    Examples
    --------
    >>> points(1), points(2)
    ('1 point', '2 points')
    """
    return f"{number} point" if number == 1 else f"{number} points"


def worth_words(attacker: Psion, defender: Psion, rules: Rules = RULES, prices: Prices = Prices()) -> str:  # noqa: B008
    """Return how to play an exchange and what it is worth, in a sentence.

    Examples
    --------
    >>> worth_words(Psion(iq=16, psi=8, pool=20), Psion(iq=10, psi=9, pool=20)).partition("Defend")[0]
    'Attack: dominate ego 73%, nothing 27%. '
    """
    best = best_modes(attacker, defender, rules, prices)
    others = "" if best.unique else " (others are as good)"
    return (
        f"Attack: {mix_words(best.attack_mix)}. Defend: {mix_words(best.defence_mix)}. "
        f"Worth {decimal(best.value)} points to the attacker{others}."
    )


def laid_out(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown, for `psy.view.tell`.

    Examples
    --------
    >>> print(laid_out(["face", "swing"], [["6", "1"]]))
    | face | swing |
    | --- | --- |
    | 6 | 1 |
    """
    head = tuple(columns)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))
