"""Marks by which lists say that a part is left out of a board."""

import re
from collections.abc import Iterable

from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.kit.patterns import lazy_regex

_LEFT_OUT = lazy_regex(r"\b(?:DNP|DNI|DNF|NOFIT|not fitted|do not (?:fit|place|populate|mount))\b")
_LEFT_OUT_MARK = lazy_regex(rf"(?:{_LEFT_OUT.pattern})(?:\s?[/,;:(].*|\s[-–—]\s.*)?")
"""A cell of any column that says nothing else first, as `DNP / optional`."""
_LONGEST_MARK = 40
_LEFT_OUT_REMARK = lazy_regex(
    r"no\s?pop|nc|n\.c\.|dns|nicht\s+best(?:ü|ue)ckt|unbest(?:ü|ue)ckt|non\s+mont[ée]e?|no\s+montar|"
    r"не\s+(?:устанавливать|ставить|монтировать)|不贴|不焊|不焊接|不装|空贴|未実装|実装しない|実装なし|非実装|nie montowa[ćc]|neosazovat|neosazeno|niet plaatsen|não montar|실장\s?안함|미실장",
    re.IGNORECASE,
)
"""Remarks of which nothing else is said; in a name they may mean something else."""
LEFT_OUT_NOTE = lazy_regex(r"(?<!\s)\s*\((?:DNP|DNF|DNI|NF|NC|NoFit|not fitted)\)", re.IGNORECASE)
"""What stands behind designators that are not placed; of many blanks each is looked at once."""
PLACED = frozenset(
    map(
        header_key,
        (
            "fitted",
            "populate",
            "populated",
            "mounted",
            "placed",
            "assembled",
            "bestückt",
            "bestückung",
        ),
    )
)
"""Headers of columns that say that a part is placed, and not that it is left out."""


def says_left_out(values: Iterable[str], *, remark: str) -> bool:
    """Whether one of the values, or a remark as a whole, says that the part is not placed."""
    plain = remark.strip("() .!")
    told = _LEFT_OUT.fullmatch(plain) or _LEFT_OUT_REMARK.fullmatch(plain)
    return bool(told) or is_left_out_mark(remark) or any(_LEFT_OUT.search(text) for text in values)


def is_left_out_mark(cell: str) -> bool:
    """Whether a cell, of whatever column, begins by saying that the part is not placed."""
    return (
        cell[:1] in "DNdn" and len(cell) <= _LONGEST_MARK and bool(_LEFT_OUT_MARK.fullmatch(cell))
    )


_ALTERNATES = frozenset(
    [
        "alt",
        "alternate",
        "alternates",
        "alternative",
        "alternativ",
        "alternativen",
        "substitute",
        "substitutes",
        "substitution",
        "sub",
        "subst",
        "ersatz",
        "remplacement",
        "sustituto",
    ]
)
_IS_ALTERNATE = lazy_regex(
    r"alt(?:ernat\w*)?\.?\s*[0-9]?|subst?(?:itut\w*)?\.?\s*[0-9]?|ersatz\w*|x|yes|y|ja|true|a|s",
    re.IGNORECASE,
)


def names_alternates(header: str) -> bool:
    """Whether the column marks rows of parts that may be taken instead of one above."""
    words = header_words(header)
    if names_replaced(header):
        return True
    return (
        bool(words)
        and set(words) <= _ALTERNATES | {"part", "item", "type", "flag", "is", "line"}
        and bool(_ALTERNATES.intersection(words))
    )


def names_replaced(header: str) -> bool:
    """Whether the column says instead of which part a row's may be taken, as `Alternate of`."""
    words = header_words(header)
    return len(words) == 2 and words[0] in _ALTERNATES and words[1] in ("of", "for", "to", "fur")


def is_alternate(header: str, cell: str) -> bool:
    """Whether the cell of such a column marks its row."""
    if names_replaced(header):
        return bool(meaningful_text(cell))
    return bool(_IS_ALTERNATE.fullmatch(cell.strip()))
