"""Conflicts of a change with main: shown, decided, and the branches moved onto main's head."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from partwright.change_orders import change_content, order_service
from partwright.change_orders.change_content import (
    Decisions,
    decisions_of,
    open_conflicts,
    undecided_conflicts,
)
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.change_orders.transition_service import reopen_change_order
from partwright.identity.model import Actor
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import ItemId, MasterId
from partwright.merging.apply import (
    MergeWriter,
    check_cycles,
    check_items_not_checked_out,
    check_not_checked_out_by_others,
    check_unlocked,
)
from partwright.merging.conflict_wire import ConflictRecord, merge_conflict
from partwright.merging.decision_service import (
    ConflictResolution,
    check_decided_once,
    check_ours_can_stand,
    conflicts_by_place,
    no_conflict,
)
from partwright.merging.item_states import ThreeWay, read_three_way
from partwright.merging.service import BranchRebase, rebase_onto_main
from partwright.programs.access import check_program_writable, sees_program
from partwright.versioning import access as branch_access
from partwright.versioning import restore_service
from partwright.versioning.commits import open_commit
from partwright.versioning.merge import (
    ATTRIBUTES,
    ItemContent,
    MergeResult,
    PlaceConflict,
    with_attribute,
)
from partwright.versioning.model import Branch


class ResolutionsInput(msgspec.Struct, forbid_unknown_fields=True):
    resolutions: Annotated[list[ConflictResolution], Meta(min_length=1, max_length=1000)]


class BranchComparison(msgspec.Struct, frozen=True):
    """One branch of the change beside main."""

    branch: Branch
    main: Branch
    found: ThreeWay
    merged: MergeResult


async def list_conflicts(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> list[ConflictRecord]:
    """The conflicts between main and the change, as far as the actor may see them."""
    version = await order_service.change_order(snapshot, actor, order_id)
    if version.closed_at is not None:
        return []
    decisions = await decisions_of(snapshot, order_id)
    conflicts: list[ConflictRecord] = []
    for branch in await order_service.branches_of_order(snapshot, order_id):
        if await sees_program(snapshot, actor, branch.program_id):
            one = await _compared(snapshot, branch)
            conflicts += await undecided_conflicts(
                snapshot, actor, one.found, one.merged, decisions
            )
    return conflicts


async def _compared(snapshot: Snapshot, branch: Branch) -> BranchComparison:
    main = await branch_access.access_main_branch(snapshot, branch.design_id)
    found = await read_three_way(snapshot, branch, main)
    return BranchComparison(branch, main, found, await found.merged())


@asynccontextmanager
async def _open_compared(
    tx: Transaction, actor: Actor, order_id: ItemId
) -> AsyncGenerator[tuple[ChangeOrderEdit, list[BranchComparison]]]:
    async with order_service.open_change_order(tx, actor, order_id) as work:
        work.check_open()
        for branch in work.branches:
            await check_program_writable(tx, actor, branch.program_id)
        yield work, [await _compared(tx, branch) for branch in work.branches]


async def resolve_conflicts(
    tx: Transaction, actor: Actor, order_id: ItemId, wanted: list[ConflictResolution]
) -> ChangeOrderEdit:
    """Decide conflicts one by one; a resolution that names none is refused, and all with it."""
    check_decided_once(wanted)
    async with _open_compared(tx, actor, order_id) as (work, compared):
        before = await _digest(tx, work)
        decisions = await decisions_of(tx, order_id)
        left = list(wanted)
        for one in compared:
            left = await _resolve_on(tx, work, one, decisions, left)
        if left:
            raise no_conflict(left[0])
        await _reopen_if_changed(tx, work, before, why="Conflicts were resolved")
    return work


async def _digest(tx: Transaction, work: ChangeOrderEdit) -> str:
    entries = await order_service.all_affected_items(tx, work.version.item_id)
    return await change_content.content_digest(tx, work.branches, entries, work.instance)


async def _reopen_if_changed(
    tx: Transaction, work: ChangeOrderEdit, before: str, *, why: str
) -> None:
    """Restart a change that is under review or approved and whose content has changed."""
    work.branches = await order_service.branches_of_order(tx, work.version.item_id)
    if work.is_frozen and await _digest(tx, work) != before:
        await reopen_change_order(tx, work, why=why)


async def _resolve_on(
    tx: Transaction,
    work: ChangeOrderEdit,
    one: BranchComparison,
    decisions: Decisions,
    wanted: list[ConflictResolution],
) -> list[ConflictResolution]:
    """Apply what names a conflict of this branch; the rest comes back."""
    conflicts = open_conflicts(one.merged, decisions)
    places = await conflicts_by_place(tx, work.actor, one.found, conflicts, wanted)
    takes = _Takes(one.found)
    for resolution in wanted:
        conflict = places.get((resolution.item_id, resolution.path))
        if conflict is None:
            continue
        if resolution.take == "theirs":
            takes.theirs(conflict)
        else:
            check_ours_can_stand(one.merged, conflict, resolution.path)
            await change_content.keep_ours(tx, work.version.item_id, work.actor.id, conflict)
    await takes.write(tx, work, one.branch)
    return [r for r in wanted if (r.item_id, r.path) not in places]


class _Takes:
    """Main's values taken over into the branch, gathered and written in one commit."""

    def __init__(self, found: ThreeWay) -> None:
        self._found = found
        self._contents: dict[MasterId, ItemContent] = {}
        self._dropped: list[MasterId] = []

    def theirs(self, conflict: PlaceConflict) -> None:
        master_id = MasterId(conflict.master_id)
        if not conflict.place:
            self._dropped.append(master_id)
        elif conflict.place[0] == "bom" and isinstance(conflict.ours, str):
            # Both sides moved the line; main's place for it stands.
            self._set_line(MasterId(conflict.ours), conflict.place[1:], None)
        elif conflict.place[0] == "bom" and self._is_deleted_here(conflict):
            # The branch has deleted the child of main's line: the child comes back.
            self._dropped.append(MasterId(conflict.place[2]))
        elif conflict.place[0] == "bom":
            self._set_line(master_id, conflict.place[1:], conflict.theirs)
        elif conflict.place[0] == "files":
            content = self._content(master_id)
            files = _with(content.files, conflict.place[1], conflict.theirs)
            self._contents[master_id] = msgspec.structs.replace(content, files=files)
        elif conflict.place[0] == ATTRIBUTES:
            content = self._content(master_id)
            fields = with_attribute(content.fields, conflict.place[1], conflict.theirs)
            self._contents[master_id] = msgspec.structs.replace(content, fields=fields)
        else:
            content = self._content(master_id)
            fields = {**content.fields, conflict.place[0]: conflict.theirs}
            self._contents[master_id] = msgspec.structs.replace(content, fields=fields)

    def _is_deleted_here(self, conflict: PlaceConflict) -> bool:
        child = MasterId(conflict.place[2])
        gone = child in self._found.own and child not in self._found.ours.rows
        return conflict.ours is None and gone

    def _set_line(self, master_id: MasterId, key: tuple[str, ...], value: Any) -> None:
        content = self._content(master_id)
        lines_ = _with(content.lines, key, value)
        self._contents[master_id] = msgspec.structs.replace(content, lines=lines_)

    def _content(self, master_id: MasterId) -> ItemContent:
        content = self._contents.get(master_id) or self._found.ours.content(master_id)
        assert content is not None
        return content

    async def write(self, tx: Transaction, work: ChangeOrderEdit, branch: Branch) -> None:
        if not (self._contents or self._dropped):
            return
        masters = [*self._contents, *self._dropped]
        await check_unlocked(tx, work.actor, masters)
        await check_items_not_checked_out(tx, work.actor, branch, masters)
        async with open_commit(
            tx, work.actor, branch, f"Resolve conflicts of {work.number}"
        ) as commit:
            writer = MergeWriter(commit)
            for master_id, content in self._contents.items():
                writer.content(self._found.ours.rows[master_id], self._found.ours, content)
            await writer.write(tx)
            own = await order_service.own_versions(tx, branch, self._dropped)
            await restore_service.discard_rows(tx, commit, own)
            for row in own:
                commit.note(row, "Updated")
            theirs = self._found.theirs.rows
            taken = [theirs[row.master_id].item_id for row in own if row.master_id in theirs]
            taken += [self._found.ours.rows[master_id].item_id for master_id in self._contents]
            await check_cycles(tx, work.actor, branch.view, taken)


def _with(mapping: Any, key: Any, value: Any) -> dict[Any, Any]:
    changed = {k: v for k, v in mapping.items() if k != key}
    return changed if value is None else changed | {key: value}


async def rebase_change_order(tx: Transaction, actor: Actor, order_id: ItemId) -> ChangeOrderEdit:
    """Move all branches of the change onto main's head, or none of them."""
    async with _open_compared(tx, actor, order_id) as (work, compared):
        before = await _digest(tx, work)
        decisions = await decisions_of(tx, order_id)
        conflicts = [
            conflict
            for one in compared
            for conflict in await undecided_conflicts(tx, actor, one.found, one.merged, decisions)
        ]
        if conflicts:
            raise merge_conflict(conflicts)
        for one in compared:
            await check_not_checked_out_by_others(tx, actor, one.branch)
            move = BranchRebase(one.branch, one.main)
            await rebase_onto_main(tx, actor, move, one.found, one.merged)
        await _reopen_if_changed(tx, work, before, why="The change was rebased onto main")
    return work
