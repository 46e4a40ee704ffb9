"""Deleted items brought back, as they stood when they were deleted."""

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items import deletion_queries
from partwright.items.access import branch_to_write
from partwright.kit.db import Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import ItemNotFound, StateConflict
from partwright.kit.ids import BranchId, ItemId
from partwright.programs.access import check_program_writable, visibility_params
from partwright.versioning import access as branch_access
from partwright.versioning import restore_service
from partwright.versioning.commits import hold_commit_order, open_commit
from partwright.versioning.masters import change_numbers, claim_numbers
from partwright.versioning.model import ShownVersion
from partwright.workflows.service import CHANGE_ORDER

RESTORED = "Restored"


async def restore_deleted_item(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    *,
    branch_id: BranchId | None = None,
    message: str | None = None,
) -> ShownVersion:
    """Bring a deleted item back on main, or on a branch, with the lines and files that it had.

    ItemNotFound for what is unknown or invisible, StateConflict for what is not deleted or whose
    children have been deleted since, DuplicateItemNumber when another item has its number now.
    """
    await hold_commit_order(tx)
    gone = await _access_deleted(tx, actor, item_id, branch_id)
    actor.require(TYPES[gone.type].may("delete"))
    if gone.type == CHANGE_ORDER:
        raise StateConflict("A deleted change order cannot be restored: its branches are archived")
    branch = await branch_to_write(
        tx, actor, item_type=gone.type, design_id=gone.design_id, branch_id=gone.branch_id
    )
    await check_program_writable(tx, actor, gone.program_id)
    async with open_commit(tx, actor, branch, message) as commit:
        before = await restore_service.restore_item(tx, commit, gone, at=gone.since - 1)
        commit.modified.discard(gone.item_id)
        commit.added.add(gone.item_id)
        commit.note(gone if before is None else before, RESTORED)
    if branch.is_main:
        await change_numbers(tx, {gone.master_id: gone.item_number}, user_id=actor.id)
    else:  # main may show the item under another number by now
        await claim_numbers(tx, [gone], user_id=actor.id)
    shown = await tx.one(
        str, deletion_queries.STANDS_IN_VIEW, master_id=gone.master_id, **branch.view.params
    )
    if shown is None:
        raise ItemNotFound.by_id(item_id)
    return await item_access.access_item(tx, actor, ItemId(shown), view=branch.view)


async def _access_deleted(
    tx: Transaction, actor: Actor, item_id: ItemId, branch_id: BranchId | None
) -> ShownVersion:
    """The row that says that the item is deleted; StateConflict where it is not."""
    sql, params = deletion_queries.DELETED_ITEM, dict[str, Value](visibility_params(actor))
    view = None
    if branch_id is not None:
        branch = await branch_access.access_branch(tx, actor, branch_id)
        sql, view = deletion_queries.DELETED_ON, branch.view
        params["branch_id"] = branch.branch_id
    gone = await tx.one(ShownVersion, sql, item_id=item_id, **params)
    if gone is None:
        found = await item_access.access_item(tx, actor, item_id, view=view, action="delete")
        raise StateConflict(f"{found.item_number} is not deleted")
    actor.require(TYPES[gone.type].may("read"))
    return gone
