"""Numbers with what they are called before them, as `PID: 50` and `Item #: 06170-1003`."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS, field_key
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable
from partwright.kit.patterns import lazy_regex

_LABELLED = lazy_regex(
    r"(?:p?id|sku|asin|upc|ean|m?p/?n|mfr|part|item|product|prod|art(?:icle|ikel|\.)?|order|stock|model|ref|"
    r"best(?:ell|\.)?|cat(?:alog(?:ue)?|\.)?)"
    r"[ .-]{0,3}(?:id|no\.?|nr\.?|num(?:ber)?|nummer|code)? {0,2}(?:# {0,2}:?|:) {0,3}([\w./+-]*[0-9][\w./+-]*)",
    re.IGNORECASE,
)
_LONGEST = 60
_SAMPLE = 500
_FIELDS = ("mpn", "orderCode")


def with_plain_codes(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with such numbers alone, in the columns of companies' numbers."""
    ranks = RANKS["parts"]
    columns = [
        at
        for at, header in enumerate(table.headers)
        if any(field_key(header) in ranks[field] for field in _FIELDS)
        and header.casefold() not in held
    ]
    sample = list(islice(table.records(), _SAMPLE)) if columns else []
    found = [at for at in columns if any(_alone(record.cells[at]) for record in sample)]
    if not found:
        return table
    before = table.records

    def plain(record: SheetRecord) -> SheetRecord:
        cells = list(record.cells)
        for at in found:
            cells[at] = _alone(cells[at]) or cells[at]
        return replace(record, cells=tuple(cells))

    named = " and ".join(f'"{table.headers[at]}"' for at in found)
    told = f"In {named} words such as `ID:` before a number are left out."
    return replace(table, decisions=(*table.decisions, told), records=lambda: map(plain, before()))


def _alone(cell: str) -> str:
    """The number without its label; empty for cells that have none."""
    match = _LABELLED.fullmatch(cell.strip()) if len(cell) <= _LONGEST else None
    return match[1] if match else ""
