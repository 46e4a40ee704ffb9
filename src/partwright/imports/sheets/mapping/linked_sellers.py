"""Suppliers that nothing names but the links of the rows, which hold their order codes."""

import re
from collections.abc import Iterable

from partwright.imports.sheets.mapping.pure_sellers import only_sells
from partwright.imports.sheets.words.column_words import SUPPLIERS
from partwright.kit.patterns import lazy_regex

_LINK = lazy_regex(r"(?:https?://)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,4})/\S+", re.IGNORECASE)
_LONGEST = 2_000
_SHORTEST = 5
"""Signs of a code that stands in a link by no accident."""


def seller_in_links(code: str, cells: Iterable[str]) -> str:
    """The supplier that everybody knows, at whose page with that code a link ends; empty for others."""
    plain = code.strip().casefold()
    if len(plain) < _SHORTEST:
        return ""
    for cell in cells:
        if "/" not in cell or plain not in cell[:_LONGEST].casefold():
            continue
        for match in _LINK.finditer(cell[:_LONGEST]):
            sellers = [name for name in match[1].split(".")[:-1] if only_sells(name)]
            if sellers and plain in match[0].casefold():
                return SUPPLIERS.get(sellers[-1].casefold(), sellers[-1].capitalize())
    return ""
