"""Sheets of Excel and OpenDocument workbooks."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import islice
from pathlib import Path

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.formats.assembly_sheets import join_assemblies
from partwright.imports.sheets.formats.cell_formats import show_cells
from partwright.imports.sheets.formats.old_workbook import check_old_workbook
from partwright.imports.sheets.formats.row_outline import (
    SheetFrame,
    hidden_remarks,
    note_remarks,
    sheet_frame,
)
from partwright.imports.sheets.formats.sheet_size import MOST_CELLS
from partwright.imports.sheets.formats.zip_bomb import check_unpacked_size
from partwright.imports.sheets.records.grid import ANYWHERE, Grid, GridRow, TablePlace
from partwright.imports.sheets.records.refusals import BrokenFile, SheetNotFound
from partwright.imports.sheets.records.rows import RowRemark, SheetTable
from partwright.imports.sheets.tables.header_row import LOOK_AHEAD, known_count
from partwright.imports.sheets.tables.table_layout import TURNED, lay_out
from partwright.imports.sheets.words.quantity_words import has_quantity_word

CellValue = (
    int
    | float
    | str
    | bool
    | datetime.time
    | datetime.date
    | datetime.datetime
    | datetime.timedelta
)

FrameOf = Callable[[str], SheetFrame]
"""Gives what a sheet of that name has besides its cells."""

_FEW_COLUMNS = 3
_MERGED_AT_MOST = 5_000
"""Rows of one merged cell."""


def open_workbook(path: Path, sheet: str | None, place: TablePlace = ANYWHERE) -> SheetTable:
    """The table on the sheet called `sheet`, or on the first visible one that names columns.

    If none does, the first that is not empty counts.
    """
    check_unpacked_size(path)
    check_old_workbook(path)
    book, chosen = _opened(path, sheet)
    names = book.sheet_names
    decisions = (f'Of {len(names)} sheets, "{chosen.name}" is read.',) if len(names) > 1 else ()

    frame_of = _frames(path, book)
    others = list(_other_lists(book, chosen.name)) if sheet is None else []
    if others and place == ANYWHERE and (whole := _joined(book, frame_of, [chosen.name, *others])):
        return lay_out(whole[0], (whole[1],))
    table = lay_out(_grid_of(chosen, frame_of), decisions, place=place)
    frame = frame_of(chosen.name)
    told = tuple(
        RowRemark(0, f'sheet "{name}" reads as a list too; it is not read', "OTHER_TABLE")
        for name in others
    )
    beside = [*hidden_remarks(frame, table), *note_remarks(frame)] if place == ANYWHERE else []
    return replace(
        table,
        remarks=(*told, *table.remarks, *beside),
        outline=frame.outline,
        is_indented=frame.is_indented,
        currency=frame.formats.currency,
        notes={
            row: "; ".join(said.values())
            for row, said in frame.notes.items()
            if TURNED not in table.decisions
        },
    )


def list_sheets(path: Path) -> tuple[str, ...]:
    """The visible sheets that read as lists; none where all of them are one structure."""
    check_unpacked_size(path)
    check_old_workbook(path)
    book, chosen = _opened(path, None)
    listed = [chosen.name, *_other_lists(book, chosen.name)]
    if len(listed) > 1 and _joined(book, _frames(path, book), listed):
        return ()
    return tuple(sorted(listed, key=book.sheet_names.index))


def _frames(path: Path, book: CalamineWorkbook) -> FrameOf:
    """The frames of the sheets by their names, each read once and where it is needed."""

    @cache
    def frame_of(name: str) -> SheetFrame:
        return sheet_frame(path, book.sheet_names.index(name))

    return frame_of


def _joined(
    book: CalamineWorkbook, frame_of: FrameOf, listed: Sequence[str]
) -> tuple[Grid, str] | None:
    """The sheets as one list, where each is an assembly of another."""
    return join_assemblies(
        {name: _grid_of(book.get_sheet_by_name(name), frame_of) for name in listed}
    )


def _grid_of(sheet: CalamineSheet, frame_of: FrameOf) -> Grid:
    """The rows of a sheet as it shows them, with the texts of merged cells in each row of theirs."""
    merged = _merged_down(sheet)

    def grid() -> Iterator[GridRow]:
        formats = frame_of(sheet.name).formats
        held: dict[int, str] = {}
        for number, values in enumerate(sheet.iter_rows(), start=1):
            cells, native = [text_of(value) for value in values], _native(values)
            show_cells(formats, number, cells, native)
            for column in merged.get(number, ()):
                # A number in a merged cell counts for all of its rows at once.
                text = held.get(column, "")
                if column < len(cells) and not begins_with_number(text):
                    cells[column] = cells[column] or text
            held = dict(enumerate(cells))
            yield GridRow(number, cells, native)

    return grid


def _opened(path: Path, sheet: str | None) -> tuple[CalamineWorkbook, CalamineSheet]:
    """The workbook and the sheet that is read of it."""
    try:
        book = CalamineWorkbook.from_path(str(path))  # pyright: ignore[reportUnknownMemberType] -- the stub leaves PathLike open
        return book, _choose(book, sheet)
    except PasswordError as error:
        raise BrokenFile("the workbook is protected by a password") from error
    except (CalamineError, OSError) as error:
        # A file that ends too early is one that cannot be read further.
        raise BrokenFile(f"the workbook cannot be read: {error}") from error
    except BaseException as error:
        # What its author did not foresee is no Exception, so that nobody catches it by accident.
        if type(error).__name__ != "PanicException":
            raise
        raise BrokenFile("the workbook is damaged") from error


def _choose(book: CalamineWorkbook, sheet: str | None) -> CalamineSheet:
    if sheet is not None:
        wanted = sheet.strip().casefold()
        for name in book.sheet_names:
            if name.strip().casefold() == wanted:
                return book.get_sheet_by_name(name)
        raise SheetNotFound(f'there is no sheet "{sheet}"', book.sheet_names)
    first: CalamineSheet | None = None
    narrow: CalamineSheet | None = None
    for metadata in book.sheets_metadata:
        visible = metadata.visible == SheetVisibleEnum.Visible
        if visible and metadata.typ == SheetTypeEnum.WorkSheet:
            found = book.get_sheet_by_name(metadata.name)
            first = first or (found if found.height else None)
            if not _has_header(found):
                continue
            if _is_wide(found):
                return found
            if narrow is None and not _is_narrow(found):
                return found
            narrow = narrow or found
    if chosen := narrow or first:
        return chosen
    raise SheetNotFound("all visible sheets are empty", book.sheet_names)


def _header_of(sheet: CalamineSheet) -> list[str]:
    """The cells of the row among the first that names most columns."""
    rows = islice(sheet.iter_rows(), LOOK_AHEAD) if sheet.height else ()
    cells = [[text_of(value) for value in row] for row in rows]
    return max(cells, key=known_count) if cells else []


def _is_narrow(sheet: CalamineSheet) -> bool:
    """Whether a sheet names two columns and counts nothing, as one of categories and colours."""
    header = _header_of(sheet)
    return known_count(header) < _FEW_COLUMNS and not any(map(has_quantity_word, header))


def _is_wide(sheet: CalamineSheet) -> bool:
    """Whether a sheet names the columns of a list of parts, and quantities among them."""
    header = _header_of(sheet)
    return known_count(header) > _FEW_COLUMNS and any(map(has_quantity_word, header))


def _other_lists(book: CalamineWorkbook, chosen: str) -> Iterator[str]:
    """The other visible sheets that have a header and rows."""
    for metadata in book.sheets_metadata:
        visible = metadata.visible == SheetVisibleEnum.Visible
        if visible and metadata.typ == SheetTypeEnum.WorkSheet and metadata.name != chosen:
            found = book.get_sheet_by_name(metadata.name)
            if found.height > 1 and _has_header(found):
                yield metadata.name


def _has_header(sheet: CalamineSheet) -> bool:
    """Whether one of the first rows names columns, which a cover sheet does not."""
    rows = islice(sheet.iter_rows(), LOOK_AHEAD) if sheet.height else ()
    return any(known_count([text_of(value) for value in row]) > 1 for row in rows)


def _merged_down(sheet: CalamineSheet) -> dict[int, list[int]]:
    """Row to the columns whose text stands in a merged cell that began above."""
    found: dict[int, list[int]] = {}
    total = 0
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        last = min(bottom, sheet.total_height)
        if left == right and bottom - top < _MERGED_AT_MOST:
            total += max(last - top, 0)
            if total > MOST_CELLS // 8:
                # No two of them share a cell; those of a damaged file may.
                raise BrokenFile(f"merged cells span more than {MOST_CELLS // 8} rows")
            for row in range(top + 1, last + 1):
                found.setdefault(row + 1, []).append(left)
    return found


def _native(values: Sequence[CellValue]) -> frozenset[int]:
    return frozenset(
        index
        for index, value in enumerate(values)
        if isinstance(value, int | float) and not isinstance(value, bool)
    )


def text_of(value: CellValue) -> str:
    """The cell as text: 12.0 is `12`, a date is ISO 8601, a truth value `true` or `false`.

    Numbers are shown with the 15 digits that a spreadsheet shows, not with those of the binary
    fraction behind them.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return plain_number(Decimal(f"{value:.15g}"))
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, datetime.timedelta):
        return str(value)
    return value.isoformat()


def plain_number(value: Decimal) -> str:
    """Decimal digits without an exponent and without idle zeros."""
    if not value.is_finite():
        return str(value)
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
