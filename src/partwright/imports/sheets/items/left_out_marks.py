"""Marks of a row, in whatever column, by which its part is left out of a board."""

from partwright.imports.sheets.cell_values.not_placed import PLACED, is_left_out_mark, says_left_out
from partwright.imports.sheets.cell_values.quantity_cells import NOTED
from partwright.imports.sheets.cell_values.values import is_no, is_yes
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.column_words import VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key

_REFERENCES = frozenset(["ref", "ref.", "reference", "reference only", "for reference"])
"""Quantities of what is drawn or listed for reference, and counted elsewhere."""


class LeftOutMarks:
    """The columns of a list that may say so of its rows."""

    def __init__(self, plan: ColumnPlan) -> None:
        self._column = plan.of("doNotPlace")
        self._remark = plan.of("remark")
        self._quantity = plan.quantities
        self._is_of_board = plan.designators is not None
        named = [c for c in plan.columns if header_key(c.header) in VALUE_NAMES]
        called = filter(None, (plan.of("name"),))
        self._values = [column.index for column in (*plan.name_from, *named, *called)]
        self._attributes = [c.index for c in plan.columns if c.target.startswith(ATTRIBUTES)]

    def marks(self, record: SheetRecord) -> bool:
        """Whether the row says that its part is left out, in a column for it or in a cell of another."""
        cells, column = record.cells, self._column
        if column and header_key(column.header) in PLACED:
            return is_no(cells[column.index])
        if column and is_yes(cells[column.index].strip()):
            return True
        if self._quantity and cells[self._quantity.index].strip().casefold() in _REFERENCES:
            return True
        if not self._is_of_board:
            return False
        values = [cells[at] for at in self._values]
        noted = NOTED.fullmatch(cells[self._quantity.index].strip()) if self._quantity else None
        remark = cells[self._remark.index].strip() if self._remark else ""
        remarks = (remark, noted[2] if noted else "")
        return any(says_left_out(values, remark=text) for text in remarks) or any(
            is_left_out_mark(cells[at].strip()) for at in self._attributes
        )
