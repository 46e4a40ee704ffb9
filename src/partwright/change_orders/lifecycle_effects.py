"""Effects of a transition on the lifecycles of the affected items."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.model import REVISES, AffectedItem
from partwright.change_orders.order_service import (
    ChangeOrderEdit,
    branch_for_design,
    branches_of_order,
)
from partwright.items.wire import FieldChange
from partwright.kit.db import Transaction
from partwright.kit.ids import DesignId, ItemId, MasterId
from partwright.merging.apply import MergeWriter, check_unlocked
from partwright.versioning import queries as version_queries
from partwright.versioning import restore_service
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.model import Branch, ItemVersion
from partwright.workflows import queries as workflow_queries
from partwright.workflows import service as workflow_service
from partwright.workflows.model import (
    LifecycleEffect,
    Transition,
    WorkflowDefinition,
    WorkflowState,
)
from partwright.workflows.queries import DefinitionRow
from partwright.workflows.rows import definition_of
from partwright.workflows.service import Lifecycles


class LifecycleMoveRecord(msgspec.Struct, frozen=True, rename="camel"):
    """An item that a step moved in its own lifecycle."""

    item_id: ItemId
    item_number: str
    from_state: str
    to_state: str


class LifecycleMove(msgspec.Struct, frozen=True):
    """An item's row, and the state that an effect moves it to."""

    entry: AffectedItem
    row: ItemVersion
    target: WorkflowState


async def planned_moves(
    tx: Transaction, entries: list[AffectedItem], transition: Transition
) -> list[LifecycleMove]:
    """The affected items with a matching action that are in an effect's from-state."""
    if not transition.lifecycle_effects or not entries:
        return []
    rows = await _rows(tx, entries)
    lifecycles = await _lifecycles(tx, transition)
    found: list[LifecycleMove] = []
    for entry in entries:
        row = rows.get(entry.master_id)
        for effect in transition.lifecycle_effects:
            target = None if row is None else _target(entry, row, effect, lifecycles)
            if row is not None and target is not None:
                found.append(LifecycleMove(entry, row, target))
                break
    return found


async def _rows(tx: Transaction, entries: list[AffectedItem]) -> dict[MasterId, ItemVersion]:
    """Each item's row on the change's branch, else its current one on main."""
    ids = [e.branch_item_id or e.main_item_id or e.item_id for e in entries]
    rows = await tx.all(ItemVersion, version_queries.ITEMS, item_ids=list[str](ids))
    return {row.master_id: row for row in rows}


async def _lifecycles(tx: Transaction, transition: Transition) -> dict[str, WorkflowDefinition]:
    """The lifecycles that the effects name; one that was deleted since moves nothing."""
    ids = sorted({effect.lifecycle_definition_id for effect in transition.lifecycle_effects})
    rows = await tx.all(DefinitionRow, workflow_queries.LIFECYCLES_NAMED, ids=ids)
    return {row.id: definition_of(row) for row in rows}


def _target(
    entry: AffectedItem,
    row: ItemVersion,
    effect: LifecycleEffect,
    lifecycles: dict[str, WorkflowDefinition],
) -> WorkflowState | None:
    both_revise = {entry.change_action, effect.change_action} <= REVISES
    lifecycle = lifecycles.get(effect.lifecycle_definition_id)
    if lifecycle is None or not (both_revise or entry.change_action == effect.change_action):
        return None
    source = lifecycle.referred(effect.from_state_id)
    if source is None or source.name != row.state:
        return None
    return lifecycle.referred(effect.to_state_id)


def move_record(move: LifecycleMove) -> LifecycleMoveRecord:
    return LifecycleMoveRecord(
        move.row.item_id, move.row.item_number, move.row.state, move.target.name
    )


async def apply_moves(
    tx: Transaction, work: ChangeOrderEdit, found: list[LifecycleMove], *, is_drafting: bool
) -> list[LifecycleMoveRecord]:
    """Move the items on the change's branches, where they stay until the release.

    What has no working copy there is staged: main's item, with its revision, in the new state.
    """
    await check_unlocked(tx, work.actor, [move.row.master_id for move in found])
    by_design: dict[DesignId | None, list[LifecycleMove]] = {}
    for move in found:
        by_design.setdefault(move.row.design_id, []).append(move)
    for design_id, group in by_design.items():
        branch = await _branch(tx, work, design_id)
        async with commit_on(tx, work, branch) as commit:
            await _stage_new(tx, commit, group)
            writer = MergeWriter(commit)
            for move in group:
                if move.row.branch_id is not None:
                    writer.stage(move.row, "Transitioned", state=move.target.name)
            await writer.write(tx)
    await tx.run_many(queries.MARK_MOVED, [_mark(move, is_drafting=is_drafting) for move in found])
    return [move_record(move) for move in found]


async def _branch(tx: Transaction, work: ChangeOrderEdit, design_id: DesignId | None) -> Branch:
    """The change's branch for a design, as it stands now, frozen or not."""
    for branch in await branches_of_order(tx, work.version.item_id):
        if branch.design_id == design_id:
            return branch
    return await branch_for_design(tx, work, design_id)


async def _stage_new(tx: Transaction, commit: OpenCommit, group: list[LifecycleMove]) -> None:
    """Put items of main on the branch in their new states, with what the branch shows of them."""
    moves = {move.row.master_id: move for move in group if move.row.branch_id is None}
    view = commit.branch.view
    shown = await tx.all(
        ItemVersion, version_queries.MASTERS_IN_VIEW, masters=list[str](moves), **view.params
    )
    rows = {master_id: move.row for master_id, move in moves.items()}
    rows |= {row.master_id: row for row in shown}
    staged = [
        msgspec.structs.replace(row, state=moves[master_id].target.name)
        for master_id, row in rows.items()
    ]
    for copy in await commit.add_copies(staged):
        commit.note(copy, "Transitioned", changes=_state_change(moves[copy.master_id]))
        commit.modified.add(copy.item_id)


def _state_change(move: LifecycleMove) -> str:
    change = FieldChange(move.row.state, move.target.name)
    return msgspec.json.encode({"state": change}).decode()


def _mark(move: LifecycleMove, *, is_drafting: bool) -> dict[str, str | bool | None]:
    """The states that the list keeps of a move: one given while the change is drafted is its drafted one."""
    drafted = None if is_drafting else move.entry.drafted_state or move.row.state
    is_staged = move.entry.is_staged or move.row.branch_id is None
    return {"id": move.entry.id, "is_staged": is_staged, "drafted_state": drafted}


async def return_to_draft(
    tx: Transaction, work: ChangeOrderEdit, entries: list[AffectedItem]
) -> None:
    """Give items back the states that effects took them from since the change was drafted.

    What was staged leaves the branch again. Working copies under review that no effect is known to
    have moved are drafts again, since they would otherwise stay where nobody can edit them.
    """
    lifecycles = await workflow_service.read_lifecycles(tx)
    listed = {entry.master_id: entry for entry in entries}
    # Read anew, since the step may have moved the branches' heads.
    for branch in await branches_of_order(tx, work.version.item_id):
        rows = await tx.all(ItemVersion, version_queries.OPEN_ON, branch_id=branch.id)
        backward = {
            row.item_id: (row, state)
            for row in rows
            if not row.is_deleted
            and (state := _drafted(lifecycles, row, listed.get(row.master_id))) is not None
        }
        if not backward:
            continue
        async with commit_on(tx, work, branch) as commit:
            await _give_back(tx, commit, list(backward.values()), listed)
    marks = [
        {
            "id": e.id,
            "is_staged": e.is_staged and e.drafted_state != e.main_state,
            "drafted_state": None,
        }
        for e in entries
        if e.drafted_state is not None
    ]
    await tx.run_many(queries.MARK_MOVED, marks)


async def _give_back(
    tx: Transaction,
    commit: OpenCommit,
    backward: list[tuple[ItemVersion, str]],
    listed: dict[MasterId, AffectedItem],
) -> None:
    """Rows on the branch go back to their states, and leave it where main's item says the same."""
    writer = MergeWriter(commit)
    left: list[ItemVersion] = []
    for row, state in backward:
        entry = listed.get(row.master_id)
        if entry is not None and entry.is_staged and state == entry.main_state:
            left.append(row)
            commit.note(row, "Transitioned")
        elif row.state != state:
            writer.stage(row, "Transitioned", state=state)
    await restore_service.discard_rows(tx, commit, left)
    await writer.write(tx)


def _drafted(lifecycles: Lifecycles, row: ItemVersion, entry: AffectedItem | None) -> str | None:
    """The state that a row on the branch goes back to; None where it stays."""
    if entry is not None and entry.drafted_state is not None:
        return entry.drafted_state
    if entry is not None and entry.is_staged:
        return row.state if row.state == entry.main_state else None
    if lifecycles.stage_of(row.type, row.state) != "review":
        return None
    return lifecycles.initial(row.type).name


@asynccontextmanager
async def commit_on(
    tx: Transaction, work: ChangeOrderEdit, branch: Branch
) -> AsyncGenerator[OpenCommit]:
    """A commit of this step on a branch; on the library's main it is the order's own.

    The order's own is written when the order's edit ends.
    """
    if branch.is_main and branch.design_id is None:
        yield work.commit
        return
    message = f"{work.number}: lifecycle effects"
    async with open_commit(tx, work.actor, branch, message) as commit:
        commit.change_order_id = work.version.item_id
        yield commit
