"""Tables that stand beside each other and share columns, read one after the other."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from partwright.imports.sheets.fields.nameless_columns import is_nameless
from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.tables.header_row import calls_parts, known_count
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import has_quantity_word

_COUNTED = frozenset(
    map(header_key, ("qty", "quantity", "menge", "anzahl", "stk", "qte", "quantité"))
)
_SEARCHED = 5_000
_LEAST = 2
"""Headers that two tables share at least."""


def stacked(grid: Grid, header_row: int) -> tuple[Grid, int] | None:
    """The grid with the tables beside the first one below it, and how many there are; None for one.

    What stands above a table is the title of its rows.
    """
    first = [row for row in islice(grid(), header_row) if not row.fault]
    if not first or first[-1].number != header_row:
        return None
    cells = first[-1].cells
    above = first[-2].cells if len(first) > 1 else ()
    blocks = _blocks(cells)
    like = [block for block in blocks[1:] if _is_like(cells, blocks[0], block)]
    if not like or not _are_apart(grid, header_row, [blocks[0], *like]):
        return None
    headers = list(cells[: blocks[0].stop])
    places_of = {header_key(cells[at]): at for at in reversed(blocks[0])}
    for at in (at for block in like for at in block):
        if header_key(cells[at]) not in places_of:
            places_of[header_key(cells[at])] = len(headers)
            headers.append(cells[at])
    tables = [(range(blocks[0].stop), {at: at for at in blocks[0]})]
    tables += [(block, {at: places_of[header_key(cells[at])] for at in block}) for block in like]

    def rows() -> Iterator[GridRow]:
        yield first[-1]._replace(cells=headers)
        for block, places in tables:
            if title := next((c.strip() for c in above[block.start : block.stop] if c.strip()), ""):
                yield GridRow(header_row + 1, [*[""] * blocks[0].start, title])
            for row in grid():
                if row.number > header_row and (row.cells or row.fault):
                    yield _placed(row, places, len(headers))

    return rows, len(tables)


def another_beside(grid: Grid, header_row: int) -> int:
    """The width of the first table where one with other columns stands beside it; 0 for none.

    Both call their parts and count them, and nothing stands between them.
    """
    cells: Sequence[str] = next((row.cells for row in grid() if row.number == header_row), ())
    blocks = _blocks(cells)
    for at, block in enumerate(blocks[1:], start=1):
        left = range(blocks[0].start, blocks[at - 1].stop)
        if (
            _is_list([cells[one] for one in left])
            and _is_list([cells[one] for one in block])
            and _are_apart(grid, header_row, [left, block])
        ):
            return left.stop
    return 0


def begin_beside(headers: Sequence[str], width: int) -> int:
    """The column in which the table beside one of that width begins."""
    further = range(width, len(headers))
    return next((at for at in further if not is_nameless(headers[at])), width)


def _is_list(headers: Sequence[str]) -> bool:
    """Whether one of the headers names parts, and another counts them."""
    return any(map(calls_parts, headers)) and any(header_key(one) in _COUNTED for one in headers)


def _blocks(cells: Sequence[str]) -> list[range]:
    """Runs of headers, between columns without one."""
    blocks: list[range] = []
    start = 0
    for at in range(len(cells) + 1):
        if at == len(cells) or not cells[at].strip():
            if at > start:
                blocks.append(range(start, at))
            start = at + 1
    return blocks


def _is_like(cells: Sequence[str], first: range, other: range) -> bool:
    """Whether all headers of the other are those of the first, and one counts pieces.

    A list that calls and counts its parts by the same headers may have further columns.
    """
    left = [header_key(cells[at]) for at in first]
    right = [header_key(cells[at]) for at in other]
    shared = [at for at in other if header_key(cells[at]) in left]
    return (
        len(shared) >= _LEAST
        and len(set(right)) == len(right)
        and (len(shared) == len(right) or _is_list([cells[at] for at in shared]))
        and known_count([cells[at] for at in first]) >= _LEAST
        and any(has_quantity_word(cells[at]) for at in shared)
    )


def _are_apart(grid: Grid, header_row: int, blocks: Sequence[range]) -> bool:
    """Whether the columns between the tables are empty below the header."""
    gaps = [at for one, other in pairwise(blocks) for at in range(one.stop, other.start)]
    below = (row.cells for row in islice(grid(), _SEARCHED) if row.number > header_row)
    return not any(at < len(row) and row[at].strip() for row in below for at in gaps)


def _placed(row: GridRow, places: dict[int, int], width: int) -> GridRow:
    cells = [""] * width
    for at, place in places.items():
        if at < len(row.cells):
            cells[place] = row.cells[at]
    native = frozenset(places[at] for at in row.native if at in places)
    return row._replace(cells=cells, native=native)
