"""A structure as a table: which columns it needs, and what stands in each cell; pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from partwright.imports import templates
from partwright.imports.export.structure import ExportedLine, ExportedStructure, Value
from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.designators import read_designators
from partwright.imports.sheets.cell_values.json_attributes import encode_attributes
from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.fields.column_table import PART_COLUMNS
from partwright.imports.sheets.fields.kinds import PARTS
from partwright.imports.sheets.fields.units import is_known
from partwright.imports.sheets.mapping.columns import PACKED, plan_columns
from partwright.imports.sheets.records.targets import ATTRIBUTES

Layout = Literal["level", "parent"]
"""Whether a Level column says where a row belongs; its parent's number stands in both."""
Cell = Value | None

_MOST_COLUMNS = 1_000
"""Columns of attributes; the names beyond go into the cell that holds several."""
_LEVEL, _PARENT = "Level", "Parent Item Number"
_QUANTITY, _FIND = "Quantity", "Find Number"
_DESIGNATORS, _AS_IS = "Reference Designator", "Reference Designator As Is"
_REMARK, _NOT_PLACED = "Remark", "Do Not Place"


@dataclass(frozen=True, slots=True)
class ExportSheet:
    """Headers and, as often as needed, the rows under them."""

    headers: tuple[str, ...]
    structure: ExportedStructure
    attributes: Mapping[str, str]
    """Name to header, for the attributes that have a column."""
    layout: Layout

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        """The rows, as long as the headers."""
        for place in self.structure.places():
            known = {_PARENT: place.parent.number if place.parent else None}
            values = place.part.values
            cells: dict[str, Cell] = {_LEVEL: place.level, **known}
            cells |= {header: values.get(field) for field, header in _FIELD_HEADERS.items()}
            if place.usage is not None:
                cells |= _usage(place.usage)
            cells |= self._attributes(place.part.attributes)
            yield tuple(cells.get(header) for header in self.headers)

    def _attributes(self, attributes: Mapping[str, str]) -> dict[str, Cell]:
        # A sign for nothing would be read as that.
        own = {
            name: text
            for name, text in attributes.items()
            if name in self.attributes and meaningful_text(text) == text != ""
        }
        others = {name: text for name, text in attributes.items() if name not in own}
        cells: dict[str, Cell] = {self.attributes[name]: text for name, text in own.items()}
        return cells | {PACKED: encode_attributes(others) or None}


def sheet_of(structure: ExportedStructure, *, layout: Layout = "level") -> ExportSheet:
    """The table of a structure; the import makes the same parts and lines of it."""
    exact = all(_is_plain_list(usage) for usage in structure.usages)
    fixed = [*_FIELD_HEADERS.values(), _QUANTITY, _FIND, _DESIGNATORS if exact else _AS_IS]
    fixed += [_REMARK] if any(_usage(usage)[_REMARK] for usage in structure.usages) else []
    fixed += [_NOT_PLACED] if any(usage.do_not_place for usage in structure.usages) else []
    fixed += [PACKED]
    fixed = [_LEVEL, _PARENT, *fixed] if layout == "level" else [_PARENT, *fixed]
    names = {name for part in structure.parts.values() for name in part.attributes}
    attributes = _attribute_headers(names, fixed)
    table = ExportSheet((*fixed, *attributes.values()), structure, attributes, layout)
    if any(row[len(fixed) - 1] is not None for row in table.rows()):
        return table
    unpacked = tuple(header for header in table.headers if header != PACKED)
    return ExportSheet(unpacked, structure, attributes, layout)


_FIELD_HEADERS = templates.headers(PARTS)


def _usage(usage: ExportedLine) -> dict[str, Cell]:
    designators = usage.designators or None
    return {
        _QUANTITY: usage.quantity,
        _FIND: usage.find_number,
        _DESIGNATORS: designators,
        _AS_IS: designators,
        _REMARK: usage.remark if meaningful_text(usage.remark) == usage.remark else None,
        _NOT_PLACED: "yes" if usage.do_not_place else None,
    }


def _is_plain_list(usage: ExportedLine) -> bool:
    """Whether the designators, read one by one, are the same text again."""
    if meaningful_text(usage.designators) != usage.designators:
        return False
    if not usage.designators:
        return True
    whole = usage.quantity == usage.quantity.to_integral_value()
    try:
        names = read_designators(usage.designators, quantity=int(usage.quantity) if whole else None)
    except NotUnderstood:
        return False
    return ", ".join(names) == usage.designators


def _attribute_headers(names: Iterable[str], fixed: Sequence[str]) -> dict[str, str]:
    """The headers under which the import finds the attributes again, for those that have one."""
    taken = {header.casefold() for header in fixed}
    found: dict[str, str] = {}
    for name in sorted(names):
        prefixed = is_known(name) or name.casefold().startswith(PACKED)
        header = f"{ATTRIBUTES}{name}" if prefixed else name
        is_header = header == " ".join(header.split()) and header.casefold() not in taken
        if is_header and len(found) < _MOST_COLUMNS:
            taken.add(header.casefold())
            found[name] = header
    plan = plan_columns([*fixed, *found.values()])
    targets = {column.header: column.target for column in plan.columns}
    return {n: header for n, header in found.items() if targets[header] == f"{ATTRIBUTES}{n}"}


NUMERIC = frozenset(column.field for column in PART_COLUMNS if column.is_numeric)
"""The fields that are decimals, which come as texts or as numbers."""


def cell_value(field: str, shown: object) -> Value | None:
    """The value of a field of a part's record, as a cell."""
    if shown is None or isinstance(shown, int | Decimal):
        return shown
    text = str(shown)
    return Decimal(text) if field in NUMERIC else text or None
