"""Prices that stand in another column than the one that is read."""

from collections.abc import Iterator, Sequence

from partwright.imports.sheets.column_evidence import are_amounts
from partwright.imports.sheets.column_words import PRICES
from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.header_words import header_words
from partwright.imports.sheets.money import currencies_of
from partwright.imports.sheets.price_headers import is_row_total
from partwright.imports.sheets.rows import RowRemark, SheetRecord
from partwright.imports.sheets.sheet_column import SheetColumn
from partwright.imports.sheets.source_columns import SOURCE
from partwright.imports.sheets.values import meaningful_text


def prices_left_out(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """What is to be told of prices in rows that have none where prices are read."""
    cost = plan.of("cost")
    others = [c for c in plan.columns if c is not cost and _names_prices(c)] if cost else []
    for column in others:
        texts = [
            text
            for record in sample
            if cost and not meaningful_text(record.cells[cost.index])
            if (text := meaningful_text(record.cells[column.index])).strip("0.,-")
        ]
        if cost and texts and are_amounts(texts):
            told = f'prices are read from "{cost.header}"'
            text = f'{told}; "{column.header}" holds {texts[0]} and more where that is empty'
            yield RowRemark(0, text, "PRICE_LEFT_OUT")


def _names_prices(column: SheetColumn) -> bool:
    words = header_words(column.header)
    if words and all(map(currencies_of, words)):
        return True
    named = bool(PRICES.intersection(words)) and not is_row_total(column.header)
    return named and not column.target.startswith(SOURCE)
