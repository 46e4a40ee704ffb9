from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.kit import decimals

numbers = st.decimals(
    min_value=0, max_value=Decimal("999999999999999.999999999999"), places=12, allow_nan=False
)


@given(numbers, numbers)
def test_stored_text_sorts_as_the_numbers_do(a: Decimal, b: Decimal) -> None:
    assert (decimals.stored_decimal(a) < decimals.stored_decimal(b)) == (a < b)
    assert (decimals.stored_decimal(a) == decimals.stored_decimal(b)) == (a == b)


@given(numbers)
def test_what_is_stored_comes_back_exactly(number: Decimal) -> None:
    assert decimals.check_decimal(number) is None
    assert decimals.decimal_number(decimals.stored_decimal(number)) == number
    assert Decimal(decimals.plain_decimal(decimals.stored_decimal(number))) == number


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("0", "0"),
        ("-0", "0"),
        ("0.000", "0"),
        ("12.50", "12.5"),
        ("1E+2", "100"),
        ("1e-12", "0.000000000001"),
        ("0E+999999", "0"),
        ("999999999999999.999999999999", "999999999999999.999999999999"),
        ("1.0000000000000000000000000000", "1"),
    ],
)
def test_a_number_is_shown_plainly(written: str, shown: str) -> None:
    number = decimals.parse_decimal(written)
    assert number is not None
    assert decimals.check_decimal(number) is None
    assert decimals.plain_decimal(decimals.stored_decimal(number)) == shown


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("-1", "0 or more, got -1"),
        ("NaN", "finite"),
        ("sNaN", "finite"),
        ("Infinity", "finite"),
        ("-Infinity", "finite"),
        ("1000000000000000", "before the point"),
        ("1E+999999", "before the point"),
        ("0.0000000000001", "after the point"),
        ("1E-999999", "after the point"),
        ("1.0000000000001", "after the point"),
    ],
)
def test_a_number_that_cannot_be_kept_is_refused(written: str, problem: str) -> None:
    assert problem in (decimals.check_decimal(Decimal(written)) or "")


@pytest.mark.parametrize("text", ["", "x", "1_000", "1,5", "١٢", "0x10", "--1"])
def test_what_is_no_number(text: str) -> None:
    assert decimals.parse_decimal(text) is None


def test_blanks_around_a_number_do_not_matter() -> None:
    assert decimals.parse_decimal(" 12.5\t") == Decimal("12.5")
