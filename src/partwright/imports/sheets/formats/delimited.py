"""CSV and its relatives, read as a stream: the encoding and the delimiter are found out."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TextIO

from partwright.imports.sheets.cell_values.formula_escape import unescape_formula
from partwright.imports.sheets.formats.cut_rows import cut_place
from partwright.imports.sheets.formats.labelled_lines import find_labelled
from partwright.imports.sheets.formats.plain_text_lists import (
    LineCells,
    between_bars,
    cells_by_line,
)
from partwright.imports.sheets.formats.ruled_tables import RuledRows, is_rule
from partwright.imports.sheets.formats.sheet_size import MOST_COLUMNS
from partwright.imports.sheets.formats.text_encoding import find_encoding
from partwright.imports.sheets.formats.underlined_titles import has_underlined, with_signs
from partwright.imports.sheets.records.grid import ANYWHERE, GridRow, TablePlace
from partwright.imports.sheets.records.lost_values import read_formula
from partwright.imports.sheets.records.refusals import (
    OverlongCell,
    OverlongRow,
    UnterminatedQuote,
)
from partwright.imports.sheets.records.rows import SheetTable, is_blank
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.tables.table_layout import lay_out
from partwright.kit.patterns import lazy_regex

_DELIMITERS = (",", ";", "\t", "|")
_DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_SAMPLE_CHARACTERS = 65_536
_RULED = 300
"""Lines in which the first table of a document in Markdown begins."""
_FIRST_ROWS = 500
_NARROWEST = 3
"""Headers from which on rows that are divided otherwise are no accident."""
_ALIKE = 0.8
"""Share of the rows of a list that have as many cells as most."""
_LONGEST_CELL = 4 << 20
"""Characters; an open quote must not take the rest of a long file into memory."""
csv.field_size_limit(_LONGEST_CELL)
_LONGEST_LINE = 6 << 20
"""Characters, more than a cell may have; a file without line ends must not be read whole."""
_EXCEL_HINT = lazy_regex(r"\s*sep=(.)\s*", re.IGNORECASE)


def open_delimited(path: Path, place: TablePlace = ANYWHERE) -> SheetTable:
    """The table in a delimited text file; nothing but a sample is held in memory."""
    encoding, decisions = find_encoding(path)
    with path.open(encoding=encoding, newline="") as stream:
        sample = stream.read(_SAMPLE_CHARACTERS)
    if any(map(is_rule, sample.splitlines()[:_RULED])):
        ruled = _open_ruled(path, encoding, decisions, place, sample)
        if ruled is not None:
            return ruled

    if labelled := _open_labelled(path, encoding, decisions, place, sample):
        return labelled
    is_underlined = has_underlined(sample.splitlines())
    told = "\n".join(with_signs(sample.splitlines())) if is_underlined else sample
    if by_line := cells_by_line(told):
        decisions = (*decisions, by_line.decision)

        def lines() -> Iterator[GridRow]:
            yield from _line_rows(path, encoding, by_line, is_underlined=is_underlined)

        return lay_out(lines, decisions, place=place)
    delimiter = find_delimiter(sample)
    below = _delimiter_below(sample, delimiter)
    decisions = (*decisions, *_divided_by(delimiter, below))

    def grid() -> Iterator[GridRow]:
        is_first = below != delimiter
        for number, cells in _rows(path, encoding, below):
            if isinstance(cells, str):
                yield GridRow(number, (), fault=cells)
            elif is_first and not is_blank(cells):
                is_first = False
                yield GridRow(number, _split(below.join(cells), delimiter))
            else:
                yield GridRow(number, cells)

    table = lay_out(grid, decisions, place=place)
    return replace(table, may_be_cut=below == "," and _has_few_blanks(table))


def _open_labelled(
    path: Path, encoding: str, decisions: tuple[str, ...], place: TablePlace, sample: str
) -> SheetTable | None:
    """The table of a text that writes a label before each value."""
    found = find_labelled(sample.splitlines()[:_FIRST_ROWS], lambda: _every_line(path, encoding))
    if found is None:
        return None
    told = (*decisions, found.decision)
    return lay_out(lambda: found.rows(_every_line(path, encoding)), told, place=place)


def _every_line(path: Path, encoding: str) -> Iterator[str]:
    with path.open(encoding=encoding) as stream:
        yield from iter(lambda: stream.readline(_LONGEST_CELL), "")


def _divided_by(delimiter: str, below: str) -> list[str]:
    named, cells = _DELIMITER_NAMES[delimiter], _DELIMITER_NAMES[below]
    if below != delimiter:
        return [f"Headers are divided by {named}, cells by {cells}."]
    return [] if delimiter == "," else [f"Cells are divided by {named}."]


def _has_few_blanks(table: SheetTable) -> bool:
    """Whether at most one in five of the first rows has one cell that a blank begins."""
    first = list(islice(table.records(), _FIRST_ROWS))
    cut = sum(cut_place(record.cells) is not None for record in first)
    return 5 * cut <= len(first)


def _open_ruled(
    path: Path, encoding: str, decisions: tuple[str, ...], place: TablePlace, sample: str
) -> SheetTable | None:
    """The tables of a document in Markdown that have the columns of the first, as one."""

    def lines() -> Iterator[str]:
        yield from _every_line(path, encoding)

    rows = RuledRows(lines, between_bars)
    if rows.first is None or _has_tables_in_cells(sample, rows.first.cells):
        return None
    grid = rows.grid(place.header_row)
    text = "Cells are divided by vertical bars; text outside of the tables is not read."
    told = (*decisions, text)
    if place.header_row is None:
        place = place._replace(header_row=rows.first.row)
    table = lay_out(grid, told, place=place)
    return replace(table, remarks=(*table.remarks, *rows.remarks()))


def _has_tables_in_cells(sample: str, headers: Sequence[str]) -> bool:
    """Whether a text is a list whose cells hold tables, as notes of its rows may."""
    rule = next(filter(is_rule, sample.splitlines()), "")
    # What divides the rule itself stands beside the bars, and no table is within a cell.
    found = [_likelihood(sample, delimiter) for delimiter in ",;\t" if delimiter not in rule]
    known, alike, _ = max(found, default=(0, 0.0, 0))
    return known >= max(2, known_count(headers)) and alike >= _ALIKE


def _line_rows(
    path: Path, encoding: str, by_line: LineCells, *, is_underlined: bool
) -> Iterator[GridRow]:
    """The rows of a list that is laid out line by line; its header first, if it is implied."""
    if by_line.header:
        yield GridRow(0, by_line.header)
    with path.open(encoding=encoding) as stream:
        lines = iter(lambda: stream.readline(_LONGEST_CELL), "")
        for number, line in enumerate(with_signs(lines) if is_underlined else lines, start=1):
            if not line.isspace():
                yield GridRow(number, by_line.split(line.rstrip("\r\n")))


def find_delimiter(sample: str) -> str:
    """The delimiter under which the sample has known headers, then rows of one width, then columns.

    Excel's own first line `sep=;` decides at once, and so does one of known headers alone: a cell
    below it may hold more of them.
    """
    first = sample.split("\n", 1)[0].rstrip("\r")
    hint = _EXCEL_HINT.fullmatch(first)
    if hint and hint[1] in _DELIMITERS:
        return hint[1]
    for delimiter in _DELIMITERS:
        if 2 < len(headers := _split(first, delimiter)) == known_count(headers):
            return delimiter
    return max(_DELIMITERS, key=lambda delimiter: _likelihood(sample, delimiter))


def _delimiter_below(sample: str, delimiter: str) -> str:
    """The sign that divides the rows: another one where nearly none has that of the header."""
    header, *rows = [line for line in sample.splitlines()[:_FIRST_ROWS] if line.strip()] or [""]
    width = len(_split(header, delimiter))
    if width < _NARROWEST or len(rows) < 2 or sum(delimiter in row for row in rows) * 5 > len(rows):
        return delimiter
    for other in _DELIMITERS:
        alike = sum(len(_split(row, other)) == width for row in rows)
        if other != delimiter and alike >= _ALIKE * len(rows):
            return other
    return delimiter


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter))
    except (csv.Error, StopIteration):
        return []


def _likelihood(sample: str, delimiter: str) -> tuple[int, float, int]:
    rows: list[Sequence[str]] = []
    try:
        reader = csv.reader(sample.splitlines(keepends=True), delimiter=delimiter)
        rows.extend(cells for cells in islice(reader, 50) if not is_blank(cells))
    except csv.Error:
        # A sample may end within a quoted cell; the rows before it say enough.
        pass
    if not rows:
        return (0, 0.0, 0)
    width, hits = Counter(map(len, rows)).most_common(1)[0]
    alike = hits / len(rows) if width > 1 else 0.0
    return (max(map(known_count, rows[:20])), alike, width)


def _lines(stream: TextIO, delimiter: str) -> Iterator[str]:
    """The lines; OverlongRow for one that is no row of a list, before it is taken apart."""
    number, is_quoted = 0, False
    while line := stream.readline(_LONGEST_LINE):
        number += 1
        if len(line) < MOST_COLUMNS and '"' not in line:
            yield line
            continue
        parts = line.split('"')
        plain = parts[1::2] if is_quoted else parts[::2]
        is_quoted ^= len(parts) % 2 == 0
        is_cut = len(line) == _LONGEST_LINE and not line.endswith(("\r", "\n"))
        is_wide = sum(part.count(delimiter) for part in plain) >= MOST_COLUMNS
        if is_wide or (is_cut and not is_quoted):
            raise OverlongRow(number)
        yield line


_MARKED = frozenset("'= ")
"""What begins cells that are not taken as they stand."""
_TEXT_FORMULA = lazy_regex(r'="([^"]*)"')


def _plain(cell: str) -> str:
    """The cell without quotes behind a blank, and the sign by which a spreadsheet keeps a text."""
    if cell[0] == " ":
        quoted = cell.strip()
        is_whole = len(quoted) > 1 and quoted[0] == quoted[-1] == '"' and quoted.count('"') == 2
        return quoted[1:-1] if is_whole else cell
    match = _TEXT_FORMULA.fullmatch(cell.strip())
    if match:
        return match[1]
    return read_formula(cell) if cell[0] == "=" else unescape_formula(cell)


def _in_one_quote(cell: str, delimiter: str, width: int) -> list[str]:
    """The cells of a row that was quoted as a whole, as `"Bracket,2,steel"`; prose is one cell."""
    if width > 2 and cell.count(delimiter) == width - 1 and f"{delimiter} " not in cell:
        cells = _split(cell, delimiter)
        if len(cells) == width and any(map(str.isdecimal, cells)):
            return cells
    return [cell]


def _rows(path: Path, encoding: str, delimiter: str) -> Iterator[tuple[int, list[str] | str]]:
    """Each row with its number as a spreadsheet counts it, or the reason why it cannot be read."""
    with path.open(encoding=encoding, newline="") as stream:
        # Some write blanks before the quotes, beginning with the header.
        spaced = f'{delimiter} "' in stream.readline(_LONGEST_LINE)
        stream.seek(0)
        lines = _lines(stream, delimiter)
        reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=spaced)
        number = width = 0
        while True:
            number += 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                if "field limit" in str(error):
                    raise OverlongCell(number) from error
                if "end of data" in str(error):
                    raise UnterminatedQuote(number) from error
                yield number, 'a quote inside a quoted cell must be written twice ("")'
                continue
            cells = [_plain(cell) if cell[:1] in _MARKED else cell for cell in cells]
            if number == 1 and _EXCEL_HINT.fullmatch(delimiter.join(cells)):
                continue
            width = max(width, len(cells))
            yield number, _in_one_quote(cells[0], delimiter, width) if len(cells) == 1 else cells
