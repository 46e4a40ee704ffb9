"""Rows of grouped tables of usual size, kept once they were read to the end.

What tells their structure reads them again and again; other lists are streamed, whatever their length.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from partwright.imports.sheets.records.rows import SheetRecord, SheetTable

_MOST_ROWS = 25_000
_MOST_TEXT = 4_000_000
"""Characters of all cells; with the rows themselves they take some 30 MB at most."""


def with_rows_kept(table: SheetTable) -> SheetTable:
    """The table; if a workbook groups its rows they are read from the file once, unless they are many or long."""
    if not table.outline:
        return table
    return replace(table, records=_KeptRows(table.records))


class _KeptRows:
    """Gives the rows of a table, from its file until somebody has read all of them."""

    def __init__(self, records: Callable[[], Iterator[SheetRecord]]) -> None:
        self._records = records
        self._kept: tuple[SheetRecord, ...] | None = None
        self._may_keep = True

    def __call__(self) -> Iterator[SheetRecord]:
        if self._kept is not None:
            return iter(self._kept)
        return self._read() if self._may_keep else self._records()

    def _read(self) -> Iterator[SheetRecord]:
        rows: list[SheetRecord] = []
        room = _MOST_TEXT
        for record in self._records():
            if self._may_keep:
                rows.append(record)
                room -= sum(map(len, record.cells))
                if room < 0 or len(rows) > _MOST_ROWS:
                    self._may_keep = False
                    rows.clear()
            yield record
        if self._may_keep:
            self._kept = tuple(rows)
