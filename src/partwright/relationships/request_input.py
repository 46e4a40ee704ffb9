"""Bodies that want relationships, read in either of the interface's shapes; pure."""

from decimal import Decimal
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from partwright.kit.decimals import stored_decimal
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.fields import (
    NOT_JSON,
    Ordinal,
    Positive,
    RawObject,
    ShortText,
    Text,
    Uuid,
    read_struct,
)
from partwright.kit.ids import as_uuid
from partwright.relationships.model import stored_relationship_type
from partwright.web.parameters import BranchParameters

TypeName = Annotated[str, Meta(max_length=50)]


class _RelationshipFields(msgspec.Struct, rename="camel", kw_only=True):
    """A relationship in either shape."""

    target_id: Uuid | None = None
    target_item_id: Uuid | None = None
    relationship_type: TypeName | None = None
    type: TypeName | None = None
    quantity: Positive | None = None
    find_number: Ordinal | None = None
    reference_designator: Text | None = None
    metadata: dict[str, Any] | None = None


class RelationshipInput(_RelationshipFields, rename="camel", kw_only=True):
    """A relationship from the path's item, and where to write it."""

    branch_id: Uuid | None = None
    branch: Uuid | None = None
    commit_message: ShortText | None = None


class RelationshipBatchEntry(_RelationshipFields, rename="camel", kw_only=True):
    """One relationship of a batch, which says for all of them where to write."""

    source_id: Uuid


class RelationshipBatch(BranchParameters, rename="camel", kw_only=True):
    """Many relationships in one transaction."""

    relationships: list[Raw]
    replace_existing: bool = False
    commit_message: ShortText | None = None


class RelationshipEdit(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of a relationship."""

    quantity: Positive | UnsetType = UNSET
    find_number: Ordinal | None | UnsetType = UNSET
    reference_designator: Text | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET
    branch_id: Uuid | None | UnsetType = UNSET
    branch: Uuid | None | UnsetType = UNSET
    commit_message: ShortText | None | UnsetType = UNSET


class RelationshipRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A relationship as somebody asks for it, its ends still to be found."""

    index: int
    source_id: str
    target_id: str
    type: str
    quantity: str
    find_number: int | None
    reference_designator: str | None
    metadata: str


LARGEST_BATCH = 500
ONE = Decimal(1)


def to_relationship_request(
    index: int, source_id: str, wanted: _RelationshipFields
) -> RelationshipRequest:
    """The request in one shape; InvalidInput when its two shapes disagree or something is missing."""
    problems: list[ErrorDetail] = []
    target = _either("targetId", wanted.target_id, wanted.target_item_id, problems)
    kind = _either("relationshipType", wanted.relationship_type, wanted.type, problems)
    if problems:
        raise InvalidInput.fields(problems)
    return RelationshipRequest(
        index=index,
        source_id=source_id,
        target_id=target,
        type=stored_relationship_type(kind),
        quantity=stored_decimal(ONE if wanted.quantity is None else wanted.quantity),
        find_number=wanted.find_number,
        reference_designator=wanted.reference_designator or None,
        metadata=msgspec.json.encode(wanted.metadata or {}).decode(),
    )


def _either(field: str, first: str | None, second: str | None, problems: list[ErrorDetail]) -> str:
    if first is not None and second is not None and first.lower() != second.lower():
        problems.append(ErrorDetail(field, "is given twice, differently"))
    found = first if first is not None else second
    if found is None:
        problems.append(ErrorDetail(field, "is required"))
    return found or ""


_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


def read_batch_entry(index: int, raw: Raw) -> RelationshipRequest:
    """One entry of a batch; InvalidInput with every problem of it."""
    try:
        keys: RawObject = _object.decode(raw)
    except NOT_JSON as error:
        raise InvalidInput.field(f"relationships[{index}]", str(error)) from error
    entry = read_struct(keys, RelationshipBatchEntry)
    return to_relationship_request(index, entry.source_id, entry)


def entry_source(raw: Raw) -> str | None:
    """The source that an entry names, however wrong the rest of it is."""
    try:
        named = msgspec.json.decode(_object.decode(raw)["sourceId"], type=str)
    except (KeyError, *NOT_JSON):
        return None
    return as_uuid(named)


def branch_in_edit(body: RawObject) -> BranchParameters:
    """The branch that an edit's body names, which has to be known before the rest is read."""
    return read_struct(
        {key: body[key] for key in ("branchId", "branch") if key in body}, BranchParameters
    )


def read_batch_body(body: RawObject) -> RelationshipBatch:
    """A whole batch of 1 to 500; InvalidInput otherwise."""
    batch = read_struct(body, RelationshipBatch)
    if not 1 <= len(batch.relationships) <= LARGEST_BATCH:
        raise InvalidInput.field(
            "relationships",
            f"expected 1 to {LARGEST_BATCH} relationships, got {len(batch.relationships)}",
        )
    return batch
