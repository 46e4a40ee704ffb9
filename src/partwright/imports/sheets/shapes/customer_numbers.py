"""Numbers of the customer in what a supplier writes, as `Your Part No.` of a quote.

Who imports such a list is that customer, so they are its own numbers, and the others the supplier's.
"""

import re
from collections.abc import Collection
from dataclasses import replace

from partwright.imports.sheets.cell_values.designators import are_designators
from partwright.imports.sheets.cell_values.values import are_item_numbers, meaningful_text
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import SheetTable
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.kit.patterns import lazy_regex

_OURS = frozenset(["your", "ihre", "ihr", "votre", "uw", "vostro"])
"""Words by which only a supplier speaks of the customer."""
_CUSTOMERS = frozenset(["customer", "cust", "client", "buyer", "kunden", "kunde"])
_TELLING_WORDS = """part item article artikel art material mat product sku code pn artikelnr artikelnummer teilenummer
    teilenr matnr materialnummer materialnr partno p"""
_TELLING = frozenset(_TELLING_WORDS.split())
"""Words of which one tells that a part is numbered, and not the customer."""
_CODED = _TELLING | {"no", "nr", "number", "num", "n"}
_WHOLE = frozenset(
    f"kunden{word}" for word in ("artikelnummer", "artikelnr", "teilenummer", "materialnummer")
)
_OFFER = lazy_regex(
    r"quot|offer|\boffre|oferta|angebot|auftrag|bestell|rechnung|lieferschein|invoice|\brfq|sales order|order confirm|devis",
    re.IGNORECASE,
)
"""Words in the title of what a supplier writes."""
_PLAIN = frozenset(["item", "itemno", "part", "artikel", "article", "no", "nr", "number"])
_OWN, _THEIRS = "Item Number", "Supplier Part Number"


def with_customer_numbers(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table, its numbers of the customer called own ones and those beside them the supplier's."""
    is_offer = any(map(_OFFER.search, table.titles))
    found = [at for at, h in enumerate(table.headers) if _is_customers(h, is_offer=is_offer)]
    if len(found) != 1 or is_held(table, found, held) or not _are_numbers(table, found[0]):
        return table
    own, ranks = found[0], RANKS["parts"]
    keys = [header_key(header) for header in table.headers]
    known = {*ranks["itemNumber"]} - (WEAK_KEYS["parts"]["itemNumber"] - _PLAIN)
    others = [at for at, key in enumerate(keys) if at != own and key in known]
    coded = [at for at in others if _are_numbers(table, at)]
    if len(coded) > 1 or is_held(table, coded, held):
        return table
    sold = {at: _THEIRS for at in coded if not any(key in ranks["orderCode"] for key in keys)}
    called = {own: _OWN, **sold}
    headers = tuple(called.get(at, header) for at, header in enumerate(table.headers))
    told = [f'"{table.headers[own]}" holds own numbers']
    told += [f'"{table.headers[at]}" those of the supplier' for at in sold]
    return replace(table, headers=headers, decisions=(*table.decisions, f"{', '.join(told)}."))


def _is_customers(header: str, *, is_offer: bool) -> bool:
    """Whether a supplier calls so the numbers of who asked; in other lists `Customer` is somebody else."""
    words = header_words(header)
    if "".join(words) in _WHOLE:
        return is_offer
    known = words[:1] != () and words[0] in (_OURS | _CUSTOMERS if is_offer else _OURS)
    behind = words[1:]
    return known and bool(_TELLING.intersection(behind)) and _CODED.issuperset(behind)


def _are_numbers(table: SheetTable, at: int) -> bool:
    """Whether most rows have a number there that no other column repeats."""
    sample = sample_of(table)
    rows = [(text, r.cells) for r in sample if (text := meaningful_text(r.cells[at]))]
    values = [text for text, _ in rows]
    again = sum(
        any(n != at and c.strip() == text for n, c in enumerate(cells)) for text, cells in rows
    )
    counted = [r for r in sample if sum(bool(cell.strip()) for cell in r.cells) > 2]
    return (
        len(values) > 1
        and 2 * len(values) > len(counted)
        and 2 * again < len(values)
        and not are_designators(values)
        and are_item_numbers(values)
    )
