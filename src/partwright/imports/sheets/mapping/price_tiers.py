"""Columns that come in pairs: a number of pieces, and the price from so many on, as `Break 1` and `Price 1`."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.mapping.column_evidence import are_amounts
from partwright.imports.sheets.words.column_words import PRICES, TOTALS
from partwright.imports.sheets.words.header_words import LONGEST, header_words
from partwright.imports.sheets.words.quantity_words import has_quantity_word
from partwright.kit.patterns import lazy_regex

_PLACE = lazy_regex(r"(?<![0-9])([1-9])(?![0-9])")
_BREAKS = frozenset(["break", "breaks", "pricebreak", "pb", "staffel", "tier", "level", "scale"])
_BESIDE = frozenset(["unit", "per", "each", "at", "ab", "from", "min", "minimum", "order", "no"])
_PIECES = frozenset(
    ["pcs", "pieces", "staffelmenge", "mengenstaffel", "qtybreak", "breakqty", "moq"]
)
_UNIT_PRICES = frozenset(["staffelpreis", "unitprice", "unitcost", "einzelpreis", "pricing"])
_CELL = lazy_regex(
    r"(?:ab|from|>=?|≥|min\.?)?\s*([1-9][0-9]{0,2}(?:[.,' ][0-9]{3})+|[1-9][0-9]{0,8})(k?)\s*"
    r"(?:\+|[-–]\s*[0-9][0-9.,']*|pcs?\.?|stk\.?|stück|units?|ea\.?)?",
    re.IGNORECASE,
)


def tier_columns(
    headers: Mapping[int, str], values: Mapping[int, Sequence[str]]
) -> dict[int, tuple[int, int]]:
    """For each column of prices in a pair the one of its numbers of pieces, and its place among the pairs.

    Nothing where the numbers do not rise from one pair to the next.
    """
    pieces: dict[int, int] = {}
    prices: dict[int, int] = {}
    either: dict[int, int] = {}
    kinds = {"pieces": pieces, "price": prices, "either": either}
    for at, header in headers.items():
        kind, place = _role(header)
        if kind and place in kinds[kind]:
            return {}
        if kind:
            kinds[kind][place] = at
    for place, at in either.items():
        (prices if place in pieces else pieces).setdefault(place, at)
    both = sorted({*pieces} & {*prices})
    found = {prices[place]: (pieces[place], place) for place in both}
    are_read = all(
        _are_pieces(values[count]) and are_amounts(values[at]) for at, (count, _) in found.items()
    )
    is_rising = _rise([values[pieces[place]] for place in both])
    return found if are_read and is_rising else {}


def _role(header: str) -> tuple[str, int]:
    """Whether numbers of pieces or prices stand below the header, or either of them, and its place."""
    places = _PLACE.findall(header[:LONGEST])
    if len(places) != 1 or any(map(str.isdigit, _PLACE.sub("", header[:LONGEST]))):
        return "", 0
    words = {w for w in header_words(_PLACE.sub(" ", header)) if not currencies_of(w)}
    counts = {word for word in words if has_quantity_word(word) or word in _PIECES}
    priced = words & {*PRICES, *_UNIT_PRICES}
    if words - counts - priced - _BREAKS - _BESIDE or words & TOTALS:
        return "", 0
    if counts:
        return "pieces", int(places[0])
    if priced and not words & _BREAKS - {"staffel"}:
        return "price", int(places[0])
    return ("either", int(places[0])) if words & _BREAKS else ("", 0)


def _are_pieces(values: Sequence[str]) -> bool:
    return all(map(pieces_in, filter(str.strip, values)))


def _rise(columns: Sequence[Sequence[str]]) -> bool:
    """Whether the fewest pieces of each further column are more, as where each row's numbers rise."""
    least = [min(map(pieces_in, filter(str.strip, column)), default=0) for column in columns]
    told = list(filter(None, least))
    return len(told) > 1 and all(fewer < more for fewer, more in pairwise(told))


def pieces_in(text: str) -> int:
    """The number of pieces from which on a price counts, as `100`, `1.000+` and `10-49`; 0 for other texts."""
    match = _CELL.fullmatch(text.strip())
    if match is None:
        return 0
    return int(re.sub(r"[^0-9]", "", match[1])) * (1000 if match[2] else 1)
