"""Texts below `Customer Reference` of an order: where parts stand, or whatever the buyer wrote."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.cell_values.designators import look_like_designators
from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.kit.patterns import lazy_regex

CUSTOMERS = frozenset(["customerreference", "customerref"])
_OF_VALUE = lazy_regex(r"[RCL][0-9]{1,4}(?:[KMNUPRF][0-9]{0,2}|[KMNUP]F)", re.IGNORECASE)
"""A kind and a value, as `R10K` and `C100N`, which look like designators."""


def tell_places(index: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether most of the texts are designators, and none of them a kind with its value."""
    texts = [text for r in sample if (text := meaningful_text(r.cells[index]))]
    places = sum(map(look_like_designators, texts))
    return 2 * places > len(texts) and not any(map(_OF_VALUE.fullmatch, texts))
