"""Columns of prices, each below the name of who offers them: `Supplier A: Bossard`, `Offer Fabory`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import KNOWN, RANKS
from partwright.imports.sheets.fields.units import header_readings, header_unit
from partwright.imports.sheets.mapping.column_evidence import are_amounts, values_of
from partwright.imports.sheets.mapping.company_names import names_company
from partwright.imports.sheets.mapping.price_headers import is_row_total
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_column
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.offer_titles import DIVIDER, offered_by

_PRICE, _CODE = "Unit Price", "Supplier Part Number"


def with_named_sellers(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with a supplier beside each of several such prices, and its numbers beside those."""
    sample = sample_of(table)
    offers: dict[str, dict[int, str]] = {}
    for at, header in enumerate(table.headers):
        title, _, own = header.partition(DIVIDER)
        if name := _seller_in(title):
            offers.setdefault(name, {})[at] = _meant(own, values_of(at, sample))
    prices = {name: [at for at, kind in c.items() if kind == _PRICE] for name, c in offers.items()}
    columns = [at for found in offers.values() for at in found]
    if len(prices) < 2 or any(len(found) != 1 for found in prices.values()):
        return table
    if is_held(table, columns, held):
        return table
    headers = list(table.headers)
    for number, found in enumerate(offers.values(), start=1):
        for at, kind in found.items():
            unit = header_unit("cost", headers[at].partition(DIVIDER)[2]) if kind == _PRICE else ""
            headers[at] = " ".join(filter(None, (kind, unit, str(number)))) if kind else headers[at]
    told = ", ".join(f'"{table.headers[at]}" as those of {n}' for n, (at, *_) in prices.items())
    decisions = (*table.decisions, f"Prices are read by who offers them: {told}.")
    table = replace(table, headers=tuple(headers), decisions=decisions)
    for number, (name, found) in enumerate(offers.items(), start=1):
        table = _with_seller(table, f"Supplier {number}", found, name)
    return table


def _with_seller(
    table: SheetTable, header: str, columns: Mapping[int, str], name: str
) -> SheetTable:
    told = [at for at, kind in columns.items() if kind]

    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        return record.cells, name if any(record.cells[at].strip() for at in told) else ""

    return with_column(table, header, divide)


def _meant(own: str, values: Sequence[str]) -> str:
    """The plain header of a column of an offer: of prices or of numbers; empty for others."""
    ranks = RANKS["parts"]
    names = [header_key(own), *(name for name, _ in header_readings(own, "cost"))]
    if not own or any(name in ranks["cost"] for name in names):
        return _PRICE if are_amounts(values) and not (own and is_row_total(own)) else ""
    codes = {**ranks["orderCode"], **ranks["itemNumber"]}
    return _CODE if header_key(own) in codes else ""


def _seller_in(title: str) -> str:
    """The company that such a header names; empty for others, as `Quote date`."""
    name = offered_by(title)
    return name if name and header_key(name) not in KNOWN and names_company(name) else ""
