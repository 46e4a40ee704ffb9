"""Relationships asked for over HTTP, alone or many at once."""

from typing import Any

import msgspec
from msgspec import Raw

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.kit.batches import batch_status
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, Refusal
from partwright.kit.fields import RawObject
from partwright.kit.ids import BranchId, ItemId
from partwright.relationships import request_input, service, single_service
from partwright.relationships.model import (
    AlreadyRelated,
    RelationshipRecord,
    relationship_record,
)
from partwright.relationships.plan import RefusedRequest
from partwright.relationships.request_input import RelationshipInput
from partwright.versioning import access as branch_access
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import BranchView
from partwright.web.error_responses import error_status
from partwright.web.parameters import single_branch

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["relationships"],
    "properties": {
        "relationships": {
            "type": "array",
            "minItems": 1,
            "maxItems": request_input.LARGEST_BATCH,
            "items": {"type": "object", "properties": {}},
        },
        "replaceExisting": {"type": "boolean", "default": False},
        "branchId": {"type": "string", "format": "uuid"},
        "commitMessage": {"type": "string"},
    },
}


class FailedEntry(msgspec.Struct, frozen=True):
    """An entry of a batch that was not made."""

    index: int
    relationship: Raw
    error: str
    status: int
    details: str


class BatchResult(msgspec.Struct, frozen=True):
    """Result of a batch."""

    created: int
    skipped: int
    errors: list[FailedEntry]
    relationships: list[str]
    """Ids of those made."""

    @property
    def status(self) -> int:
        """201 all made, 200 all there already, 207 some failed, 400 all failed."""
        return batch_status(
            done=self.created + self.skipped,
            refused=len(self.errors),
            whole=201 if self.created else 200,
        )


async def create_one(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    wanted: RelationshipInput,
    *,
    branch_id: BranchId | None,
) -> RelationshipRecord:
    """Make one relationship, or raise why not."""
    asked = request_input.to_relationship_request(0, item_id, wanted)
    branch = single_branch(wanted.branch_id, wanted.branch, besides=branch_id)
    outcome = await service.create_relationships(
        tx, actor, [asked], branch_id=branch, message=wanted.commit_message
    )
    if outcome.faults:
        raise outcome.faults[0].refusal
    if outcome.skipped:
        request = outcome.skipped[0]
        raise AlreadyRelated(request.source.number, request.target.number, request.type)
    (edge,) = outcome.created
    return relationship_record(
        edge,
        single_service.item_summary(outcome.parents[edge.parent_item_id]),
        single_service.item_summary(outcome.children[edge.child_master_id]),
    )


async def create_batch(
    tx: Transaction, actor: Actor, body: RawObject, *, branch_id: BranchId | None
) -> BatchResult:
    """Make a batch; bad entries fail alone, the others are made together."""
    batch = request_input.read_batch_body(body)
    asked: list[request_input.RelationshipRequest] = []
    faults: list[RefusedRequest] = []
    unreadable_sources: set[str] = set()
    for index, raw in enumerate(batch.relationships):
        try:
            asked.append(request_input.read_batch_entry(index, raw))
        except Refusal as refusal:
            faults.append(RefusedRequest(index, refusal))
            unreadable_sources.add(request_input.entry_source(raw) or "")
    outcome = await service.create_relationships(
        tx,
        actor,
        asked,
        branch_id=single_branch(batch.branch_id, batch.branch, besides=branch_id),
        replace=batch.replace_existing,
        faults=faults,
        unreadable_sources=unreadable_sources,
        message=batch.commit_message,
    )
    return BatchResult(
        created=len(outcome.created),
        skipped=len(outcome.skipped),
        errors=[_failed(fault, batch.relationships[fault.index]) for fault in outcome.faults],
        relationships=[edge.id for edge in outcome.created],
    )


def _failed(fault: RefusedRequest, sent: Raw) -> FailedEntry:
    refusal = fault.refusal
    return FailedEntry(
        fault.index, _echo(sent), refusal.code, error_status(refusal), refusal.message
    )


def _echo(sent: Raw) -> Raw:
    """The entry as sent; null for what is no text, which would spoil the answer."""
    try:
        bytes(sent).decode()
    except UnicodeDecodeError:
        return Raw(b"null")
    return sent


async def check_part(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, view: BranchView | None
) -> None:
    """ItemNotFound unless the item is a part."""
    item_access.check_item_type(
        await item_access.access_item(snapshot, actor, item_id, view=view), TYPES["Part"]
    )


async def create_bom_line(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    body: RelationshipInput,
    *,
    branch_id: BranchId | None,
) -> RelationshipRecord:
    """Add a BOM line to a part, on a branch where one is named."""
    await hold_commit_order(tx)
    view = None
    if branch_id is not None:
        view = await branch_access.access_view(tx, actor, branch_id=branch_id)
    await check_part(tx, actor, item_id, view)
    return await create_one(tx, actor, item_id, _as_bom(body), branch_id=branch_id)


def _as_bom(wanted: RelationshipInput) -> RelationshipInput:
    """The same request with the type bom, which the path has named already."""
    for name in (wanted.type, wanted.relationship_type):
        if name is not None and name.lower() != "bom":
            raise InvalidInput.field("type", "must be bom on this path")
    return msgspec.structs.replace(wanted, type="bom", relationship_type=None)
