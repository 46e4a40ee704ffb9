"""From the cells of a record to an item and its place, with every refusal in words."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

from partwright.imports.sheets.choice_values import CHOSEN, read_choice
from partwright.imports.sheets.columns import ATTRIBUTES, PACKED, ColumnPlan
from partwright.imports.sheets.dates import Order, read_date
from partwright.imports.sheets.decimals import Mark, NotUnderstood, plain_text
from partwright.imports.sheets.designators import read_designators
from partwright.imports.sheets.indents import indent_of
from partwright.imports.sheets.json_attributes import decode_attributes
from partwright.imports.sheets.money import read_currency, read_money
from partwright.imports.sheets.non_items import is_note, is_total
from partwright.imports.sheets.rows import ItemRow, ReadRow, RowShare, SheetRecord
from partwright.imports.sheets.values import (
    meaningful_text,
    read_lead_time,
    read_quantity,
    read_weight,
    read_weight_unit,
    read_whole,
)

SHOWN_LIMIT = 80
_MEASURES = frozenset(
    {
        "weight",
        "weightUnit",
        "cost",
        "costCurrency",
        "leadTimeDays",
        "quantityOnHand",
        "reportedDate",
    }
)
"""The fields that have readers of their own here; the others are texts or words."""

Value = TypeVar("Value")


class CellReader:
    """Reads records under one plan.

    `marks` are the decimal marks of columns by index, `order` what stands first in dates,
    `indents` the counts of blanks by which the sheet is indented, rising.
    """

    def __init__(
        self,
        plan: ColumnPlan,
        marks: Mapping[int, Mark],
        *,
        order: Order | None = None,
        share: RowShare = "",
        indents: Sequence[int] = (),
    ) -> None:
        self._plan = plan
        self._indents = indents
        self._marks = marks
        self._order: Order | None = order
        self._share: RowShare = share
        self._columns = {column.target: column for column in plan.columns}
        self._attributes = [
            (column, column.target.removeprefix(ATTRIBUTES))
            for column in plan.columns
            if column.target.startswith(ATTRIBUTES)
        ]
        held = [field for field in plan.kind.fields if field in self._columns]
        self._texts = [field for field in held if field not in (*CHOSEN, *_MEASURES, "name")]
        self._words = [field for field in held if field in CHOSEN]

    def read(self, record: SheetRecord) -> ReadRow:
        """What the record says; its faults stand beside what could be read."""
        row = ReadRow(record.row_number, self._text(record, "itemNumber"), {}, self._share)
        self._read_repair_columns(record, row)
        if record.fault:
            row.item_faults.append(record.fault)
        elif len(row.item_number.splitlines()) > 1:
            row.item_faults.append("the item number goes over several lines")
        elif is_total(record.cells, row.item_number):
            row.item_faults.append("this reads like a sum, not like an item with a number")
        elif row.share != "line":
            self._read_texts(record, row)
            self._read_measures(record, row)
        row.level = self._level(record)
        row.parent = self._text(record, "parentItemNumber")
        if self._plan.structure != "none" and not record.fault and row.share != "part":
            self._read_line(record, row)
        return row

    def _level(self, record: SheetRecord) -> str:
        if self._plan.indented is None:
            return self._text(record, "level")
        depth = indent_of(record.cells[self._plan.indented.index])
        return "" if depth is None else str(self._indents.index(depth))

    def _text(self, record: SheetRecord, target: str) -> str:
        column = self._columns.get(target)
        return record.cells[column.index].strip() if column else ""

    def _read_repair_columns(self, record: SheetRecord, row: ReadRow) -> None:
        only = self._text(record, "importOnly").casefold()
        if only in ("part", "line"):
            row.share = "part" if only == "part" else "line"
            row.line_owed = only == "line"
        elif only:
            row.item_faults.append(f'Import Only: "{only}" is not understood; part or line would')
        row.stated_parent = self._text(record, "importParent")

    def _read_texts(self, record: SheetRecord, row: ReadRow) -> None:
        for field in self._texts:
            if text := self._short(record, field, row.item_faults):
                row.item[field] = text
        if name := self._name(record, row):
            row.item["name"] = name
        attributes = {
            name: text
            for column, name in self._attributes
            if (text := record.cells[column.index].strip())
        }
        packed = self._value(
            record, PACKED, row.item_faults, lambda text, _: decode_attributes(text)
        )
        attributes |= packed or {}
        if attributes:
            row.item["attributes"] = attributes

    def _name(self, record: SheetRecord, row: ReadRow) -> str:
        if "name" in self._columns:
            row.name_fault = f"{self._columns['name'].header}: {self._plan.kind.one} needs a name"
            return _in_one_line(self._short(record, "name", row.item_faults))
        for column in self._plan.name_from:
            if column.target == "itemNumber" and is_note(record.cells):
                row.item_faults.append(
                    "this reads like a note, not like an item; an item has a name"
                )
            if text := _in_one_line(record.cells[column.index]):
                return text[: self._plan.kind.longest["name"]].strip()
        headers = " or ".join(column.header for column in self._plan.name_from)
        row.name_fault = f"{headers}: {self._plan.kind.one} needs a name"
        return ""

    def _short(self, record: SheetRecord, target: str, faults: list[str]) -> str:
        text = self._text(record, target)
        limit = self._plan.kind.longest.get(target, len(text))
        if len(text) > limit:
            header = self._columns[target].header
            faults.append(f"{header}: {len(text)} characters; at most {limit} are understood")
        return text

    def _read_measures(self, record: SheetRecord, row: ReadRow) -> None:
        item, faults = row.item, row.item_faults
        for field in self._words:
            if word := self._value(
                record, field, faults, lambda text, _, f=field: read_choice(f, text)
            ):
                item[field] = word
        days = int(self._unit("leadTimeDays") or 1)
        lead_time = self._value(
            record,
            "leadTimeDays",
            faults,
            lambda text, mark: read_lead_time(text, mark=mark, days_per_unit=days),
        )
        if lead_time is not None:
            item["leadTimeDays"] = lead_time
        stock = self._value(
            record, "quantityOnHand", faults, lambda text, mark: read_quantity(text, mark=mark)
        )
        if stock is not None:
            item["quantityOnHand"] = plain_text(stock)
        self._read_weight(record, item, faults)
        self._read_cost(record, item, faults)
        self._read_date(record, row)

    def _read_date(self, record: SheetRecord, row: ReadRow) -> None:
        date = self._value(
            record,
            "reportedDate",
            row.item_faults,
            lambda text, _: read_date(text, order=self._order),
        )
        if date is None:
            return
        row.item["reportedDate"] = date[0]
        if date[1]:
            header = self._columns["reportedDate"].header
            row.remarks.append(f"{header}: the date is kept, not the time of day")

    def _read_weight(self, record: SheetRecord, item: ItemRow, faults: list[str]) -> None:
        stated = self._value(record, "weightUnit", faults, lambda text, _: read_weight_unit(text))
        if stated:
            item["weightUnit"] = stated
        weight = self._value(
            record,
            "weight",
            faults,
            lambda text, mark: read_weight(text, mark=mark, stated=stated or ""),
        )
        if weight:
            item["weight"] = plain_text(weight[0])
            if unit := weight[1] or self._unit("weight"):
                item["weightUnit"] = unit

    def _read_cost(self, record: SheetRecord, item: ItemRow, faults: list[str]) -> None:
        stated = self._value(record, "costCurrency", faults, lambda text, _: read_currency(text))
        if stated:
            item["costCurrency"] = stated
        cost = self._value(
            record,
            "cost",
            faults,
            lambda text, mark: read_money(text, mark=mark, stated=stated or self._unit("cost")),
        )
        if cost:
            item["cost"] = plain_text(cost[0])
            if cost[1]:
                item["costCurrency"] = cost[1]

    def _read_line(self, record: SheetRecord, row: ReadRow) -> None:
        faults = row.line_faults
        row.quantity = self._value(
            record, "quantity", faults, lambda text, mark: read_quantity(text, mark=mark)
        )
        row.quantity_missing = row.quantity is None and "quantity" in self._columns and not faults
        row.find_number = self._value(
            record, "findNumber", faults, lambda text, mark: read_whole(text, mark=mark)
        )
        whole = row.quantity is not None and row.quantity == row.quantity.to_integral_value()
        hint = int(row.quantity) if row.quantity is not None and whole else None
        row.designators = (
            self._value(
                record,
                "referenceDesignator",
                faults,
                lambda text, _: read_designators(text, quantity=hint),
            )
            or ()
        )
        row.designators_as_is = self._text(record, "referenceDesignatorAsIs")
        if row.designators and row.quantity not in (None, len(row.designators)):
            row.remarks.append(
                f"the quantity is {plain_text(row.quantity or Decimal())} and the designators are"
                f" {len(row.designators)}; both are kept"
            )

    def _value(
        self,
        record: SheetRecord,
        target: str,
        faults: list[str],
        read: Callable[[str, Mark | None], Value],
    ) -> Value | None:
        """What `read` makes of the cell; None for an empty one, or with a fault for a bad one."""
        column = self._columns.get(target)
        text = meaningful_text(record.cells[column.index]) if column else ""
        if column is None or not text:
            return None
        mark = "." if column.index in record.native else self._marks.get(column.index)
        try:
            return read(text, mark)
        except NotUnderstood as refusal:
            shown = text if len(text) <= SHOWN_LIMIT else f"{text[:SHOWN_LIMIT]}..."
            faults.append(f'{column.header}: "{shown}" is not understood; {refusal}')
            return None

    def _unit(self, target: str) -> str:
        column = self._columns.get(target)
        return column.unit if column else ""


def _in_one_line(text: str) -> str:
    """A cell that is wrapped by hand, as the name it shows."""
    return " ".join(line.strip() for line in text.splitlines() if line.strip())
