"""Tables in HTML and in Excel's XML of 2003, under whatever ending they come."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

from partwright.imports.sheets.grid import ANYWHERE, GridRow, TablePlace
from partwright.imports.sheets.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.rows import SheetTable
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
        reader = _TableReader()
        reader.feed(content.decode(encoding, "replace"))
        rows = max(reader.tables, key=len) if reader.tables else []
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
    return cells


class _TableReader(HTMLParser):
    """Gathers the texts of the cells of all tables; cells that span rows are repeated."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self._span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self._end_cell()
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self._end_cell()
            self._cell = []
            span = dict(attrs).get("colspan") or "1"
            self._span = min(int(span[:9]), _WIDEST) if span.isdecimal() else 1
        elif tag == "br" and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def _end_cell(self) -> None:
        if self._cell is None:
            return
        text = " ".join("".join(self._cell).split())
        self.tables[-1][-1] += [text, *[""] * (self._span - 1)]
        self._cell, self._span = None, 1
