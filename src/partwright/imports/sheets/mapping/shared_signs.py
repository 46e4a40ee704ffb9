"""Currency signs of two countries, told apart by the language of a sheet's headers."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.measures import (
    NO_LANGUAGE,
    currency_of_language,
    may_be_crowns,
)
from partwright.imports.sheets.cell_values.money import currencies_of, split_money
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.cell_languages import TextLanguage, language_of
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.source_columns import SOURCE_PRICES
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.words.header_words import header_words


def with_usual_currency(
    plan: ColumnPlan, sample: Sequence[SheetRecord], chosen: str = ""
) -> ColumnPlan:
    """The plan with the currency of a sheet's language, where all signs of the prices may mean it.

    `¥` below Chinese headers are yuan, not yen. Below English headers the texts tell the language,
    and so they do below headers of all that pay in crowns. `chosen` is what a person has named.
    """
    prices = [c for c in plan.columns if c.target == "cost" or c.target.startswith(SOURCE_PRICES)]
    if not prices or any(c.unit for c in prices) or plan.of("costCurrency"):
        return plan
    words = [word for column in plan.columns for word in header_words(column.header)]
    usual, language = currency_of_language(words), None
    if (usual == NO_LANGUAGE or may_be_crowns(words)) and (language := language_of(plan, sample)):
        usual = language.currency
    signs = {sign for r in sample for c in prices for sign in _signs_in(r.cells[c.index])}
    meant = [currencies_of(sign) for sign in signs]
    is_known = language is not None or not may_be_crowns(words)
    if chosen and meant and all(chosen in found for found in meant):
        return _in_currency(plan, prices, chosen, signs, "as was said")
    if not meant or not all(is_known and _may_mean(found, usual, language) for found in meant):
        return plan
    told_by = "by the language of the texts" if language else "by the language of the headers"
    return _in_currency(plan, prices, usual, signs, told_by)


def _in_currency(
    plan: ColumnPlan, prices: Sequence[SheetColumn], usual: str, signs: Iterable[str], told_by: str
) -> ColumnPlan:
    """The plan with the currency in which all prices are, and what is told of their signs."""
    told = f"{' and '.join(sorted(signs))} is read as {usual}, {told_by}."
    columns = tuple(replace(c, unit=usual) if c in prices else c for c in plan.columns)
    return replace(plan, columns=columns, decisions=(*plan.decisions, told))


def _may_mean(found: Sequence[str], usual: str, language: TextLanguage | None) -> bool:
    """Whether a sign with these meanings is that of the usual currency.

    Below English headers a dollar is that of the United States, whatever parts are called.
    """
    if usual not in found[1:]:
        return False
    return language is None or (found[0] != NO_LANGUAGE and " or " not in language.name)


def _signs_in(cell: str) -> tuple[str, ...]:
    try:
        return split_money(cell)[1] if cell.strip() else ()
    except NotUnderstood:
        return ()
