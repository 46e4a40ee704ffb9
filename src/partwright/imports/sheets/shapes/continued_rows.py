"""Rows that only go on with a cell of the row above, as printed lists break long designators."""

from collections.abc import Iterator
from dataclasses import replace

from partwright.imports.sheets.records.rows import SheetRecord, SheetTable

_OPEN = (",", ";")


def with_continued_rows(table: SheetTable) -> SheetTable:
    """The table with each row that fills one cell, below one that ends with a comma, in that one."""
    before = table.records

    def records() -> Iterator[SheetRecord]:
        last: SheetRecord | None = None
        for record in before():
            joined = _joined(last, record)
            if joined is None and last is not None:
                yield last
            last = joined or record
        if last is not None:
            yield last

    return replace(table, records=records)


def _joined(above: SheetRecord | None, record: SheetRecord) -> SheetRecord | None:
    """The row above with the text of this one; None where this is a row of its own."""
    if above is None or above.fault or record.fault:
        return None
    filled = [at for at, cell in enumerate(record.cells) if cell.strip()]
    if len(filled) != 1 or not above.cells[filled[0]].rstrip().endswith(_OPEN):
        return None
    at = filled[0]
    cells = list(above.cells)
    cells[at] = f"{cells[at].rstrip()} {record.cells[at].strip()}"
    return replace(above, cells=tuple(cells))
