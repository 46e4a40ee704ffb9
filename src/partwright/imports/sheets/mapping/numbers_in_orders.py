"""Manufacturers' numbers that are known by the codes under which suppliers sell the parts."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.mapping.seller_codes import has_form_of
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.kit.patterns import lazy_regex

_PREFIX = lazy_regex(r"^[0-9]{2,4}-(?=.{3})")
"""What Mouser puts before a manufacturer's number."""
_SHORTEST = 5
_DIGITS, _LETTERS = lazy_regex("[0-9]+"), lazy_regex(r"[^\W\d_]+")


def are_in_orders(index: int, keys: Sequence[str], sample: Sequence[SheetRecord]) -> bool:
    """Whether numbers of many forms stand within codes by which Mouser or Digi-Key sell them."""
    orders = [at for at, key in enumerate(keys) if key in RANKS["parts"]["orderCode"]]
    rows = [(text, r) for r in sample if (text := meaningful_text(r.cells[index]))]
    within = any(
        len(text) >= _SHORTEST and text.casefold() in _PREFIX.sub("", code).casefold()
        for text, r in rows
        for code in (r.cells[at].strip() for at in orders if at != index)
        if has_form_of("mouser", code) or has_form_of("digikey", code)
    )
    forms = {_LETTERS.sub("A", _DIGITS.sub("9", text)) for text, _ in rows}
    begins = {text[:2] for text, _ in rows}
    return within and 2 * len(forms) > len(rows) and len(begins) > 1
