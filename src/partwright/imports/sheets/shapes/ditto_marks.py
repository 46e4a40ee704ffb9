"""Marks that stand for the cell above: `"`, `ditto`, `idem`, `dto.`, `同上`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS, is_export
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord, SheetTable
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_MARK = lazy_regex(
    r"-{0,2}\s?(?:[\"“”„″〃]|''|,,|\"\")\s?-{0,2}|ditto|dito|dto\.|idem|(?:same )?as above|wie oben|s\. ?o\.|同上",
    re.IGNORECASE,
)
_LONGEST = 13
_LOOKED = 2_000
"""Rows in which marks are looked for, to tell of them."""
_APART = ("itemNumber", "referenceDesignator")
"""What no two rows share."""


def with_dittos(table: SheetTable) -> SheetTable:
    """The table whose marks are what stands above them."""
    ranks = RANKS["parts"]
    keys = [header_key(header) for header in table.headers]
    columns = [
        at for at, key in enumerate(keys) if not any(key in ranks[field] for field in _APART)
    ]
    before = table.records
    marked = any(_is_marked(record, columns) for record in islice(before(), _LOOKED))
    if not marked or is_export(table.headers):
        return table

    def records() -> Iterator[SheetRecord]:
        held: dict[int, tuple[str, bool]] = {}
        for record in before():
            found = _filled(record, columns, held) if _is_marked(record, columns) else record
            if sum(bool(cell.strip()) for cell in found.cells) > 1:
                for at in columns:
                    if at < len(found.cells) and found.cells[at].strip():
                        held[at] = (found.cells[at], at in found.native)
            yield found

    told = RowRemark(0, "marks such as ditto stand for what is above them in their column")
    return replace(table, records=records, remarks=(*table.remarks, told))


def _is_mark(cell: str) -> bool:
    return len(cell) <= _LONGEST and _MARK.fullmatch(cell) is not None


def _is_marked(record: SheetRecord, columns: list[int]) -> bool:
    return not record.fault and any(
        at < len(record.cells) and _is_mark(record.cells[at].strip()) for at in columns
    )


def _filled(
    record: SheetRecord, columns: list[int], held: dict[int, tuple[str, bool]]
) -> SheetRecord:
    cells, native = list(record.cells), set(record.native)
    for at in columns:
        if at in held and at < len(cells) and _is_mark(cells[at].strip()):
            cells[at], is_native = held[at]
            native |= {at} if is_native else set()
    return replace(record, cells=tuple(cells), native=frozenset(native))
