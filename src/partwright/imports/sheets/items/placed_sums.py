"""The sum of quantities that a template states below a list, with no word for it."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.row_texts import is_amount
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.tables.non_items import is_sum_of

_LEAST = 2


class PlacedSums:
    """Counts parts, to know the row below them that states how many they are.

    Apart from a list of parts with designators that is the one without any; else one of figures alone.
    """

    def __init__(self, quantity: int | None, designators: int | None) -> None:
        self._quantity, self._designators = quantity, designators
        self._are_placed = designators is not None
        self._sum = self._rows = self._last = 0

    def count(self, record: SheetRecord) -> None:
        """Count a row that is a part; one whose quantity is no whole number ends it."""
        if self._quantity is None:
            return
        quantity = record.cells[self._quantity].strip()
        if not quantity.isdecimal():
            self._quantity = None
            return
        if self._designators is not None and not record.cells[self._designators].strip():
            self._are_placed = False
        self._sum += int(quantity[:9])
        self._rows += 1
        self._last = record.row_number

    def are_stated(self, record: SheetRecord) -> bool:
        """Whether the row has no designators and the sum of those above as its quantity."""
        if self._quantity is None or self._rows < _LEAST:
            return False
        if record.cells[self._quantity].strip() != str(self._sum):
            return False
        if self._designators is not None and record.cells[self._designators].strip():
            return False
        is_apart = self._are_placed and record.row_number > self._last + 1
        return is_apart or _are_figures(record.cells) or _names_sum(record.cells)


def _names_sum(cells: Sequence[str]) -> bool:
    """Whether a row begins as sums do, as `Total boards`, and holds nothing but figures besides."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return is_sum_of(filled[0]) and all(map(is_amount, filled[1:]))


def _are_figures(cells: Sequence[str]) -> bool:
    """Whether amounts stand in several cells of a row, and nothing in the others."""
    filled = [cell for cell in cells if cell.strip()]
    return len(filled) > 1 and all(map(is_amount, filled))
