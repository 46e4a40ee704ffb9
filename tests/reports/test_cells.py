"""Cells to the byte: each format, quoting, formulas, nothing that depends on the machine."""

import csv
import io
import locale
import os
import time
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.item_types import FieldKind
from partwright.kit.decimals import stored_decimal
from partwright.reports.cells import csv_line, formatted, without_formula
from partwright.reports.fields import FIELDS, ReportField
from partwright.reports.model import FormatType

COST = FIELDS["Part"]["parts.cost"]
NAME = FIELDS["Part"]["name"]
DAYS = FIELDS["Part"]["parts.leadTimeDays"]
CREATED = FIELDS["Part"]["createdAt"]
DUE = FIELDS["Task"]["tasks.dueDate"]
HOURS = FIELDS["Task"]["tasks.estimatedHours"]

STAMP = "2026-11-21T09:30:59.999Z"


@pytest.mark.parametrize(
    ("field", "format_type", "value", "expected"),
    [
        (COST, "text", "1234.50", "1234.5"),
        (COST, "number", "1234.5", "1,234.5"),
        (COST, "number", "0", "0"),
        (COST, "number", "1000000", "1,000,000"),
        (COST, "number", "999999999999999.000000000001", "999,999,999,999,999.000000000001"),
        (COST, "currency", "1234.5", "$1,234.50"),
        (COST, "currency", "1.005", "$1.01"),
        (COST, "currency", "2.675", "$2.68"),
        (COST, "currency", "0.125", "$0.13"),
        (COST, "currency", "0.004999", "$0.00"),
        (COST, "currency", "999.995", "$1,000.00"),
        (COST, "currency", "999999999999999.999", "$1,000,000,000,000,000.00"),
        (COST, "percentage", "0.1", "10%"),
        (COST, "percentage", "0.12345", "12.35%"),
        (COST, "percentage", "0.123", "12.3%"),
        (COST, "percentage", "1", "100%"),
        (COST, "percentage", "0", "0%"),
        (COST, "percentage", "12.5", "1250%"),
        (COST, "percentage", "999999999999999.999999999999", "100000000000000000%"),
        (COST, "boolean", "1", "Yes"),
        (COST, "boolean", "0", "No"),
        (COST, "boolean", "2", "2"),
        (HOURS, "number", "0.25", "0.25"),
        (DAYS, "text", 14000, "14000"),
        (DAYS, "number", 14000, "14,000"),
        (DAYS, "currency", 14000, "$14,000.00"),
        (DAYS, "percentage", 0, "0%"),
        (DAYS, "boolean", 1, "Yes"),
        (CREATED, "text", STAMP, "2026-11-21 09:30:59"),
        (CREATED, "date", STAMP, "2026-11-21"),
        (CREATED, "datetime", STAMP, "2026-11-21 09:30:59"),
        (DUE, "text", "2026-11-21", "2026-11-21"),
        (DUE, "date", "2026-11-21", "2026-11-21"),
        (DUE, "datetime", "2026-11-21", "2026-11-21 00:00:00"),
        (NAME, "boolean", "TRUE", "Yes"),
        (NAME, "boolean", "yes", "Yes"),
        (NAME, "boolean", " no ", "No"),
        (NAME, "boolean", "false", "No"),
        (NAME, "boolean", "maybe", "maybe"),
        (NAME, "boolean", "=maybe", "'=maybe"),
        (NAME, "email", "ada@example.com", "ada@example.com"),
        (NAME, "email", "@ada", "'@ada"),
        (NAME, "url", "https://example.com/?a=1,2", "https://example.com/?a=1,2"),
        (NAME, "text", "über 支架 🚀", "über 支架 🚀"),
        (NAME, "text", "", ""),
    ],
)
def test_each_format(
    field: ReportField, format_type: FormatType, value: str | int, expected: str
) -> None:
    kept = (
        stored_decimal(Decimal(value))
        if field.kind in (FieldKind.DECIMAL, FieldKind.NUMBER)
        else value
    )
    assert formatted(field, format_type, kept) == expected
    assert formatted(field, format_type, None) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        ("-", "-"),
        ("--", "'--"),
        ("- ", "'- "),
        ("-5", "-5"),
        ("+1,234.5", "+1,234.5"),
        ("-.5", "-.5"),
        ("-1e5", "-1e5"),
        ("-5 V", "'-5 V"),
        ("+49 30 1234", "'+49 30 1234"),
        ("-1,23", "'-1,23"),
        ("-Infinity", "'-Infinity"),
        ("-5\n", "'-5\n"),
        ("a=1", "a=1"),
        (" =1", " =1"),
        ("'=1", "'=1"),
        ("", ""),
    ],
)
def test_text_that_a_spreadsheet_would_run_is_disarmed(text: str, expected: str) -> None:
    assert without_formula(text) == expected


def test_a_line_is_quoted_where_it_has_to_be() -> None:
    cells = ["a", "", "b,c", 'say "hi"', "two\nlines", "cr\rhere", " blanks ", "'=1", "ü"]
    assert csv_line(cells) == ('a,,"b,c","say ""hi""","two\nlines","cr\rhere", blanks ,\'=1,ü\r\n')


@given(st.lists(st.text(st.characters(exclude_characters="\x00")), min_size=2, max_size=4))
def test_a_reader_of_csv_reads_what_was_written(cells: list[str]) -> None:
    assert next(csv.reader(io.StringIO(csv_line(cells), newline=""), strict=True)) == cells


amounts = st.decimals(0, 10**14, places=12)


@given(amounts)
def test_money_is_rounded_half_up(amount: Decimal) -> None:
    text = formatted(COST, "currency", stored_decimal(amount))
    whole, _, cents = text.removeprefix("$").partition(".")
    exact = amount.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert Decimal(whole.replace(",", "") + "." + cents) == exact
    assert len(cents) == 2
    assert all(len(group) == 3 for group in whole.split(",")[1:])


@given(amounts)
def test_numbers_keep_every_digit(amount: Decimal) -> None:
    text = formatted(COST, "number", stored_decimal(amount))
    assert Decimal(text.replace(",", "")) == amount
    assert not ("." in text and text.endswith("0"))


def test_neither_locale_nor_time_zone_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    before = locale.setlocale(locale.LC_ALL)
    monkeypatch.setitem(os.environ, "TZ", "Pacific/Auckland")
    time.tzset()
    try:
        for name in ("de_DE.UTF-8", "C.UTF-8", "C"):
            try:
                locale.setlocale(locale.LC_ALL, name)
            except locale.Error:
                continue
            assert formatted(CREATED, "date", "2026-11-21T23:30:00.000Z") == "2026-11-21"
            assert formatted(COST, "currency", stored_decimal(Decimal("1234.5"))) == "$1,234.50"
    finally:
        locale.setlocale(locale.LC_ALL, before)
        monkeypatch.undo()
        time.tzset()
