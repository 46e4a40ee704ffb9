"""Currency signs of two countries, told apart by the language of a sheet's headers."""

from collections.abc import Sequence
from dataclasses import replace

from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.decimals import NotUnderstood
from partwright.imports.sheets.header_words import header_words
from partwright.imports.sheets.measures import currency_of_language
from partwright.imports.sheets.money import currencies_of, split_money
from partwright.imports.sheets.rows import SheetRecord


def with_usual_currency(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> ColumnPlan:
    """The plan with the currency of the headers' language, where all signs of the prices may mean it.

    `¥` below Chinese headers are yuan, not yen.
    """
    cost = plan.of("cost")
    if cost is None or cost.unit or plan.of("costCurrency"):
        return plan
    words = [word for column in plan.columns for word in header_words(column.header)]
    usual = currency_of_language(words)
    signs = {sign for record in sample for sign in _signs_in(record.cells[cost.index])}
    meant = [currencies_of(sign) for sign in signs]
    if not meant or not all(usual in found[1:] and found[0] for found in meant):
        return plan
    told = f"{' and '.join(sorted(signs))} is read as {usual}, by the language of the headers."
    columns = tuple(replace(c, unit=usual) if c is cost else c for c in plan.columns)
    return replace(plan, columns=columns, decisions=(*plan.decisions, told))


def _signs_in(cell: str) -> tuple[str, ...]:
    try:
        return split_money(cell)[1] if cell.strip() else ()
    except NotUnderstood:
        return ()
