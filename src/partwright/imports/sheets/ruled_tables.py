"""Tables of Markdown: the row above a rule such as `| --- | :-: |` names the columns."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise, zip_longest
from typing import NamedTuple

from partwright.imports.sheets.grid import Grid, GridRow
from partwright.imports.sheets.header_row import known_count
from partwright.imports.sheets.header_words import header_key
from partwright.imports.sheets.other_tables import begins_other_text
from partwright.imports.sheets.quantity_words import names_quantity
from partwright.imports.sheets.rows import RowRemark

_RULE = re.compile(r":?-+:?")
_HEADING = re.compile(r"#{1,6}\s+\S")
_MOST = 1_000
"""Tables of a document that are told apart."""
_LONGEST = 10_000
"""Characters of a rule."""
Split = Callable[[str], Sequence[str]]


class RuledTable(NamedTuple):
    """The header of a table, and the title above it."""

    row: int
    cells: Sequence[str]
    title: str


class RuledRows:
    """The rows of a document's tables, and its headings; text between them is none of a list."""

    def __init__(self, lines: Callable[[], Iterable[str]], split: Split) -> None:
        self._lines = lines
        self._split = split
        self._beyond = 0
        self._tables = self._find()
        listing = [t for t in self._tables if any(map(names_quantity, t.cells))]
        listing = listing or [t for t in self._tables if known_count(t.cells) > 1]
        self.first = (listing or self._tables)[0] if self._tables else None
        """The table that is read first."""

    def _find(self) -> list[RuledTable]:
        """The tables: of lines with bars one behind the other the first rule is below a header."""
        found: list[RuledTable] = []
        title, is_table, widths = "", False, set[int]()
        rows = enumerate(chain(self._lines(), [""]), start=1)
        for (number, line), (_, below) in pairwise(rows):
            if "|" not in line:
                title = line.strip("# \t") if _HEADING.match(line) else title
                is_table, widths = False, set[int]()
            elif not is_table and not is_rule(line):
                cells = self._split(line)
                if is_rule(below) and len(cells) not in widths:
                    if len(found) == _MOST:
                        self._beyond = number
                        break
                    is_table = True
                    found.append(RuledTable(number, cells, title))
                elif _HEADING.match(line):
                    title = line.strip("# \t")
                widths.add(len(cells))
        return found

    def _like(self) -> list[RuledTable]:
        """The tables that are read, the first one first."""
        first = self.first
        return [t for t in self._tables if first and t.row >= first.row and self._is_like(t)]

    def _headers(self) -> list[str]:
        """The names of the columns: those that most of the like tables give them."""
        columns = zip_longest(*(table.cells for table in self._like()), fillvalue="")
        width = len(self.first.cells) if self.first else 0
        return [Counter(cells).most_common(1)[0][0] for cells in islice(columns, width)]

    def others(self) -> list[RuledTable]:
        """The tables below the first that have other columns."""
        first = self.first
        return [t for t in self._tables if first and t.row > first.row and not self._is_like(t)]

    def _is_like(self, table: RuledTable) -> bool:
        """Whether a table has the columns of the first, perhaps by other words."""
        own = self.first.cells if self.first else ()
        counts = _counts(table.cells)
        alike = sum(map(_are_same, table.cells, own))
        return not begins_other_text(table.title) and (
            5 * alike >= 4 * len(own)
            or (len(table.cells) == len(own) and counts == _counts(own) != [])
        )

    def remarks(self) -> list[RowRemark]:
        """Remarks on the tables that are not read."""
        before = [t for t in self._tables if self.first and t.row < self.first.row]
        told = f"the first {_MOST} tables are told apart; one more begins here, and is read as rows"
        beyond = [RowRemark(self._beyond, told, "OTHER_TABLE")] if self._beyond else []
        return beyond + [
            RowRemark(
                table.row,
                f"another table stands in row {table.row} ({', '.join(table.cells)[:80]});"
                f" it is not read; a header row of {table.row} reads it",
                "OTHER_TABLE",
            )
            for table in (*before, *self.others())
        ]

    def grid(self, header_row: int | None) -> Grid:
        """The rows of the first table, or of that in the named row, and of those like it.

        All rows if there is no table in the named one, or no header (0).
        """
        asked = next((t for t in self._tables if t.row == header_row), None)
        if header_row is not None and asked is None:
            return self._plain
        self.first = asked or self.first
        headers = {t.row: t for t in self._tables}
        skipped = {t.row for t in self.others()}
        named, title = self._headers(), self.first.title if self.first else ""
        titled = self.first.row + 1 if self.first and title and len(self._like()) > 1 else 0

        def rows() -> Iterator[GridRow]:
            is_left_out = is_table = False
            for number, line in enumerate(self._lines(), start=1):
                if self.first and number < self.first.row:
                    continue
                if number in headers:
                    is_left_out = number in skipped
                is_table = "|" in line and (is_table or number in headers)
                if number == titled:
                    yield GridRow(number, [f"# {title}"])
                elif not is_table and _HEADING.match(line):
                    is_left_out = False
                    yield GridRow(number, [line.strip()])
                elif "|" not in line or is_rule(line) or is_left_out:
                    continue
                elif number in headers:
                    # Of a table like the first the header is repeated.
                    yield GridRow(number, named)
                else:
                    yield GridRow(number, self._split(line))

        return rows

    def _plain(self) -> Iterator[GridRow]:
        """All lines with bars, whichever of them are headers."""
        for number, line in enumerate(self._lines(), start=1):
            if "|" in line and not is_rule(line):
                yield GridRow(number, self._split(line))


def is_rule(line: str) -> bool:
    """Whether a line is the rule below the header of a table."""
    if "|" not in line or "-" not in line or len(line) > _LONGEST:
        return False
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    return all(_RULE.fullmatch(cell) for cell in cells)


def _are_same(header: str, own: str) -> bool:
    return header_key(header) == header_key(own)


def _counts(cells: Sequence[str]) -> list[int]:
    return [at for at, cell in enumerate(cells) if names_quantity(cell)]
