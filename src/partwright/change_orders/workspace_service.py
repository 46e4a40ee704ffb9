"""A workspace branch brought into a change order."""

import msgspec

from partwright.change_orders import order_service
from partwright.change_orders.affected_item_service import check_editable, unstage
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.identity.model import Actor
from partwright.kit.db import Transaction
from partwright.kit.errors import UnprocessableInput
from partwright.kit.fields import Uuid
from partwright.kit.ids import BranchId, ItemId, MasterId, new_id
from partwright.merging.apply import (
    MergeWriter,
    check_cycles,
    check_items_not_checked_out,
    check_not_checked_out_by_others,
    check_unlocked,
    close_branch_rows,
)
from partwright.merging.conflict_wire import refuse_conflicts
from partwright.merging.item_states import ThreeWay, read_item_states
from partwright.programs.access import check_program_writable
from partwright.versioning import access as branch_access
from partwright.versioning import branch_service
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.model import Branch, BranchIsClosed, BranchView, ItemVersion
from partwright.workflows import service as workflow_service


class WorkspaceInput(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The workspace branch to take over."""

    branch_id: Uuid


async def take_over_workspace(
    tx: Transaction, actor: Actor, order_id: ItemId, wanted: WorkspaceInput
) -> ChangeOrderEdit:
    """Bring the branch's content into the change's branch of that design, three-way; archive it.

    MergeConflict with nothing changed when the change holds other values at the same places.
    """
    async with order_service.open_change_order(tx, actor, order_id) as work:
        check_editable(work)
        source = await branch_access.access_branch(tx, actor, BranchId(wanted.branch_id))
        await check_program_writable(tx, actor, source.program_id)
        if source.kind != "workspace":
            raise UnprocessableInput("Only workspace branches can be taken over")
        if source.is_archived or source.is_locked:
            raise BranchIsClosed(source)
        await check_not_checked_out_by_others(tx, actor, source)
        target = await order_service.branch_for_design(tx, work, source.design_id)
        masters = await _merge_workspace(tx, actor, source, target)
        await unstage(tx, order_id, masters)
        await branch_service.put_away(tx, source.id)
        return work


async def _merge_workspace(
    tx: Transaction, actor: Actor, source: Branch, target: Branch
) -> list[str]:
    """Write what the branch holds into the change's branch; the masters of it."""
    view = source.view
    masters = await tx.all(str, version_queries.OWN_MASTERS, branch_id=source.id, at=view.at)
    found = ThreeWay(
        await read_item_states(tx, BranchView(None, view.base, view.base), masters),
        await read_item_states(tx, view, masters),
        await read_item_states(tx, target.view, masters),
        frozenset(masters),
    )
    merged = await found.merged()
    await refuse_conflicts(tx, actor, found, merged)
    await check_unlocked(tx, actor, masters)
    await check_items_not_checked_out(tx, actor, target, masters)
    async with open_commit(tx, actor, target, f"Take over {source.name}") as commit:
        commit.merge_parent_id = (await branch_access.read_head(tx, source)).commit_id
        copies = await _copies(tx, commit, found)
        side = await read_item_states(tx, target.view, masters)
        writer = MergeWriter(commit)
        for master_id in map(MasterId, sorted(masters)):
            ours, content = found.ours.rows.get(master_id), merged.items.get(master_id)
            theirs = copies.get(master_id) or found.theirs.rows.get(master_id)
            if content is None and theirs is not None:
                writer.remove(_tombstone(theirs, target))
            elif content is not None and ours is not None and theirs is None:
                commit.added.add(ours.item_id)
                commit.note(writer.move(ours, found.ours, content), "Created")
            elif content is not None and theirs is not None:
                writer.content(theirs, side, content)
        await writer.write(tx)
        await close_branch_rows(tx, commit, source.id)
        await check_cycles(
            tx, actor, target.view, [entry.version.item_id for entry in commit.entries]
        )
    return masters


def _tombstone(row: ItemVersion, branch: Branch) -> ItemVersion:
    """The row that says on the branch that the item is gone; main's own stays as it is."""
    if row.branch_id == branch.id:
        return row
    return msgspec.structs.replace(row, item_id=ItemId(new_id()))


async def _copies(
    tx: Transaction, commit: OpenCommit, found: ThreeWay
) -> dict[MasterId, ItemVersion]:
    """Working copies on the change's branch of what it has no row of yet."""
    foreign = [
        row
        for master_id, row in found.theirs.rows.items()
        if row.branch_id != commit.branch.id and found.ours.rows.get(master_id) is not None
    ]
    lifecycles = await workflow_service.read_lifecycles(tx)
    initial = {row.type: lifecycles.initial(row.type).name for row in foreign}
    copies = await commit.copy_items(foreign, state=initial)
    for copy in copies:
        commit.note(copy, "Updated")
        commit.modified.add(copy.item_id)
    return {copy.master_id: copy for copy in copies}
