"""Orders of lists of items, and which of them an index gives."""

from collections.abc import Collection

import msgspec

from partwright.items.field_queries import FIELDS
from partwright.items.sort_key_queries import name_of
from partwright.kit.list_conditions import FieldOrder, field_order, order_keys
from partwright.kit.pages import SortKey

_COVERED = frozenset({"createdAt", "itemNumber", "name", "updatedAt", "modifiedAt"})
"""Fields in whose order an index stands that answers the narrow filters as well."""
_SORTED = frozenset({"v.modified_by", "v.master_id"})
"""Columns of which an index holds all items on main in their order."""


def has_covering_index(sorts: tuple[str, ...]) -> bool:
    """Whether an index stands in this order, by which narrow filters are answered."""
    return sorts[0].rpartition(" ")[0] in _COVERED


def has_order_index(sorts: tuple[str, ...]) -> bool:
    """Whether an index stands in this order."""
    (field, _), *others = item_order(sorts)
    is_sorted = field.expression in _SORTED or name_of(field, "s0") is not None
    return (is_sorted and not others and field.label is None) or has_covering_index(sorts)


def reversed_order(sorts: tuple[str, ...]) -> tuple[str, ...] | None:
    """The order from the other end; None where what has no value is last either way."""
    if any(field.has_gaps for field, _ in item_order(sorts)):
        return None
    keys = [(field, way) for field, _, way in (s.rpartition(" ") for s in sorts)]
    return tuple(f"{field} {'ASC' if way == 'DESC' else 'DESC'}" for field, way in keys)


def item_order(sorts: tuple[str, ...]) -> FieldOrder:
    """The fields of an order with whether they descend; known fields only."""
    keys = [(field, way == "DESC") for field, _, way in (s.rpartition(" ") for s in sorts)]
    return field_order(FIELDS, [SortKey(field, descending=down) for field, down in keys])


def order_among(filters: Collection[object], order: FieldOrder) -> str:
    """The keys of an order; what all have, or none has, is spelled so that an index gives it."""
    (field, descending), *others = order
    if field.has_gaps and not others:
        if (field, "absent") in filters:
            return f"v.master_id {'DESC' if descending else 'ASC'}"
        if (field, "present") in filters:
            order = ((msgspec.structs.replace(field, has_gaps=False), descending),)
    return order_keys(order, tie="v.master_id")
