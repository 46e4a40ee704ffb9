"""From the cells of a record to an item and its place, with every refusal in words."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TypeVar

from partwright.imports.sheets.cell_values.dates import read_date
from partwright.imports.sheets.cell_values.decimals import (
    AmbiguousNumber,
    Mark,
    NotUnderstood,
    is_rounded,
    plain_text,
)
from partwright.imports.sheets.cell_values.json_attributes import decode_attributes
from partwright.imports.sheets.cell_values.no_numbers import is_unsure, says_no_number, says_nothing
from partwright.imports.sheets.cell_values.noted_places import read_noted_places
from partwright.imports.sheets.cell_values.quantity_cells import (
    count_in_name,
    quantity_unit,
    understand_quantity,
)
from partwright.imports.sheets.cell_values.values import meaningful_text, read_quantity
from partwright.imports.sheets.fields.column_table import COLUMNS
from partwright.imports.sheets.fields.header_names import is_export
from partwright.imports.sheets.fields.import_column import ImportColumn
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.formats.cut_rows import cut_faults
from partwright.imports.sheets.items.find_numbers import place_reader
from partwright.imports.sheets.items.item_key import item_key
from partwright.imports.sheets.items.left_out_marks import LeftOutMarks
from partwright.imports.sheets.items.lost_notes import LostNotes
from partwright.imports.sheets.items.name_cells import NameReader
from partwright.imports.sheets.items.price_units import PriceUnit
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import PACKED, ColumnPlan
from partwright.imports.sheets.mapping.indents import indent_of
from partwright.imports.sheets.records.rows import ReadRow, RowShare, SheetRecord, fold_number
from partwright.imports.sheets.records.targets import ATTRIBUTES, REMARK_OF
from partwright.imports.sheets.shapes.revision_changes import meaningful_revision
from partwright.imports.sheets.tables.non_items import is_total
from partwright.imports.sheets.words.line_terms import says_usual
from partwright.kit.patterns import lazy_regex
from partwright.kit.text_lines import without_hidden

SHOWN_LIMIT = 80
Value = TypeVar("Value")

_SIZED_UNIT = lazy_regex(r"[0-9][0-9.,]{0,20}\s?([^\W\d_]\S{0,20})")
"""A length where units stand, as `1250.000 mm` of one piece in Inventor; a price is that of all of it."""


class CellReader:
    """Reads records under one plan, by what the scan of the whole sheet showed.

    `assumed` are units of weight and cost that nothing in the sheet names, `guessed` the fields
    of those that the sender did not name either.
    """

    def __init__(
        self,
        plan: ColumnPlan,
        scan: SheetScan,
        *,
        share: RowShare = "",
        assumed: Mapping[str, str] | None = None,
        guessed: frozenset[str] = frozenset(),
        may_be_cut: bool = False,
    ) -> None:
        self._plan, self._scan = plan, scan
        self._share: RowShare = share
        self._assumed = assumed or {}
        self._guessed, self._may_be_cut = guessed, may_be_cut
        self._columns = {c.target: c for c in plan.columns}
        self._is_export = is_export([column.header for column in plan.columns])
        kept = [c for c in plan.columns if c.target.startswith(ATTRIBUTES)]
        self._attributes = [(c, c.target.removeprefix(ATTRIBUTES)) for c in kept]
        self._price_unit = PriceUnit(plan)
        self._lost, self._left_out = LostNotes(plan.columns), LeftOutMarks(plan)
        # Where rows have quantities, one without any is a title; elsewhere nothing tells it.
        counted = plan.quantities or plan.designators or plan.structure != "parent"
        self._tells_lone_names = not counted and 2 * scan.several >= scan.total
        self._remarks = [c for c in plan.columns if c.target.startswith(REMARK_OF)]
        self._names = NameReader(plan, scan)
        declared = COLUMNS[plan.kind.plural]
        held = [c for c in declared if c.field in plan.kind.fields and c.field in self._columns]
        self._optional = frozenset(column.field for column in declared if column.is_optional)
        self._read_alone = [(column.field, column.read) for column in held if column.read]
        self._measures = [column for column in held if column.unit]
        self._dates = [column.field for column in held if column.is_date]
        apart = {"name", *self._dates, *(column.field for column in self._measures)}
        self._texts = [c.field for c in held if c.read is None and c.field not in apart]

    def read(self, record: SheetRecord) -> ReadRow:
        """Read a record; its faults stand beside what could be read."""
        number = without_hidden(self._text(record, "itemNumber")).strip()
        is_none = says_no_number(number) and not is_unsure(number)
        if (is_none or fold_number(number) in self._scan.words) and not self._is_export:
            number = ""
        row = ReadRow(record.row_number, number, {}, self._share)
        self._lost.tell(record, row)
        self._read_repair_columns(record, row)
        if record.fault:
            row.item_faults.append(record.fault)
        elif len(row.item_number.splitlines()) > 1:
            row.item_faults.append("the item number spans several lines")
        elif is_total(record.cells, row.item_number):
            row.item_faults.append("this reads like a sum, not an item with a number")
        elif row.share != "line":
            self._read_texts(record, row)
            self._read_measures(record, row)
        elif not row.item_number:
            # What it is called leads to the part that is there already.
            self._read_texts(record, row)
            row.item_faults.clear()
        row.level = self._level(record)
        row.parent = without_hidden(self._text(record, "parentItemNumber")).strip()
        if self._plan.structure != "none" and not record.fault and row.share != "part":
            self._read_line(record, row)
            begun = {fault.partition(": ")[0] for fault in row.line_faults if self._may_be_cut}
            unread = [c.index for c in self._columns.values() if c.header in begun]
            row.item_faults += cut_faults(record.cells, unread, self._columns)
        if not row.item_number:
            row.item_number = item_key(row.item)
        if self._tells_lone_names and sum(not cell or cell.isspace() for cell in record.cells) == (
            len(record.cells) - 1
        ):
            row.note("REMARK", "the row holds only a name: it is taken as a part")
        return row

    def _level(self, record: SheetRecord) -> str:
        if self._plan.indented is None:
            return self._text(record, "level")
        depth = indent_of(record.cells[self._plan.indented.index])
        return "" if depth is None else str(self._scan.indents.index(depth))

    def _text(self, record: SheetRecord, target: str) -> str:
        column = self._columns.get(target)
        return record.cells[column.index].strip() if column else ""

    def _read_repair_columns(self, record: SheetRecord, row: ReadRow) -> None:
        only = self._text(record, "importOnly").casefold()
        if only in ("part", "line"):
            row.share = "part" if only == "part" else "line"
            row.line_owed = only == "line"
        elif only:
            row.item_faults.append(f'Import Only: expected part or line, got "{only}"')
        row.stated_parent = self._text(record, "importParent")
        if row.share == "line" and not row.item_number:
            row.item_number = self._text(record, "importItem")

    def _read_texts(self, record: SheetRecord, row: ReadRow) -> None:
        for field in self._texts:
            text = self._short(record, field, row)
            if field in ("material", "description") and not self._is_export:
                text = meaningful_text(text)
            if text and (field != "itemNumber" or row.item_number):
                row.item[field] = without_hidden(text) if field == "itemNumber" else text
        if name := self._name(record, row):
            row.item["name"] = name
        attributes = self._word_for_number(record, row)
        for column, name in self._attributes:
            text = record.cells[column.index].strip()
            if not text or says_nothing(name, text):
                continue
            attributes.setdefault(name, text)
            if column.unit and attributes[name] == text:
                attributes.setdefault("Supplier", column.unit)
        packed = self._value(record, PACKED, row, lambda text, _: decode_attributes(text))
        attributes |= packed or {}
        if record.section:
            attributes.setdefault("Category", record.section)
        if attributes:
            row.item["attributes"] = attributes

    def _word_for_number(self, record: SheetRecord, row: ReadRow) -> dict[str, str]:
        word = self._text(record, "itemNumber") if self._scan.words and not row.item_number else ""
        return {self._columns["itemNumber"].header: word} if word else {}

    def _name(self, record: SheetRecord, row: ReadRow) -> str:
        is_held = "name" in self._columns
        return self._names.read(record, row, self._short(record, "name", row) if is_held else "")

    def _short(self, record: SheetRecord, target: str, row: ReadRow) -> str:
        """A text within its limit; a revision without what stands in brackets after it."""
        text = self._text(record, target)
        text = meaningful_revision(text) if target == "revision" else text
        if len(text) <= (limit := self._plan.kind.longest.get(target, len(text))):
            return text
        column = self._columns[target]
        if target == "revision":
            self._keep_as_text(row, column, text, text[:SHOWN_LIMIT])
            return ""
        why = f"{len(text)} characters; at most {limit} are allowed"
        row.item_faults.append(f"{column.header}: {why}")
        return text

    def _read_measures(self, record: SheetRecord, row: ReadRow) -> None:
        item = row.item
        for field, read in self._read_alone:
            found = self._value(record, field, row, read)
            if found is not None:
                item[field] = found
        for column in self._measures:
            self._read_measure(column, record, row)
        for field in self._dates:
            self._read_date(field, record, row)

    def _read_date(self, field: str, record: SheetRecord, row: ReadRow) -> None:
        order = self._scan.order
        date = self._value(record, field, row, lambda text, _: read_date(text, order=order))
        if date is not None:
            row.item[field] = date[0]
        if date and date[1]:
            header = self._columns[field].header
            row.note("REMARK", f"{header}: the date is kept; the time of day is not")

    def _read_measure(self, column: ImportColumn, record: SheetRecord, row: ReadRow) -> None:
        """The value, with the unit of its cell, of its own column, of the header, or assumed."""
        if column.unit is None or (read := column.unit.read) is None:
            return
        if (fold_number(row.item_number), column.field) in self._plan.of_lines:
            if text := self._text(record, column.field):
                row.pieces.append(f"{self._columns[column.field].header}: {text}")
            return
        field, kept = column.field, column.unit.field
        stated, header = str(row.item.get(kept, "")), self._columns[field].unit
        found = self._value(record, field, row, lambda text, mark: read(text, mark, stated, header))
        if found is None:
            return
        value = found[0]
        if column.is_price and isinstance(value, Decimal):
            value = self._for_one(record, row, value)
        row.item[field] = plain_text(value) if isinstance(value, Decimal) else value
        if kept and (unit := found[1] or self._assumed.get(field)):
            row.item[kept] = unit
            if not found[1] and kept in self._guessed:
                row.assumed.append(kept)

    def _for_one(self, record: SheetRecord, row: ReadRow, cost: Decimal) -> Decimal:
        """The price of one piece, where the sheet's prices are those of several or of rows."""
        if (pieces := self._price_unit.of(record)) > 1:
            return (cost / pieces).quantize(Decimal("0.00000001")).normalize() + 0
        if not self._scan.row_prices or (column := self._plan.quantities) is None:
            return cost
        mark = "." if column.index in record.native else self._scan.marks.get(column.index)
        said = understand_quantity(record.cells[column.index])
        try:
            quantity = said.quantity or read_quantity(said.number, mark=mark)
        except NotUnderstood:
            return cost
        if quantity in (0, 1):
            return cost
        each = cost / quantity
        if each != (rounded := each.quantize(Decimal("0.000001"))):
            row.note("ROUNDED", f"{plain_text(cost)} for {plain_text(quantity)} is {rounded} each")
        return rounded.normalize() + 0 if rounded else Decimal(0)

    def _read_line(self, record: SheetRecord, row: ReadRow) -> None:
        faults = row.line_faults
        units, unit = self._columns.get("unitOfMeasure"), str(row.item.get("unitOfMeasure", ""))
        if units and "cost" not in row.item and (sized := _SIZED_UNIT.fullmatch(unit)):
            row.item["unitOfMeasure"] = sized[1]
            row.pieces.append(f"{units.header}: {unit}")
        row.quantity = self._quantity(record, row)
        row.quantity_missing = row.quantity is None and "quantity" in self._columns and not faults
        read_place = place_reader(row, self._columns.get("findNumber"))
        row.find_number = self._value(record, "findNumber", row, read_place, faults)
        row.designators = (
            self._value(
                record,
                "referenceDesignator",
                row,
                lambda text, _: read_noted_places(text, row),
                faults,
            )
            or ()
        )
        row.designators_as_is = self._text(record, "referenceDesignatorAsIs")
        row.pieces += [
            f"{c.header}: {text}"
            for c in self._remarks
            if (text := record.cells[c.index].strip()) and not says_usual(c.header, text)
        ]
        remarks = (self._text(record, "remark"), row.remark, ", ".join(row.pieces))
        row.remark = "; ".join(text for text in remarks if text)
        row.do_not_place = record.do_not_place or self._left_out.marks(record)
        if row.designators and row.quantity not in (None, len(row.designators)):
            row.note(
                "REMARK",
                f"the quantity is {plain_text(row.quantity or Decimal())} and the designators are"
                f" {len(row.designators)}; both are kept",
            )

    def _quantity(self, record: SheetRecord, row: ReadRow) -> Decimal | None:
        """The quantity; `2.5 m` is a length of a part that is counted in metres."""
        column = self._columns.get("quantity")
        if column is None:
            bare = self._plan.quantities is None and self._plan.designators is None
            return count_in_name(row) if bare else None
        if not record.cells[column.index].strip() and (count := count_in_name(row)):
            return count
        cell = understand_quantity(record.cells[column.index])
        row.line_faults += self._lost.faults(record, column)
        if cell.told:
            row.note("REMARK", f"{column.header}: {cell.told}")
        row.remark = cell.remark
        unit = quantity_unit(cell, record.cells[column.index], column.header)
        if unit and "unitOfMeasure" not in self._columns and row.share != "line":
            row.item.setdefault("unitOfMeasure", unit)
        if cell.quantity is not None:
            return cell.quantity
        if not cell.number:
            row.quantity_words = cell.remark
            row.remark = cell.remark and f"{column.header}: {cell.remark}"
            return None
        number = cell.number
        return self._value(
            record,
            "quantity",
            row,
            lambda _, mark: read_quantity(number, mark=mark),
            row.line_faults,
        )

    def _value(
        self,
        record: SheetRecord,
        target: str,
        row: ReadRow,
        read: Callable[[str, Mark | None], Value],
        faults: list[str] | None = None,
    ) -> Value | None:
        """The value that `read` makes of the cell; None for an empty one, or with a fault for a bad one."""
        column = self._columns.get(target)
        text = meaningful_text(record.cells[column.index]) if column else ""
        if column is None or not text:
            return None
        mark = "." if column.index in record.native else self._scan.marks.get(column.index)
        shown = text if len(text) <= SHOWN_LIMIT else f"{text[:SHOWN_LIMIT]}..."
        try:
            found = read(text, mark)
        except NotUnderstood as refusal:
            if target in self._optional and not isinstance(refusal, AmbiguousNumber):
                return self._keep_as_text(row, column, text, shown)
            faults = row.item_faults if faults is None else faults
            faults.append(f"{column.header}: {refusal.about(shown)}")
            return None
        if is_rounded(text):
            row.note("ROUNDED", f"{column.header}: {shown} is rounded to 12 decimals")
        return found

    def _keep_as_text(self, row: ReadRow, column: SheetColumn, text: str, shown: str) -> None:
        """Keep the text of a cell that is not a price, weight or time, and with it the part."""
        attributes = row.item.setdefault("attributes", {})
        if isinstance(attributes, dict):
            attributes.setdefault(column.header, text)
        what = f'{column.header}: "{shown}" could not be read; it is kept as an attribute'
        row.note("UNREADABLE", what)
