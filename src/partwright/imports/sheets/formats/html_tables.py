"""Tables of a page in HTML, also those that stand in a cell of another."""

from collections.abc import Sequence
from html.parser import HTMLParser
from typing import NamedTuple

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.formats.sheet_size import MOST_CELLS, MOST_COLUMNS
from partwright.imports.sheets.records.refusals import BrokenFile
from partwright.kit.patterns import lazy_regex

_WIDEST = 500
_TALLEST = 5_000
"""Columns and rows of one cell; a page that says more means the rest of its table."""
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_LONGEST_TITLE = 80
_WEB = ("http://", "https://")
_NO_LINK = lazy_regex(r"[\s()<>]")
_LONGEST_LINK = 2_000
_CELLS_OF_ROW = 4
_CELLS_OF_TABLE = 200
"""As many cells an empty row and a table without rows take the room of."""


class PageTable(NamedTuple):
    """A table of a page, and the heading above it."""

    title: str
    rows: list[list[str]]


def tables_of(text: str) -> list[PageTable]:
    """All tables of a page, in its order; BrokenFile beyond all lists.

    A cell over several columns has its text in the first. A text over several rows stands in each of
    them, where a number counts for all at once, and a header stands in the first row alone. Below a
    part and its quantity over several rows nothing is repeated: these say more of the one part.
    """
    reader = _TableReader()
    # Not closed: a tag without an end swallows what follows, as in browsers, and is not looked for again.
    reader.feed(text)
    for table in reader.open:
        table.end_row()
    return [PageTable(table.title, table.rows) for table in reader.tables]


class _Room:
    """Cells that all tables of a page may take together."""

    def __init__(self) -> None:
        self._cells = 0

    def take(self, cells: int, *, width: int) -> None:
        self._cells += cells
        if width > MOST_COLUMNS or self._cells > MOST_CELLS:
            raise BrokenFile(
                f"a table has too many cells; at most {MOST_COLUMNS} columns and {MOST_CELLS} cells"
                " are read"
            )


class _Carried(NamedTuple):
    text: str
    is_number: bool
    rows: int
    """For how many more rows it goes on."""


class _Table:
    def __init__(self, room: _Room, title: str) -> None:
        self._room, self.title = room, title
        self.rows: list[list[str]] = []
        self.cell: list[str] | None = None
        self._part: list[str] = []
        """The last row that does not say more of one above."""
        self._link: tuple[str, int] | None = None
        """The address of the open link, and where its text begins in the cell."""
        self._across = self._down = 1
        self._above: dict[int, _Carried] = {}
        """Column to what began in a row above."""
        self._begun: dict[int, _Carried] = {}
        self._carried: dict[int, bool] = {}
        """Column of the row at hand that began above to whether a number stands there."""
        room.take(_CELLS_OF_TABLE, width=0)

    def begin_row(self) -> None:
        self.end_row()
        self._above |= self._begun
        self._begun = {}
        self._add_row()

    def begin_cell(self, attributes: dict[str, str | None]) -> None:
        self.end_cell()
        if not self.rows:
            self._add_row()
        self.cell = []
        self._across = _span(attributes.get("colspan"), _WIDEST)
        self._down = _span(attributes.get("rowspan"), _TALLEST)

    def end_cell(self) -> None:
        """Take over the cell that is open, if one is."""
        if self.cell is None:
            return
        row = self.rows[-1]
        self._carry(row)
        self.end_link()
        text = " ".join("".join(self.cell).split())
        if self._down > 1:
            # Before they are there, as the rows that they stand in cost nothing to write.
            self._room.take(self._across * (self._down - 1), width=0)
            is_number = begins_with_number(text)
            kept = "" if is_number or len(self.rows) == 1 else text
            for column in range(self._across):
                below = _Carried(kept, is_number, self._down - 1)
                self._begun[len(row) + column] = below if column == 0 else below._replace(text="")
        self._put(row, [text, *[""] * (self._across - 1)])
        self.cell = None

    def begin_link(self, link: str) -> None:
        """Begin a link to an address in the web, which the cell keeps as Markdown writes it."""
        self.end_link()
        if self.cell is not None and len(link) <= _LONGEST_LINK and not _NO_LINK.search(link):
            self._link = (link, len(self.cell))

    def end_link(self) -> None:
        """Take over the link that is open, if one is."""
        if self._link is None or self.cell is None:
            return
        (link, start), self._link = self._link, None
        text = " ".join("".join(self.cell[start:]).split())
        if text and "[" not in text and "]" not in text:
            self.cell[start:] = [f"[{text}]({link})"]

    def end_row(self) -> None:
        self.end_cell()
        if self.rows:
            row = self.rows[-1]
            self._carry(row)
            for column in sorted(self._above):
                self._put(row, [""] * (column - len(row)))
                self._carry(row)
            if self._says_more(row):
                for column in self._carried:
                    row[column] = ""
                self._join_above(row)
            else:
                self._part = row

    def _join_above(self, row: list[str]) -> None:
        """Add the one text of a row that says more to that above it, which would be a title alone."""
        filled, above = [at for at, cell in enumerate(row) if cell], self._part
        if len(filled) == 1 and (at := filled[0]) < len(above):
            above[at] = f"{above[at]}; {row[at]}" if above[at] else row[at]
            row[at] = ""

    def _says_more(self, row: Sequence[str]) -> bool:
        """Whether a text and a number go on from above, and nothing new stands before them.

        A number before its text may be that of a group, whose parts then have numbers of their own.
        """
        is_named = is_numbered = False
        for column, text in enumerate(row):
            if column not in self._carried:
                own = [cell for at, cell in enumerate(row) if at not in self._carried]
                return is_named and is_numbered and not any(map(begins_with_number, own))
            if is_named and self._carried[column]:
                return True
            is_named = is_named or bool(text)
            is_numbered = is_numbered or self._carried[column]
        return False

    def _add_row(self) -> None:
        self._room.take(_CELLS_OF_ROW, width=0)
        self.rows.append([])
        self._carried = {}

    def _put(self, row: list[str], texts: list[str]) -> None:
        self._room.take(len(texts), width=len(row) + len(texts))
        row += texts

    def _carry(self, row: list[str]) -> None:
        while held := self._above.pop(len(row), None):
            if held.rows > 1:
                self._begun[len(row)] = held._replace(rows=held.rows - 1)
            self._carried[len(row)] = held.is_number
            row.append(held.text)


class _TableReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self.open: list[_Table] = []
        self._room = _Room()
        self._title = ""
        self._heading: list[str] | None = None
        """What the heading that is open holds."""

    def parse_html_declaration(self, i: int) -> int:
        """Pass over `<![...>` as browsers do, in which others look for a name and give up without one."""
        if self.rawdata.startswith("<![", i):
            return self.parse_bogus_comment(i)
        return super().parse_html_declaration(i)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.open.append(_Table(self._room, self._title))
            self.tables.append(self.open[-1])
        elif not self.open:
            self._heading = [] if tag in _HEADINGS else self._heading
        elif tag == "tr":
            self.open[-1].begin_row()
        elif tag in ("td", "th"):
            self.open[-1].begin_cell(dict(attrs))
        elif tag == "br":
            self.handle_data(" ")
        elif tag == "a" and (link := dict(attrs).get("href") or "").startswith(_WEB):
            self.open[-1].begin_link(link)

    def handle_endtag(self, tag: str) -> None:
        if tag in _HEADINGS and self._heading is not None:
            self._title = " ".join("".join(self._heading).split())[:_LONGEST_TITLE]
            self._heading = None
        if self.open and tag in ("td", "th", "tr"):
            self.open[-1].end_cell()
        elif self.open and tag == "a":
            self.open[-1].end_link()
        elif self.open and tag == "table":
            self.open.pop().end_row()

    def handle_data(self, data: str) -> None:
        if self.open and (cell := self.open[-1].cell) is not None:
            cell.append(data)
        elif self._heading is not None:
            self._heading.append(data)


def _span(text: str | None, most: int) -> int:
    return min(int(text[:9]), most) or 1 if text and text.isdecimal() else 1
