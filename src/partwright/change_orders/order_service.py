"""Change orders as records, and opened for a write."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.model import AffectedItem, WorkflowInstance, WorkflowNotStarted
from partwright.identity.model import Actor
from partwright.identity.permissions import Action
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items import wire
from partwright.items.access import check_item_open
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import DesignId, ItemId, new_id
from partwright.programs.access import check_program_writable
from partwright.versioning import access as branch_access
from partwright.versioning import branch_service
from partwright.versioning import queries as version_queries
from partwright.versioning.access import access_design
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.model import Branch, BranchIsClosed, ItemVersion, ShownVersion
from partwright.workflows import instance_queries

CHANGE_ORDER = TYPES["ChangeOrder"]


async def change_order(
    snapshot: Snapshot, actor: Actor, order_id: ItemId, *, action: Action = "read"
) -> ShownVersion:
    """The change order; ItemNotFound for an item of another type."""
    found = await item_access.access_item(snapshot, actor, order_id)
    item_access.check_item_type(found, CHANGE_ORDER)
    if action != "read":
        actor.require(CHANGE_ORDER.may(action))
    return found


class ChangeOrderEdit(msgspec.Struct):
    """A change order about to be written, with its instance and branches."""

    actor: Actor
    version: ShownVersion
    commit: OpenCommit
    """On the branch of all change orders."""
    instance: WorkflowInstance | None
    branches: list[Branch]
    """The change's branches, one a design."""

    @property
    def number(self) -> str:
        return self.version.item_number

    @property
    def is_frozen(self) -> bool:
        """Whether the content stands: it is under review, approved, or at its end."""
        return self.instance is not None and self.instance.is_content_frozen

    @property
    def started(self) -> WorkflowInstance:
        """The instance; NotStarted before there is one."""
        if self.instance is None:
            raise WorkflowNotStarted(self.number)
        return self.instance

    def check_open(self) -> None:
        """NotOpen once it was released or cancelled."""
        check_item_open(self.version)


async def instance_of_order(snapshot: Snapshot, order_id: ItemId) -> WorkflowInstance | None:
    return await snapshot.one(WorkflowInstance, instance_queries.INSTANCE, order_id=order_id)


async def all_affected_items(snapshot: Snapshot, order_id: ItemId) -> list[AffectedItem]:
    """All that the order affects, for its own steps."""
    return await snapshot.all(AffectedItem, queries.AFFECTED, order_id=order_id)


async def branches_of_order(snapshot: Snapshot, order_id: ItemId) -> list[Branch]:
    return await branch_service.branches_of_change(snapshot, order_id)


@asynccontextmanager
async def open_change_order(
    tx: Transaction, actor: Actor, order_id: ItemId, *, action: Action | None = "update"
) -> AsyncGenerator[ChangeOrderEdit]:
    """A change order for a write; nobody else writes until it is committed at the end.

    Refuses what is locked by another and, with an action, whoever may not take it.
    """
    await hold_commit_order(tx)
    version = await change_order(tx, actor, order_id, action=action or "read")
    item_access.check_unlocked(actor, version)
    if action is not None:
        await check_program_writable(tx, actor, version.program_id)
    library = await branch_access.access_main_branch(tx, None)
    async with open_commit(tx, actor, library) as commit:
        yield ChangeOrderEdit(
            actor=actor,
            version=version,
            commit=commit,
            instance=await instance_of_order(tx, order_id),
            branches=await branches_of_order(tx, order_id),
        )


async def branch_for_design(
    tx: Transaction, work: ChangeOrderEdit, design_id: DesignId | None
) -> Branch:
    """The change's branch for a design (None: for items without one), made when it is missing."""
    for branch in work.branches:
        if branch.design_id == design_id:
            branch.check_design_open()
            if branch.is_locked or branch.is_archived:
                raise BranchIsClosed(branch)
            return branch
    program_id = None
    if design_id is not None:
        design = await access_design(tx, work.actor, design_id)
        program_id = design.program_id
    await check_program_writable(tx, work.actor, program_id)
    made = await branch_service.create_change_branch(
        tx, work.actor, work.version, design_id=design_id
    )
    branch = await branch_access.access_branch(tx, work.actor, made.id)
    work.branches.append(branch)
    return branch


async def put_record(
    tx: Transaction,
    work: ChangeOrderEdit,
    *,
    action: str,
    comment: str | None = None,
    columns: Mapping[str, Any],
) -> None:
    """Write the order's own row and its history."""
    after = msgspec.structs.replace(work.version, **columns)
    await work.commit.replace_items([after])
    changes = wire.changes_json(work.version, after)
    work.commit.note(after, action, changes=changes, comment=comment)
    work.version = after


async def note_transition(
    tx: Transaction,
    work: ChangeOrderEdit,
    *,
    transition: str | None,
    source: str | None,
    target: str,
    comment: str | None = None,
) -> None:
    """Add a line to the instance's history."""
    await tx.run(
        instance_queries.INSERT_STEP,
        id=new_id(),
        instance_id=work.started.id,
        transition=transition,
        from_state=source,
        to_state=target,
        user_id=work.actor.id,
        now=clock.now(),
        comment=comment,
    )


async def own_versions(
    snapshot: Snapshot, branch: Branch, masters: Sequence[str]
) -> list[ItemVersion]:
    """The branch's own rows of some items, deletions included."""
    wanted = set(masters)
    rows = await snapshot.all(ItemVersion, version_queries.OPEN_ON, branch_id=branch.id)
    return [row for row in rows if row.master_id in wanted]
