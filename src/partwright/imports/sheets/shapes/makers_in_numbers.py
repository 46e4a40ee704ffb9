"""Cells that hold the manufacturer and its number, as `onsemi SS14` below `Manufacturer part`."""

import re
from collections.abc import Collection
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS, field_key
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.kit.patterns import lazy_regex

_MADE = lazy_regex(
    r"((?:[0-9]?[A-Za-z][A-Za-z&.'/+-]*)(?:\s[A-Z&][A-Za-z&.'/+-]*){0,3})\s+`?((?=\S*[0-9])(?=\S*[A-Z-])\S{4,40}?)`?"
)
_LONGEST = 80
_SAMPLE = 500
_FEWEST = 3
_HEADER = "Manufacturer"


def with_makers_apart(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the manufacturers in a column of their own, where nearly all cells have both."""
    keys = [field_key(header) for header in table.headers]
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]["mpn"]
    columns = [at for at, key in enumerate(keys) if key in ranks["mpn"] and key not in weak]
    makers = any(key in ranks["manufacturer"] for key in keys)
    if len(columns) != 1 or makers or table.headers[columns[0]].casefold() in held:
        return table
    at = columns[0]
    cells = (record.cells[at].strip() for record in islice(table.records(), _SAMPLE))
    filled = [cell for cell in cells if any(map(str.isdigit, cell))]
    found = sum(map(bool, map(_made, filled)))
    if found < _FEWEST or 5 * found < 4 * len(filled):
        return table

    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        match = _made(record.cells[at].strip())
        if match is None:
            return record.cells, ""
        return with_cell(record, at, match[2]), match[1]

    told = f'"{table.headers[at]}" names the manufacturers before their numbers; they are read as "{_HEADER}".'
    return with_column(table, _HEADER, divide, told=told)


def _made(cell: str) -> re.Match[str] | None:
    return _MADE.fullmatch(cell) if len(cell) <= _LONGEST else None
