"""Kinds of single texts in a row: titles, amounts of money, rules around a title."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.money import currencies_of, split_money
from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.kit.patterns import lazy_regex

_NUMBERED = lazy_regex(r"[0-9]+d\b|.*:\Z", re.IGNORECASE | re.DOTALL)
_DECORATED = lazy_regex(
    r"([#=*~\-–—_])\1+\s*(?:[^\w\n#=*~–—-]+\s*)?(?:[0-9]{1,3}(?:\.[0-9]{1,3})*[.):]?\s+)?[^\W\d_][^\n]*?\s*\1{2,}"
)
"""A title between rules, perhaps behind its number or a sign, as `## 2. Frame ##`."""
_PAGE = lazy_regex(
    r"(?:page|seite|pagina|página|sheet|blatt|strona|folio|feuille|sida|strana)\s*:?\s*[0-9]+"
    r"(?:\s*(?:of|von|de|di|van|sur|z|av|/)\s*[0-9]+)?",
    re.IGNORECASE,
)
_LONGEST = 100
_RULE = lazy_regex(r"[\s\-–—_=*.~#+]+")
_FOOTNOTE = lazy_regex(r"[*+†‡#^°¹²³]{1,3}")
RULE_SIGNS = " -–—=*~#:\t"
"""Signs around a title that are none of its words."""


def is_decorated(cell: str) -> bool:
    """Whether rules stand on both sides of a text, as in `## Electronics ##`."""
    text = cell.strip()
    return len(text) <= _LONGEST and bool(_DECORATED.fullmatch(text))


def is_ruler(cells: Sequence[str]) -> bool:
    """Whether several cells of a row hold nothing but a line drawn below the headers."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return len(filled) > 1 and all(len(cell) > 1 and not cell.strip("-=_─━") for cell in filled)


def is_rule(cell: str) -> bool:
    """Whether a cell holds nothing but the signs of a line."""
    return bool(_RULE.fullmatch(cell))


def is_footnote_sign(cell: str) -> bool:
    """Whether a cell holds the sign of a footnote alone, as `*`."""
    return bool(_FOOTNOTE.fullmatch(cell))


def is_lone_word(cells: Sequence[str], at: int) -> bool:
    """Whether a cell alone in its row begins with a word, and not with a number or level."""
    words = cells[at].split(maxsplit=1)
    lone = sum(bool(cell.strip()) for cell in cells) == 1
    return lone and bool(words) and not any(map(str.isdigit, words[0]))


def is_page_number(text: str) -> bool:
    """Whether the text numbers a page, as `Sheet 2 of 3`."""
    return bool(_PAGE.fullmatch(text))


def is_title(cell: str) -> bool:
    """Whether the cell is a text; `3D parts` and `12 V side:` are, though they begin with a number."""
    return not begins_with_number(cell) or bool(_NUMBERED.match(cell.strip()))


def is_amount(cell: str) -> bool:
    """Whether the cell is a number, perhaps with a currency before it."""
    return _is_amount(cell) if len(cell) <= _LONGEST else begins_with_number(cell)


@lru_cache(maxsize=1024)
def _is_amount(cell: str) -> bool:
    if begins_with_number(cell):
        return True
    try:
        tokens = split_money(cell)[1]
    except NotUnderstood:
        return False
    return all(map(currencies_of, tokens))


def money_only(cells: tuple[str, ...], texts: list[int]) -> set[int]:
    """Cells of a currency sign or code beside a sum."""
    return {at for at in texts if len(cells[at].strip()) <= 3}


def is_labelled_amount(
    cells: Sequence[str], filled: Sequence[int], sums: Collection[int | None]
) -> bool:
    """Whether a row has nothing but a label and an amount in one of the columns of sums."""
    return len(filled) == 2 and filled[1] in sums and is_amount(cells[filled[1]])
