"""The item types, each declared as data."""

from partwright.items.types.base import FieldKind, ItemField, ItemType
from partwright.items.types.change_order import CHANGE_ORDER
from partwright.items.types.document import DOCUMENT
from partwright.items.types.issue import ISSUE
from partwright.items.types.part import PART
from partwright.items.types.requirement import REQUIREMENT
from partwright.items.types.task import TASK

TYPES: dict[str, ItemType] = {
    type.name: type for type in (PART, DOCUMENT, CHANGE_ORDER, REQUIREMENT, TASK, ISSUE)
}

__all__ = ["TYPES", "FieldKind", "ItemField", "ItemType"]
