"""Values as text in the cells of a file; pure.

Nothing here depends on the locale or the time zone of the machine.
"""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import cast

from partwright.item_types import FieldKind
from partwright.kit.decimals import plain_decimal
from partwright.kit.operands import NUMERIC
from partwright.reports.fields import ReportField
from partwright.reports.model import FormatType

Kept = str | int | None
"""A value as the database keeps it."""

YES = frozenset({"true", "1", "yes"})
NO = frozenset({"false", "0", "no"})
_CENT = Decimal("0.01")
_RUNS_AS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_SIGNED_NUMBER = re.compile(
    r"[+-](?:(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z"
)


def formatted(field: ReportField, format_type: FormatType, value: Kept) -> str:
    """The text of a cell of a file that spreadsheets open."""
    text = spelled(field, format_type, value)
    return text if field.kind in NUMERIC else without_formula(text)


def spelled(field: ReportField, format_type: FormatType, value: Kept) -> str:
    """The value as its format writes it; what the field says of no value, mostly nothing."""
    return field.absent if value is None else _FORMATS[format_type](cell_as_text(field, value))


def cell_as_text(field: ReportField, value: str | int) -> str:
    """The value as it would be typed: numbers in their shortest spelling, moments to the second."""
    text = str(value)
    if field.kind in (FieldKind.DECIMAL, FieldKind.NUMBER):
        return plain_decimal(text)
    return f"{text[:10]} {text[11:19]}" if field.kind is FieldKind.MOMENT else text


def _percentage(text: str) -> str:
    rounded = f"{Decimal(text).scaleb(2).quantize(_CENT, ROUND_HALF_UP):f}"
    return rounded.rstrip("0").rstrip(".") + "%"


def boolean(text: str) -> str:
    """Yes or No where the text says so; any other as it is."""
    folded = text.strip().casefold()
    return "Yes" if folded in YES else "No" if folded in NO else text


_FORMATS: dict[FormatType, Callable[[str], str]] = {
    "text": str,
    "number": lambda text: f"{Decimal(text):,f}",
    "currency": lambda text: f"${Decimal(text).quantize(_CENT, ROUND_HALF_UP):,f}",
    "percentage": _percentage,
    "date": lambda text: text[:10],
    "datetime": lambda text: f"{text[:10]} {text[11:19] or '00:00:00'}",
    "boolean": boolean,
    "email": str,
    "url": str,
}


def without_formula(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would run it as a formula.

    A signed number is none, nor is the lone hyphen that unreleased revisions have.
    """
    if not may_be_formula(text) or text == "-" or _SIGNED_NUMBER.match(text):
        return text
    return "'" + text


def may_be_formula(text: str) -> bool:
    """Whether the text begins as a formula does."""
    return text.startswith(_RUNS_AS_FORMULA)


def formatted_column(
    field: ReportField, format_type: FormatType, column: Sequence[Kept]
) -> list[str]:
    """The texts of a column's cells; each value is formatted once, as many stand in many rows."""
    values: Collection[Kept] = set(column)
    if field.kind is FieldKind.TEXT and _FORMATS[format_type] is str:
        # Other texts stay as they are.
        values = [value for value in values if not isinstance(value, str) or may_be_formula(value)]
    texts = {value: formatted(field, format_type, value) for value in values}
    return [cast("str", texts.get(value, value)) for value in column]


def csv_lines(rows: Iterable[Iterable[str]]) -> str:
    """Records by RFC 4180, their line ends included."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def csv_line(cells: Iterable[str]) -> str:
    """One record."""
    return csv_lines([cells])
