"""Items as the wire shows them: the common fields and the type's own at one level."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from partwright.identity.model import UserCard, UserRef
from partwright.item_types import TYPES, FieldKind, ItemField
from partwright.item_types.part import make_buy
from partwright.kit.decimals import decimal_number, plain_decimal
from partwright.versioning.model import ShownVersion

ItemRecord = dict[str, Any]
"""An item's keys and values as they are encoded."""


class ItemSummary(msgspec.Struct, rename="camel", frozen=True):
    """An item as lines of structures and relationships name it."""

    id: str
    item_number: str
    name: str
    revision: str
    type: str
    state: str


def item_to_record(version: ShownVersion) -> ItemRecord:
    """All keys of the item's record."""
    shown: ItemRecord = {
        "id": version.item_id,
        "masterId": version.master_id,
        "itemNumber": version.item_number,
        "revision": version.revision,
        "name": version.name,
        "description": version.description,
        "type": version.type,
        "state": version.state,
        "designId": version.design_id,
        "programId": version.program_id,
        "branchId": version.branch_id,
        "isCurrent": version.is_current,
        "lockedBy": _locked_by(version),
        "attributes": msgspec.Raw(version.attributes.encode()),
        "createdAt": version.created_at,
        "createdBy": version.created_by,
        "updatedAt": version.modified_at,
        "modifiedAt": version.modified_at,
        "updatedBy": version.modified_by,
    }
    for wire, value_of in _SHOWN_FIELDS[version.type]:
        shown[wire] = value_of(version)
    return shown


def _locked_by(version: ShownVersion) -> UserCard | None:
    if version.locked_by is None:
        return None
    return UserCard(version.locked_by, version.locked_by_name or "", version.locked_by_email or "")


def _shaped(column: str, shape: Callable[[Any], Any]) -> Callable[[ShownVersion], Any]:
    def shaped(version: ShownVersion) -> Any:
        value = getattr(version, column)
        return None if value is None else shape(value)

    return shaped


def _person(column: str) -> Callable[[ShownVersion], UserRef | None]:
    def person(version: ShownVersion) -> UserRef | None:
        user_id = getattr(version, column)
        return None if user_id is None else UserRef(user_id, getattr(version, column + "_name"))

    return person


def _value_of(field: ItemField) -> Callable[[ShownVersion], Any]:
    if field.kind is FieldKind.USER:
        return _person(field.column)
    shape = SHAPES.get(field.kind)
    return attrgetter(field.column) if shape is None else _shaped(field.column, shape)


SHAPES: dict[FieldKind, Callable[[Any], Any]] = {
    FieldKind.DECIMAL: plain_decimal,
    FieldKind.NUMBER: decimal_number,
}
"""How kept values are shown where they differ from what is kept."""

_SHOWN_FIELDS: dict[str, list[tuple[str, Callable[[ShownVersion], Any]]]] = {
    type.name: [(field.wire, _value_of(field)) for field in type.fields] for type in TYPES.values()
}
_SHOWN_FIELDS["Part"] += [
    ("makeBuy", _shaped("part_type", make_buy)),
    ("leadTimeDays", attrgetter("lead_time")),
]


class FieldChange(msgspec.Struct, rename={"before": "from", "after": "to"}, frozen=True):
    """What a field held and what it holds now."""

    before: Any
    after: Any


def field_changes(before: ShownVersion, after: ShownVersion) -> dict[str, FieldChange]:
    """The fields whose shown values differ, by their wire names."""
    old, new = item_to_record(before), item_to_record(after)
    return {
        key: FieldChange(old[key], new[key])
        for key in new
        if key not in _NOT_CONTENT and old[key] != new[key]
    }


def changes_json(before: ShownVersion, after: ShownVersion) -> str:
    """The same as history keeps it; numbers stay numbers, exactly."""
    return _encoder.encode(field_changes(before, after)).decode()


_encoder = msgspec.json.Encoder(decimal_format="number")
_NOT_CONTENT = frozenset(
    {
        "id",
        "branchId",
        "isCurrent",
        "lockedBy",
        "createdAt",
        "createdBy",
        "updatedAt",
        "modifiedAt",
        "updatedBy",
        "makeBuy",
        "leadTimeDays",
    }
)
"""Keys that tell where a version stands, or that are second names."""
