"""Workbooks of one sheet for each assembly, read as one list that names the parents."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from partwright.imports.sheets.fields.header_names import PARENT, RANKS, WEAK_KEYS
from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.records.refusals import NoHeader
from partwright.imports.sheets.records.rows import fold_number, is_blank
from partwright.imports.sheets.tables.header_row import (
    LOOK_AHEAD,
    HeaderRow,
    find_header,
    known_count,
)
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_LISTED = lazy_regex(
    r"(?:sl|bom|pl|parts?\s?list|st(?:ü|ue)ckliste|assy|assembly|bg|baugruppe|sub(?:assy)?|nomenclature|distinta)[\s_:.-]+(\S*[0-9]\S*)",
    re.IGNORECASE,
)
_SHEETS = 200
_ROWS = 5_000
"""Rows of a sheet in which the name of another one is looked for."""


def join_assemblies(sheets: Mapping[str, Grid]) -> tuple[Grid, str] | None:
    """The rows of the sheets under one header, and what is told; None where they are lists apart.

    They are one structure where all have the same columns and rows are called as other sheets are.
    """
    if not 1 < len(sheets) <= _SHEETS:
        return None
    headers = {name: header for name, grid in sheets.items() if (header := _header_of(grid))}
    shapes = {tuple(map(header_key, header.headers)) for header in headers.values()}
    first = next(iter(headers.values()), None)
    if first is None or len(headers) < len(sheets) or len(shapes) > 1 or PARENT in first.headers:
        return None
    called = {name: _number_in(name) for name in headers}
    if len({*called.values()}) < len(called):
        called = dict(zip(headers, headers, strict=True))
    sheets = {called[name]: sheets[name] for name in headers}
    headers = {called[name]: header for name, header in headers.items()}
    names = {fold_number(name) for name in headers}
    number = _number_column(first.headers)
    held = {
        cell: row.cells[number].strip() if number is not None and number < len(row.cells) else ""
        for name, header in headers.items()
        for row in islice(_below(sheets[name], header), _ROWS)
        for cell in map(fold_number, row.cells)
        if cell in names and cell != fold_number(name)
    }
    # All but the topmost stand in another one.
    if len(held) + 1 < len(names):
        return None
    listed = ", ".join(f'"{name}"' for name in list(headers)[:10])
    told = f"The sheets {listed} are assemblies of one structure; their rows are numbered through."
    return partial(_rows_of_all, sheets, headers, held), told


def _rows_of_all(
    sheets: Mapping[str, Grid], headers: Mapping[str, HeaderRow], held: Mapping[str, str]
) -> Iterator[GridRow]:
    """The rows of all sheets, each with its parent; `held` are assemblies in others, by number."""
    first = next(iter(headers.values())).headers
    width, before = len(first), 1
    yield GridRow(1, [*first, PARENT])
    for name, header in headers.items():
        last = header.row_number
        for row in _below(sheets[name], header):
            own = fold_number(name) in map(fold_number, row.cells[:width])
            last = row.number
            if own and fold_number(name) in held:
                continue
            filled = sum(1 for cell in row.cells if cell.strip())
            above = "" if own or filled < 2 else held.get(fold_number(name)) or name
            padded = [*row.cells[:width], *[""] * (width - len(row.cells)), above]
            yield row._replace(number=before + row.number - header.row_number, cells=padded)
        before += last - header.row_number


def _number_in(sheet: str) -> str:
    """The number in the name of a sheet, behind a word for lists as in `SL 4100-010`; else the name."""
    match = _LISTED.fullmatch(sheet.strip())
    return match[1] if match else sheet


def _number_column(headers: Sequence[str]) -> int | None:
    """The column of part numbers, by its name alone."""
    ranks, weak = RANKS["parts"]["itemNumber"], WEAK_KEYS["parts"]["itemNumber"]
    keys = [header_key(header) for header in headers]
    known = [(ranks[key], at) for at, key in enumerate(keys) if key in ranks and key not in weak]
    return min(known)[1] if known else None


def _header_of(grid: Grid) -> HeaderRow | None:
    rows = [(row.number, row.cells) for row in islice(grid(), LOOK_AHEAD) if not row.fault]
    try:
        header = find_header(rows)
    except NoHeader:
        return None
    return header if header.row_number and known_count(header.headers) > 1 else None


def _below(grid: Grid, header: HeaderRow) -> Iterator[GridRow]:
    return (r for r in grid() if r.number > header.row_number and not is_blank(r.cells))
