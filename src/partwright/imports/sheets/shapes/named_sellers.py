"""Columns of prices, each below the name of who offers them: `Supplier A: Bossard`, `Offer Fabory`."""

import re
from collections.abc import Collection
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import KNOWN
from partwright.imports.sheets.mapping.column_evidence import are_amounts, values_of
from partwright.imports.sheets.mapping.company_names import names_company
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_column
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_NAMED = lazy_regex(
    r"(?:(?:supplier|vendor|distributor|bidder|lieferant|anbieter|fournisseur|proveedor|fornitore|leverancier)\s*(?:[A-Z]|[0-9]{1,2})?"
    r"\s*[:–-]\s*|(?:quote|quotation|offer|bid|angebot|offre|oferta|offerta)(?:\s+(?:from|by|von|de|di))?\s*[:–-]?\s+)(?P<name>[^\W\d_].{1,60})",
    re.IGNORECASE,
)
_LONGEST = 100


def with_named_sellers(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with a supplier beside each of several such prices."""
    found = {at: name for at, header in enumerate(table.headers) if (name := _seller_in(header))}
    sample = sample_of(table)
    found = {at: name for at, name in found.items() if are_amounts(values_of(at, sample))}
    if len(found) < 2 or len({*found.values()}) < len(found) or is_held(table, [*found], held):
        return table
    headers = list(table.headers)
    for number, at in enumerate(found, start=1):
        headers[at] = f"Unit Price {number}"
    told = ", ".join(f'"{table.headers[at]}" as those of {name}' for at, name in found.items())
    decisions = (*table.decisions, f"Prices are read by who offers them: {told}.")
    table = replace(table, headers=tuple(headers), decisions=decisions)
    for number, (at, name) in enumerate(found.items(), start=1):
        table = _with_seller(table, f"Supplier {number}", at, name)
    return table


def _with_seller(table: SheetTable, header: str, at: int, name: str) -> SheetTable:
    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        return record.cells, name if record.cells[at].strip() else ""

    return with_column(table, header, divide)


def _seller_in(header: str) -> str:
    """The company that such a header names; empty for others, as `Quote date`."""
    match = _NAMED.fullmatch(header.strip()) if len(header) <= _LONGEST else None
    name = match["name"].strip() if match else ""
    return name if name and header_key(name) not in KNOWN and names_company(name) else ""
