"""Cells as Teamcenter calls the lines of a structure: `TC000100/A;1-Pump (View)`."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable
from partwright.imports.sheets.shapes.level_columns import are_of_pattern, is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_LINE = lazy_regex(r"(\s*)([^\s/;][^/;]*)/([^/;\s]{1,12});[^\s;/-]*-(.*\S)")
_VIEW = lazy_regex(r"\s*\((?:view|precise|imprecise)\)\s*(?:x\s*[0-9]+)?\Z", re.IGNORECASE)
_ADDED = ("Item Number", "Revision")


def with_bom_lines(table: SheetTable, held: Collection[str]) -> SheetTable:
    """Numbers, revisions and names of such cells in columns of their own, where none has them."""
    sample = sample_of(table)
    at = next((at for at in range(len(table.headers)) if are_of_pattern(sample, at, _LINE)), None)
    if at is None or is_held(table, [at], held):
        return table
    ranks, keys = RANKS["parts"], [header_key(header) for header in table.headers]
    fields = {
        name: ranks[field] for name, field in zip(_ADDED, ("itemNumber", "revision"), strict=True)
    }
    missing = [
        name
        for name in _ADDED
        if not any(key in fields[name] for n, key in enumerate(keys) if n != at)
    ]
    before = table.records
    moved = {place: place + len(missing) for place in range(len(table.headers))}

    def records() -> Iterator[SheetRecord]:
        for record in before():
            cells, match = list(record.cells), _LINE.fullmatch(record.cells[at])
            told: dict[str, str] = dict.fromkeys(_ADDED, "")
            if match:
                cells[at] = match[1] + _VIEW.sub("", match[4])
                told = dict(zip(_ADDED, (match[2].strip(), match[3]), strict=True))
            yield record.rearranged((*(told[name] for name in missing), *cells), moved)

    headers = list(table.headers)
    headers[at] = "Name" if "Name" not in headers else headers[at]
    return replace(table, headers=(*missing, *headers), records=records)
