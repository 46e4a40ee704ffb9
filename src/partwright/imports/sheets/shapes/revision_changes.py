"""Cells of revisions, some with the change order that released them, as Agile writes `B C00231`."""

import re
from collections.abc import Collection
from itertools import islice

from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_WITH_CHANGE = lazy_regex(
    r"([A-Z]{1,2}[0-9]{0,2}|[0-9]{1,3})\s+([A-Z]{1,4}-?[0-9]{3,12})", re.ASCII
)
_IN_BRACKETS = lazy_regex(r"\s*\([^()]*\)$")
_LONGEST = 24
_SAMPLE = 200


def meaningful_revision(text: str) -> str:
    """A revision without what stands in brackets after it; empty for `n/a`, while `-` is the first one of many."""
    stated = _IN_BRACKETS.sub("", text).strip()
    return stated if set(stated) == {"-"} else meaningful_text(stated)


def with_changes_apart(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the change orders of its revisions in a column of their own."""
    named = RANKS["parts"]["revision"]
    columns = [at for at, header in enumerate(table.headers) if header_key(header) in named]
    if len(columns) != 1 or table.headers[columns[0]].casefold() in held:
        return table
    at = columns[0]
    filled = [cell for r in islice(table.records(), _SAMPLE) if (cell := r.cells[at].strip())]
    if not filled or 2 * sum(bool(_apart(cell)) for cell in filled) < len(filled):
        return table

    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        match = _apart(record.cells[at])
        if match is None:
            return record.cells, ""
        return with_cell(record, at, match[1]), match[2]

    header = f"{table.headers[at]} Change"
    told = f'What stands behind the revision in "{table.headers[at]}" is kept as "{header}".'
    return with_column(table, header, divide, told=told)


def _apart(cell: str) -> re.Match[str] | None:
    return _WITH_CHANGE.fullmatch(cell.strip()) if len(cell) <= _LONGEST else None
