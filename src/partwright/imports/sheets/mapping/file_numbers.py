"""Files of parts where their numbers stand, as `bracket.SLDPRT` in a list of SolidWorks."""

import re
from collections.abc import Collection, Sequence
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_FILE = lazy_regex(
    r"(?:.*[\\/])?(?P<stem>[^\\/]*\S)\.(?:fcstd|step|stp|f3d|f3z|iam|ipt|idw|par|psm|asm|prt|sldprt|sldasm|slddrw|catpart|catproduct"
    r"|3dm|x_t|stl|3mf|dxf)(?:\.[0-9]{1,4})?",
    re.IGNORECASE,
)
_NAMES = ("filename", "swfilename", "swfilenamefilename", "dateiname", "nomdefichier", "nomfichier")
_COLUMN = "CAD File"
_SAMPLE = 200
_LONGEST = 300
_NAMING = ("name", "label")
"""Beside these a file is none of what a part is called by: it may hold several."""


def is_file(text: str) -> bool:
    """Whether the text is the name of a file of CAD."""
    return len(text) <= _LONGEST and bool(_FILE.fullmatch(text.strip()))


def with_file_numbers(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the endings of files apart, where nothing else numbers or names the parts.

    `bracket.SLDPRT` is the file of `bracket`.
    """
    keys = [header_key(header) for header in table.headers]
    at = next((at for at, key in enumerate(keys) if key in _NAMES), None)
    if at is None or table.headers[at].casefold() in held or header_key(_COLUMN) in keys:
        return table
    numbers = RANKS["parts"]["itemNumber"].keys() - WEAK_KEYS["parts"]["itemNumber"]
    if not numbers.union(_NAMING).isdisjoint(keys):
        return table
    found = [
        cell.strip() for r in islice(table.records(), _SAMPLE) if (cell := r.cells[at]).strip()
    ]
    stems = [_stem(text) for text in found if is_file(text)]
    if 2 * len(stems) <= len(found):
        return table

    def divide(record: SheetRecord) -> tuple[Sequence[str], str]:
        text = record.cells[at].strip()
        if record.fault or not is_file(text):
            return record.cells, ""
        return with_cell(record, at, _stem(text)), text

    told = f'"{table.headers[at]}" names files: what stands before their endings is what the parts are called, and the files are kept as "{_COLUMN}".'
    return with_column(table, _COLUMN, divide, told=told)


def _stem(text: str) -> str:
    match = _FILE.fullmatch(text)
    return match["stem"] if match else text


def are_files_or_marks(keys: Sequence[str], index: int, values: Sequence[str]) -> bool:
    """Whether a column names files, of which one may hold several parts, beside names.

    Or marks such as A and B under `No.`.
    """
    if keys[index] in ("no", "nr") and all(len(text) < 3 for text in values):
        return bool(values)
    return are_files(keys[index], values) and any(name in keys for name in _NAMING)


def are_files(key: str, values: Sequence[str]) -> bool:
    """Whether the column of that header names files of CAD."""
    return "file" in key and 2 * sum(map(is_file, values)) > len(values)


def has_files(keys: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column of the rows names files of CAD."""
    files = (at for at, key in enumerate(keys) if "file" in key)
    return any(are_files(keys[at], [c for row in rows if (c := row[at].strip())]) for at in files)
