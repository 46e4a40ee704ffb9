"""Units that a sheet leaves open: which currency, and which unit of mass, are assumed."""

from collections.abc import Mapping, Sequence

from partwright.imports.sheets.cell_languages import TextLanguage
from partwright.imports.sheets.column_table import COLUMNS
from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.header_words import header_words
from partwright.imports.sheets.measures import MONEY, NO_LANGUAGE, currency_of_language
from partwright.imports.sheets.rows import RowRemark
from partwright.imports.sheets.scan import SheetScan
from partwright.imports.sheets.source_columns import PRICE_BREAK


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
            remarks.append(RowRemark(0, text, unit.remark))
    breaks = [c for c in plan.columns if c.target.startswith(PRICE_BREAK) and not c.unit]
    if breaks and "cost" not in assumed and PRICE_BREAK in scan.bare:
        told = chosen.get("costCurrency", "")
        assumed["cost"] = told or shown or _usual_currency(words, language)
        if not told and not _is_filled(plan, scan, "costCurrency"):
            text = f'"{breaks[0].header}" names no currency: {assumed["cost"]} is assumed'
            remarks.append(RowRemark(0, text, MONEY.remark))
    return assumed, remarks


def _usual_currency(words: Sequence[str], language: TextLanguage | None) -> str:
    """The currency of the headers' language, or of the texts' below English headers."""
    usual = currency_of_language(words)
    return language.currency if language and usual == NO_LANGUAGE else usual


def _is_filled(plan: ColumnPlan, scan: SheetScan, target: str) -> bool:
    column = plan.of(target)
    return column is not None and bool(scan.counts.get(column.index))
