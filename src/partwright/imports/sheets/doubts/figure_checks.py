"""Checks of a sheet's own figures against those that were read: products, sums, numbers of pieces."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from partwright.imports.sheets.cell_values.decimals import (
    Mark,
    NotUnderstood,
    plain_text,
    read_decimal,
)
from partwright.imports.sheets.cell_values.money import split_money
from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import ReadRow, RowRemark, SheetRecord, SheetTable
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import has_quantity_word
from partwright.kit.patterns import lazy_regex

_NEAR = Decimal("0.01")
_CENT = Decimal("0.02")
_HALF_CENT = Decimal("0.006")
_LISTED = 10
_MOST_CHARGES = 6
_LESS = lazy_regex(r"\b(?:discount|rabatt|remise|skonto|sconto|descuento|rebate)\b", re.IGNORECASE)
_COUNTS = frozenset(
    map(header_key, ("component count", "number of components", "total components", "parts count"))
)


class FigureChecks:
    """Adds up what is read of a sheet, and tells where its own figures are others."""

    def __init__(self, table: SheetTable, plan: ColumnPlan, scan: SheetScan) -> None:
        self._titles = table.titles
        self._totals = None if scan.row_prices else plan.row_totals
        priced = [c.index for c in (self._totals, plan.of("cost")) if c is not None]
        shown: list[Mark] = [scan.marks[at] for at in priced if at in scan.marks]
        self._mark: Mark = shown[0] if shown else "."
        self._counts_otherwise = plan.of("quantityOnHand") is not None or any(
            has_quantity_word(c.header) for c in plan.columns if c.target != "quantity"
        )
        """Whether the sums may be those of another column of quantities."""
        self._differing: list[int] = []
        self._checked = 0
        self._placed = 0
        self._whole = self._since = Decimal(0)
        self._is_whole = True
        self._cost = plan.of("cost")
        self._worth = self._worth_since = Decimal(0)
        self._currencies: set[object] = set()
        self._charged: list[Decimal] = []
        """What the order costs besides its parts, row by row."""

    def take(self, record: SheetRecord, row: ReadRow) -> None:
        """Take a row that is a part."""
        self._placed += len(row.designators)
        self._add_worth(row)
        if self._totals is None:
            return
        stated = self._amount(record)
        if stated is None:
            self._is_whole = self._is_whole and not record.cells[self._totals.index].strip()
            return
        self._whole += stated
        self._since += stated
        cost = row.item.get("cost")
        if not isinstance(cost, str) or row.quantity is None or self._counts_otherwise:
            return
        self._checked += 1
        found = Decimal(cost) * row.quantity
        allowed = max(_CENT, row.quantity * _HALF_CENT, _NEAR * abs(stated))
        if abs(found - stated) > allowed:
            self._differing.append(row.row_number)

    def take_total(self, remark: RowRemark) -> RowRemark | None:
        """A remark on a sum in the sheet, where the rows that were read have another."""
        if remark.code != "TOTAL_ROW" and remark.cells:
            self._take_charge(remark)
            return None
        if self._totals is None:
            return self._check_worth(remark)
        if not remark.cells or not self._is_whole:
            return None
        stated = self._amount(SheetRecord(remark.row_number, remark.cells))
        sums = (self._whole, self._since)
        self._since = Decimal(0)
        if not stated or not sums[1] or self._is_told(sums, stated):
            return None
        self._is_whole = False
        text = (
            f'"{self._totals.header}" of the rows that are parts adds up to {sums[0]:f},'
            f" and row {remark.row_number} says {stated:f}"
        )
        return RowRemark(remark.row_number, text, "FIGURES_DIFFER")

    def _take_charge(self, remark: RowRemark) -> None:
        """Keep what a row of postage, tax or discount adds: its sum, else the first amount in it."""
        columns = (self._totals, self._cost)
        places = [c.index for c in columns if c is not None] + list(range(len(remark.cells)))
        texts = [remark.cells[at] for at in places if at < len(remark.cells)]
        amounts = (a for text in texts if (a := self._read(text, native=False)) is not None)
        if len(self._charged) < _MOST_CHARGES and (amount := next(amounts, None)):
            less = any(map(_LESS.search, remark.cells)) and amount > 0
            self._charged.append(-amount if less else amount)

    def _is_told(self, sums: Sequence[Decimal], stated: Decimal) -> bool:
        """Whether a sum is that of the parts, with some, all or none of the charges in the rows up to it."""
        added = {Decimal(0)}
        for charge in self._charged:
            added |= {more + charge for more in added}
        return any(_is_near(found + more, stated) for found in sums for more in added)

    def _add_worth(self, row: ReadRow) -> None:
        cost = row.item.get("cost")
        if isinstance(cost, str) and Decimal(cost):
            worth = Decimal(cost) * (Decimal(1) if row.quantity is None else row.quantity)
            self._worth += worth
            self._worth_since += worth
            self._currencies.add(row.item.get("costCurrency"))

    def _check_worth(self, remark: RowRemark) -> RowRemark | None:
        """A remark on a sum where no column holds the sums of rows."""
        stated = [
            amount
            for at, cell in enumerate(remark.cells)
            if (self._cost and at == self._cost.index) or any(sign in cell for sign in "$€£¥")
            if (amount := self._read(cell, native=False))
        ]
        sums, self._worth_since = (self._worth, self._worth_since), Decimal(0)
        one = len(self._currencies) == 1 and all(sums)
        if not stated or not one or any(self._is_told(sums, amount) for amount in stated):
            return None
        text = (
            f"prices times quantities of the rows above add up to {plain_text(sums[0])},"
            f" and row {remark.row_number} says {plain_text(stated[0])}"
        )
        return RowRemark(remark.row_number, text, "FIGURES_DIFFER")

    def told(self) -> Iterator[RowRemark]:
        """The remarks on the sheet as a whole, at its end."""
        if self._differing and self._totals is not None:
            shown = ", ".join(map(str, self._differing[:_LISTED]))
            more = len(self._differing) - _LISTED
            rows = f"{shown} and {more} more" if more > 0 else shown
            yield RowRemark(
                0,
                f'"{self._totals.header}" is not the quantity times the price in'
                f" {len(self._differing)} of {self._checked} rows: {rows}",
                "FIGURES_DIFFER",
            )
        for label, value in pairwise(self._titles):
            is_count = header_key(label) in _COUNTS and value.isdecimal()
            if is_count and self._placed not in (0, int(value)):
                yield RowRemark(
                    0,
                    f'the sheet says "{label} {value}", and {self._placed} designators were read',
                    "FIGURES_DIFFER",
                )

    def _amount(self, record: SheetRecord) -> Decimal | None:
        if self._totals is None:
            return None
        at = self._totals.index
        return self._read(record.cells[at], native=at in record.native)

    def _read(self, cell: str, *, native: bool) -> Decimal | None:
        text = meaningful_text(cell)
        try:
            mark: Mark = "." if native else self._mark
            return read_decimal(split_money(text)[0], mark=mark) if text else None
        except NotUnderstood:
            return None


def _is_near(found: Decimal, stated: Decimal) -> bool:
    return abs(found - stated) <= max(_CENT, abs(stated) / 200)
