"""Currency signs of two countries, told apart by the language of a sheet's headers."""

from collections.abc import Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_languages import TextLanguage, language_of
from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.decimals import NotUnderstood
from partwright.imports.sheets.header_words import header_words
from partwright.imports.sheets.measures import NO_LANGUAGE, currency_of_language
from partwright.imports.sheets.money import currencies_of, split_money
from partwright.imports.sheets.rows import SheetRecord


def with_usual_currency(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> ColumnPlan:
    """The plan with the currency of a sheet's language, where all signs of the prices may mean it.

    `¥` below Chinese headers are yuan, not yen. Below English headers the texts tell the language.
    """
    cost = plan.of("cost")
    if cost is None or cost.unit or plan.of("costCurrency"):
        return plan
    words = [word for column in plan.columns for word in header_words(column.header)]
    usual, language = currency_of_language(words), None
    if usual == NO_LANGUAGE and (language := language_of(plan, sample)):
        usual = language.currency
    signs = {sign for record in sample for sign in _signs_in(record.cells[cost.index])}
    meant = [currencies_of(sign) for sign in signs]
    if not meant or not all(_may_mean(found, usual, language) for found in meant):
        return plan
    told_by = "texts" if language else "headers"
    told = f"{' and '.join(sorted(signs))} is read as {usual}, by the language of the {told_by}."
    columns = tuple(replace(c, unit=usual) if c is cost else c for c in plan.columns)
    return replace(plan, columns=columns, decisions=(*plan.decisions, told))


def _may_mean(found: Sequence[str], usual: str, language: TextLanguage | None) -> bool:
    """Whether a sign with these meanings is that of the usual currency.

    Below English headers a dollar is that of the United States, whatever parts are called.
    """
    if usual not in found[1:]:
        return False
    if language is None:
        return bool(found[0])
    return found[0] != NO_LANGUAGE and " or " not in language.name


def _signs_in(cell: str) -> tuple[str, ...]:
    try:
        return split_money(cell)[1] if cell.strip() else ()
    except NotUnderstood:
        return ()
