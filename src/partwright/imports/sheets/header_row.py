"""Finding the header among the first rows of a sheet, and giving each column its name."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from partwright.imports.sheets.refusals import DuplicateHeaders, NoHeader
from partwright.imports.sheets.rows import is_blank
from partwright.imports.sheets.units import is_known

LOOK_AHEAD = 20
"""Rows that are looked at for the header; drawing frames and titles rarely take more."""


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """The header: its row number (the first row is 1), names, and what was decided about it."""

    row_number: int
    headers: tuple[str, ...]
    decisions: tuple[str, ...]


def known_count(cells: Sequence[str]) -> int:
    """How many cells are headers that parts lists are known to have."""
    return sum(is_known(cell) for cell in cells)


def find_header(rows: Iterable[tuple[int, Sequence[str]]]) -> HeaderRow:
    """The first row that is not blank, or a later one if that is a title and the later a header.

    Refuses a file without rows, and headers given twice (letter case aside).
    """
    first = [row for row in islice(rows, LOOK_AHEAD) if not is_blank(row[1])]
    if not first:
        raise NoHeader("the file holds no rows; its first row must name the columns")
    number, cells = first[0]
    decisions: list[str] = []
    if not known_count(cells):
        later = next((row for row in first if known_count(row[1]) >= 2), None)
        if later is not None:
            decisions.append(
                f"The header is row {later[0]}; what stands above it is not read"
                f" ({', '.join(cell.strip() for cell in cells if cell.strip())[:80]})."
            )
            number, cells = later
    headers = name_columns(cells)
    return HeaderRow(number, headers, tuple(decisions))


def name_columns(cells: Sequence[str]) -> tuple[str, ...]:
    """The headers, trimmed; a column without one is called by its place, as in `Column 3`."""
    headers = tuple(
        " ".join(cell.split()) or f"Column {place}" for place, cell in enumerate(cells, start=1)
    )
    counts = Counter(header.casefold() for header in headers)
    twice = dict.fromkeys(header for header in headers if counts[header.casefold()] > 1)
    if twice:
        raise DuplicateHeaders(twice)
    return headers
