"""The field paths of each item type: what a report may show, filter and sort by; pure."""

import msgspec

from partwright.items.types import TYPES, ItemType, Kind

NUMERIC = frozenset({Kind.DECIMAL, Kind.NUMBER, Kind.INTEGER})
DATED = frozenset({Kind.DATE, Kind.MOMENT})


class Field(msgspec.Struct, frozen=True):
    """One field of an item type."""

    path: str
    """As reports name it: `name`, `parts.cost`."""
    column: str
    """What the statements call it."""
    kind: Kind


_BASE = (
    Field("itemNumber", "item_number", Kind.TEXT),
    Field("name", "name", Kind.TEXT),
    Field("revision", "revision", Kind.TEXT),
    Field("state", "state", Kind.TEXT),
    Field("createdAt", "created_at", Kind.MOMENT),
    Field("modifiedAt", "modified_at", Kind.MOMENT),
    Field("createdBy", "created_by", Kind.USER),
    Field("releasedAt", "released_at", Kind.MOMENT),
    Field("designCode", "design_code", Kind.TEXT),
    Field("programCode", "program_code", Kind.TEXT),
)
"""The fields of every type."""

_SECOND_NAMES = {
    "Part": (("leadTimeDays", "lead_time", Kind.INTEGER), ("makeBuy", "make_buy", Kind.TEXT)),
    "Requirement": (("type", "requirement_type", Kind.TEXT),),
}
"""Fields of a type that are called otherwise than in its record, or follow from another."""


def _fields_of(item_type: ItemType) -> dict[str, Field]:
    # The permission's resource is the table name that the interface puts before a path.
    table = item_type.resource
    own = [(field.wire, field.column, field.kind) for field in item_type.fields]
    own.append(("description", "description", Kind.TEXT))
    own += _SECOND_NAMES.get(item_type.name, ())
    fields = [*_BASE, *(Field(f"{table}.{name}", column, kind) for name, column, kind in own)]
    return {field.path: field for field in fields}


FIELDS: dict[str, dict[str, Field]] = {name: _fields_of(type) for name, type in TYPES.items()}
"""Item type -> path -> field."""
