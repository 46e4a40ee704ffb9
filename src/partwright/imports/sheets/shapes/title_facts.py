"""Suppliers and currencies of whole lists, where labels above these say so."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.money import read_currency
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.fields.units import header_readings
from partwright.imports.sheets.mapping.company_names import names_company
from partwright.imports.sheets.records.rows import SheetTable, with_column
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.kit.patterns import lazy_regex

_SELLER = lazy_regex(
    r"(?:supplier|vendor|lieferant|fournisseur|proveedor|fornitore|leverancier)(?:\s+name)?\s*:\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_MONEY = lazy_regex(
    r"(?:currency|w(?:ä|ae)hrung|devise|moneda|valuta)\s*:\s*(?P<rest>.*)", re.IGNORECASE
)
_LONGEST = 200


def with_title_facts(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the supplier and the currency that stand above it, where its columns name none."""
    if held or not table.titles or not any(map(_is_price, table.headers)):
        return table
    code = _currency(next(_told(table.titles, _MONEY), ""))
    if code and not table.currency:
        table = replace(table, currency=code)
    name = next(_told(table.titles, _SELLER), "")
    ranks = RANKS["parts"]
    known = {*ranks["supplier"], *ranks["manufacturer"]}
    if not names_company(name) or any(header_key(h) in known for h in table.headers):
        return table
    counts = [at for at, header in enumerate(table.headers) if names_quantity(header)]
    told = f'"{name}", which stands above the list, is read as its supplier.'
    return with_column(
        table,
        "Supplier",
        lambda r: (
            r.cells,
            name if sum(map(bool, map(str.strip, r.cells))) > 2 + (not counts) else "",
        ),
        told=told,
    )


def _is_price(header: str) -> bool:
    ranks = RANKS["parts"]["cost"]
    return any(name in ranks for name, _ in header_readings(header.partition("@")[0], "cost"))


def _told(titles: Sequence[str], label: re.Pattern[str]) -> Iterator[str]:
    """Give what stands behind the label, in its cell or the next one."""
    for at, title in enumerate(titles):
        match = label.fullmatch(title.strip()) if len(title) <= _LONGEST else None
        if match:
            yield match["rest"].strip() or next(iter(titles[at + 1 : at + 2]), "").strip()


def _currency(text: str) -> str:
    try:
        return read_currency(text) if 1 < len(text) < 5 else ""
    except NotUnderstood:
        return ""
