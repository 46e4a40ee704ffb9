"""Rows that all have a cell more than the header, whose last column has no name."""

from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.records.grid import Grid
from partwright.imports.sheets.records.rows import RowRemark, is_blank
from partwright.imports.sheets.tables.header_row import HeaderRow
from partwright.imports.sheets.words.quantity_words import names_quantity

_SAMPLE = 200
_FEWEST = 3
_MOST = 2
"""Columns that a header may leave out at its end."""


def with_unnamed_last(grid: Grid, header: HeaderRow) -> tuple[HeaderRow, RowRemark | None]:
    """The header with names for the last columns, where all rows have as many more, and what is told.

    A quantity stands where the header says so in each row: no text that holds the delimiter has moved it.
    """
    width = len(header.headers)
    below = (row for row in grid() if row.number > header.row_number)
    rows = [row.cells for row in islice(below, _SAMPLE) if not (row.fault or is_blank(row.cells))]
    ends = {max(at for at, cell in enumerate(cells) if cell.strip()) + 1 for cells in rows}
    counts = [at for at, text in enumerate(header.headers) if names_quantity(text)]
    if len(rows) < _FEWEST or len(ends) > 1 or not counts or not header.row_number:
        return header, None
    end = ends.pop()
    whole = all(begins_with_number(cells[at]) for cells in rows for at in counts)
    cut = any(cell.startswith(" ") for cells in rows for cell in cells)
    if not 0 < end - width <= _MOST or not whole or cut:
        return header, None
    names = [f"Column {at + 1}" for at in range(width, end)]
    told = (
        f'the rows have {end} cells under {width} headers: the last are read as "{names[0]}"; '
        "a text that holds the delimiter and is not quoted would have moved them"
    )
    headers = (*header.headers, *names)
    return replace(header, headers=headers), RowRemark(header.row_number, told, "DOUBTED")
