"""What a step of a change brings about in the lifecycles of its affected items."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from partwright.change_orders.model import REVISES, AffectedItem
from partwright.change_orders.orders import ChangeOrderEdit, branches_of
from partwright.items import revisions
from partwright.kit.db import Transaction
from partwright.kit.ids import DesignId, ItemId, MasterId
from partwright.merging.apply import MergeWriter
from partwright.merging.checks import check_unlocked
from partwright.settings import RevisionScheme
from partwright.versioning import access as branch_access
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import OpenCommit, mark_post_release, open_commit
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
    ids = [e.working_copy_id or e.main_item_id or e.item_id for e in entries]
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
    tx: Transaction, work: ChangeOrderEdit, found: list[LifecycleMove], *, scheme: RevisionScheme
) -> list[LifecycleMoveRecord]:
    """Move the items where they stand: working copies on the branches, the others on main."""
    await check_unlocked(tx, work.actor, [move.row.master_id for move in found])
    by_line: dict[tuple[DesignId | None, bool], list[LifecycleMove]] = {}
    for move in found:
        by_line.setdefault((move.row.design_id, move.row.branch_id is None), []).append(move)
    for (design_id, on_main), group in by_line.items():
        if on_main:
            await _on_main(tx, work, design_id, group, scheme=scheme)
        else:
            line = next(line for line in work.branches if line.design_id == design_id)
            async with commit_on(tx, work, line) as commit:
                await _on(tx, commit, group, {})
    return [move_record(move) for move in found]


async def _on_main(
    tx: Transaction,
    work: ChangeOrderEdit,
    design_id: DesignId | None,
    group: list[LifecycleMove],
    *,
    scheme: RevisionScheme,
) -> None:
    revised = {
        move.row.item_id: move.row.revision
        if move.row.revision != revisions.NONE
        else revisions.first_revision(scheme)
        for move in group
        if move.target.stage == "released"
    }
    async with commit_on(tx, work, await branch_access.main_branch(tx, design_id)) as commit:
        await _on(tx, commit, group, revised)
        if revised and design_id is not None:
            await mark_post_release(tx, design_id, commit.at)


async def _on(
    tx: Transaction, commit: OpenCommit, group: list[LifecycleMove], revised: dict[ItemId, str]
) -> None:
    writer = MergeWriter(commit)
    for move in group:
        stage: dict[str, str] = {"state": move.target.name}
        if move.row.item_id in revised:
            stage |= {"revision": revised[move.row.item_id], "released_at": commit.at}
            commit.revisions[move.row.item_number] = revised[move.row.item_id]
        writer.stage(move.row, "Transitioned", **stage)
    await writer.write(tx)


async def return_to_draft(tx: Transaction, work: ChangeOrderEdit) -> None:
    """Working copies that a step put under review are drafts again, whatever sent them back.

    A transition that carries no effect for it would leave them where nobody can edit them.
    """
    lifecycles = await workflow_service.lifecycles(tx)
    # Read anew, since the step may have moved the branches' heads.
    for line in await branches_of(tx, work.version.item_id):
        rows = await tx.all(ItemVersion, version_queries.OPEN_ON, branch_id=line.id)
        stuck = [row for row in rows if _is_reviewed(lifecycles, row)]
        if not stuck:
            continue
        async with commit_on(tx, work, line) as commit:
            writer = MergeWriter(commit)
            for row in stuck:
                writer.stage(row, "Transitioned", state=lifecycles.initial(row.type).name)
            await writer.write(tx)


def _is_reviewed(lifecycles: Lifecycles, row: ItemVersion) -> bool:
    lifecycle = lifecycles.find(row.type)
    state = None if lifecycle is None else lifecycle.named(row.state)
    return not row.is_deleted and state is not None and state.stage == "review"


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
