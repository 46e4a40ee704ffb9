"""Taking a commit on main back, as a new commit, where nothing that came later contradicts.

It is a merge like any other: the base is what the commit left, one side is what stood before it,
the other what stands now. What both have changed differently is what contradicts.
"""

from collections.abc import Mapping

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import Action
from partwright.item_types import TYPES
from partwright.items.access import check_editable
from partwright.items.service import check_draft
from partwright.kit.db import Transaction
from partwright.kit.errors import (
    ErrorDetail,
    MergeConflict,
    NotFound,
    StateConflict,
    UnprocessableInput,
)
from partwright.kit.ids import CommitId, MasterId
from partwright.merging.apply import (
    MergeWriter,
    check_cycles,
    check_items_not_checked_out,
    check_unlocked,
)
from partwright.merging.conflict_wire import ConflictRecord, conflict_records
from partwright.merging.diff import visible_masters
from partwright.merging.diff_service import view_before
from partwright.merging.item_states import ItemStates, ThreeWay, item_numbers, read_item_states
from partwright.merging.service import check_unused
from partwright.programs.access import check_program_writable
from partwright.versioning import access as branch_access
from partwright.versioning import branch_service
from partwright.versioning import queries as version_queries
from partwright.versioning.branch_service import CommitRecord
from partwright.versioning.commits import hold_commit_order, open_commit
from partwright.versioning.merge import ItemContent, MergeResult
from partwright.versioning.model import Branch, BranchView, ItemVersion
from partwright.workflows import service as workflow_service


class NotRevertible(UnprocessableInput):
    """A commit of which there is nothing to take back."""


class StateChangedByCommit(StateConflict):
    """A commit that moved items through their lifecycle, which only moves on."""

    def __init__(self, numbers: list[str]) -> None:
        super().__init__(
            f"The commit changed the state or revision of {', '.join(numbers)};"
            " reverse that transition instead",
            details=[ErrorDetail("items", number) for number in numbers],
        )


class ChangedSince(MergeConflict):
    """Places of which the commit's work has been changed since."""

    def __init__(self, conflicts: list[ConflictRecord]) -> None:
        told = [
            msgspec.structs.replace(
                one, message=f"{one.path} of {one.item_number} has been changed since"
            )
            for one in conflicts
        ]
        numbers = ", ".join(sorted({one.item_number for one in conflicts})[:20])
        places = "place was" if len(told) == 1 else "places were"
        super().__init__(
            f"{len(told)} {places} changed since the commit, in {numbers}", details=told
        )


async def revert_commit(
    tx: Transaction, actor: Actor, commit_id: CommitId, *, message: str | None = None
) -> CommitRecord:
    """Make main what it would be without the commit; MergeConflict with what contradicts."""
    await hold_commit_order(tx)
    record = await branch_service.read_commit_record(tx, actor, commit_id)
    main = await branch_access.access_branch(tx, actor, record.branch_id)
    await check_program_writable(tx, actor, main.program_id)
    if not main.is_main:
        raise NotRevertible("Only a commit on main can be reverted")
    branch_access.check_branch_writable(main)
    found = await _read(tx, actor, commit_id)
    merged = await found.merged()
    if merged.conflicts:
        raise ChangedSince(await conflict_records(tx, actor, found, merged.conflicts))
    await _check(tx, actor, main, found, merged)
    said = message or f"Revert: {record.message}"[:500]
    async with open_commit(tx, actor, main, said) as commit:
        writer = MergeWriter(commit)
        for master_id in sorted(found.own):
            _put(writer, MasterId(master_id), found, merged.items.get(master_id))
        await writer.write(tx)
        await check_unused(tx, actor, found, merged)
        rows = [row.item_id for row in found.ours.rows.values()]
        await check_cycles(tx, actor, BranchView(), rows)
    if commit.commit_id is None:
        raise NotRevertible("The changes of this commit have already been reverted")
    return await branch_service.read_commit_record(tx, actor, commit.commit_id)


async def _read(tx: Transaction, actor: Actor, commit_id: CommitId) -> ThreeWay:
    """After the commit, before it, and now, of all that it touched."""
    masters = await tx.all(str, version_queries.TOUCHED_BY, commit_id=commit_id)
    seen = await visible_masters(tx, actor, masters)
    if masters and not seen:
        # Items without a design share their commits, whatever programs they are of.
        raise NotFound.of("Commit", commit_id)
    if len(seen) < len(set(masters)):
        raise NotRevertible("The commit touched items that you cannot see")
    after = await branch_access.access_view(tx, actor, commit_id=commit_id)
    found = ThreeWay(
        await read_item_states(tx, after, masters),
        await read_item_states(tx, view_before(after), masters),
        await read_item_states(tx, BranchView(), masters),
        frozenset(masters),
    )
    if not (found.base.rows or found.ours.rows):
        raise NotRevertible("The commit did not change any item")
    return found


async def _check(
    tx: Transaction, actor: Actor, main: Branch, found: ThreeWay, merged: MergeResult
) -> None:
    """Refuse what the actor may not write, what others hold, and what has moved on."""
    _check_states(found)
    lifecycles = await workflow_service.read_lifecycles(tx)
    touched: dict[str, ItemVersion] = {}
    for master_id in sorted(found.own):
        now, wanted = found.theirs.rows.get(MasterId(master_id)), merged.items.get(master_id)
        if found.theirs.content(MasterId(master_id)) == wanted:
            continue
        row = now or found.ours.rows[MasterId(master_id)]
        touched[master_id] = row
        _check_type(actor, row, "update" if now and wanted else "delete" if now else "create")
        await check_program_writable(tx, actor, row.program_id)
        if now is not None:
            check_editable(lifecycles, now, main)
        if now is not None and wanted is None:
            await check_draft(tx, now)
    await check_unlocked(tx, actor, touched)
    await check_items_not_checked_out(tx, actor, main, touched)
    await _check_children(tx, found, merged, touched)


def _check_type(actor: Actor, row: ItemVersion, action: Action) -> None:
    if not TYPES[row.type].is_branched:
        raise NotRevertible(f"{row.item_number} is edited in place and keeps no commits to revert")
    actor.require(TYPES[row.type].may(action))


def _check_states(found: ThreeWay) -> None:
    """StateChangedByCommit for a release, a review or any other step of a lifecycle."""
    moved = [
        row.item_number
        for master_id, row in found.base.rows.items()
        if (before := found.ours.rows.get(master_id)) is not None
        and (before.state, before.revision) != (row.state, row.revision)
    ]
    if moved:
        raise StateChangedByCommit(sorted(moved))


async def _check_children(
    tx: Transaction, found: ThreeWay, merged: MergeResult, touched: Mapping[str, ItemVersion]
) -> None:
    """StateConflict where a line would come back to a child that has been deleted since."""
    wanted = {
        child
        for master_id in touched
        if (content := merged.items.get(master_id)) is not None
        for _, child in content.lines
    }
    present = {m for m in found.own if merged.items.get(m) is not None}
    missing = wanted - present
    shown = await read_item_states(tx, BranchView(), missing) if missing else _NOTHING
    gone = (missing - {str(m) for m in shown.rows}) | (wanted & (found.own - present))
    if gone:
        numbers = sorted((await item_numbers(tx, gone)).values())
        raise StateConflict(
            "Reverting would restore lines to items that have since been deleted:"
            f" {', '.join(numbers)}",
            details=[ErrorDetail("children", number) for number in numbers],
        )


_NOTHING = ItemStates({}, {}, {})


def _put(
    writer: MergeWriter, master_id: MasterId, found: ThreeWay, content: ItemContent | None
) -> None:
    """Make main's item what it would be without the commit."""
    now = found.theirs.rows.get(master_id)
    if now is None and content is not None:
        row = found.ours.rows[master_id]
        writer.commit.added.add(row.item_id)
        writer.commit.note(writer.move(row, found.ours, content), "Restored")
    elif now is not None and content is None:
        writer.remove(now)
    elif now is not None and content is not None:
        writer.content(now, found.theirs, content)
