"""Formats that show numbers otherwise: `000000` shows 12 as 000012, `"P-"0000` as P-0012, `0%` 0.05 as 5%."""

from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from partwright.kit.patterns import lazy_regex

_PIECE = lazy_regex(r'0|"[^"]{0,20}"|\\.|[-/ ]')
_LEAST = 2
"""Zeros of a format of codes; a lone one shows numbers as they are, perhaps with a unit."""
_MOST = 24


class NumberShape(NamedTuple):
    """The pieces of a format: texts, and zeros that digits take the place of."""

    pieces: tuple[str, ...]
    """`0` for a digit; texts begin with a quote."""

    def shown(self, text: str) -> str:
        """The number as the sheet shows it; one that is not whole, or negative, as it is."""
        if not text.isascii() or not text.isdigit():
            return text
        digits = text.zfill(self.pieces.count("0"))
        shown: list[str] = []
        for piece in reversed(self.pieces):
            if piece == "0":
                shown.append(digits[-1:])
                digits = digits[:-1]
            else:
                shown.append(piece[1:])
        first = len(self.pieces) - 1 - self.pieces.index("0")
        shown[first] = digits + shown[first]
        return "".join(reversed(shown))


class MoneyShape(NamedTuple):
    """A format that shows amounts in a currency, where others of the sheet show another."""

    currency: str

    def shown(self, text: str) -> str:
        """The amount with the code of its currency."""
        return f"{text} {self.currency}" if text.strip() else text


class PercentShape(NamedTuple):
    """A format that shows hundredths."""

    parts: int = 100

    def shown(self, text: str) -> str:
        """The number as so many percent; what is none as it is."""
        try:
            return f"{(Decimal(text) * self.parts).normalize():f}%"
        except InvalidOperation:
            return text


CellShape = NumberShape | MoneyShape | PercentShape
BUILT_IN = {9: PercentShape(), 10: PercentShape()}
"""Numbers of formats that Excel does not write out, and that show numbers otherwise."""
_PERCENT = lazy_regex(r"[0#.,? ]*[0#?] ?%")


def number_shape(code: str) -> NumberShape | PercentShape | None:
    """The shape that a format gives codes and percentages; None for any other format."""
    section = code.partition(";")[0].strip()
    if _PERCENT.fullmatch(section):
        return PercentShape()
    pieces: list[str] = []
    at = 0
    while at < len(section) and len(pieces) < _MOST:
        match = _PIECE.match(section, at)
        if match is None:
            return None
        text, at = match[0], match.end()
        pieces.append(text if text == "0" else f'"{text.strip(chr(34)).removeprefix(chr(92))}')
    if at < len(section) or pieces.count("0") < _LEAST:
        return None
    return NumberShape(tuple(pieces))
