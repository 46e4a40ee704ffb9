"""Bringing a workspace branch and main together: merge into main, rebase onto it; archiving it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.items.access import check_editable
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import BranchProtected, ErrorDetail, MergeConflict, UnprocessableInput
from partwright.kit.ids import BranchId, CommitId, MasterId
from partwright.merging import queries
from partwright.merging.apply import (
    MergeWriter,
    check_cycles,
    check_items_not_checked_out,
    check_not_checked_out_by_others,
    check_unlocked,
    close_branch_rows,
    close_tombstones,
)
from partwright.merging.conflict_wire import ConflictRecord, conflict_records, refuse_conflicts
from partwright.merging.decision_service import ConflictResolution, decide
from partwright.merging.item_states import ThreeWay, read_three_way
from partwright.programs.access import HIDDEN, check_program_writable, visibility_params
from partwright.versioning import access as branch_access
from partwright.versioning import branch_service, restore_service
from partwright.versioning import queries as version_queries
from partwright.versioning.branch_service import BranchRecord, CommitRecord
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.merge import ItemContent, MergeResult
from partwright.versioning.model import (
    Branch,
    BranchIsClosed,
    BranchView,
    ItemVersion,
    MainIsProtected,
)
from partwright.workflows import service as workflow_service


class BranchMerge(msgspec.Struct, frozen=True):
    """The branch after a merge or rebase, and the commit that it made."""

    branch: BranchRecord
    commit: CommitRecord | None


async def _open(tx: Transaction, actor: Actor, branch_id: BranchId) -> tuple[Branch, Branch]:
    branch = await branch_access.access_branch(tx, actor, branch_id)
    await check_program_writable(tx, actor, branch.program_id)
    if branch.is_main:
        raise UnprocessableInput("Main cannot be merged into itself")
    branch.check_design_open()
    if branch.is_locked or branch.is_archived:
        raise BranchIsClosed(branch)
    return branch, await branch_access.access_main_branch(tx, branch.design_id)


async def list_conflicts(
    snapshot: Snapshot, actor: Actor, branch_id: BranchId
) -> list[ConflictRecord]:
    """The conflicts between main and a workspace branch, as far as the actor may see them."""
    branch = await branch_access.access_branch(snapshot, actor, branch_id)
    if branch.kind == "change":
        raise UnprocessableInput("The branch belongs to a change order; read its conflicts there")
    if branch.is_main or branch.is_archived:
        return []
    main = await branch_access.access_main_branch(snapshot, branch.design_id)
    found = await read_three_way(snapshot, branch, main)
    return await conflict_records(snapshot, actor, found, (await found.merged()).conflicts)


class MergeWishes(msgspec.Struct, frozen=True):
    """Input of the author to a merge or rebase: the message, and how its conflicts are decided."""

    message: str | None = None
    resolutions: Sequence[ConflictResolution] = ()


async def merge_into_main(
    tx: Transaction, actor: Actor, branch_id: BranchId, wishes: MergeWishes
) -> BranchMerge:
    """Bring a workspace branch into main of a pre-release design, whole or not at all."""
    await hold_commit_order(tx)
    branch, main = await _open(tx, actor, branch_id)
    if branch.kind != "workspace":
        raise UnprocessableInput(
            "A change order's branch is merged into main when the change is released"
        )
    if main.is_protected:
        raise MainIsProtected
    await check_not_checked_out_by_others(tx, actor, branch)
    found = await read_three_way(tx, branch, main)
    found, merged = await decide(tx, actor, found, wishes.resolutions)
    await refuse_conflicts(tx, actor, found, merged)
    await _check_takes(tx, actor, main, found, merged)
    async with open_commit(tx, actor, main, wishes.message or f"Merge {branch.name}") as commit:
        commit.merge_parent_id = (await branch_access.read_head(tx, branch)).commit_id
        await close_tombstones(tx, commit, found, merged)
        writer = MergeWriter(commit)
        for master_id in sorted(found.own):
            _put(writer, MasterId(master_id), found, merged.items.get(master_id))
        await writer.write(tx)
        await close_branch_rows(tx, commit, branch.id)
        await check_unused(tx, actor, found, merged)
        on_main = {**found.ours.rows, **found.theirs.rows}
        await check_cycles(
            tx, actor, BranchView(), [row.item_id for m, row in on_main.items() if m in found.own]
        )
    head = await branch_access.read_head(tx, main)
    await branch_service.move_base(tx, branch.id, head)
    return await _brought(tx, actor, branch.id, commit.commit_id)


async def _check_takes(
    tx: Transaction, actor: Actor, main: Branch, found: ThreeWay, merged: MergeResult
) -> None:
    """Main's items that the merge changes take it as any edit: free, unlocked, not under review."""
    stand = {m: found.theirs.rows.get(MasterId(m)) for m in sorted(found.own)}
    touched = {
        m: row
        for m, row in stand.items()
        if found.theirs.content(MasterId(m)) != merged.items.get(m)
    }
    await check_unlocked(tx, actor, touched)
    await check_items_not_checked_out(tx, actor, main, touched)
    lifecycles = await workflow_service.read_lifecycles(tx)
    for row in touched.values():
        if row is not None:
            check_editable(lifecycles, row, main)


async def rebase_branch(
    tx: Transaction, actor: Actor, branch_id: BranchId, wishes: MergeWishes
) -> BranchMerge:
    """Move a workspace branch onto main's head, merging what both have changed."""
    await hold_commit_order(tx)
    branch, main = await _open(tx, actor, branch_id)
    if branch.kind != "workspace":
        raise UnprocessableInput(
            "A change order's branches are rebased together; rebase the change order instead"
        )
    await check_not_checked_out_by_others(tx, actor, branch)
    found = await read_three_way(tx, branch, main)
    found, merged = await decide(tx, actor, found, wishes.resolutions)
    await refuse_conflicts(tx, actor, found, merged)
    commit_id = await rebase_onto_main(
        tx, actor, BranchRebase(branch, main, wishes.message), found, merged
    )
    return await _brought(tx, actor, branch.id, commit_id)


class BranchRebase(msgspec.Struct, frozen=True):
    """A branch on its way onto main's head."""

    branch: Branch
    main: Branch
    message: str | None = None
    """The author's message."""


async def rebase_onto_main(
    tx: Transaction, actor: Actor, move: BranchRebase, found: ThreeWay, merged: MergeResult
) -> CommitId | None:
    """Move the branch onto main's head with the merged content; None when nothing moved."""
    branch, main = move.branch, move.main
    head = await branch_access.read_head(tx, main)
    moved = msgspec.structs.replace(branch, base_seq=head.seq or 0)
    message = move.message or f"Rebase {branch.name} onto main"
    async with open_commit(tx, actor, moved, message) as commit:
        commit.merge_parent_id = head.commit_id
        await _put_rebased(tx, commit, found, merged)
        await branch_service.move_base(tx, branch.id, head)
        own_items = [row.item_id for row in found.ours.rows.values() if row.branch_id == branch.id]
        await check_cycles(tx, actor, moved.view, own_items)
        commit.keep_empty = branch.base_seq != head.seq
    return commit.commit_id


async def archive_branch(tx: Transaction, actor: Actor, branch_id: BranchId) -> BranchRecord:
    """Put a workspace branch away, when nobody else works on it any more."""
    await hold_commit_order(tx)
    branch = await branch_access.access_branch(tx, actor, branch_id)
    await check_program_writable(tx, actor, branch.program_id)
    branch.check_design_open()
    if branch.is_archived:
        raise BranchIsClosed(branch)
    if branch.is_main:
        raise BranchProtected("Main cannot be archived; archive the design instead")
    if branch.kind != "workspace":
        raise BranchProtected("A change order's branches are archived when it closes")
    await check_not_checked_out_by_others(tx, actor, branch)
    return await branch_service.archive_branch(tx, actor, branch.id)


async def _brought(
    tx: Transaction, actor: Actor, branch_id: BranchId, commit_id: Any
) -> BranchMerge:
    commit = (
        None if commit_id is None else await branch_service.read_commit_record(tx, actor, commit_id)
    )
    return BranchMerge(await branch_service.read_branch_record(tx, actor, branch_id), commit)


async def _put_rebased(
    tx: Transaction, commit: OpenCommit, found: ThreeWay, merged: MergeResult
) -> None:
    """Make the branch's own rows what the merge says."""
    writer = MergeWriter(commit)
    dropped: list[ItemVersion] = []
    for master_id in sorted(found.own):
        ours = found.ours.rows.get(MasterId(master_id))
        content = merged.items.get(master_id)
        if ours is not None and content is None:
            dropped.append(ours)
            commit.removed.add(ours.item_id)
            commit.note(ours, "Deleted")
        elif ours is not None and content is not None:
            writer.content(ours, found.ours, content)
    # What the branch has deleted and main keeps, by decision, is main's again.
    back = {m for m in found.own if MasterId(m) not in found.ours.rows and merged.items.get(m)}
    if back:
        own = await tx.all(ItemVersion, version_queries.OPEN_ON, branch_id=commit.branch.branch_id)
        dropped += [row for row in own if row.master_id in back]
    await restore_service.discard_rows(tx, commit, dropped)
    await writer.write(tx)


def _put(
    writer: MergeWriter, master_id: MasterId, found: ThreeWay, content: ItemContent | None
) -> None:
    """Make main's item what the merge says."""
    theirs = found.theirs.rows.get(master_id)
    if content is None:
        if theirs is not None:
            writer.remove(theirs)
    elif theirs is None:
        row = found.ours.rows[master_id]
        writer.commit.added.add(row.item_id)
        writer.commit.note(writer.move(row, found.ours, content), "Created")
    else:
        writer.content(theirs, found.theirs, content)


async def check_unused(tx: Transaction, actor: Actor, found: ThreeWay, merged: MergeResult) -> None:
    """MergeConflict when an item that the branch deleted stands in another design's BOM now."""
    for master_id in sorted(found.own):
        theirs = found.theirs.rows.get(MasterId(master_id))
        if theirs is None or merged.items.get(master_id) is not None:
            continue
        parents = await tx.all(
            str,
            queries.NAMED_PARENTS_ON_MAIN,
            master_id=master_id,
            hidden=HIDDEN,
            **visibility_params(actor),
        )
        if parents:
            raise MergeConflict(
                f"{theirs.item_number} was deleted on the branch but is used in the BOM of"
                f" {', '.join(parents)}",
                details=[ErrorDetail("parents", parent) for parent in parents],
            )
