"""Tables of Markdown: the row above a rule such as `| --- | :-: |` names the columns."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain, islice, pairwise, zip_longest

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.records.rows import RowRemark
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.tables.joined_tables import (
    KEPT_ROWS,
    JoinedColumns,
    RuledTable,
    count_columns,
    join_columns,
    lists_no_parts,
    may_join,
    name_other_fields,
    names_rows,
    translated,
    with_counts,
    within_columns,
)
from partwright.imports.sheets.tables.other_tables import begins_no_parts
from partwright.imports.sheets.tables.uncounted_tables import lists_more_parts, texts_of, with_count
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.kit.patterns import lazy_regex

_RULE = lazy_regex(r":?-+:?")
_HEADING = lazy_regex(r"#{1,6}\s+\S")
_LONGEST_TITLE = 80
"""Characters of a heading with its remark in brackets."""
_MARKUP = lazy_regex(r"\s*<table\b", re.IGNORECASE)
_MOST = 1_000
"""Tables of a document that are told apart."""
_LONGEST = 10_000
"""Characters of a rule."""
Split = Callable[[str], Sequence[str]]


class RuledRows:
    """The rows of a document's tables, and its headings; text between them is none of a list."""

    def __init__(self, lines: Callable[[], Iterable[str]], split: Split) -> None:
        self._lines = lines
        self._split = split
        self._beyond = 0
        self._markup: list[int] = []
        self._beside: dict[int, str] = {}
        self._tables = with_counts(self._find())
        self.first = next(iter(_listing(self._tables)), None)
        """The table that is read first."""

    def _find(self) -> list[RuledTable]:
        """The tables: of lines with bars one behind the other the first rule is below a header."""
        found: list[RuledTable] = []
        title, is_table, widths = "", False, set[int]()
        kept = 0
        rows = enumerate(chain(self._lines(), [""]), start=1)
        for (number, line), (_, below) in pairwise(rows):
            if _MARKUP.match(line) and len(self._markup) < _MOST:
                self._markup.append(number)
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
                    found.append(RuledTable(number, cells, title, []))
                elif _HEADING.match(line):
                    title = line.strip("# \t")
                widths.add(len(cells))
            elif not is_rule(line) and kept < KEPT_ROWS:
                kept += 1
                cells = self._split(line)
                if beside := _beyond_headers(cells, found[-1].cells):
                    self._beside[number] = beside
                found[-1].rows.append(cells)
        return found

    def _like(self) -> list[RuledTable]:
        """The tables that are read, the first one first."""
        first = self.first
        like = [t for t in self._tables if first and t.row >= first.row and self._is_like(t)]
        again = {table.row for table in translated(like)}
        return [table for table in like if table.row not in again]

    def _joined(self) -> list[RuledTable]:
        """The tables below the first that count parts as well, in other columns."""
        first, like = self.first, {table.row for table in self._like()}
        below = [t for t in self._tables if first and t.row > first.row and t.row not in like]
        said = texts_of(self._like())
        own = [
            t
            for t in below
            if first
            and not self._is_like(t)
            and (may_join(t, first) or lists_more_parts(t, first, said))
        ]
        again = {table.row for table in translated([*self._like(), *own])}
        return within_columns([table for table in own if table.row not in again])

    def _columns(self) -> JoinedColumns:
        return join_columns(self._headers(), self._joined())

    def _headers(self) -> list[str]:
        """The names of the columns: those that most of the like tables give them."""
        columns = zip_longest(*(table.cells for table in self._like()), fillvalue="")
        width = len(self.first.cells) if self.first else 0
        return [Counter(cells).most_common(1)[0][0] for cells in islice(columns, width)]

    def others(self) -> list[RuledTable]:
        """The tables below the first that are not read."""
        first = self.first
        read = {table.row for table in (*self._like(), *self._joined())}
        return [t for t in self._tables if first and t.row > first.row and t.row not in read]

    def _is_like(self, table: RuledTable) -> bool:
        """Whether a table has the columns of the first, perhaps by other words, and lists parts."""
        own = self.first.cells if self.first else ()
        if self.first and table.row == self.first.row:
            return True
        counts = count_columns(table.cells)
        alike = sum(map(_are_same, table.cells, own))
        return not begins_no_parts(f"## {table.title}") and (
            5 * alike >= 4 * len(own)
            or (
                len(table.cells) == len(own)
                and counts == count_columns(own) != []
                and not any(map(name_other_fields, table.cells, own))
            )
        )

    def remarks(self) -> list[RowRemark]:
        """Remarks on the tables that are not read."""
        before = [t for t in self._tables if self.first and t.row < self.first.row]
        told = f"the first {_MOST} tables are told apart; one more begins here, and is read as rows"
        beyond = [RowRemark(self._beyond, told, "OTHER_TABLE")] if self._beyond else []
        told = "a table in HTML stands in row {}; it is not read"
        markup = [RowRemark(row, told.format(row), "OTHER_TABLE") for row in self._markup]
        columns = self._columns()
        read = {t.row for t in (*self._like(), *self._joined())}
        told = "{}: it stands behind the last column and is not read"
        beside = [
            RowRemark(row, told.format(text), "REMARK")
            for row, text in self._beside.items()
            if max((t.row for t in self._tables if t.row < row), default=0) in read
        ]
        return [
            *beside,
            *beyond,
            *markup,
            *(_told(table, self._why(table)) for table in (*before, *self.others())),
            *(_joined_remark(table, columns) for table in self._joined()),
        ]

    def _why(self, table: RuledTable) -> str:
        """The reason told of a table that is not read."""
        is_again = self.first and table.row > self.first.row and self._is_like(table)
        told = "it says again what the first ones do, and" if is_again else "it"
        return f"{told} is not read; a header row of {table.row} reads it"

    def grid(self, header_row: int | None) -> Grid:
        """The rows of the first table, or of that in the named row, and of those like it.

        All rows if there is no table in the named one, or no header (0).
        """
        asked = next((t for t in self._tables if t.row == header_row), None)
        if header_row is not None and asked is None:
            return self._plain
        self.first = asked or self.first
        return partial(self._rows, self._columns(), {t.row for t in self.others()})

    def _rows(self, joined: JoinedColumns, skipped: AbstractSet[int]) -> Iterator[GridRow]:
        """The rows that are read, below the headings of their tables."""
        headers = {t.row for t in self._tables}
        named, title = joined.headers, self.first.title if self.first else ""
        is_several = len(self._like()) + len(joined.places) > 1
        titled = self.first.row + 1 if self.first and title and is_several else 0
        more = {t.row for t in self._joined() if self.first and not may_join(t, self.first)}
        is_left_out = is_table = is_more = False
        places: list[int] = []
        above: list[GridRow] = []
        for number, line in enumerate(self._lines(), start=1):
            if self.first and number < self.first.row:
                continue
            if number in headers:
                is_left_out, places = number in skipped, joined.places.get(number, [])
                is_more = number in more
            is_table = "|" in line and (is_table or number in headers)
            if number == titled:
                yield _heading(number, title)
            elif not is_table and _HEADING.match(line):
                is_left_out = False
                above.append(_heading(number, line.strip().lstrip("#")))
            elif "|" in line and not is_rule(line) and not is_left_out:
                yield from above
                above = []
                # Of a table like the first the header is repeated.
                split = self._split(line)
                if number in self._beside:
                    split = split[: len(places or named)]
                cells = named if number in headers else _placed(split, places, named)
                if is_more and number not in headers:
                    cells = with_count(cells, named)
                yield GridRow(number, cells)

    def _plain(self) -> Iterator[GridRow]:
        """All lines with bars, whichever of them are headers."""
        for number, line in enumerate(self._lines(), start=1):
            if "|" in line and not is_rule(line):
                yield GridRow(number, self._split(line))


def _listing(tables: Sequence[RuledTable]) -> Sequence[RuledTable]:
    """The tables that list parts: those that count what they name go before others."""
    own = [table for table in tables if not lists_no_parts(table)]
    for some in (own, tables):
        counted = [t for t in some if any(map(names_quantity, t.cells))]
        named = [table for table in counted if names_rows(table)]
        known = [table for table in some if known_count(table.cells) > 1]
        if found := named or known or counted:
            return found
    return tables


def is_rule(line: str) -> bool:
    """Whether a line is the rule below the header of a table."""
    if "|" not in line or "-" not in line or len(line) > _LONGEST:
        return False
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    return all(_RULE.fullmatch(cell) for cell in cells)


def _heading(number: int, title: str) -> GridRow:
    """A heading between rules, by which it is known among rows; a long one without its remark."""
    text = title.strip()
    begin, end = text.find("("), text.rfind(")")
    if len(text) > _LONGEST_TITLE and 0 < begin < end:
        text = f"{text[:begin].rstrip()}{text[end + 1 :]}"
    return GridRow(number, [f"## {text} ##"])


def _placed(cells: Sequence[str], places: Sequence[int], headers: Sequence[str]) -> Sequence[str]:
    """The cells of a table with other columns, where the list has these."""
    if not places:
        return cells
    placed = [""] * len(headers)
    for at, cell in zip(places, cells, strict=False):
        placed[at] = cell
    return placed


def _beyond_headers(cells: Sequence[str], headers: Sequence[str]) -> str:
    """The text behind the last column of a row that is otherwise right, since it has its count.

    Readers of Markdown leave it out.
    """
    beyond = " | ".join(cell for cell in cells[len(headers) :] if cell)
    counts = count_columns(headers)
    is_right = bool(counts) and all(begins_with_number(cells[at]) for at in counts)
    return beyond if beyond and is_right else ""


def _told(table: RuledTable, why: str) -> RowRemark:
    shown = ", ".join(table.cells)[:80]
    text = f"another table stands in row {table.row} ({shown}); {why}"
    return RowRemark(table.row, text, "OTHER_TABLE")


def _joined_remark(table: RuledTable, columns: JoinedColumns) -> RowRemark:
    """The remark on a table that is read with the first one, and on what its columns are called."""
    pairs = zip(table.cells, (columns.headers[at] for at in columns.places[table.row]), strict=True)
    renamed = ", ".join(f'"{own}" as "{name}"' for own, name in pairs if not _are_same(own, name))
    told = f"the table in row {table.row} has other columns; it is read with the first one"
    if count_columns(columns.headers) and not count_columns(table.cells):
        told += ", and counts nothing, so that one of each is taken"
    return RowRemark(table.row, f"{told}: {renamed}" if renamed else told, "REMARK")


def _are_same(header: str, own: str) -> bool:
    return header_key(header) == header_key(own)
