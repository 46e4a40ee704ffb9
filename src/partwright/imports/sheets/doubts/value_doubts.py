"""Values of single rows that were read as a field, and that a person would not take for one."""

import re
from collections.abc import Iterator, Sequence

from partwright.imports.sheets.cell_values.bar_codes import BarCodes, is_asin
from partwright.imports.sheets.cell_values.no_numbers import (
    begins_with_value,
    is_unsure,
    is_value,
    may_be_value,
    says_no_number,
)
from partwright.imports.sheets.cell_values.pack_sizes import pack_within
from partwright.imports.sheets.cell_values.values import is_usual_designator, meaningful_text
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.items.source_reader import values_in
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.company_names import begins_with_seller, is_link
from partwright.imports.sheets.mapping.pure_sellers import apart
from partwright.imports.sheets.records.rows import BOARDS, ReadRow, RowRemark, SheetRecord
from partwright.imports.sheets.records.sources import SheetSource
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.tables.non_items import is_sum_of
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.kit.patterns import lazy_regex

_LONGEST = 100
_PLACE = "looks like a designator"
_PROSE = "reads as words"
_WORDS = "reads as words, and is taken as a designator"
_PACKED = "speaks of a pack, whose price may be the one that is read as that of a piece"
_PHANTOM = "is a phantom: a part of that type, with a line of its own above what it is made of"
_SUM = "reads like a sum, and is kept as a part"
_TYPES = ("type", "parttype", "itemtype")
_CUT = (
    "begins with a blank: a comma may have cut it off, so that what follows stands a column too far"
)
_ASIN = "is a number of Amazon, and is kept as its order code"
_LIKE_ASIN = "looks like a number of Amazon, and is kept as that of the manufacturer"
_BAR_CODE = (
    "looks like the number of a bar code (EAN or UPC), and is kept as that of the manufacturer"
)
_LISTED = 5
_MOST = 1_000_000
"""Pieces; more of one part in one assembly is more likely a number that stands in the wrong column."""
_MONEY = lazy_regex(r"[$€£¥]\s?[0-9][0-9.,]*|[0-9][0-9.,]*\s?(?:[$€£¥]|EUR|USD|GBP|CHF)")
_DATE = lazy_regex(
    r"(?:19|20)[0-9]{2}[-/.][01]?[0-9][-/.][0-3]?[0-9]|[0-3]?[0-9]\.[01]?[0-9]\.20[0-9]{2}"
)
_MOST_NAMES = 10_000
_MOST_PLACES = 100_000
"""Designators that are kept to tell those that stand in a row again."""
_PLAIN_WORD = lazy_regex(r"\b[^\W\d_][a-zà-ÿ]{3,}\b")
_LINKED = frozenset(["link", "links", "url", "web", "website"])
_NUMBERED = lazy_regex(r"[0-9]")
_APART = lazy_regex(r"[;|\n]|,\s|\s(?:or|oder|ou|and|und|et)\s|\s/\s")
_ROUNDED = lazy_regex(r"-?[0-9](?:[.,][0-9]+)?E\+[0-9]{2,3}")
"""How spreadsheets show whole numbers of more than eleven digits."""
_MONTH = "(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])"
_DATED = lazy_regex(rf"[0-9]{{1,2}}-{_MONTH}(?:-[0-9]{{2,4}})?|{_MONTH}-[0-9]{{2}}", re.IGNORECASE)
"""How they show numbers such as 1-2, which they take for dates."""


class ValueDoubts:
    """Gathers what is odd about rows as they are read, and tells it once for each kind."""

    def __init__(self, plan: ColumnPlan) -> None:
        self._columns = {
            field: plan.of(f"{ATTRIBUTES}{name}")
            for field, name in (
                ("mpn", "MPN"),
                ("orderCode", "Order Code"),
                ("maker", "Manufacturer"),
            )
        }
        self._makers = self._columns["maker"]
        self._numbers = self._columns["mpn"]
        self._name = plan.of("name")
        self._values = values_in(plan)
        self._is_flat = plan.structure == "parent" and plan.of("parentItemNumber") is None
        self._sellers = plan.of(f"{ATTRIBUTES}Supplier")
        self._boards = [c.index for c in plan.columns if header_key(c.header) in BOARDS]
        self._places: dict[tuple[str, ...], set[str]] = {}
        self._kept_places = 0
        self._last: tuple[str, ...] = ()
        texts = ("name", "description", "remark")
        self._prose = {c.index for c in plan.columns if c.target in texts or c in plan.name_from}
        self._odd: dict[tuple[str, str], list[tuple[int, str]]] = {}
        self._counts: dict[tuple[str, str], int] = {}
        self._taken: dict[str, int] = {}
        self._names: set[object] = set()
        self._numbered = self._rows = self._own = self._unnamed = self._placed = 0
        self._standins: set[str] = set()
        kinds = plan.of("partType")
        # A column of types says itself what becomes of them.
        self._tells_phantoms = kinds is not None and header_key(kinds.header) not in _TYPES
        self._bar_codes = BarCodes()

    def take(
        self, record: SheetRecord, row: ReadRow, sources: Sequence[SheetSource]
    ) -> Iterator[RowRemark]:
        """Take a row that is a part, with the sources that it names; what is told of it alone."""
        self._rows += 1
        if row.is_numbered:
            self._take_own(row)
        self._take_name(row)
        if (
            (row.quantity or 1) > 1
            and "cost" in row.item
            and pack_within(name := str(row.item.get("name", ""))) > 1
        ):
            self._note("name", _PACKED, row.row_number, name)
        if row.quantity is not None and row.quantity >= _MOST:
            self._note("quantity", "is very large", row.row_number, f"{row.quantity:f}")
        if row.designators:
            self._take_designators(row, record)
        self._take_shift(record)
        for source in sources:
            self._take_source(row.row_number, source)
        if not any(source.suppliers for source in sources):
            self._take_unsold(record)
        if self._makers is not None:
            self._take_seller(self._makers, record)
        if self._makers is not None and not (sources and sources[0].manufacturer):
            self._take_unsure("maker", self._makers, record)
        if self._numbers is not None:
            self._take_number(self._numbers, record, sources)
        return _spoilt_numbers(row, sources)

    def _take_number(
        self, column: SheetColumn, record: SheetRecord, sources: Sequence[SheetSource]
    ) -> None:
        """Take a manufacturer's number that is none, or one of Amazon's where nothing says so."""
        if not (sources and sources[0].mpn):
            self._take_unsure("mpn", column, record)
        code = record.cells[column.index].strip()
        makers = record.cells[self._makers.index] if self._makers is not None else ""
        if is_asin(code) and not apart(makers.strip(), "").seller:
            kept = any(source.mpn == code for source in sources)
            self._note("mpn", _LIKE_ASIN if kept else _ASIN, record.row_number, code)

    def _take_own(self, row: ReadRow) -> None:
        """Take a number of the company's own that may be something else."""
        at, number = row.row_number, row.item_number
        self._own += 1
        if self._is_flat and not row.designators and is_usual_designator(number):
            self._note("own", _PLACE, at, number)
        elif begins_with_value(number):
            self._note("own", "reads as a value", at, number)
        elif " " not in number:
            return
        elif begins_with_seller(number):
            self._note("own", "begins with the name of a supplier", at, number)
        elif " / " in number and all(map(_NUMBERED.search, number.split(" / "))):
            self._note("own", "may be several numbers", at, number)
        elif len(_PLAIN_WORD.findall(number)) > 1:
            self._note("own", _PROSE, at, number)

    def _take_shift(self, record: SheetRecord) -> None:
        """Take a text that begins with a blank behind another cell, as where a comma cut it off."""
        cells = record.cells
        for at, cell in enumerate(cells):
            if (
                cell[:1] == " "
                and cell[1:2].isalnum()
                and at > 0
                and cells[at - 1].strip()
                and at not in self._prose
            ):
                self._note("shift", _CUT, record.row_number, cell)
                return

    def _take_name(self, row: ReadRow) -> None:
        name = row.item.get("name")
        if self._tells_phantoms and row.item.get("partType") == "Phantom":
            self._note("name", _PHANTOM, row.row_number, str(name))
        if isinstance(name, str) and not (row.is_numbered or row.designators) and is_sum_of(name):
            self._note("name", _SUM, row.row_number, name)
        if isinstance(name, str) and self._name is None and not row.designators:
            self._unnamed += 1
            if len(self._standins) <= _MOST_NAMES:
                self._standins.add(name)
        if self._name is not None and isinstance(name, str):
            if len(self._names) < 2:
                self._names.add(name)
            self._numbered += name.isdecimal()
            if "://" in name and is_link(name):
                self._note("name", "is a link", row.row_number, name)

    def _take_designators(self, row: ReadRow, record: SheetRecord) -> None:
        """Take what stands where designators do, and one of three words or more, which most are not."""
        self._placed += 1
        if self._is_flat:
            self._take_places(row, record)
        words = next((name for name in row.designators if name.count(" ") > 1), "")
        if words:
            self._note("place", _WORDS, row.row_number, words)

    def _take_places(self, row: ReadRow, record: SheetRecord) -> None:
        """Take the designators, each of which one row of a board may have.

        Those of the row above again are of a part that may be placed instead.
        """
        named = row.designators
        board = (record.section, *(record.cells[at].strip() for at in self._boards))
        places = self._places.setdefault(board, set())
        is_again = not places.isdisjoint(named)
        if is_again and named != self._last and not row.do_not_place:
            self._note(
                "place", "stands in a row above as well", row.row_number, ", ".join(named[:3])
            )
        self._last = named
        if self._kept_places < _MOST_PLACES:
            before = len(places)
            places.update(named)
            self._kept_places += len(places) - before + 1

    def _take_source(self, at: int, source: SheetSource) -> None:
        mpn = source.mpn
        if mpn:
            self._bar_codes.take(at, mpn)
            self._taken["mpn"] = self._taken.get("mpn", 0) + 1
            # Most numbers have digits and no blank, and nothing more is asked of them.
            if " " in mpn or "\n" in mpn or not mpn.isascii() or mpn.isalpha() or len(mpn) < 4:
                self._judge("mpn", at, mpn)
            if not source.manufacturer and may_be_value(mpn):
                self._note("mpn", "may be a value", at, mpn)
        if source.manufacturer.isdecimal():
            self._note("maker", "is a number", at, source.manufacturer)
        for supplier in source.suppliers:
            code = supplier.order_code
            if code:
                self._taken["orderCode"] = self._taken.get("orderCode", 0) + 1
                if len(code) < 4 or code.isalpha() or " " in code or "://" in code:
                    self._judge("orderCode", at, code)

    def _judge(self, field: str, at: int, text: str) -> None:
        if len(text) > _LONGEST:
            self._note(field, "is a long text", at, text)
        elif "://" in text:
            column = self._columns[field]
            if column is None or not _LINKED.intersection(header_words(column.header)):
                self._note(field, "is a link", at, text)
        elif _MONEY.fullmatch(text):
            self._note(field, "is a price", at, text)
        elif _DATE.fullmatch(text):
            self._note(field, "is a date", at, text)
        elif text.isdecimal():
            if len(text) < 3:
                self._note(field, "is a short number", at, text)
        elif not any(map(str.isdigit, text)) and not (text.isupper() and len(text) > 2):
            self._note(field, "is a word", at, text)
        elif field == "mpn" and _are_several(text):
            self._note(field, "may be several numbers", at, text)

    def _take_unsold(self, record: SheetRecord) -> None:
        """Take an order code beside what names no supplier."""
        codes = self._columns["orderCode"]
        if codes is None or self._sellers is None or codes.unit:
            return
        code = record.cells[codes.index].strip()
        if meaningful_text(record.cells[self._sellers.index]) and not says_no_number(code):
            why = "has no supplier, and is kept as an attribute"
            self._note("orderCode", why, record.row_number, code)

    def _take_seller(self, makers: SheetColumn, record: SheetRecord) -> None:
        """Take a manufacturer that makes nothing."""
        told = apart(record.cells[makers.index].strip(), "")
        if told.seller:
            self._note("maker", "is read as the supplier", record.row_number, told.seller)

    def _take_unsure(self, field: str, column: SheetColumn, record: SheetRecord) -> None:
        text = record.cells[column.index].strip()
        if text and is_unsure(text):
            self._note(
                field, "is only supposed, and is kept as an attribute", record.row_number, text
            )
        elif field == "mpn" and is_value(text, (record.cells[at] for at in self._values)):
            self._note(field, "is a value, and is kept as an attribute", record.row_number, text)

    def _note(self, field: str, why: str, at: int, text: str) -> None:
        found = self._odd.setdefault((field, why), [])
        if len(found) < _LISTED:
            found.append((at, text))
        self._counts[field, why] = self._counts.get((field, why), 0) + 1

    def told(self) -> Iterator[RowRemark]:
        """The remarks at the end of the sheet."""
        for at, number in self._bar_codes.told():
            self._note("mpn", _BAR_CODE, at, number)
        for (field, why), found in self._odd.items():
            if why == _CUT and 5 * self._counts[field, why] > self._rows:
                # The list writes a blank behind its delimiters.
                continue
            if why == _PLACE and self._counts[field, why] == self._own:
                # All numbers are of that form, so that it is the list's own.
                continue
            if why in (_PROSE, _WORDS) and not self._are_few(field, why):
                continue
            rows = ", ".join(str(at) for at, _ in found)
            more = self._counts[field, why] - len(found)
            rows = f"(rows {rows} and {more} more)" if more > 0 else f"(rows {rows})"
            rows = f"(row {found[0][0]})" if len(found) == 1 else rows
            shown = " ".join(found[0][1].split())[:40]
            text = f'{self._called(field)} "{shown}" {why} {rows}'
            yield RowRemark(found[0][0] if len(found) == 1 else 0, text, "DOUBTED")
        few = 2 * len(self._standins) <= self._unnamed
        if self._name is None and few and self._unnamed >= _LISTED:
            text = f"no column holds names, and {self._unnamed} rows are given {len(self._standins)} different ones"
            yield RowRemark(0, text, "DOUBTED")
        if self._name is not None and self._rows >= _LISTED:
            if len(self._names) == 1:
                text = f'"{self._name.header}" gives all {self._rows} rows one name'
                yield RowRemark(0, text, "DOUBTED")
            elif 2 * self._numbered > self._rows:
                text = f'"{self._name.header}" gives {self._numbered} of {self._rows} rows a number as their name'
                yield RowRemark(0, text, "DOUBTED")

    def _are_few(self, field: str, why: str) -> bool:
        """Whether at most a third of the numbers or designators are so; else it is the list's own way."""
        return 3 * self._counts[field, why] <= (self._own if why == _PROSE else self._placed)

    def _called(self, field: str) -> str:
        words = {
            "mpn": "the manufacturer's number",
            "orderCode": "the order code",
            "maker": "the manufacturer",
            "name": "the name",
            "own": "the part number",
            "place": "the designator",
            "shift": "the cell",
            "quantity": "the quantity",
        }
        column = self._columns.get(field)
        return f'"{column.header}":' if column else words[field]


def _are_several(text: str) -> bool:
    """Whether a text lists numbers that each have letters and digits, as `BC547, BC548`."""
    pieces = [piece.strip() for piece in _APART.split(text)]
    coded = [
        piece
        for piece in pieces
        if len(piece) > 3
        and any(map(str.isdigit, piece))
        and any(map(str.isalpha, piece))
        and " " not in piece
    ]
    return len(coded) > 1 and len(coded) == len(pieces)


def _spoilt_numbers(row: ReadRow, sources: Sequence[SheetSource]) -> Iterator[RowRemark]:
    """Remarks on part numbers that a spreadsheet took for large numbers, so that digits are lost."""
    for number in dict.fromkeys((row.item_number, *(source.mpn for source in sources))):
        if _ROUNDED.fullmatch(number) or _DATED.fullmatch(number):
            other = "a longer number" if _ROUNDED.fullmatch(number) else "a number such as 1-2"
            text = f"{number} was written by a spreadsheet in place of {other}; see the source"
            yield RowRemark(row.row_number, text, "NUMBER_SPOILT")
