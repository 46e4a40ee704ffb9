"""Items as the wire shows them: the common fields and the type's own at one level."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Annotated, Any, Literal, Union, get_origin

import msgspec
from msgspec import Meta

from partwright.identity.model import UserCard, UserRef
from partwright.item_types import TYPES, FieldKind, ItemField, ItemType
from partwright.item_types.part import make_buy
from partwright.kit.decimals import decimal_number, plain_decimal
from partwright.kit.ids import BranchId, DesignId, ItemId, MasterId, ProgramId, UserId
from partwright.versioning.model import ShownVersion

ItemRecord = dict[str, Any]
"""An item's keys and values as they are encoded."""


class ItemSummary(msgspec.Struct, rename="camel", frozen=True, gc=False, omit_defaults=True):
    """An item as lines of structures and relationships name it; of families it says so."""

    id: str
    item_number: str
    name: str
    revision: str
    type: str
    state: str
    is_family: bool = False


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


def is_family(version: ShownVersion) -> bool:
    return version.variant_attributes is not None


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
    ("familyId", attrgetter("family_id")),
    ("isFamily", is_family),
]


class FieldChange(msgspec.Struct, rename={"before": "from", "after": "to"}, frozen=True, gc=False):
    """Value of a field before and now."""

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
    """The same as history keeps it."""
    return encode_changes(field_changes(before, after))


def encode_changes(changes: Mapping[str, Any]) -> str:
    """Changes of fields as history keeps them; numbers stay numbers, exactly."""
    return _encoder.encode(changes).decode()


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
        "familyId",
        "isFamily",
    }
)
"""Keys that tell where a version stands, that are second names, or that a slice above tells of."""


_Date = Annotated[str, Meta(extra_json_schema={"format": "date"})]
_Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]

_COMMON: dict[str, Any] = {
    "id": ItemId,
    "masterId": MasterId,
    "itemNumber": str,
    "revision": str,
    "name": str,
    "description": str | None,
    "state": str,
    "designId": DesignId | None,
    "programId": ProgramId | None,
    "branchId": BranchId | None,
    "isCurrent": bool,
    "lockedBy": UserCard | None,
    "attributes": dict[str, str],
    "createdAt": _Moment,
    "createdBy": UserId,
    "updatedAt": _Moment,
    "modifiedAt": _Moment,
    "updatedBy": UserId,
}
_SHOWN_AS: dict[FieldKind, Any] = {
    FieldKind.TEXT: str,
    FieldKind.DECIMAL: str,
    FieldKind.NUMBER: float,
    FieldKind.INTEGER: int,
    FieldKind.DATE: _Date,
    FieldKind.MOMENT: _Moment,
    FieldKind.USER: UserRef,
}
_SECOND_NAMES: dict[str, dict[str, Any]] = {
    "Part": {
        "makeBuy": Literal["make", "buy"] | None,
        "leadTimeDays": int | None,
        "familyId": MasterId | None,
        "isFamily": bool,
    }
}


def _shown(field: ItemField) -> Any:
    annotation = _SHOWN_AS[field.kind]
    if get_origin(field.reads) is Literal:
        annotation = field.reads
    return annotation if field.default is not None else annotation | None


def _record(item_type: ItemType) -> type[msgspec.Struct]:
    keys = _COMMON | {field.wire: _shown(field) for field in item_type.fields}
    keys |= _SECOND_NAMES.get(item_type.name, {})
    namespace = {"__doc__": f"An item of the type {item_type.name}."}
    return msgspec.defstruct(
        item_type.name, list(keys.items()), namespace=namespace, tag_field="type", tag=True
    )


RECORDS = {name: _record(item_type) for name, item_type in TYPES.items()}
"""The record of each type."""
ANY_RECORD: Any = Union[tuple(RECORDS.values())]  # noqa: UP007
"""The record of any type; its key `type` says which."""

PART_BODY: dict[str, Any] = {
    "type": "Part",
    "itemNumber": "PN-100",
    "name": "Motor bracket",
    "partType": "Manufacture",
    "material": "Aluminium 6061",
    "cost": "12.50",
}
"""A body that makes an item, as a client would send it."""
