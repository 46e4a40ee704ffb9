"""Units that a sheet leaves open: which currency, and which unit of mass, are assumed."""

from collections.abc import Mapping, Sequence

from partwright.imports.sheets.cell_values.measures import (
    MONEY,
    NO_LANGUAGE,
    currency_of_language,
    may_be_crowns,
)
from partwright.imports.sheets.fields.column_table import COLUMNS
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.cell_languages import TextLanguage
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.source_columns import PRICE_BREAK, SOURCE_PRICES
from partwright.imports.sheets.records.rows import RowRemark
from partwright.imports.sheets.words.header_words import header_words


def assumed_units(
    plan: ColumnPlan,
    scan: SheetScan,
    chosen: Mapping[str, str],
    shown: str = "",
    language: TextLanguage | None = None,
) -> tuple[dict[str, str], list[RowRemark]]:
    """The units of the columns whose cells name none, by field, and what is to be told.

    `chosen` are those that the sender named, by the field that keeps the unit; `shown` is the
    currency in which a workbook shows numbers, `language` that of its texts.
    """
    assumed, remarks = dict[str, str](), list[RowRemark]()
    words = [word for column in plan.columns for word in header_words(column.header)]
    for declared in COLUMNS[plan.kind.plural]:
        unit, column = declared.unit, plan.of(declared.field)
        if unit is None or unit.assumed is None or column is None:
            continue
        if column.unit or not scan.counts.get(column.index):
            continue
        is_money = unit.field == "costCurrency"
        named = scan.currencies if is_money else ()
        formatted = shown if is_money and not named else ""
        told = chosen.get(unit.field, "") or (named[0] if len(named) == 1 else "")
        usual = formatted or (_usual_currency(words, language) if is_money else unit.assumed(words))
        assumed[declared.field] = told or (usual if usual in named or not named else named[0])
        if not told and not _is_filled(plan, scan, unit.field) and declared.field in scan.bare:
            text = f'"{column.header}" names no {unit.noun}: {assumed[declared.field]} is assumed'
            spoken = language and usual != unit.assumed(words) and not named
            told_by = f", as the texts are {language.name}" if language and spoken else ""
            text += ", as the sheet shows numbers" if formatted else told_by
            if is_money and not (formatted or told_by or named):
                text += _other_crowns(words, assumed[declared.field])
            remarks.append(RowRemark(0, text, unit.remark))
    if "cost" not in assumed and PRICE_BREAK in scan.bare:
        usual = shown or _usual_currency(words, language)
        found = _currency_of_sellers(plan, scan, chosen.get("costCurrency", ""), usual)
        assumed, remarks = assumed | found[0], [*remarks, *found[1]]
    return assumed, remarks


def _currency_of_sellers(
    plan: ColumnPlan, scan: SheetScan, chosen: str, usual: str
) -> tuple[dict[str, str], list[RowRemark]]:
    """The currency of suppliers' prices that name none: chosen, that of the part's price, or usual."""
    open_prices = [c for c in plan.columns if c.target.startswith(SOURCE_PRICES) and not c.unit]
    if not open_prices:
        return {}, []
    cost = plan.of("cost")
    told = chosen or (cost.unit if cost else "")
    if told or _is_filled(plan, scan, "costCurrency"):
        return {"cost": told or usual}, []
    text = f'"{open_prices[0].header}" names no currency: {usual} is assumed'
    return {"cost": usual}, [RowRemark(0, text, MONEY.remark)]


def _other_crowns(words: Sequence[str], assumed: str) -> str:
    """The crowns that the headers leave open beside the assumed ones, as they are told."""
    others = [code for code in may_be_crowns(words) if code != assumed]
    return f"; it may as well be {', '.join(others)}" if others else ""


def _usual_currency(words: Sequence[str], language: TextLanguage | None) -> str:
    """The currency of the headers' language, or of the texts' below English headers.

    Of crowns that the headers leave open the texts tell which.
    """
    usual = currency_of_language(words)
    is_open = usual == NO_LANGUAGE or (language and language.currency in may_be_crowns(words))
    return language.currency if language and is_open else usual


def _is_filled(plan: ColumnPlan, scan: SheetScan, target: str) -> bool:
    column = plan.of(target)
    return column is not None and bool(scan.counts.get(column.index))
