"""Rows of a file before its cells have headers, and where in them a table is asked for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple


class GridRow(NamedTuple):
    """One row of the file, before its cells have headers."""

    number: int
    cells: Sequence[str]
    native: frozenset[int] = frozenset()
    fault: str = ""


Grid = Callable[[], Iterable[GridRow]]


class TablePlace(NamedTuple):
    """Place that a person names as the beginning of the table."""

    header_row: int | None = None
    """The row that names the columns; 0 for none, None where it is to be found."""
    column: int = 0
    """How many columns stand before it."""

    def of(self, grid: Grid) -> Grid:
        """The grid without the columns before the table."""
        if not self.column:
            return grid
        first = self.column

        def rest() -> Iterator[GridRow]:
            for row in grid():
                native = frozenset(at - first for at in row.native if at >= first)
                yield row._replace(cells=row.cells[first:], native=native)

        return rest


ANYWHERE = TablePlace()


def column_letters(column: int) -> str:
    """The column as spreadsheets call it: 0 is A, 26 is AA."""
    letters = ""
    while column >= 0:
        letters = chr(ord("A") + column % 26) + letters
        column = column // 26 - 1
    return letters


def column_number(letters: str) -> int:
    """The place of a column that spreadsheets call so."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
