"""From the cells of a record to a part and its place, with every refusal in words."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TypeVar

from partwright.imports.sheets.columns import ATTRIBUTES, Plan
from partwright.imports.sheets.decimals import Mark, NotUnderstood, plain
from partwright.imports.sheets.designators import read_designators
from partwright.imports.sheets.money import read_currency, read_money
from partwright.imports.sheets.rows import PartRow, ReadRow, Record, Share
from partwright.imports.sheets.values import (
    given,
    read_lead_time,
    read_part_type,
    read_quantity,
    read_weight,
    read_weight_unit,
    read_whole,
)

NUMBER_LIMIT = 100
NAME_LIMIT = 500
REVISION_LIMIT = 10
DESCRIPTION_LIMIT = 5000
MATERIAL_LIMIT = 100
SHOWN_LIMIT = 80

Value = TypeVar("Value")


class CellReader:
    """Reads records under one plan; `marks` are the decimal marks of columns by index."""

    def __init__(self, plan: Plan, marks: Mapping[int, Mark], *, share: Share = "") -> None:
        self._plan = plan
        self._marks = marks
        self._share: Share = share
        self._columns = {column.target: column for column in plan.columns}
        self._attributes = [
            (column, column.target.removeprefix(ATTRIBUTES))
            for column in plan.columns
            if column.target.startswith(ATTRIBUTES)
        ]

    def read(self, record: Record) -> ReadRow:
        """What the record says; its faults stand beside what could be read."""
        row = ReadRow(record.row_number, self._text(record, "itemNumber"), {}, self._share)
        self._read_repair_columns(record, row)
        if record.fault:
            row.part_faults.append(record.fault)
        elif row.share != "line":
            self._read_texts(record, row)
            self._read_measures(record, row)
        row.level = self._text(record, "level")
        row.parent = self._text(record, "parentItemNumber")
        if self._plan.structure != "none" and not record.fault and row.share != "part":
            self._read_line(record, row)
        return row

    def _text(self, record: Record, target: str) -> str:
        column = self._columns.get(target)
        return record.cells[column.index].strip() if column else ""

    def _read_repair_columns(self, record: Record, row: ReadRow) -> None:
        only = self._text(record, "importOnly").casefold()
        if only in ("part", "line"):
            row.share = "part" if only == "part" else "line"
        elif only:
            row.part_faults.append(f'Import Only: "{only}" is not understood; part or line would')
        row.stated_parent = self._text(record, "importParent")

    def _read_texts(self, record: Record, row: ReadRow) -> None:
        part, faults = row.part, row.part_faults
        if number := self._short(record, "itemNumber", NUMBER_LIMIT, faults):
            part["itemNumber"] = number
        if name := self._name(record, row):
            part["name"] = name
        if revision := self._short(record, "revision", REVISION_LIMIT, faults):
            part["revision"] = revision
        if description := self._short(record, "description", DESCRIPTION_LIMIT, faults):
            part["description"] = description
        if material := self._short(record, "material", MATERIAL_LIMIT, faults):
            part["material"] = material
        attributes = {
            name: text
            for column, name in self._attributes
            if (text := record.cells[column.index].strip())
        }
        if attributes:
            part["attributes"] = attributes

    def _name(self, record: Record, row: ReadRow) -> str:
        if "name" in self._columns:
            row.name_fault = f"{self._columns['name'].header}: the part needs a name"
            return self._short(record, "name", NAME_LIMIT, row.part_faults)
        for column in self._plan.name_from:
            if text := record.cells[column.index].strip():
                return text[:NAME_LIMIT].strip()
        headers = " or ".join(column.header for column in self._plan.name_from)
        row.name_fault = f"{headers}: the part needs a name"
        return ""

    def _short(self, record: Record, target: str, limit: int, faults: list[str]) -> str:
        text = self._text(record, target)
        if len(text) > limit:
            header = self._columns[target].header
            faults.append(f"{header}: {len(text)} characters; at most {limit} are understood")
        return text

    def _read_measures(self, record: Record, row: ReadRow) -> None:
        part, faults = row.part, row.part_faults
        kind = self._value(record, "partType", faults, lambda text, _: read_part_type(text))
        if kind:
            part["partType"] = kind
        days = int(self._unit("leadTimeDays") or 1)
        lead_time = self._value(
            record,
            "leadTimeDays",
            faults,
            lambda text, mark: read_lead_time(text, mark=mark, days_per_unit=days),
        )
        if lead_time is not None:
            part["leadTimeDays"] = lead_time
        self._read_weight(record, part, faults)
        self._read_cost(record, part, faults)

    def _read_weight(self, record: Record, part: PartRow, faults: list[str]) -> None:
        stated = self._value(record, "weightUnit", faults, lambda text, _: read_weight_unit(text))
        if stated:
            part["weightUnit"] = stated
        weight = self._value(
            record,
            "weight",
            faults,
            lambda text, mark: read_weight(text, mark=mark, stated=stated or ""),
        )
        if weight:
            part["weight"] = plain(weight[0])
            if unit := weight[1] or self._unit("weight"):
                part["weightUnit"] = unit

    def _read_cost(self, record: Record, part: PartRow, faults: list[str]) -> None:
        stated = self._value(record, "costCurrency", faults, lambda text, _: read_currency(text))
        if stated:
            part["costCurrency"] = stated
        cost = self._value(
            record,
            "cost",
            faults,
            lambda text, mark: read_money(text, mark=mark, stated=stated or self._unit("cost")),
        )
        if cost:
            part["cost"] = plain(cost[0])
            if cost[1]:
                part["costCurrency"] = cost[1]

    def _read_line(self, record: Record, row: ReadRow) -> None:
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
        if row.designators and row.quantity not in (None, len(row.designators)):
            row.remarks.append(
                f"the quantity is {plain(row.quantity or Decimal())} and the designators are"
                f" {len(row.designators)}; both are kept"
            )

    def _value(
        self,
        record: Record,
        target: str,
        faults: list[str],
        read: Callable[[str, Mark | None], Value],
    ) -> Value | None:
        """What `read` makes of the cell; None for an empty one, or with a fault for a bad one."""
        column = self._columns.get(target)
        text = given(record.cells[column.index]) if column else ""
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
