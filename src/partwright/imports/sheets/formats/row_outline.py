"""Outline groups, hidden rows and formats of a workbook's sheet, which its readers of cells leave out."""

import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from partwright.imports.sheets.formats.cell_formats import CellFormats, FormatScan, styles_of
from partwright.imports.sheets.formats.cell_notes import cell_notes
from partwright.imports.sheets.formats.ods_frame import ODS_CONTENT, ods_frame
from partwright.imports.sheets.formats.old_frame import old_frame
from partwright.imports.sheets.formats.sheet_size import MOST_COLUMNS
from partwright.imports.sheets.formats.sheet_xml import ATTRIBUTE, pieces
from partwright.imports.sheets.records.grid import column_letters
from partwright.imports.sheets.records.rows import RowRemark, SheetTable
from partwright.kit.patterns import lazy_regex

_SHEET = lazy_regex(rb"<(?:\w+:)?sheet\s[^>]*?\br:id=\"([^\"]+)\"")
_RELATION = lazy_regex(rb"<(?:\w+:)?Relationship\s[^>]*>")
_ROW = lazy_regex(rb"<(?:\w+:)?row\s([^>]*)>")
_COLUMN = lazy_regex(rb"<(?:\w+:)?col\s([^>]*)>")
_TRUE = (b"1", b"true")
_SHOWN = 80
"""Characters of a note that a remark tells."""
_NAMED = 10
"""Hidden rows that a remark names."""
_MOST_ROWS = 1 << 20
"""Excel has no more; tags that name others, or one again, must not take memory."""
_MOST_TAGS = 1 << 14
"""Elements of columns; Excel has as many columns."""
_DEEPEST = 7
"""Excel keeps no deeper groups."""


class SheetFrame(msgspec.Struct, frozen=True):
    """Groups, hidden places and formats of a sheet's rows and columns."""

    outline: dict[int, int] = {}
    """Row to the depth of its group, for rows that are in one."""
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()
    is_indented: bool = False
    """Whether the depths are those of indents, since there are no groups."""
    formats: CellFormats = CellFormats()
    notes: dict[int, dict[str, str]] = {}
    """Row and cell, as `B3`, to the note that stands on it."""


def sheet_frame(path: Path, sheet: int) -> SheetFrame:
    """The frame of a sheet, as the file tells it besides the cells."""
    if not zipfile.is_zipfile(path):
        outline, rows, columns, formats = old_frame(path, sheet)
        return _with_formats(SheetFrame(outline, rows, columns), formats)
    try:
        with zipfile.ZipFile(path) as archive:
            if ODS_CONTENT in archive.namelist():
                outline, rows, columns, formats, notes = ods_frame(archive, sheet)
                return _with_formats(SheetFrame(outline, rows, columns, notes=notes), formats)
            part = _part_of(archive, sheet)
            if not part:
                return SheetFrame()
            frame = _read_frame(archive, part)
            return msgspec.structs.replace(frame, notes=cell_notes(archive, part))
    except (zipfile.BadZipFile, KeyError, OSError, ValueError):
        # Cells were read already; a file without readable groups is one without groups.
        return SheetFrame()


def _read_frame(archive: zipfile.ZipFile, part: str) -> SheetFrame:
    """The frame of one of Excel's sheets."""
    rows, formats = _RowScan(), FormatScan(styles_of(archive))
    for text in pieces(archive, part):
        rows.take(text)
        formats.take(text)
    return _with_formats(rows.found(), formats.found())


def _with_formats(frame: SheetFrame, found: CellFormats) -> SheetFrame:
    """The frame with what the formats of cells say, where no groups do."""
    return msgspec.structs.replace(
        frame,
        outline=frame.outline or found.indents,
        is_indented=not frame.outline and bool(found.indents),
        formats=found,
    )


def hidden_remarks(frame: SheetFrame, table: SheetTable) -> list[RowRemark]:
    """Remarks on rows and columns that are hidden or struck through, and read all the same."""
    hidden, struck = set(frame.hidden_rows), frame.formats.struck
    rows: list[str] = []
    deleted: list[str] = []
    for record in table.records() if hidden or struck else ():
        if record.row_number in hidden:
            rows.append(str(record.row_number))
        cells = record.cells
        if any(at < len(cells) and cells[at].strip() for at in struck.get(record.row_number, ())):
            deleted.append(str(record.row_number))
    columns = [column_letters(at) for at in frame.hidden_columns if at < len(table.headers)]
    told = (
        ("row", rows, "hidden", "HIDDEN"),
        ("column", columns, "hidden", "HIDDEN"),
        ("row", deleted, "struck through", "STRUCK_THROUGH"),
    )
    return [
        RowRemark(
            0,
            f"{what}{'s' if len(names) > 1 else ''} {', '.join(names[:_NAMED])}"
            f"{f' and {len(names) - _NAMED} more' if len(names) > _NAMED else ''}"
            f" {'are' if len(names) > 1 else 'is'} {how} in the sheet, and read all the same",
            code,
        )
        for what, names, how, code in told
        if names
    ]


def note_remarks(frame: SheetFrame) -> list[RowRemark]:
    """One remark on the notes of cells, which may say `do not fit`."""
    said = [
        f'row {row}: "{_cut(note)}" ({cell})'
        for row, notes in sorted(frame.notes.items())
        for cell, note in notes.items()
    ]
    if not said:
        return []
    more = f"; and {len(said) - _NAMED} more" if len(said) > _NAMED else ""
    text = f"notes on cells become remarks of the lines: {'; '.join(said[:_NAMED])}{more}"
    return [RowRemark(0, text, "CELL_NOTE")]


def _cut(note: str) -> str:
    return note if len(note) <= _SHOWN else f"{note[:_SHOWN]}..."


def _part_of(archive: zipfile.ZipFile, sheet: int) -> str:
    """The archive's entry that holds the sheet; empty where the file is none of Excel's."""
    if "xl/workbook.xml" not in archive.namelist():
        return ""
    ids = _SHEET.findall(archive.read("xl/workbook.xml"))
    if sheet >= len(ids):
        return ""
    for relation in _RELATION.findall(archive.read("xl/_rels/workbook.xml.rels")):
        told: Mapping[bytes, bytes] = dict(ATTRIBUTE.findall(relation))
        if told.get(b"Id") == ids[sheet]:
            target = told.get(b"Target", b"").decode()
            absolute = target.startswith("/")
            return target[1:] if absolute else str(PurePosixPath("xl") / target)
    return ""


class _RowScan:
    """Takes the XML of a sheet piece by piece, for its rows and columns."""

    def __init__(self) -> None:
        self._outline: dict[int, int] = {}
        self._rows: set[int] = set()
        self._columns: set[int] = set()
        self._read = 0

    def take(self, text: bytes) -> None:
        tags: list[bytes] = _COLUMN.findall(text)[: _MOST_TAGS - self._read]
        self._read += len(tags)
        for column in tags:
            self._columns.update(_hidden_columns(dict(ATTRIBUTE.findall(column))))
        for row in _ROW.findall(text):
            told: Mapping[bytes, bytes] = dict(ATTRIBUTE.findall(row))
            depth, number = told.get(b"outlineLevel", b"0"), _whole(told.get(b"r", b"0"))
            if depth != b"0" and 0 < number <= _MOST_ROWS:
                self._outline[number] = min(_whole(depth), _DEEPEST)
            if told.get(b"hidden") in _TRUE and 0 < number <= _MOST_ROWS:
                self._rows.add(number)

    def found(self) -> SheetFrame:
        return SheetFrame(self._outline, tuple(sorted(self._rows)), tuple(sorted(self._columns)))


def _whole(text: bytes) -> int:
    """The number; 0 for what a file writes instead of one."""
    return int(text) if text.isdigit() and len(text) < 10 else 0


def _hidden_columns(told: Mapping[bytes, bytes]) -> range:
    """The columns, counted from 0, that an element of columns hides."""
    if told.get(b"hidden") not in _TRUE:
        return range(0)
    first, last = _whole(told.get(b"min", b"1")), _whole(told.get(b"max", b"1"))
    return range(max(first - 1, 0), min(last, MOST_COLUMNS))
