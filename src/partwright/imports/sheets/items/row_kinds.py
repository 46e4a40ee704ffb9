"""Rows that are parts, told from titles, sums, notes and repeated headers."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.cell_values.designators import look_like_designators
from partwright.imports.sheets.cell_values.row_texts import (
    RULE_SIGNS,
    is_amount,
    is_decorated,
    is_footnote_sign,
    is_labelled_amount,
    is_lone_word,
    is_page_number,
    is_rule,
    is_title,
    money_only,
)
from partwright.imports.sheets.cell_values.values import begins_with_number, meaningful_text
from partwright.imports.sheets.cell_values.worded_quantities import counts_pieces, is_date
from partwright.imports.sheets.fields.column_table import NAMING, OF_SOURCES
from partwright.imports.sheets.fields.header_names import is_export
from partwright.imports.sheets.items.board_features import BoardFeatures
from partwright.imports.sheets.items.charges import (
    BELOW_SUM,
    BESIDES,
    CHARGED,
    are_charges,
    costs_besides,
)
from partwright.imports.sheets.items.excluded_rows import ExcludedRows
from partwright.imports.sheets.items.listed_places import ListedPlaces
from partwright.imports.sheets.items.placed_sums import PlacedSums
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.items.text_items import TextItems
from partwright.imports.sheets.items.title_blocks import TitleBlock
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.indents import stands_alone
from partwright.imports.sheets.mapping.source_columns import tells_of_source
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord, SheetTable
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.shapes.alternates import without_marks
from partwright.imports.sheets.tables.non_items import (
    ends_list,
    is_comment,
    is_note_text,
    is_stated_sum,
    is_sum_label,
    is_sum_of,
    is_whole_sum,
    leaves_out,
    name_prices,
    told_of_option,
)
from partwright.imports.sheets.tables.other_tables import begins_no_parts, begins_table, is_signed
from partwright.imports.sheets.tables.repeated_headers import (
    ends_headers,
    repeats_header,
    title_above,
)

_STRUCTURAL = ("level", "parentItemNumber", "importParent", "importOnly")
_LONGEST_BESIDE = 24
"""Characters that may stand beside a title, as the sum of what stands below it."""
_SHOWN = 60
_LOOKED_AHEAD = 3
_LISTED = "listed above already"


class RowSifter:
    """Gives the rows that are parts, and remarks on the others."""

    _summed = False  # Whether a row above was a sum.
    _colons: int | None = 0  # Titles that end with a colon, while all of them do.

    def __init__(self, table: SheetTable, plan: ColumnPlan, scan: SheetScan) -> None:
        self._table = table
        self._is_export = is_export(table.headers)
        self._plan, self._scan = plan, scan
        self._names = [c.index for c in plan.columns if c.target in NAMING or c in plan.name_from]
        self._texts = TextItems(table.headers, plan, scan)
        self._standins = [c.index for c in plan.name_from]
        self._structure = [c.index for c in plan.columns if c.target in _STRUCTURAL]
        self._parents = {c.index for c in plan.columns if c.target == "parentItemNumber"}
        self._quantity = plan.quantities.index if plan.quantities else None
        self._designators = plan.designators.index if plan.designators else None
        self._placed = PlacedSums(plan, scan)
        self._designs = False  # Whether a row above had designators of the usual kind.
        places = {column.target: column.index for column in reversed(plan.columns)}
        self._category = places.get(f"{ATTRIBUTES}Category")
        self._fills_down = self._category is not None and scan.fills_down(self._category)
        self._has_sections = plan.kind.with_lines and scan.has_sections
        self._section = title_above(table).strip(RULE_SIGNS)
        self._left_out = False
        self._apart = ""  # The title under which no parts stand, such as `Revision history`.
        self._listed = ListedPlaces(self._designators)
        self._comments = any(map(is_comment, table.titles))  # Signs of comments begin lines.
        self._titled = 0  # The row of the last title.
        self._below: deque[SheetRecord] = deque()
        self._is_titled = True
        self._sources = {c.index for c in plan.columns if tells_of_source(c.target, c.header)}
        self._companies = {c.index for c in plan.columns if c.target in OF_SOURCES}
        self._cost, self._place, called = map(places.get, ("cost", "findNumber", "name"))
        self._level = places.get("level")
        self._charged = [] if called is None else [called]
        self._totals = plan.row_totals.index if plan.row_totals else None
        self._paid = (self._totals, self._cost)
        self._of_parts = (self._quantity, self._designators, *self._structure)
        self._numbers = plan.of(f"{ATTRIBUTES}MPN")
        self._features = BoardFeatures(plan, scan)
        self._title_block = TitleBlock(plan, scan)
        self._excluded = ExcludedRows(table.headers, plan, scan)

    def __iter__(self) -> Iterator[SheetRecord | RowRemark]:
        records = map(without_marks, self._table.records())
        self._below.extend(islice(records, _LOOKED_AHEAD))
        while self._below:
            record = self._below.popleft()
            self._below.extend(islice(records, 1))
            yield self._sorted(record)

    def _sorted(self, record: SheetRecord) -> SheetRecord | RowRemark:
        if not self._plan.kind.with_lines or self._is_export:
            return record
        filled = [at for at, cell in enumerate(record.cells) if cell.strip()]
        is_total = bool(filled) and self._is_total(record.cells, filled)
        if not is_total and (record.fault or self._is_source(record.cells, filled)):
            return record if record.fault else replace(record, is_source=True)
        remark = self._remark(record, filled, is_total=is_total)
        if remark is not None:
            return remark
        if self._designators is not None and look_like_designators(record.cells[self._designators]):
            self._designs = True
        self._placed.count(record)
        return self._with_section(record)

    def _remark(
        self, record: SheetRecord, filled: list[int], *, is_total: bool
    ) -> RowRemark | None:
        cells, at = record.cells, record.row_number
        shown = " | ".join(cells[index].strip() for index in filled)[:_SHOWN]
        if told := repeats_header(self._table.headers, cells, filled):
            self._listed.begin_block()
            self._apart = ""
            return RowRemark(at, told, "REPEATED_HEADER")
        if all(is_rule(cells[index]) for index in filled):
            return RowRemark(at, f"{shown}: a divider, not a part", "NOT_A_PART")
        if is_comment(cells[filled[0]]):
            if len(filled) > 1 and self._comments:
                return RowRemark(at, f"{shown}: commented out, not a part", "NOT_A_PART")
            self._comments = self._comments or len(filled) == 1
        if code := self._of_money(cells, filled, is_total=is_total):
            told = "a sum, not a part" if code == "TOTAL_ROW" else BESIDES
            return RowRemark(at, f"{shown}: {told}", code, cells)
        if self._is_label(cells, filled):
            self._is_titled = False
            return RowRemark(at, f"{shown}: about the list, not a part", "NOT_A_PART")
        if self._stands_apart(at, cells, filled):
            return RowRemark(at, f'{shown}: it stands below "{self._apart}"', "NOT_A_PART")
        if self._is_section(cells, filled) and not are_charges(cells, filled[:1]):
            return self._section_remark(at, cells[filled[0]].strip(), shown)
        summed = "a sum, not a part" if self._placed.are_stated(record) else ""
        if why := self._why_no_part(cells, filled) or summed:
            code = "DUPLICATE_ROW" if why == _LISTED else "NOT_A_PART"
            return RowRemark(at, f"{shown}: {why}", code, cells if why in CHARGED else ())
        return None

    def _of_money(self, cells: tuple[str, ...], filled: list[int], *, is_total: bool) -> str:
        """The code of a row of charges or of a sum; empty for others."""
        is_last = not (self._below and self._has_quantity(self._below[0].cells))
        if is_last and costs_besides(cells, filled, self._paid, self._of_parts):
            return "NOT_A_PART"
        self._summed = self._summed or is_total
        return "TOTAL_ROW" if is_total else ""

    def _section_remark(self, at: int, title: str, shown: str) -> RowRemark:
        """A title takes effect on the rows below; a note does not."""
        if is_page_number(title):
            return RowRemark(at, f"{shown}: a page number, not a part", "NOT_A_PART")
        if is_note_text(title):
            return RowRemark(at, f"{shown}: a note, not a part", "NOT_A_PART")
        if begins_no_parts(title):
            self._apart = title.strip(RULE_SIGNS)
            return RowRemark(at, f"{shown}: what stands below it is not a part", "NOT_A_PART")
        self._apart = ""
        if self._colons is not None:
            self._colons = self._colons + 1 if title.endswith(":") else None
        self._titled = at
        self._section = title.strip(RULE_SIGNS)
        self._left_out = leaves_out(self._section)
        if self._left_out:
            self._section = ""
            return RowRemark(at, f"{shown}: a title; the rows below are not placed", "SECTION_ROW")
        uncounted = self._quantity is None and self._designators is None
        if uncounted and not is_decorated(title) and not title.endswith(":"):
            why = "has no price, so it is read as the category of the rows below; it may be a part"
            return RowRemark(at, f"{shown}: {why}", "DOUBTED")
        if told := told_of_option(self._section):
            return RowRemark(at, f"{shown}: {told}", "DOUBTED")
        return RowRemark(at, f"{shown}: a title; the category of the rows below", "SECTION_ROW")

    def _why_no_part(self, cells: tuple[str, ...], filled: list[int]) -> str:
        if are_charges(cells, self._charged) or are_charges(cells, self._names):
            return BESIDES
        if why := self._excluded.why(cells):
            return why
        if self._summed and is_labelled_amount(cells, filled, self._paid):
            return BELOW_SUM
        if ends_headers(self._table.headers, cells, filled):
            return "the second row of the header"
        if self._is_footer(cells):
            return "it has no quantity, and no designators where the others have them"
        if self._features.have(cells):
            return "it has no manufacturer and no number of one, as all parts of this list have"
        if self._texts.is_text(cells, self._section) or self._is_bare_text(cells, filled):
            return "a text or a document, not a part"
        if self._listed.are_above(cells):
            return _LISTED
        if self._has_nothing(cells) or self._is_signature(cells) or self._is_place(cells, filled):
            return "it has no name and no number"
        return ""

    def _is_bare_text(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        """A text alone in its row, not set in, of a list whose parts have numbers and quantities."""
        numbers, indented = self._plan.of("itemNumber"), self._plan.indented
        counts, most = self._scan.counts, self._scan.total
        if numbers is None or indented is None or self._quantity is None or not most:
            return False
        are_told = all(2 * counts.get(at, 0) > most for at in (numbers.index, self._quantity))
        below = self._below[0].cells[indented.index] if self._below else ""
        return are_told and filled == [indented.index] and stands_alone(cells[filled[0]], below)

    def _is_place(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        """A row that says nothing but where a part would stand, as an assembly without any part."""
        named = any(self._has(cells, at) for at in self._names)
        return bool(self._parents) and not named and set(filled) <= self._parents

    def _is_signature(self, cells: tuple[str, ...]) -> bool:
        """Words where rows have their running number, and no name or a date, as `Approved` below a list."""
        place = self._plan.of("findNumber")
        if place is None or self._has(cells, self._designators):
            return False
        word = cells[place.index].strip()
        if self._designs and sum(map(str.isalpha, word)) > 2 and not self._has_quantity(cells):
            return not begins_with_number(word)
        dated = self._quantity is not None and is_date(cells[self._quantity])
        if not dated and any(self._has(cells, at) for at in (*self._names, *self._structure)):
            return False
        return bool(cells[place.index].strip()) and not begins_with_number(cells[place.index])

    def _is_source(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        """A row of a manufacturer and a number alone, in a list whose parts have more."""
        others = {*self._names, *self._structure} - self._sources
        if not others or self._companies.isdisjoint(filled):
            return False
        # Beside them such a row may hold what its source has, as a status, and nothing of a part.
        placed = {self._quantity, self._designators, self._place} - {None}
        return set(filled) <= self._sources or (
            self._numbers is not None
            and self._numbers.index in filled
            and others.isdisjoint(filled)
            and placed.isdisjoint(filled)
        )

    def _stands_apart(self, at: int, cells: tuple[str, ...], filled: list[int]) -> bool:
        """Whether the row is below a title under which no parts stand."""
        if at == self._titled + 1 and self._section and self._quantity is not None:
            below = [record.cells for record in self._below]
            if begins_table(self._section, cells, filled, self._quantity, below):
                self._apart, self._section = self._section, ""
        return bool(self._apart) and not self._is_section(cells, filled)

    def _has(self, cells: tuple[str, ...], index: int | None) -> bool:
        return index is not None and bool(cells[index].strip())

    def _has_quantity(self, cells: tuple[str, ...]) -> bool:
        return self._quantity is not None and counts_pieces(cells[self._quantity].strip())

    def _is_total(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        places = "" if self._designators is None else cells[self._designators]
        if meaningful_text(places) and not is_sum_label(places):
            return False
        if self._only_adds_up(cells) or self._is_named_sum(cells):
            return True
        labels = [at for at in filled if is_sum_label(cells[at])]
        labels += [at for at in self._names if "otal" in cells[at] and is_whole_sum(cells[at])]
        if self._quantity is not None and not self._has(cells, self._quantity):
            labels += [at for at in filled[:1] if is_sum_of(cells[at])]
            if labels and self._has_sections:
                return True
        if labels and labels[0] == filled[0] and self._states_sum(cells, filled):
            return True
        if labels:
            texts = [at for at in filled if not is_amount(cells[at]) and not is_rule(cells[at])]
            labels += [at for at in texts if is_stated_sum(cells[at])]
            if set(texts) <= {*labels, *self._structure, self._cost} | money_only(cells, texts):
                return True
        words = [at for at in filled if not is_amount(cells[at])]
        has_amounts = len(words) < len(filled)
        if filled == [self._place] or not has_amounts or not name_prices(cells, words):
            return False
        if any(self._has(cells, at) for at in self._names):
            return self._quantity is not None and bool(words) and not self._has_quantity(cells)
        # A quantity that stands alone in its row, where parts have names, counts all of them.
        return not self._has_quantity(cells) or (len(filled) == 1 and self._has_sections)

    def _is_named_sum(self, cells: tuple[str, ...]) -> bool:
        """Whether what would be the name says that the price beside it is a sum."""
        named = next((cells[at] for at in self._standins if meaningful_text(cells[at])), "")
        return self._cost is not None and is_sum_label(named) and is_amount(cells[self._cost])

    def _only_adds_up(self, cells: tuple[str, ...]) -> bool:
        """Whether a row without its place, quantity and price has what rows cost altogether."""
        empty = (self._place, self._quantity, self._cost)
        return (
            self._totals is not None
            and not any(at is None or self._has(cells, at) for at in empty)
            and is_amount(cells[self._totals])
        )

    def _states_sum(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        """Whether an amount stands where prices do and no quantity does; a note may stand beside."""
        priced = any(at in filled and is_amount(cells[at]) for at in (self._cost, self._totals))
        return priced and not self._has_quantity(cells)

    def _is_label(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        """A label with a colon and what it says, as `Printed by: A`; it has no quantity.

        Where rows have their running number, it is one whatever stands beside it.
        """
        first = cells[filled[0]].strip()
        signed = is_signed([cells[at] for at in filled]) and not self._has_quantity(cells)
        if signed or self._title_block.has(cells) or (len(filled) == 1 and ends_list(first)):
            return True
        if is_footnote_sign(first) and self._is_footnote(cells, filled):
            return True
        if not first.endswith(":") or len(first) < 2:
            return False
        place = self._plan.of("findNumber")
        if place is not None and place.index == filled[0] and len(filled) > 1:
            return True
        if self._has_quantity(cells) or len(filled) > 4:
            return False
        return len(filled) > 1 or not self._is_titled

    def _is_footnote(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        """Whether nothing but a text stands beside a sign such as `*`, and nothing names a part."""
        own = {*self._names, *self._structure, self._designators}
        noted = filled[0] in (*self._names, self._designators) or own.isdisjoint(filled[1:])
        most = 4 if filled[0] == self._designators else 2
        return len(filled) <= most and noted and not self._has_quantity(cells)

    def _is_section(self, cells: tuple[str, ...], filled: list[int]) -> bool:
        if self._designs and filled == [self._designators] and self._quantity is None:
            # Nothing counts the rows, and all others have designators here or a name.
            return is_title(cells[filled[0]]) and not look_like_designators(cells[filled[0]])
        if len(filled) == 1 and is_decorated(cells[filled[0]]):
            return True
        if not self._has_sections or self._has_quantity(cells) or self._plan.indented:
            return False
        priced = self._quantity is None and self._has(cells, self._cost)
        own = [at for at in self._structure if at != self._level or not is_lone_word(cells, at)]
        if priced or any(self._has(cells, at) for at in own):
            return False
        texts = [at for at in filled if is_title(cells[at])]
        is_unlike = (self._colons or 0) > 2 and not cells[filled[0]].strip().endswith(":")
        return (
            not is_unlike
            and len(filled) <= 2
            and texts == filled[:1]
            and (len(filled) == 1 or filled[1] not in self._names)
            and (len(filled) == 1 or len(cells[filled[1]].strip()) <= _LONGEST_BESIDE)
        )

    def _is_footer(self, cells: tuple[str, ...]) -> bool:
        """Texts below a list, of which one stands where designators do."""
        is_counted = self._has_quantity(cells) or self._has(cells, self._quantity)
        if self._designators is None or not self._has_sections or is_counted:
            return False
        text = cells[self._designators].strip()
        return self._designs and bool(text) and not look_like_designators(text)

    def _has_nothing(self, cells: tuple[str, ...]) -> bool:
        if any(self._has(cells, at) for at in (*self._names, *self._structure)):
            return False
        counts_none = self._quantity is not None and cells[self._quantity].strip() == "0"
        return counts_none or not (self._has(cells, self._designators) or self._has_quantity(cells))

    def _with_section(self, record: SheetRecord) -> SheetRecord:
        if self._left_out:
            return replace(record, do_not_place=True)
        if self._fills_down and self._category is not None:
            if own := record.cells[self._category].strip():
                self._section = own
            elif self._section:
                return replace(record, section=self._section)
            return record
        return replace(record, section=self._section) if self._section else record
