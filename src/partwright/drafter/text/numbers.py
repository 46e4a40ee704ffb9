"""Numbers as people write them: 1,000 and 2,5 and 1 1/2 and twelve."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

import msgspec

from partwright.kit.patterns import lazy_regex

FIGURE: Final = r"(?<!\d)\d+(?:[.,]\d+)?"
"""A figure in digits, from its first one on."""


def figure_value(figure: str) -> float:
    """The value of a figure with a point or a comma."""
    return float(figure.replace(",", "."))


def first_figure(pattern: re.Pattern[str], text: str) -> float:
    """The figure in the first group of the pattern's match that has one; 0 where the text has none."""
    match = pattern.search(text)
    return figure_value(next(one for one in match.groups() if one)) if match else 0.0


def figure_said(pattern: str, text: str) -> float:
    """The first figure of a pattern with one or more groups, in letters of either case; 0 without one."""
    return first_figure(re.compile(pattern, re.IGNORECASE), text)


class WrittenNumber(msgspec.Struct, frozen=True):
    """A number and where it stands."""

    value: float
    start: int
    end: int
    spelled: bool = False
    """Written as a word."""


NUMBER_WORDS: Final = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "sixteen": 16,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "dozen": 12,
    "half": 0.5,
    "hundred": 100,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "zehn": 10,
    "zwölf": 12,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
}
WORDS_OF_COUNTS: Final = {
    word: int(value) for word, value in NUMBER_WORDS.items() if value >= 1
} | {"ein": 1, "eine": 1, "neun": 9}
"""Words of whole numbers, with those that are articles too."""
COUNTED: Final = "|".join(sorted(WORDS_OF_COUNTS, key=len, reverse=True))
"""Any of the words for counts; the longer first."""
COUNT: Final = rf"\d{{1,3}}|{COUNTED}"
"""A count in digits or as a word, as part of a pattern."""
MULTIPLES: Final = {
    "single": 1,
    "dual": 2,
    "double": 2,
    "twin": 2,
    "pair": 2,
    "both": 2,
    "triple": 3,
    "quad": 4,
}

_FIGURE: Final = lazy_regex(
    r"(?<![\w.])(?P<sign>(?<![\w)])[+-](?=\d))?"
    r"(?P<body>\d{1,3}(?:[ ]\d{3}){1,3}(?![\d.,]*\w)|\d{1,3}(?:'\d{3}){1,3}"
    r"|\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,6})?(?!\d)|\d{1,9}(?:[.,]\d{1,9})?)"
    r"(?P<exponent>[eE][+-]?\d{1,2}(?!\w))?(?P<kilo>k(?=\s|$|[.,)]))?"
    r"|(?<![\w])\.\d{1,6}"
)
_WORDS: Final = lazy_regex(
    r"\b(?:" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r")\b", re.IGNORECASE
)
_FRACTION: Final = lazy_regex(
    r"(?<![\w./])(?:(\d{1,3})[ -])?(\d{1,2})/(2|3|4|8|16|32|64)(?![\w/.])"
)


def numbered(word: str) -> int:
    """The whole number that digits or a word tell; 0 for any other word."""
    return int(word) if word.isdecimal() else int(NUMBER_WORDS.get(word.casefold(), 0))


def numbers(text: str, masked: list[tuple[int, int]]) -> list[WrittenNumber]:
    """Every number outside the masked stretches, in order."""
    left_out = Stretches(masked)
    found = [n for n in _fractions(text) if not left_out.touch(n.start, n.end)]
    taken = Stretches(masked + [(n.start, n.end) for n in found])
    found += [n for n in _plain(text) if not taken.touch(n.start, n.end)]
    for match in _WORDS.finditer(text):
        value = NUMBER_WORDS[match.group().casefold()]
        found.append(WrittenNumber(value, match.start(), match.end(), spelled=True))
    return sorted(found, key=lambda n: n.start)


def _fractions(text: str) -> list[WrittenNumber]:
    """Halves to sixty-fourths: 1/2, 1 1/2."""
    return [
        WrittenNumber(float(m[1] or 0) + float(m[2]) / float(m[3]), m.start(), m.end())
        for m in _FRACTION.finditer(text)
        if int(m[2]) < int(m[3])
    ]


def _plain(text: str) -> list[WrittenNumber]:
    return [
        WrittenNumber(_value(m), m.start(), m.end())
        for m in _FIGURE.finditer(text)
        if m.end() > m.start()
    ]


def _value(match: re.Match[str]) -> float:
    body = match["body"]
    if body is None:
        return float(match.group())
    value = float(_decimal(body)) * float("1" + (match["exponent"] or ""))
    if match["kilo"]:
        value *= 1000
    return -value if match["sign"] == "-" else value


def _decimal(body: str) -> str:
    """The number with a point: a comma before exactly three digits groups, unless a zero leads."""
    body = body.replace(" ", "").replace("'", "")
    head, comma, tail = body.partition(",")
    if not comma:
        return body
    if "." in tail or tail.count(",") or (len(tail) == 3 and head.lstrip("0")):
        return body.replace(",", "")
    return f"{head}.{tail}"


class Stretches:
    """Stretches of text to be left out, looked up by halving."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._stretches = sorted(stretches)
        self._starts = [start for start, _ in self._stretches]

    def touch(self, start: int, end: int) -> bool:
        """Whether any of them shares a character with the stretch."""
        last = bisect_left(self._starts, end)
        return any(
            begin < end and start < stop for begin, stop in self._stretches[max(0, last - 3) : last]
        )
