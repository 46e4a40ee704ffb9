"""Sizes that bearings and screws are called by."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.words.header_words import header_words
from partwright.kit.patterns import lazy_regex

_SIZE = lazy_regex(
    r"(?:M|Ø|⌀)?[0-9.,]+(?:\s?mm)?(?:\s*[x×]\s*[0-9.,]+(?:\s?mm)?){1,2}",
    re.IGNORECASE,
)
_BARE = lazy_regex(r"M[0-9]{1,2}(?:[.,][0-9])?", re.IGNORECASE)
_THREAD = lazy_regex(
    r"M(?:1[.,]6|[23][.,]5|[234568]|1[02468]|2[0247]|3[0369]|4[258]|5[26]|6[04])", re.IGNORECASE
)

_CUT_TO = """length lange laenge longueur largo longitud lunghezza comprimento dlugosc lengte langd lengde laengde pituus delka hossz uzunluk
    size dimension dimensions abmessung abmessungen dimensioni dimensiones dimensao wymiar wymiary afmeting afmetingen matt mal rozmer rozmery
    meret zuschnitt zuschnittmass cut 长度 長さ 尺寸 длина размер"""
_CUT = frozenset(_CUT_TO.split())
"""What is in headers of sizes that pieces of one article are cut to."""


def is_size_header(header: str) -> bool:
    """Whether a header such as `Abmessung` or `Length (mm)` is that of sizes of single pieces."""
    return not _CUT.isdisjoint(header_words(header))


def is_size(text: str) -> bool:
    """Whether the whole text is a size, as `42×30×7`, `M3×10` and `M4`."""
    return any(pattern.fullmatch(text.strip()) for pattern in (_SIZE, _THREAD))


def count_sizes(values: Sequence[str]) -> int:
    """The number of texts that are sizes; `M10` is none beside `M23`, which no thread has."""
    bare = [text for text in values if _BARE.fullmatch(text.strip())]
    are_threads = all(_THREAD.fullmatch(text.strip()) for text in bare)
    threads = len(bare) if are_threads else 0
    return threads + sum(bool(_SIZE.fullmatch(text.strip())) for text in values)
