"""Files whose rows are of several kinds, each with a header of its own: lists and their lines.

A column says of what kind a row is. The headers stand above all rows, below one name of that column
(`Flag`, of Fishbowl), behind the mark of a declaration (`!HDR`), or behind the kind itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from partwright.imports.sheets.fields.header_names import PARENT, RANKS, WEAK_KEYS
from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.records.refusals import NoHeader
from partwright.imports.sheets.records.rows import is_blank
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.kit.patterns import lazy_regex

_SAMPLE = 500
_FEWEST = 4
"""Two headers, and a row of each kind."""
_KNOWN = 2
"""Names of columns that are known in each header."""
_MOST_KINDS = 6
_KIND = lazy_regex(r"[^\W\d][\w -]{0,19}")
_MARKS = "!#:*"
_CALLING = ("itemNumber", "name", "description", "revision")


class TypedHeader(NamedTuple):
    """The header of one kind of rows: the row in which it stands, the kind, and its names."""

    row: int
    kind: str
    cells: Sequence[str]


class TypedRows(NamedTuple):
    """A file of typed rows under one header, and what is told of it."""

    grid: Grid
    header_row: int
    decision: str


def join_typed_rows(grid: Grid, header_row: int | None = None) -> TypedRows | None:
    """The lines under one header, each with the list that it belongs to; None for other files.

    `header_row` names the header of the one kind that is wanted. Refuses kinds of which nothing
    says which are the lines of which.
    """
    headers, order = _typed_headers(grid)
    if not headers:
        return None
    if wanted := [header for header in headers if header.row == header_row]:
        told = f'Only the rows of the kind "{wanted[0].kind}" are read.'
        return TypedRows(lambda: _of_one_kind(grid, wanted[0]), wanted[0].row, told)
    if header_row is not None:
        return None
    counted = [h for h in headers if any(map(names_quantity, h.cells))]
    first = next(header for header in headers if header.kind == order[0])
    lines = [header for header in counted if header is not first]
    others = [h.kind for h in headers if h is not first and h not in lines]
    if len(lines) != 1 or others or len(order) > len(headers):
        raise NoHeader(_question(headers, order))
    places = _places(lines[0], first)
    told = f'Rows of the kind "{first.kind}" are assemblies, those of the kind "{lines[0].kind}" below them their lines.'
    return TypedRows(
        lambda: _joined(grid, first, lines[0], places), max(first.row, lines[0].row), told
    )


def _question(headers: Sequence[TypedHeader], order: Sequence[str]) -> str:
    rows = ", ".join(f'{h.row} for "{h.kind}"' for h in headers)
    kinds = ", ".join(f'"{kind}"' for kind in order)
    return (
        f"the first column says of which kind each row is ({kinds}), and nothing says which of them "
        f"are lines of which; name the header row of the kind to read: {rows}"
    )


def _typed_headers(grid: Grid) -> tuple[list[TypedHeader], list[str]]:
    """The headers of the kinds, and the kinds in the order in which they first stand; or none."""
    whole = (row for row in grid() if not is_blank(row.cells) and not row.fault)
    rows = list(islice(whole, 2))
    if any(known_count(row.cells[1:]) < _KNOWN for row in rows):
        return [], []
    rows += islice(whole, _SAMPLE)
    texts = [row.cells[0].strip() for row in rows]
    if len(rows) < _FEWEST or not all(texts):
        return [], []
    for find in (_below_one_name, _declared, _behind_kinds):
        if (count := find(texts)) and 1 < count < len(rows):
            order = list(dict.fromkeys(texts[count:]))
            named = _assigned(rows[:count], texts[:count], order)
            if _are_kinds(order, texts[count:]) and named:
                return named, order
    return [], []


def _below_one_name(texts: Sequence[str]) -> int:
    """The number of first rows that begin with the same word, which no other row does."""
    count = next((at for at, text in enumerate(texts) if text != texts[0]), 0)
    return 0 if texts[0] in texts[count:] else count


def _declared(texts: Sequence[str]) -> int:
    """The number of first rows that begin with a mark and a kind."""
    return next((at for at, text in enumerate(texts) if text[:1] not in _MARKS), 0)


def _behind_kinds(texts: Sequence[str]) -> int:
    """The number of first rows that each begin with another kind, which rows below them have."""
    count = next((at for at, text in enumerate(texts) if text in texts[:at]), 0)
    return count if set(texts[:count]) == set(texts[count:]) else 0


def _assigned(
    rows: Sequence[GridRow], texts: Sequence[str], order: Sequence[str]
) -> list[TypedHeader]:
    """The headers with their kinds: by name where they tell it, else in the order of the rows."""
    plain = [text.lstrip(_MARKS).strip() for text in texts]
    kinds = plain if len(set(plain)) > 1 else list(order)
    if len(kinds) != len(rows) or not set(kinds) <= set(order):
        return []
    if any(known_count(row.cells[1:]) < _KNOWN for row in rows):
        return []
    return [TypedHeader(r.number, kind, r.cells) for r, kind in zip(rows, kinds, strict=True)]


def _are_kinds(order: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether texts are a few words that repeat."""
    few = 1 < len(order) <= _MOST_KINDS and len(texts) > len(order)
    return few and all(map(_KIND.fullmatch, order))


def _places(lines: TypedHeader, first: TypedHeader) -> Mapping[int, int]:
    """The place of each cell of a list under the header of its lines; others stand behind them."""
    ranks = RANKS["parts"]
    number, own = _number_column(lines.cells), _number_column(first.cells)
    own = 1 if own is None else own
    places = {} if number is None else {own: number}
    keys = [header_key(cell) for cell in lines.cells]
    for at, cell in enumerate(first.cells):
        key = header_key(cell)
        fields = [field for field in _CALLING if key in ranks[field]]
        same = [to for to, other in enumerate(keys) if other == key and key]
        same += [to for to, k in enumerate(keys) for f in fields if k in ranks[f]]
        free = [to for to in same if to and to not in places.values()]
        if at and at not in places and free:
            places[at] = free[0]
    width = len(lines.cells)
    behind = [at for at, cell in enumerate(first.cells) if at and at not in places and cell.strip()]
    return places | {at: width + n for n, at in enumerate(behind)}


def _number_column(cells: Sequence[str]) -> int | None:
    """The column of numbers, by its name: of parts, of parents, and of what may be either."""
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
    keys = list(enumerate(map(header_key, cells)))[1:]
    for field, is_weak in (
        ("itemNumber", False),
        ("parentItemNumber", False),
        ("itemNumber", True),
    ):
        found = [
            (ranks[field][key], at)
            for at, key in keys
            if key in ranks[field] and (key in weak[field]) == is_weak
        ]
        if found:
            return min(found)[1]
    return None


def _joined(
    grid: Grid, first: TypedHeader, lines: TypedHeader, places: Mapping[int, int]
) -> Iterator[GridRow]:
    """One header, and below it each list ahead of its lines, which name it as their parent."""
    width = max([len(lines.cells), *(to + 1 for to in places.values())])
    names = [*lines.cells, *[""] * (width - len(lines.cells))]
    taken = set(map(header_key, lines.cells))
    for at, to in places.items():
        if to >= len(lines.cells):
            name = first.cells[at].strip()
            names[to] = name if header_key(name) not in taken else f"{first.kind} {name}"
    yield GridRow(max(first.row, lines.row), [PARENT, *names[1:]])
    parent, called = "", _called_by(first)
    for row in grid():
        kind = row.cells[0].strip() if row.cells else ""
        if kind == first.kind and row.number > first.row:
            cells, native = [""] * width, set[int]()
            for at, to in places.items():
                cells[to] = row.cells[at] if at < len(row.cells) else ""
                native |= {to} if at in row.native else set()
            parent = row.cells[called].strip() if called < len(row.cells) else ""
            yield row._replace(cells=["", *cells[1:]], native=frozenset(native))
        elif kind == lines.kind and row.number > lines.row:
            yield row._replace(cells=[parent, *row.cells[1:]], native=row.native - {0})
        elif row.number > max(first.row, lines.row) and not is_blank(row.cells):
            yield row._replace(fault=f'the row is of the kind "{kind[:20]}", which has no header')


def _called_by(first: TypedHeader) -> int:
    number = _number_column(first.cells)
    return 1 if number is None else number


def _of_one_kind(grid: Grid, header: TypedHeader) -> Iterator[GridRow]:
    """The rows of one kind below their header, without the word for it."""
    for row in grid():
        kind = row.cells[0].strip() if row.cells else ""
        if row.number == header.row or (row.number > header.row and kind == header.kind):
            native = frozenset(at - 1 for at in row.native if at)
            yield row._replace(cells=row.cells[1:], native=native)
