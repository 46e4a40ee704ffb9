"""Prices that are not for one piece: `Price per 100`, or a column that says for how many."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.cell_values.pack_sizes import pieces_of
from partwright.imports.sheets.cell_values.values import is_whole
from partwright.imports.sheets.fields.units import pieces_in
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.price_headers import PIECES_PRICED
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_UNITS = frozenset(["unit", "units", "einheit", "unite", "unidad", "unita", "eenheid", "jednostka"])
"""Headers of units, which say `100 pcs` where they are those of prices."""
_POWER = lazy_regex(r"10{0,4}(?:[.,]0+)?")


class PriceUnit:
    """For how many pieces the prices of a sheet are."""

    def __init__(self, plan: ColumnPlan) -> None:
        cost = plan.of("cost")
        self._fixed = pieces_in(cost.header) if cost else 1
        found = [
            c
            for c in plan.columns
            if c.target.startswith(ATTRIBUTES) and header_key(c.header) in PIECES_PRICED | _UNITS
        ]
        # What is called by the price itself goes before a mere unit.
        found.sort(key=lambda column: header_key(column.header) in _UNITS)
        self._is_unit = bool(found) and header_key(found[0].header) in _UNITS
        self._column = found[0] if cost and found and self._fixed == 1 else None
        self._cost = cost
        # Beside what rows cost altogether the quantity counts the packs.
        self._worded = plan.row_totals is None

    def of(self, record: SheetRecord) -> int:
        """The pieces that the row's price is for."""
        if self._column is None:
            return self._fixed
        text = record.cells[self._column.index].strip()
        if self._worded and (said := pieces_of(text)) is not None:
            return said
        is_count = not self._is_unit and is_whole(text) and bool(_POWER.fullmatch(text))
        return int(re.split("[.,]", text)[0]) if is_count else 1

    def told(self, sample: Sequence[SheetRecord]) -> str:
        """A sentence on the sheet's prices; empty where they are for one piece."""
        if self._cost is None or all(self.of(record) == 1 for record in sample):
            return ""
        pieces = (
            f'the pieces of "{self._column.header}"' if self._column else f"{self._fixed} pieces"
        )
        return f'"{self._cost.header}" is the price of {pieces} and is divided by their number'
