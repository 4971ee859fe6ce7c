"""How numbers are written, beside Python's own decimals."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from psy.view import decimal, exactly, percent

numbers = st.fractions(-1000, 1000, max_denominator=10**6)


@given(number=numbers, digits=st.integers(0, 6))
@example(number=Fraction(1, 2), digits=0)
@example(number=Fraction(-5, 1000), digits=2)
@example(number=Fraction(-4, 1000), digits=2)
@example(number=Fraction(99999, 1000), digits=2)
def test_a_half_is_rounded_away_from_zero(number, digits):
    with localcontext(prec=60):
        peer = Decimal(number.numerator) / Decimal(number.denominator)
        peer = peer.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    written = f"{peer if peer else abs(peer):f}"
    assert decimal(number, digits) == written
    assert percent(number / 100, digits) == f"{written}%"


def test_a_fraction_is_written_in_full_while_it_can_be_read():
    assert exactly(Fraction(6, 4)) == "3/2"
    assert exactly(0) == "0"
    assert exactly(Fraction(1, 10**9 - 1)) == "1/999999999"
    assert exactly(Fraction(1, 10**9)) == ""
