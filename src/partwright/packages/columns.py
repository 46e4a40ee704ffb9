"""Columns of a bill of materials as a file: their names, their labels, and what they hold."""

from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from partwright.items.field_queries import FIELDS_OF
from partwright.kit.filters import ATTRIBUTES, split_values
from partwright.kit.operands import NUMERIC
from partwright.relationships.bom_lines import check_field_names
from partwright.relationships.explosion_service import BomLine

THUMBNAIL = "thumbnail"
"""The column of pictures, which workbooks and PDF documents have."""

Cell = str | Decimal | None

UNIT_FIELDS = {
    "quantity": "unitOfMeasure",
    "extendedQuantity": "unitOfMeasure",
    "quantityOnHand": "unitOfMeasure",
    "cost": "costCurrency",
    "unitPrice": "priceCurrency",
    "weight": "weightUnit",
}
"""The field that tells what the figures of a column are counted in."""

_OF_LINE: dict[str, Callable[[BomLine], Any]] = {
    "level": lambda line: line.level,
    "itemNumber": lambda line: line.item.item_number,
    "name": lambda line: line.item.name,
    "revision": lambda line: line.item.revision,
    "type": lambda line: line.item.type,
    "state": lambda line: line.item.state,
    "quantity": lambda line: line.quantity,
    "extendedQuantity": lambda line: line.extended_quantity,
    "findNumber": lambda line: line.find_number,
    "referenceDesignator": lambda line: line.reference_designator,
}
_NUMBERS = frozenset(
    {"level", "quantity", "extendedQuantity", "findNumber", "unitPrice", "sourceOrder"}
)
_WIDE = frozenset({"name", "description", "referenceDesignator", "location", "remark"})
_LABELS = {
    "itemNumber": "Item Number",
    "extendedQuantity": "Total Quantity",
    "mpn": "MPN",
    "leadTime": "Lead Time (days)",
    THUMBNAIL: "Picture",
}
DEFAULT_COLUMNS = tuple(name for name in _OF_LINE if name not in ("type", "state"))
FLAT_COLUMNS = ("itemNumber", "name", "revision", "extendedQuantity")
"""Where every item stands once; find numbers and designators are those of single lines."""


class BomColumn(msgspec.Struct, frozen=True):
    """One column of the file."""

    name: str
    label: str
    is_number: bool
    is_wide: bool
    """Whether it holds texts that may need several lines."""

    @property
    def of_line(self) -> Callable[[BomLine], Any] | None:
        """Reads the value from a line; None for what the line's item holds."""
        return _OF_LINE.get(self.name)


def joined_names(names: Iterable[str]) -> str:
    """The list of names as `read_columns` takes it; a comma or a backslash in a name stays one."""
    return ",".join(name.replace("\\", "\\\\").replace(",", "\\,") for name in names)


def read_columns(text: str, *, flat: bool) -> tuple[BomColumn, ...]:
    """The columns of a list of names; InvalidInput for one that there is not."""
    names = [name.strip() for name in split_values(text) if name.strip()]
    names = names or [*(FLAT_COLUMNS if flat else DEFAULT_COLUMNS)]
    of_items = [name for name in names if name not in _OF_LINE and name != THUMBNAIL]
    check_field_names(of_items, "columns", also=(*_OF_LINE, THUMBNAIL))
    return tuple(column_of(name) for name in names)


def column_of(name: str) -> BomColumn:
    """The column of a name that is known."""
    field = FIELDS_OF["Part"].fields.get(name)
    is_number = name in _NUMBERS or (field is not None and field.kind in NUMERIC)
    return BomColumn(name, _label(name), is_number, name in _WIDE)


def _label(name: str) -> str:
    if name in _LABELS:
        return _LABELS[name]
    if name.startswith(ATTRIBUTES):
        return name.removeprefix(ATTRIBUTES)
    words = "".join(f" {c}" if c.isupper() else c for c in name)
    return words[:1].upper() + words[1:]


def as_cell(column: BomColumn, value: Any) -> Cell:
    """A value as files show it: a number, or a text in one piece."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, msgspec.Raw):
        return bytes(value).decode()
    text = str(getattr(value, "name", value))
    if not column.is_number:
        return text
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def as_text(cell: Cell) -> str:
    """A cell as text, numbers without exponent."""
    if isinstance(cell, Decimal):
        plain = f"{cell:f}"
        return plain.rstrip("0").rstrip(".") if "." in plain else plain
    return cell or ""
