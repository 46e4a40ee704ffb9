"""Single relationships: listed, looked at, changed, removed."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from msgspec import UNSET

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import ItemEdit, ensure_on_branch, open_for_edit
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.decimals import decimal_number, stored_decimal
from partwright.kit.errors import ItemNotFound
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import BranchId, ItemId, RelationshipId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import WHOLE, Page, PageRequest
from partwright.programs.access import visibility_params
from partwright.relationships import queries as relationship_queries
from partwright.relationships.edit_input import LineEditInput
from partwright.relationships.line_lookup import find_line
from partwright.relationships.model import (
    RelationshipNotFound,
    RelationshipRecord,
    SummaryRow,
    edge_with_child,
    encode_changes,
    relationship_record,
    stored_relationship_type,
)
from partwright.relationships.request_input import RelationshipEdit
from partwright.relationships.service import REMOVED, UPDATED, record_change
from partwright.versioning import access as branch_access
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import BranchView, ItemVersion, RelationshipRow, ShownVersion


async def structure_view(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, view: BranchView | None
) -> BranchView:
    """The view in which an item's children are read: the named one, or that of its own branch.

    A superseded revision shows its children as they were at its release.
    """
    if view is not None:
        return view
    if version.branch_id is None:
        released = None
        if not version.is_current:
            released = await branch_access.access_release_view(snapshot, actor, version)
        return released or BranchView()
    return (await branch_access.access_branch(snapshot, actor, version.branch_id)).view


async def list_relationships(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None,
    type: str | None,
    paging: PageRequest,
) -> Page[RelationshipRecord]:
    """A page of the relationships of which the item is the source, by find number."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    seen = await structure_view(snapshot, actor, version, view)
    wanted: dict[str, Value] = {
        "type": None if type is None else stored_relationship_type(type, "type")
    }
    return await _page(snapshot, actor, version, seen, wanted, paging)


async def _page(
    snapshot: Snapshot,
    actor: Actor,
    version: ShownVersion,
    view: BranchView,
    wanted: dict[str, Value],
    paging: PageRequest,
) -> Page[RelationshipRecord]:
    """`wanted` holds the type (None: any), and the id of the child's master where one is meant."""
    main = view.is_main_now
    params = (
        relationship_list_params(actor, view) | {"child": None, "item_id": version.item_id} | wanted
    )
    found = await page_of_rows(
        snapshot,
        edge_with_child,
        relationship_queries.OF_ITEM if main else relationship_queries.OF_ITEM_IN_VIEW,
        relationship_queries.COUNT_OF_ITEM if main else relationship_queries.COUNT_OF_ITEM_IN_VIEW,
        params=params,
        paging=paging,
    )
    source = item_summary(version)
    return found.map(lambda row: relationship_record(row[0], source, row[1].shown()))


def relationship_list_params(actor: Actor, view: BranchView) -> dict[str, Value]:
    """The context of the lists of relationships in a view."""
    params: dict[str, Value] = {"types": item_access.readable_types(actor) or list(TYPES)}
    if not view.is_main_now:
        params |= view.params
    return params | visibility_params(actor)


async def read_relationship(
    snapshot: Snapshot, actor: Actor, edge: RelationshipRow
) -> RelationshipRecord:
    """A relationship as its parent's line shows it; NotFound when its child is not seen there."""
    version = await item_access.access_item(snapshot, actor, edge.parent_item_id)
    view = await structure_view(snapshot, actor, version, None)
    return await _one(snapshot, actor, edge, version, view)


async def _one(
    snapshot: Snapshot, actor: Actor, edge: RelationshipRow, version: ShownVersion, view: BranchView
) -> RelationshipRecord:
    wanted: dict[str, Value] = {"type": edge.type, "child": edge.child_master_id}
    found = await _page(snapshot, actor, version, view, wanted, WHOLE)
    if not found.rows:
        raise RelationshipNotFound(edge.id)
    return found.rows[0]


def item_summary(version: ItemVersion) -> ItemSummary:
    return SummaryRow(
        version.item_id,
        version.item_number,
        version.name,
        version.revision,
        version.type,
        version.state,
    ).shown()


class OpenRelationship(msgspec.Struct):
    """A relationship about to be written, with its parent in an open change."""

    work: ItemEdit
    edge: RelationshipRow
    child: ItemSummary | None = None
    """As the parent's branch shows it, where that was read with the edge."""


@asynccontextmanager
async def open_relationship(
    tx: Transaction,
    actor: Actor,
    relationship_id: RelationshipId,
    *,
    of: ItemId | None,
    branch_id: BranchId | None,
) -> AsyncGenerator[OpenRelationship]:
    """A relationship for a write; `of` is the item that must be its source."""
    async with AsyncExitStack() as opened:
        await hold_commit_order(tx)
        named = await _named(tx, actor, relationship_id, branch_id)
        if named is None:
            raise RelationshipNotFound(relationship_id)
        edge, child = named
        try:
            if of is not None and of != edge.parent_item_id:
                view = (
                    None
                    if branch_id is None
                    else await branch_access.access_view(tx, actor, branch_id=branch_id)
                )
                source = await item_access.access_item(tx, actor, of, view=view)
                if source.master_id != edge.parent_master_id:
                    raise RelationshipNotFound(relationship_id)
            edit = open_for_edit(tx, actor, edge.parent_item_id, branch_id=branch_id, action="read")
            work = await opened.enter_async_context(edit)
        except ItemNotFound:
            raise RelationshipNotFound(relationship_id) from None
        if branch_id is not None or edge.parent_item_id != work.version.item_id:
            edge = await _same(tx, edge, work.version.item_id, work.branch.view)
        if edge is None:
            raise RelationshipNotFound(relationship_id)
        is_of_main = branch_id is None and work.branch.is_main
        yield OpenRelationship(work, edge, child if is_of_main else None)


async def _named(
    tx: Transaction, actor: Actor, relationship_id: RelationshipId, branch_id: BranchId | None
) -> tuple[RelationshipRow, ItemSummary | None] | None:
    """The line as the branch shows it, where main may have moved it since; else as it was last.

    Where no branch is named, with its child as main shows it, if the actor sees that.
    """
    if branch_id is None:
        row = await tx.one(
            edge_with_child,
            relationship_queries.OPEN_LINE,
            id=relationship_id,
            **relationship_list_params(actor, BranchView()),
        )
        return row and (row[0], row[1].shown() if row[1].item_id else None)
    view = await branch_access.access_view(tx, actor, branch_id=branch_id)
    sent = [str(relationship_id)]
    found = await tx.one(
        RelationshipRow, relationship_queries.EDGES_IN_VIEW, ids=sent, **view.params
    )
    found = found or await tx.one(RelationshipRow, relationship_queries.LAST_EDGES, ids=sent)
    return found and (found, None)


async def _same(
    tx: Transaction, edge: RelationshipRow, item_id: ItemId, view: BranchView
) -> RelationshipRow | None:
    """The line that relates the item to the edge's child by its type in a view."""
    return await find_line(tx, item_id, edge.child_master_id, edge.type, view)


async def _on_line(tx: Transaction, opened: OpenRelationship) -> RelationshipRow:
    """The edge to write: of a fresh working copy its own one."""
    row = await ensure_on_branch(tx, opened.work)
    if row.item_id == opened.edge.parent_item_id:
        return opened.edge
    found = await _same(tx, opened.edge, row.item_id, opened.work.branch.view)
    assert found is not None
    return found


async def update_relationship(
    tx: Transaction, actor: Actor, opened: OpenRelationship, body: PartialUpdate[RelationshipEdit]
) -> RelationshipRecord:
    """Change quantity, find number, designators or metadata of a relationship."""
    present = await _shown(tx, actor, opened)
    edit = body.over(present)
    after = edited_line(opened.edge, edit)
    if after == opened.edge:
        return present
    change = opened.work.commit
    change.message = edit.commit_message or None
    edge = await _on_line(tx, opened)
    after = msgspec.structs.replace(
        after, id=edge.id, parent_item_id=edge.parent_item_id, branch_id=edge.branch_id
    )
    await change.close_lines([edge])
    await change.add_relationships([after])
    target = present.target_item.item_number
    told = {"targetItem": (target, target), **field_changes(edge, after)}
    change.note(opened.work.version, UPDATED, changes=encode_changes(told))
    change.modified.add(opened.work.version.item_id)
    opened.edge = after
    return relationship_record(after, item_summary(opened.work.version), present.target_item)


def edited_line(edge: RelationshipRow, edit: RelationshipEdit | LineEditInput) -> RelationshipRow:
    """The line with the values that are sent."""
    fields: dict[str, Any] = {}
    if edit.quantity is not UNSET:
        fields["quantity"] = stored_decimal(edit.quantity)
    if edit.find_number is not UNSET:
        fields["find_number"] = edit.find_number
    if edit.reference_designator is not UNSET:
        fields["reference_designator"] = edit.reference_designator or None
    if edit.metadata is not UNSET:
        fields["metadata"] = msgspec.json.encode(edit.metadata).decode()
    return msgspec.structs.replace(edge, **fields)


def field_changes(before: RelationshipRow, after: RelationshipRow) -> dict[str, tuple[Any, Any]]:
    told: dict[str, tuple[Any, Any]] = {}
    if before.quantity != after.quantity:
        told["quantity"] = (decimal_number(before.quantity), decimal_number(after.quantity))
    if before.find_number != after.find_number:
        told["findNumber"] = (before.find_number, after.find_number)
    if before.reference_designator != after.reference_designator:
        told["referenceDesignator"] = (before.reference_designator, after.reference_designator)
    if before.metadata != after.metadata:
        told["metadata"] = (
            msgspec.json.decode(before.metadata),
            msgspec.json.decode(after.metadata),
        )
    return told


async def _shown(tx: Transaction, actor: Actor, opened: OpenRelationship) -> RelationshipRecord:
    work = opened.work
    if opened.child is not None:
        return relationship_record(opened.edge, item_summary(work.version), opened.child)
    return await _one(tx, actor, opened.edge, work.version, work.branch.view)


async def remove_relationship(
    tx: Transaction, actor: Actor, opened: OpenRelationship, *, message: str | None = None
) -> None:
    """Remove a relationship; earlier commits go on showing it."""
    # What no list shows the actor is not there for them.
    present = await _shown(tx, actor, opened)
    edge = await _on_line(tx, opened)
    work = opened.work
    work.commit.message = message
    await work.commit.close_lines([edge])
    numbers = {edge.child_master_id: present.target_item.item_number}
    record_change(work.commit, REMOVED, edge, work.version, numbers)
    work.commit.modified.add(work.version.item_id)
