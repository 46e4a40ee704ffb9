"""Tables in HTML and in Excel's XML of 2003, under whatever ending they come."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from partwright.imports.sheets.grid import ANYWHERE, GridRow, TablePlace
from partwright.imports.sheets.html_tables import largest_table
from partwright.imports.sheets.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.rows import SheetTable
from partwright.imports.sheets.sheet_size import check_span
from partwright.imports.sheets.table_layout import lay_out
from partwright.imports.sheets.text_encoding import find_encoding

_LARGEST = 64 << 20
_SPREADSHEET = "{urn:schemas-microsoft-com:office:spreadsheet}"
_WIDEST = 500


def open_markup(path: Path, place: TablePlace = ANYWHERE) -> SheetTable:
    """The largest table of the file."""
    if path.stat().st_size > _LARGEST:
        raise BrokenFile(f"the file has more than {_LARGEST >> 20} MiB")
    content = path.read_bytes()
    if _SPREADSHEET[1:-1].encode() in content[:4096]:
        rows, told = _spreadsheet_rows(content), "The file is Excel's XML of 2003."
    else:
        encoding, _ = find_encoding(path)
        rows = largest_table(content.decode(encoding, "replace"))
        told = "The file is HTML; its largest table is read."
    if not rows:
        raise NoHeader("the file holds no table")

    def grid() -> Iterator[GridRow]:
        for number, cells in enumerate(rows, start=1):
            yield GridRow(number, cells)

    return lay_out(grid, (told,), place=place)


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
