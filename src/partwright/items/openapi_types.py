"""The records of items as types, by which the API reference tells what `wire.show` makes."""

from typing import Annotated, Any, Literal, Union, get_origin

import msgspec
from msgspec import Meta

from partwright.identity.model import UserCard, UserRef
from partwright.item_types import TYPES, FieldKind, ItemField, ItemType
from partwright.kit.ids import BranchId, DesignId, ItemId, MasterId, ProgramId, UserId

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
    "Part": {"makeBuy": Literal["make", "buy"] | None, "leadTimeDays": int | None}
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
