"""The item types, each declared as data."""

from partwright.item_types.base import FieldKind, ItemField, ItemType
from partwright.item_types.change_order import CHANGE_ORDER
from partwright.item_types.document import DOCUMENT
from partwright.item_types.issue import ISSUE
from partwright.item_types.part import PART
from partwright.item_types.requirement import REQUIREMENT
from partwright.item_types.task import TASK

TYPES: dict[str, ItemType] = {
    type.name: type for type in (PART, DOCUMENT, CHANGE_ORDER, REQUIREMENT, TASK, ISSUE)
}

__all__ = ["TYPES", "FieldKind", "ItemField", "ItemType"]
