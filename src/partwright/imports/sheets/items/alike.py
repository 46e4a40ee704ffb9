"""Comparison of two rows of one part: the same in other words, or values that contradict."""

import re
from decimal import Decimal

from partwright.imports.sheets.records.rows import ItemRow
from partwright.imports.sheets.words.column_words import VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_SIGNS = lazy_regex(r"[\W_]+")
_PREFIXES = {"p": -12, "n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3, "k": 3, "K": 3, "M": 6, "G": 9}
_VALUE = lazy_regex(
    r"(?<![\w.,])([0-9]+)(?:[.,]([0-9]+))?\s?([pnuµμmkKMG]?)"
    r"(?:(Ω|\u2126|[Oo]hms?|R|F|H|V|A|W|Hz|mm|cm|in)|([0-9]+))?(?!\w)"
)
"""A number with a prefix or a unit: `4.7k`, `4k7`, `100 nF`, `6 mm`."""
_THREAD = lazy_regex(
    r"(?<!\w)(M[0-9]+(?:[.,][0-9]+)?)(?:\s?[x×*]\s?([0-9]+(?:[.,][0-9]+)?))?(?!\w)"
)
_LONGEST = 200


def is_same_name(one: str, other: str) -> bool:
    """Whether the names are one, or one only says more than the other."""
    if (own := value_alone(one)) and own == value_alone(other):
        return True
    short, long = sorted((_plain(one), _plain(other)), key=len)
    return short == long or (
        len(short) > 3 and long.startswith(short) and not contradict(one, other)
    )


def contradict(one: str, other: str) -> bool:
    """Whether both state values or sizes, as `10k` and `22k`, and not one of them is the same."""
    own, theirs = _stated(one), _stated(other)
    return bool(own and theirs) and own.isdisjoint(theirs)


def names_kind(text: str) -> bool:
    """Whether the text is words and values, of which no part number consists: `Electrolytic 25V`."""
    words = text.strip()[:_LONGEST].replace(",", " ").split()
    plain = [word.replace("-", "").isalpha() or bool(value_alone(word)) for word in words]
    return len(words) > 1 and all(plain) and any(map(str.islower, text))


def value_of(item: ItemRow) -> str:
    """The value of a part as the list calls it, such as `10k`."""
    held = item.get("attributes")
    if not isinstance(held, dict):
        return ""
    return next((text for name, text in held.items() if header_key(name) in VALUE_NAMES), "")


def _plain(text: str) -> str:
    return _SIGNS.sub("", text.casefold())


def _stated(text: str) -> set[str]:
    """The values and sizes in a text, written alike; a number alone is one."""
    text = text.strip()[:_LONGEST]
    if text.isdecimal():
        return {str(Decimal(text).normalize())}
    threads = {"M".join(match.groups("")) for match in _THREAD.finditer(text)}
    return threads | {_written(match) for match in _VALUE.finditer(text) if match[3] or match[4]}


def value_alone(text: str) -> str:
    """The value that the text is and nothing else, as `0.1uF`."""
    match = _VALUE.fullmatch(text.strip()[:_LONGEST])
    return _written(match) if match and (match[3] or match[4]) else ""


def _written(match: re.Match[str]) -> str:
    whole, part, prefix, unit, after = match.groups("")
    if prefix == "m" and not unit:
        # Metres; thousandths have their unit.
        return f"{Decimal(f'{whole}.{part or 0}').normalize()} m"
    number = Decimal(f"{whole}.{part or after or 0}") * Decimal(10) ** _PREFIXES.get(prefix, 0)
    return f"{number.normalize():f}"
