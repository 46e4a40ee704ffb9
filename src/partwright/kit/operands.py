"""Kinds of fields, and what a filter's value means for a field of each; pure.

A value is a JSON string, number or boolean. What it becomes is compared with what is kept:
decimals as sortable text, timestamps as text, whole numbers as such.
"""

import re
from decimal import Decimal
from enum import Enum
from math import ceil, floor

import msgspec
from msgspec import Raw

from partwright.kit import clock, decimals
from partwright.kit.field_problems import shown
from partwright.kit.fields import FieldProblem, decode_value
from partwright.kit.like_patterns import escape_like_pattern
from partwright.kit.text_lines import composed


class FieldKind(Enum):
    """Type of a field: how it is read, kept, shown and compared."""

    TEXT = "text"
    DECIMAL = "decimal"
    """Exact, a string on the wire."""
    NUMBER = "number"
    """Exact, a JSON number on the wire."""
    INTEGER = "integer"
    DATE = "date"
    MOMENT = "moment"
    USER = "user"
    """Written as an id or an object with one, shown as {id, name}."""
    ID = "id"
    BOOLEAN = "boolean"


NUMERIC = frozenset({FieldKind.DECIMAL, FieldKind.NUMBER, FieldKind.INTEGER})
DATED = frozenset({FieldKind.DATE, FieldKind.MOMENT})

LONGEST = 10_000
"""Characters of a value; as long as the longest text of an item."""
LONGEST_PATTERN = 1000
"""Characters of a text that is searched for; SQLite refuses endless patterns."""

BELOW_ALL, ABOVE_ALL = "-", "~"
"""Sort before and behind every kept decimal."""
END_OF_DAY = "~"
"""Behind a date it sorts behind every moment of that day."""
_NEVER = -1
"""Kept whole numbers are never negative."""
_HUGE = 1 << 62
_STAMP_LENGTH = len("2026-11-21T09:30:00.000Z")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d")

Scalar = str | Decimal | bool

_plain: msgspec.json.Decoder[str | bool | None] = msgspec.json.Decoder(str | bool | None)


def scalar(raw: Raw) -> Scalar | None:
    """The value of a piece of JSON, numbers exactly; FieldProblem for arrays and objects."""
    text = bytes(raw).strip()
    if text[:1] in b"[{":
        raise FieldProblem("expected a string, a number or a boolean")
    found = (
        decode_value(_plain, raw) if text[:1] in b'"tfn' else decimals.parse_decimal(text.decode())
    )
    if found is None and text != b"null":
        raise FieldProblem("is out of range")
    if len(found if isinstance(found, str) else text) > LONGEST:
        raise FieldProblem(f"is longer than {LONGEST} characters")
    return composed(found) if isinstance(found, str) else found


def as_text(value: Scalar) -> str:
    """The value as a text field is compared with it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def entries(value: Scalar) -> list[Scalar]:
    """The entries of a comma-separated list, without blank ones."""
    if not isinstance(value, str):
        return [value]
    return [entry.strip() for entry in value.split(",") if entry.strip()]


def pattern(value: Scalar, *, before: str, after: str) -> str:
    """A LIKE pattern over folded text, in which `%` and `_` of the value stand for themselves."""
    text = as_text(value)
    if len(text) > LONGEST_PATTERN:
        raise FieldProblem(f"is longer than {LONGEST_PATTERN} characters")
    return before + escape_like_pattern(text.casefold()) + after


def number(value: Scalar) -> Decimal:
    found = decimals.parse_decimal(value) if isinstance(value, str) else value
    if isinstance(found, bool) or found is None or not found.is_finite():
        raise FieldProblem(f"expected a number, got {shown(as_text(value))}")
    return found


def decimal(value: Scalar) -> str:
    """A text that sorts among kept decimals as the number does among them.

    A number finer than what can be kept falls strictly between two that can.
    """
    found = number(value)
    if not found:
        return decimals.stored_decimal(Decimal(0))
    if found < 0:
        return BELOW_ALL
    # The exponent is looked at first: 1E+999999 written out would be a million digits.
    if found.adjusted() >= decimals.WHOLE_DIGITS:
        return ABOVE_ALL
    if found.adjusted() < -decimals.FRACTION_DIGITS:
        return decimals.stored_decimal(Decimal(0)) + "5"
    whole, _, fraction = format(found, "f").partition(".")
    kept = whole.lstrip("0").rjust(decimals.WHOLE_DIGITS, "0") + "."
    kept += fraction[: decimals.FRACTION_DIGITS].ljust(decimals.FRACTION_DIGITS, "0")
    return kept + "5" * (fraction[decimals.FRACTION_DIGITS :].strip("0") != "")


def whole(value: Scalar) -> int:
    """The whole number that equals the value, or one that no field ever holds."""
    found = number(value)
    if found.adjusted() > decimals.WHOLE_DIGITS or found.adjusted() < 0:
        return _NEVER if found else 0
    return int(found) if found == found.to_integral_value() and found >= 0 else _NEVER


def at_most(value: Scalar) -> int:
    """The largest whole number up to the value."""
    found = _bounded(number(value))
    return floor(found)


def at_least(value: Scalar) -> int:
    """The smallest whole number from the value on."""
    found = _bounded(number(value))
    return ceil(found)


def _bounded(found: Decimal) -> Decimal:
    """The same among the numbers that matter; arithmetic on 1E+999999 would be slow or fail."""
    if not found:
        return Decimal(0)
    if found.adjusted() > decimals.WHOLE_DIGITS:
        return Decimal(_HUGE if found > 0 else _NEVER)
    if found.adjusted() < -1:
        return Decimal("0.5") if found > 0 else Decimal("-0.5")
    return max(found, Decimal(_NEVER))


def day(value: Scalar) -> str:
    """A calendar date."""
    if not isinstance(value, str) or not clock.is_date(value.strip()):
        raise FieldProblem(f"expected a date such as 2026-11-21, got {shown(as_text(value))}")
    return value.strip()


def moment(value: Scalar) -> str:
    """A timestamp as it is kept, to the millisecond; or a date, with which all of its day begins."""
    text = value.strip() if isinstance(value, str) else ""
    if clock.is_date(text):
        return text
    if _MOMENT.match(text):
        try:
            return clock.stamp(clock.parse_moment(text)).rjust(_STAMP_LENGTH, "0")
        except (ValueError, OverflowError):
            pass
    raise FieldProblem(
        f"expected a date such as 2026-11-21 or a timestamp, got {shown(as_text(value))}"
    )


def last_moment(value: Scalar) -> str:
    """The text that sorts behind the timestamp, or behind the whole day of a date."""
    return moment(value) + END_OF_DAY


READ_AS = {
    FieldKind.TEXT: as_text,
    FieldKind.USER: as_text,
    FieldKind.DECIMAL: decimal,
    FieldKind.NUMBER: decimal,
    FieldKind.DATE: day,
    FieldKind.MOMENT: moment,
}
"""What a value becomes for kinds that are kept as text."""
