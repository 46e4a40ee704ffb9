"""Exact decimals, kept in the database as text that sorts as the numbers do.

Both databases compare such text with their own operators and indexes, and neither has a
native type that holds 15 digits before and 12 after the point exactly (SQLite has none).
Stored numbers are never negative.
"""

from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NewType

StoredDecimal = NewType("StoredDecimal", str)

WHOLE_DIGITS = 15
FRACTION_DIGITS = 12
MOST_DIGITS = 40
"""Digits of a number before it is read at all; no field keeps so many."""
_STEP = Decimal(1).scaleb(-FRACTION_DIGITS)
_LIMIT = Decimal(10) ** WHOLE_DIGITS


def check_decimal(value: Decimal) -> str | None:
    """The reason why the number cannot be a stored quantity, or None."""
    if not value.is_finite():
        return f"expected a finite number, got {value}"
    if value < 0:
        return f"expected a number of 0 or more, got {value}"
    # The exponent is looked at first: arithmetic on 1E+999999 would be slow or fail.
    if value.adjusted() >= WHOLE_DIGITS and value:
        return f"has more than {WHOLE_DIGITS} digits before the point"
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -FRACTION_DIGITS and _has_finer_part(value):
        return f"has more than {FRACTION_DIGITS} digits after the point"
    return None


def _has_finer_part(value: Decimal) -> bool:
    digits, exponent = value.as_tuple().digits, value.as_tuple().exponent
    assert isinstance(exponent, int)
    finer = min(len(digits), -exponent - FRACTION_DIGITS)
    return any(digits[len(digits) - finer :])


def parse_decimal(text: str) -> Decimal | None:
    """The number a text spells in plain or scientific notation, or None."""
    if is_overlong(text):
        return None
    try:
        return Decimal(text.strip()) if text.isascii() and "_" not in text else None
    except InvalidOperation:
        return None


def is_overlong(text: str) -> bool:
    """Whether a text has more digits than a number may have, or is longer than one ever is."""
    return len(text) > MOST_DIGITS and (
        len(text) > _LONGEST or sum(map(str.isdigit, text)) > MOST_DIGITS
    )


_LONGEST = 200


def stored_decimal(value: Decimal) -> StoredDecimal:
    """The sortable text of a number that `check` finds nothing wrong with."""
    fixed = (
        format(value.copy_abs(), f".{FRACTION_DIGITS}f") if value else "0." + "0" * FRACTION_DIGITS
    )
    return StoredDecimal(fixed.rjust(WHOLE_DIGITS + 1 + FRACTION_DIGITS, "0"))


def plain_decimal(kept: str) -> str:
    """The shortest usual spelling of a stored number: `12.5`, `3`, `0`."""
    whole, _, fraction = kept.partition(".")
    fraction = fraction.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{fraction}" if fraction else whole


# A structure repeats few quantities on thousands of lines.
@lru_cache(maxsize=4096)
def decimal_number(kept: str) -> Decimal:
    """The stored number without trailing zeros, as the wire shows a JSON number."""
    return Decimal(plain_decimal(kept))
