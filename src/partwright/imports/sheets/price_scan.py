"""Prices of a sheet: per piece or per row, judged by the sum below them."""

from decimal import Decimal

from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.decimals import Mark, NotUnderstood, read_decimal
from partwright.imports.sheets.header_names import is_export
from partwright.imports.sheets.money import split_money
from partwright.imports.sheets.rows import SheetRecord
from partwright.imports.sheets.values import meaningful_text, read_quantity

_TOLERANCE = Decimal("0.005")


class PriceScan:
    """Adds up prices, and prices times quantities, and looks for their sum in a later row."""

    def __init__(self, plan: ColumnPlan) -> None:
        written = is_export([column.header for column in plan.columns])
        self._cost = None if written else plan.of("cost")
        self._quantity = plan.quantities
        self._texts: list[tuple[str, str, bool]] = []
        self._names = [
            column.index
            for column in plan.columns
            if column.target in ("name", "itemNumber", "description", "attributes.MPN")
            or column in plan.name_from
        ]

    def see(self, record: SheetRecord) -> None:
        """Take the row's price and quantity, or its sum."""
        if self._cost is None or self._quantity is None or len(self._texts) > 100_000:
            return
        price = meaningful_text(record.cells[self._cost.index])
        if price:
            named = any(record.cells[at].strip() for at in self._names)
            quantity = record.cells[self._quantity.index]
            self._texts.append((price, quantity, named))

    def are_of_rows(self, marks: "dict[int, Mark]") -> bool:
        """Whether the prices alone add up to the sheet's sum, and times the quantities do not."""
        if self._cost is None or self._quantity is None:
            return False
        cost_mark, quantity_mark = marks.get(self._cost.index), marks.get(self._quantity.index)
        alone = times = Decimal(0)
        for price, quantity, named in self._texts:
            try:
                amount = read_decimal(split_money(price)[0], mark=cost_mark or ".")
            except NotUnderstood:
                continue
            if not quantity.strip() and alone:
                near = _near(alone, amount)
                if near or not named:
                    return near and not _near(times, amount)
            try:
                count = read_quantity(meaningful_text(quantity) or "1", mark=quantity_mark or ".")
            except NotUnderstood:
                count = Decimal(1)
            alone += amount
            times += amount * count
        return False


def _near(found: Decimal, stated: Decimal) -> bool:
    return abs(found - stated) <= _TOLERANCE * max(abs(stated), Decimal(1))
