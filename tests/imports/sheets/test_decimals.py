from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.imports.sheets.cell_values.decimals import (
    AmbiguousNumber,
    Mark,
    NotUnderstood,
    mark_shown,
    plain_text,
    read_decimal,
)

NUMBERS = st.decimals(
    min_value=Decimal(-(10**14)), max_value=Decimal(10**14), allow_nan=False, places=4
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", "12"),
        ("12.5", "12.5"),
        ("12,5", "12.5"),
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1 234,5", "1234.5"),
        ("1\u00a0234,5", "1234.5"),
        ("1\u202f234\u202f567", "1234567"),
        ("1'234.50", "1234.50"),
        ("1’234’567.5", "1234567.5"),
        ("1.234.567", "1234567"),
        ("1,234,567", "1234567"),
        ("12,34,567.5", "1234567.5"),
        ("1 234,567", "1234.567"),
        ("0,125", "0.125"),
        ("0.125", "0.125"),
        (".5", "0.5"),
        (",5", "0.5"),
        ("5.", "5"),
        ("1234,567", "1234.567"),
        ("-3,5", "-3.5"),
        ("−3", "-3"),
        ("+3", "3"),
        ("1.5E-3", "0.0015"),
        ("1,234e2", "123.4"),
        ("007", "7"),
    ],
)
def test_numbers_that_say_themselves_what_they_are(text: str, number: str) -> None:
    assert read_decimal(text) == Decimal(number)


@pytest.mark.parametrize("text", ["1,234", "1.234", "12.345", "999,999", "-1,234"])
def test_three_digits_after_one_sign_are_open_till_a_mark_is_known(text: str) -> None:
    with pytest.raises(AmbiguousNumber, match="may be"):
        read_decimal(text)
    sign: Mark = "," if "," in text else "."
    other: Mark = "." if sign == "," else ","
    assert read_decimal(text, mark=sign) == Decimal(text.replace(",", "."))
    assert read_decimal(text, mark=other) == Decimal(text.replace(",", "").replace(".", ""))


@pytest.mark.parametrize(
    "text",
    [
        *("", "abc", "1.2.3", "1,2,3", "1,23.4,5", "1..2", "12 34", "1,2345,678.0", "1/2", "٣"),
        *("(3)", "1e9999", "1234567890123456", "1.234.5", "NaN", "1_000", "--1"),
    ],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_decimal(text, mark=".")


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        *[("12,5", ","), ("1.234,50", ","), ("1.234.567", ","), ("0,125", ",")],
        *[("12.50", "."), ("1,234.5", "."), ("1,234,567", "."), ("1'234.5", ".")],
        *[("12", None), ("1,234", None), ("1.234", None), ("x", None), ("1 234", None)],
    ],
)
def test_a_number_shows_its_decimal_mark(text: str, mark: Mark | None) -> None:
    assert mark_shown(text) == mark


@given(number=NUMBERS, comma=st.booleans(), grouping=st.sampled_from(["", "other", " ", "'"]))
def test_every_way_of_writing_a_number_gives_it_back(
    number: Decimal, comma: bool, grouping: str
) -> None:
    mark: Mark = "," if comma else "."
    other = "." if comma else ","
    separator = other if grouping == "other" else grouping
    text = f"{number:,.4f}".replace(",", "§").replace(".", mark).replace("§", separator)
    assert read_decimal(text, mark=mark) == number
    assert mark_shown(text) == mark
    assert Decimal(plain_text(number)) == number
    assert "E" not in plain_text(number)


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    with suppress(NotUnderstood):
        assert read_decimal(text, mark=".").is_finite()
