"""Decimals as people write them: `1,234.50`, `1.234,50`, `1 234,5`, `1'234.50`."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from partwright.kit.decimals import FRACTION_DIGITS, WHOLE_DIGITS
from partwright.kit.patterns import lazy_regex

Mark = Literal[".", ","]
"""The sign between the whole and the fraction."""

_SPACES = lazy_regex("[ \\u00a0\\u202f\\u2009\\t]")
_APOSTROPHES = lazy_regex("[’‘´`]")
_NUMBER = lazy_regex(r"([+-]?)([0-9][0-9 ',.]*|[.,][0-9]+)(?:[eE]([+-]?[0-9]{1,3}))?")
_SPACED = lazy_regex(r"[0-9]{1,3}(?:( |')[0-9]{3})(?:\1[0-9]{3})*(?:[.,][0-9]*)?")
_GROUPED = {
    ",": lazy_regex(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}"),
    ".": lazy_regex(r"[0-9]{1,3}(?:\.[0-9]{3})+"),
}
_FINEST = Decimal(1).scaleb(-FRACTION_DIGITS)
_SHOWN = 200
"""Characters of a cell that a refusal shows."""
_OTHER: dict[Mark, Mark] = {".": ",", ",": "."}


class NotUnderstood(ValueError):
    """A cell's text that was not understood; the message says what was expected."""

    def about(self, text: str) -> str:
        """The refusal with the text that it is of: what was expected, what came, and why."""
        expected, mark, reason = str(self).partition("; ")
        cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        came = f'"{cut}"' if text else "nothing"
        if not expected.startswith("expected"):
            return f"{came} {str(self).removeprefix('it ')}"
        return f"{expected}, got {came}{mark}{reason}"


class AmbiguousNumber(NotUnderstood):
    """A number such as `1,234` that is read differently in different countries."""

    def __init__(self, text: str) -> None:
        plain = text.replace(",", "").replace(".", "")
        fraction = text.replace(",", ".")
        super().__init__(
            f"it may be {plain} or {fraction}, and no other cell shows which; "
            f"write {plain} or {fraction}0, or name the decimal mark of the file"
        )


@lru_cache(maxsize=128)
def _parts(text: str) -> tuple[str, str, str]:
    """Sign, digits with their separators, exponent; spaces and apostrophes made uniform."""
    plain = _APOSTROPHES.sub("'", _SPACES.sub(" ", text)).strip().replace("−", "-")
    match = _NUMBER.fullmatch(plain)
    if match is None:
        raise NotUnderstood("expected a number such as 1234.5 or 1.234,50")
    return match[1], match[2].strip(), match[3] or ""


def _mark_in(body: str, *, exponent: bool) -> Mark | Literal["", "?"]:
    """The decimal mark that the digits prove: none if there is none, `?` if it is open."""
    points, commas = body.count("."), body.count(",")
    if points and commas:
        return "." if body.rindex(".") > body.rindex(",") else ","
    sign: Mark = "." if points else ","
    if points + commas == 0:
        return ""
    if points + commas > 1:
        return _OTHER[sign]
    whole, fraction = body.split(sign)
    groups = len(fraction) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0")
    return "?" if groups and not exponent else sign


def mark_shown(text: str) -> Mark | None:
    """The decimal mark that a number proves by itself, as `12,5` and `1.234.567` prove the comma.

    None if it proves none, or is not a number.
    """
    try:
        _, body, exponent = _parts(text)
    except NotUnderstood:
        return None
    shown = _mark_in(body, exponent=bool(exponent))
    return shown if shown in (".", ",") else None


def read_decimal(text: str, *, mark: Mark | None = None) -> Decimal:
    """The number; `mark` decides what the text leaves open, and without it that is refused.

    Refuses more than 15 digits before the decimal mark; those beyond 12 after it are rounded.
    """
    sign, body, exponent = _parts(text)
    shown = _mark_in(body, exponent=bool(exponent))
    if shown == "?":
        if mark is None:
            raise AmbiguousNumber(body)
        shown = mark
    # Without a fraction any mark will do: there is nothing that it would divide.
    digits = _without_groups(body, shown or ".")
    number = Decimal(f"{sign}{digits}{'e' if exponent else ''}{exponent}")
    if number and number.adjusted() >= WHOLE_DIGITS:
        raise NotUnderstood("expected at most 15 digits before the decimal mark")
    if number and int(number.normalize().as_tuple().exponent) < -FRACTION_DIGITS:
        number = number.quantize(_FINEST)
    return number


def is_rounded(text: str) -> bool:
    """Whether `read_decimal` leaves out decimals of the number."""
    try:
        _, body, exponent = _parts(text)
    except NotUnderstood:
        return False
    fraction = re.split("[.,]", body)[-1] if re.search("[.,]", body) else ""
    return len(fraction.rstrip("0")) - int(exponent or 0) > FRACTION_DIGITS


def _without_groups(body: str, mark: Mark) -> str:
    grouping = _OTHER[mark]
    whole, _, fraction = body.partition(mark)
    if " " in body or "'" in body:
        sound = bool(_SPACED.fullmatch(body))
    elif grouping in whole:
        sound = bool(_GROUPED[grouping].fullmatch(whole))
    else:
        sound = True
    if not sound or (fraction and not fraction.isdecimal()):
        raise NotUnderstood("expected groups of three digits and one decimal mark, as 1,234.50")
    return re.sub(r"[ ',.]", "", whole) + (f".{fraction}" if fraction else "")


def unmistakable(text: str) -> str:
    """The same number so written that `read_decimal` takes the point for a decimal mark.

    `1.234` gets a zero, since it may mean 1234 elsewhere. What is not a number stays as it is.
    """
    try:
        read_decimal(text)
    except AmbiguousNumber:
        return f"{text}0"
    except NotUnderstood:
        pass
    return text


def plain_text(number: Decimal) -> str:
    """The number for the wire, without an exponent and with its own zeros."""
    return f"{number:f}"
