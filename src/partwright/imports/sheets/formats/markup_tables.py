"""Tables in HTML and in Excel's XML of 2003, under whatever ending they come."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from partwright.imports.sheets.formats.html_tables import PageTable, tables_of
from partwright.imports.sheets.formats.sheet_size import check_span
from partwright.imports.sheets.formats.text_encoding import find_encoding
from partwright.imports.sheets.records.grid import ANYWHERE, GridRow, TablePlace
from partwright.imports.sheets.records.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.records.rows import RowRemark, SheetTable
from partwright.imports.sheets.shapes.table_shapes import assembly_in
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.tables.joined_tables import RuledTable, is_apart
from partwright.imports.sheets.tables.table_layout import lay_out
from partwright.imports.sheets.words.header_words import header_key

_LARGEST = 64 << 20
_SPREADSHEET = "{urn:schemas-microsoft-com:office:spreadsheet}"
_WIDEST = 500
_TOLD_OTHER = (
    "another table of the page ({}) is not read; copied into a file of its own it can be imported"
)
_TOLD_MORE = "{} more tables of the page are not read"
_SHOWN = 80
_MOST_TOLD = 20


def open_markup(path: Path, place: TablePlace = ANYWHERE) -> SheetTable:
    """The largest table of the file."""
    if path.stat().st_size > _LARGEST:
        raise BrokenFile(f"the file has more than {_LARGEST >> 20} MiB")
    content, remarks = path.read_bytes(), list[RowRemark]()
    if _SPREADSHEET[1:-1].encode() in content[:4096]:
        rows, told = _spreadsheet_rows(content), "The file is Excel's XML of 2003."
    else:
        encoding, _ = find_encoding(path)
        rows, told, remarks = _page_rows(content.decode(encoding, "replace"))
    if not rows:
        raise NoHeader("the file holds no table")

    def grid() -> Iterator[GridRow]:
        for number, cells in enumerate(rows, start=1):
            yield GridRow(number, cells)

    table = lay_out(grid, (told,), place=place)
    return replace(table, remarks=(*table.remarks, *remarks))


def _page_rows(text: str) -> tuple[list[list[str]], str, list[RowRemark]]:
    """The rows of the largest table and of those with its headers, and what is told of others."""
    tables = [table for table in tables_of(text) if table.rows]
    main = max(tables, key=lambda table: len(table.rows), default=None)
    told = "The file is HTML; its largest table is read."
    if main is None:
        return [], told, []
    keys = _keys_of(main)
    like = [one for one in tables if one is main or (keys and _goes_on(one, keys, main))]
    # Compared one by one, thousands of tables would take minutes.
    seen = {tuple(map(tuple, one.rows)) for one in like}
    others = [
        one
        for one in tables
        if len(one.rows) > 1 and tuple(map(tuple, one.rows)) not in seen and _keys_of(one)
    ]
    shown = [_TOLD_OTHER.format(", ".join(o.rows[0])[:_SHOWN]) for o in others[:_MOST_TOLD]]
    if len(others) > _MOST_TOLD:
        shown.append(_TOLD_MORE.format(len(others) - _MOST_TOLD))
    remarks = [RowRemark(0, one, "OTHER_TABLE") for one in shown]
    if len(like) == 1:
        return main.rows, told, remarks
    rows = list[list[str]]()
    for one in like:
        block = one.title if assembly_in(one.title) else f"## {one.title} ##"
        rows += [[block]] if one.title else []
        rows += one.rows
    return rows, f"The file is HTML; {len(like)} tables with the same headers are read.", remarks


def _goes_on(table: PageTable, keys: Sequence[str], main: PageTable) -> bool:
    """Whether a table has the same headers and lists parts, and not those of the main one again."""
    told = RuledTable(0, table.rows[0], table.title, [])
    return _keys_of(table) == keys and table.rows != main.rows and not is_apart(told)


def _keys_of(table: PageTable) -> list[str]:
    """The headers of a table, if lists of parts have two of them."""
    first = table.rows[0]
    return list(map(header_key, first)) if known_count(first) > 1 else []


def _spreadsheet_rows(content: bytes) -> list[list[str]]:
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise BrokenFile("the XML declares a document type, which a workbook does not need")
    try:
        book = ElementTree.fromstring(content)  # noqa: S314 -- without a document type nothing expands
    except ElementTree.ParseError as error:
        raise BrokenFile(f"the XML is malformed: {error}") from error
    tables = [
        [_spreadsheet_cells(row) for row in table.iter(f"{_SPREADSHEET}Row")]
        for table in book.iter(f"{_SPREADSHEET}Table")
    ]
    filled = [table for table in tables if any(any(row) for row in table)]
    return filled[0] if filled else []


def _spreadsheet_cells(row: ElementTree.Element) -> list[str]:
    cells: list[str] = []
    for cell in row.iter(f"{_SPREADSHEET}Cell"):
        at = cell.get(f"{_SPREADSHEET}Index", "")
        if at.isdecimal() and len(cells) < int(at[:9]) - 1 <= _WIDEST:
            cells += [""] * (int(at) - 1 - len(cells))
        cells.append("".join(part for data in cell for part in data.itertext()).strip())
    check_span(len(cells), 1)
    return cells
