"""Sums of quantities and prices that a list states below its rows, with no plain word for it."""

from collections.abc import Sequence
from decimal import Decimal

from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood
from partwright.imports.sheets.cell_values.money import read_money
from partwright.imports.sheets.cell_values.row_texts import is_amount
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.tables.non_items import is_sum_of

_LEAST = 2
_NEAR = Decimal("0.01")


class PlacedSums:
    """Counts parts, to know the row below them that states how many they are, or what they cost.

    Apart from a list of parts with designators that is the one without any; else one of figures alone,
    or one that begins with a word for sums.
    """

    def __init__(self, plan: ColumnPlan, scan: SheetScan) -> None:
        self._quantity = plan.quantities.index if plan.quantities else None
        self._designators = plan.designators.index if plan.designators else None
        self._are_placed = self._designators is not None
        self._sum = self._rows = self._last = 0
        cost = plan.of("cost")
        self._cost = cost.index if cost and not plan.quantities else None
        """Prices of a list that counts nothing, so that they add up."""
        self._mark: Mark | None = scan.marks.get(self._cost) if self._cost is not None else None
        self._worth = Decimal(0)
        self._priced = 0

    def count(self, record: SheetRecord) -> None:
        """Count a row that is a part; one whose quantity is no whole number ends it."""
        if self._cost is not None and (price := self._price(record.cells[self._cost])):
            self._worth += price
            self._priced += 1
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
        if self._is_worth(record.cells):
            return True
        if self._quantity is None or self._rows < _LEAST:
            return False
        if record.cells[self._quantity].strip() != str(self._sum):
            return False
        if self._designators is not None and record.cells[self._designators].strip():
            return False
        is_apart = self._are_placed and record.row_number > self._last + 1
        return is_apart or _are_figures(record.cells) or _names_sum(record.cells)

    def _is_worth(self, cells: Sequence[str]) -> bool:
        """Whether the row is called a sum and costs what those above do together."""
        if self._cost is None or self._priced < _LEAST:
            return False
        first = next(cell.strip() for cell in cells if cell.strip())
        price = self._price(cells[self._cost]) if is_sum_of(first) else None
        return price is not None and abs(price - self._worth) <= _NEAR * self._worth

    def _price(self, cell: str) -> Decimal | None:
        try:
            return read_money(cell.strip(), mark=self._mark)[0] if cell.strip() else None
        except NotUnderstood:
            return None


def _names_sum(cells: Sequence[str]) -> bool:
    """Whether a row begins as sums do, as `Total boards`, and holds nothing but figures besides."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return is_sum_of(filled[0]) and all(map(is_amount, filled[1:]))


def _are_figures(cells: Sequence[str]) -> bool:
    """Whether amounts stand in several cells of a row, and nothing in the others."""
    filled = [cell for cell in cells if cell.strip()]
    return len(filled) > 1 and all(map(is_amount, filled))
