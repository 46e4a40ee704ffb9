"""Prices of a sheet: per piece or per row, judged by the sum below them."""

from collections.abc import Mapping
from decimal import Decimal

from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood, read_decimal
from partwright.imports.sheets.cell_values.money import currencies_of, split_money
from partwright.imports.sheets.cell_values.values import meaningful_text, read_quantity
from partwright.imports.sheets.fields.column_table import NAMING
from partwright.imports.sheets.fields.header_names import is_export
from partwright.imports.sheets.fields.units import header_unit
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.price_guess import PRICE_OF_ROWS
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.tables.non_items import is_sum_label

_TOLERANCE = Decimal("0.005")
_MARKS: tuple[Mark, ...] = (".", ",")
_FEW = 2
"""Currencies that may have a sign by which one of them is assumed."""
_MOST_PRODUCTS = 200


class PriceScan:
    """Adds up prices, and prices times quantities, and looks for their sum in a later row."""

    def __init__(self, plan: ColumnPlan) -> None:
        written = is_export([column.header for column in plan.columns])
        self._cost = None if written else plan.of("cost")
        self._quantity = plan.quantities
        self._texts: list[tuple[str, str, bool]] = []
        self._totals = plan.row_totals
        self._products: list[tuple[str, str, str]] = []
        self._names = [
            column.index
            for column in plan.columns
            if column.target in NAMING or column in plan.name_from
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
            total = meaningful_text(record.cells[self._totals.index]) if self._totals else ""
            if named and total and quantity.strip() and len(self._products) < _MOST_PRODUCTS:
                self._products.append((price, quantity.strip(), total))

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies that the sums of rows may name, for prices that name none.

        Several stand there for a sign of several, as `¥`; none where the sums contradict each other.
        """
        if self._totals is None:
            return ()
        unit = header_unit("cost", self._totals.header)
        named = {(unit,)} if unit else set[tuple[str, ...]]()
        named |= {codes for _, _, total in self._products if (codes := _currencies_in(total))}
        found = min(named, key=len, default=())
        return tuple(code for code in found if all(code in codes for codes in named))

    def with_mark(self, marks: Mapping[int, Mark]) -> dict[int, Mark]:
        """The marks, with that of the prices where only their products show it.

        It is the one under which quantity times price is the row's sum everywhere.
        """
        fitting: list[Mark] = [mark for mark in _MARKS if self._all_fit(mark)]
        if self._cost is None or self._cost.index in marks or len(fitting) != 1:
            return dict(marks)
        return {**marks, self._cost.index: fitting[0]}

    def _all_fit(self, mark: Mark) -> bool:
        checked = 0
        for price, quantity, total in self._products[:_MOST_PRODUCTS]:
            try:
                one = read_decimal(split_money(price)[0], mark=mark)
                whole = read_decimal(split_money(total)[0], mark=mark)
                count = read_quantity(quantity, mark=mark)
            except NotUnderstood:
                return False
            checked += 1
            if abs(one * count - whole) > _TOLERANCE * max(whole, Decimal(1)):
                return False
        return checked > 1

    def are_of_rows(self, marks: Mapping[int, Mark]) -> bool:
        """Whether the prices alone add up to the sheet's sum, and times the quantities do not."""
        if self._cost is None or self._quantity is None:
            return False
        if self._cost.why == PRICE_OF_ROWS:
            return True
        cost_mark, quantity_mark = marks.get(self._cost.index), marks.get(self._quantity.index)
        alone = times = Decimal(0)
        for price, quantity, named in self._texts:
            try:
                amount = read_decimal(split_money(price)[0], mark=cost_mark or ".")
            except NotUnderstood:
                continue
            if (not quantity.strip() or is_sum_label(quantity)) and alone:
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


def _currencies_in(text: str) -> tuple[str, ...]:
    """The currencies that a sum may name; empty for none, and for a sign that many have."""
    try:
        tokens = split_money(text)[1]
    except NotUnderstood:
        return ()
    named = [found for token in tokens if (found := currencies_of(token))]
    return named[0] if named and len(named[0]) <= _FEW else ()
