"""Numbers by which shops know what they sell: Amazon's own, and those below bar codes."""

from collections.abc import Iterator

from partwright.kit.patterns import lazy_regex

ASIN_SELLER = "Amazon"
_ASIN = lazy_regex(r"B0(?=[0-9A-Z]*[0-9])[0-9A-Z]{8}")
_LENGTHS = frozenset([8, 12, 13])
_MOST = 10_000
_FEWEST_SHORT = 2
"""Numbers of eight digits that all have a right check digit by no accident."""


def is_asin(text: str) -> bool:
    """Whether the text is of the form of Amazon's numbers, as `B07G2GQ7LZ`."""
    return len(text) == 10 and bool(_ASIN.fullmatch(text))


def has_check_digit(text: str) -> bool:
    """Whether the last digit is that which the others of an EAN or UPC ask for."""
    if not (text.isascii() and text.isdecimal()) or len(set(text)) == 1:
        return False
    digits = [int(sign) for sign in reversed(text)]
    return (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0


class BarCodes:
    """Gathers numbers of the lengths of bar codes, of which one in ten has such a digit by accident."""

    def __init__(self) -> None:
        self._found: dict[int, dict[str, int]] = {}
        self._others: set[int] = set()

    def take(self, at: int, number: str) -> None:
        """Take a manufacturer's number of a row."""
        if len(number) not in _LENGTHS or not number.isdecimal():
            return
        found = self._found.setdefault(len(number), {})
        if not has_check_digit(number):
            self._others.add(len(number))
        elif len(found) < _MOST:
            found.setdefault(number, at)

    def told(self) -> Iterator[tuple[int, str]]:
        """Rows and numbers of a length of which all have such a digit."""
        rows: list[tuple[int, str]] = []
        for length, found in self._found.items():
            fewest = _FEWEST_SHORT if length == min(_LENGTHS) else 1
            if length not in self._others and len(found) >= fewest:
                rows += ((at, number) for number, at in found.items())
        yield from sorted(rows)
