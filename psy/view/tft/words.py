"""Words and pictures that the topics of The Fantasy Trip share: psions, mixes of modes, what is assumed."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from psy.tft import RULEBOOK, RULES, Prices, Psion, Rules, best_modes
from psy.tft.balance import Pairing
from psy.view.chart import Chart
from psy.view.controls import Rows
from psy.view.marks import Number, Rule
from psy.view.numbers import decimal
from psy.view.shapes import bars
from psy.view.words import share

# What every best play assumes: for titles.
ASSUMED = "assumed: secret choice" + ", no defence" * (RULEBOOK.entries["no_defence"].status == "assumed")
# Chances of a duel below this are rounding.
_NONE = 1e-6


def psions(pair: Rows) -> Pairing:
    """Return the attacker and the defender of a sheet's rows, or refuse one row alone."""
    if len(pair) != 2:
        raise ValueError(f"psions must have two rows, the attacker and the defender, not {len(pair)}")
    attacker, defender = (Psion(*map(int, row)) for row in pair)
    return attacker, defender


def read_otherwise(values: Mapping[str, Number], what: str, write: Callable[..., str]) -> Chart:
    """Return what something is worth as read here, the first, and under other readings: those that differ."""
    (first, here), *others = values.items()
    ends = write(min(value for _, value in others)), write(max(value for _, value in others))
    shown = {name: value for name, value in values.items() if name == first or write(value) != write(here)}
    chart = bars(
        "How far does it hang on what no source states?",
        {"": shown},
        {"": shown},
        f"{what.capitalize()}: {write(here)} as read here, {ends[0]} to {ends[1]} otherwise. "
        f"Of {len(others)} other readings and values {len(values) - len(shown)} leave it at {write(here)}.",
        label=what,
        write=write,
        lying=True,
    )
    return chart.plus(Rule(here))


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
    return ", ".join(f"{name} {share(part)}" for name, part in played.items())


def signed(value: Number, digits: int = 2) -> str:
    """Return a number with its sign, unless it rounds to nothing.

    Examples
    --------
    >>> signed(0.4523), signed(-0.00001), signed(Fraction(-1, 8))
    ('+0.45', '0.00', '-0.13')
    """
    words = decimal(Fraction(value), digits)
    return f"+{words}" if value > 0 and float(words) else words


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
