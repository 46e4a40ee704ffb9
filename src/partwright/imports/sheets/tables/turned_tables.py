"""Tables that lie on their side: a column of headers, and a part in each column beside it."""

from collections.abc import Iterator
from itertools import islice

from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.records.rows import is_blank
from partwright.imports.sheets.tables.header_row import is_known
from partwright.imports.sheets.words.header_words import header_key

_FEWEST = 3
"""Headers, and columns with that of the headers."""
_MOST = 60
"""Headers; a part has no more, and a longer column is one of parts."""


def turned(grid: Grid) -> Grid | None:
    """The grid turned upright, its rows numbered as columns are from 1; None where it stands so."""
    rows = list(islice((row for row in grid() if not is_blank(row.cells)), _MOST + 1))
    if not _FEWEST <= len(rows) <= _MOST or any(row.fault for row in rows):
        return None
    headers = [row.cells[0].strip() for row in rows]
    width = max(len(row.cells) for row in rows)
    known = [header for header in headers if is_known(header)]
    if (
        width < _FEWEST
        or not all(headers)
        or len(known) < max(_FEWEST, 0.8 * len(headers))
        or len(set(map(header_key, known))) < len(known)
        or any(is_known(cell) for cell in rows[0].cells[1:])
    ):
        return None

    def upright() -> Iterator[GridRow]:
        for at in range(width):
            cells = [row.cells[at] if at < len(row.cells) else "" for row in rows]
            native = frozenset(n for n, row in enumerate(rows) if at in row.native)
            yield GridRow(at + 1, cells, native)

    return upright
