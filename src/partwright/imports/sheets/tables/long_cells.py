"""Cells of pages without the long gaps for which patterns take the square of their time."""

from collections.abc import Iterator

from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.records.lost_values import CutCell
from partwright.kit.patterns import lazy_regex

_LONG = 200
"""Characters of a cell that is looked at."""
MOST_CHARACTERS = 65_536
"""Characters of a cell that is read: twice what one of Excel holds, as much as an export may write."""
_GAP = lazy_regex(r"\s{50,}")


def narrowed(cell: str) -> str:
    """The cell; of a gap of hundreds of blanks or lines in a long one the first fifty.

    Of one that is longer only the beginning, which is told as a lost value.
    """
    if len(cell) <= _LONG:
        return cell
    cell = _GAP.sub(lambda gap: gap[0][:50], cell)
    return cell if len(cell) <= MOST_CHARACTERS else CutCell(cell)


def narrow(grid: Grid) -> Grid:
    """The grid with such cells narrowed."""

    def rows() -> Iterator[GridRow]:
        for row in grid():
            is_long = max(map(len, row.cells), default=0) > _LONG
            yield row._replace(cells=[narrowed(cell) for cell in row.cells]) if is_long else row

    return rows
