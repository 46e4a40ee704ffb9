"""Branches: made from main's head, listed, put away."""

from typing import Any

import msgspec

from partwright.identity.model import Actor, UserRef
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.errors import Conflict
from partwright.kit.ids import BranchId, CommitId, DesignId, ItemId, UserId, new_id
from partwright.kit.lists import page_of
from partwright.kit.paging import Page, Paging
from partwright.programs import access as programs
from partwright.versioning import access, queries, service
from partwright.versioning.model import ForeignBranch, Version


class Branch(msgspec.Struct, rename="camel", frozen=True):
    """A branch as the wire shows it."""

    id: BranchId
    design_id: DesignId | None
    name: str
    kind: str
    base_commit_id: CommitId | None
    head_commit_id: CommitId | None
    change_order_id: str | None
    is_locked: bool
    is_archived: bool
    created_at: str
    created_by: UserId | None


class Counts(msgspec.Struct, frozen=True):
    """How many items a commit touched."""

    added: int
    modified: int
    removed: int


class Commit(msgspec.Struct, rename="camel", frozen=True):
    """A commit as the wire shows it."""

    id: CommitId
    design_id: DesignId | None
    branch_id: BranchId
    parent_id: CommitId | None
    merge_parent_id: CommitId | None
    message: str
    author: UserRef | None
    created_at: str
    changes: Counts
    revisions: msgspec.Raw
    change_order_id: str | None


def _commit(*columns: Any) -> Commit:
    (commit_id, design, branch, parent, merge_parent, message, author, name) = columns[:8]
    created_at, added, modified, removed, revisions, order = columns[8:]
    return Commit(
        commit_id,
        design,
        branch,
        parent,
        merge_parent,
        message,
        None if author is None else UserRef(author, name),
        created_at,
        Counts(added, modified, removed),
        msgspec.Raw(revisions.encode()),
        order,
    )


async def of_design(
    snapshot: Snapshot, actor: Actor, design_id: DesignId, paging: Paging
) -> Page[Branch]:
    """A page of the design's branches, newest first."""
    design = await programs.design(snapshot, actor, design_id)
    params = {"design_id": design.id}
    return await page_of(
        snapshot, Branch, queries.BRANCHES, queries.BRANCH_COUNT, params=params, paging=paging
    )


async def branch(snapshot: Snapshot, actor: Actor, branch_id: BranchId) -> Branch:
    """One branch that the actor may see."""
    await access.line(snapshot, actor, branch_id)
    found = await snapshot.one(Branch, queries.BRANCH, id=branch_id)
    assert found is not None
    return found


async def create(tx: Transaction, actor: Actor, design_id: DesignId, name: str) -> Branch:
    """Make a workspace branch from main's head; it costs the same in any design."""
    await service.begin(tx)
    design = await programs.design(tx, actor, design_id)
    await programs.check_writable(tx, actor, design.program_id)
    main = await access.main_line(tx, design.id)
    return await insert(tx, actor, design_id=design.id, name=name, kind="workspace", base=main)


async def insert(
    tx: Transaction,
    actor: Actor,
    *,
    design_id: DesignId | None,
    name: str,
    kind: str,
    base: Any,
    change_order_id: str | None = None,
) -> Branch:
    """Make a branch that sees main as of the base line's head."""
    branch_id = BranchId(new_id())
    try:
        await tx.run(
            queries.INSERT_BRANCH,
            id=branch_id,
            design_id=design_id,
            name=name,
            kind=kind,
            base_commit_id=base.head_commit_id,
            base_seq=base.head_seq or 0,
            change_order_id=change_order_id,
            now=clock.now(),
            created_by=actor.id,
        )
    except ConstraintViolated as violated:
        if violated.name != "branches_name":
            raise
        raise Conflict(f"The design has a branch {name} already") from violated
    found = await tx.one(Branch, queries.BRANCH, id=branch_id)
    assert found is not None
    return found


async def for_change(
    tx: Transaction, actor: Actor, order: Version, *, design_id: DesignId | None
) -> Branch:
    """Make a change order's branch in a design, or for what has none, from main's head."""
    return await insert(
        tx,
        actor,
        design_id=design_id,
        name=f"eco/{order.item_number}",
        kind="change",
        base=await access.main_line(tx, design_id),
        change_order_id=order.item_id,
    )


async def archive_of_change(tx: Transaction, order_id: ItemId) -> None:
    """Put all branches of a change order away."""
    await tx.run(queries.ARCHIVE_BRANCHES_OF, change_order_id=order_id)


async def archive(tx: Transaction, actor: Actor, branch_id: BranchId) -> Branch:
    """Put a branch away: readable for ever, never written again."""
    await tx.run(queries.ARCHIVE_BRANCH, id=branch_id)
    return await branch(tx, actor, branch_id)


async def commits(
    snapshot: Snapshot,
    actor: Actor,
    design_id: DesignId,
    branch_id: BranchId | None,
    paging: Paging,
) -> Page[Commit]:
    """The commits of a branch of the design, main by default; newest first."""
    design = await programs.design(snapshot, actor, design_id)
    wanted = branch_id or design.main_branch_id
    line = await access.line(snapshot, actor, wanted)
    if line.design_id != design.id:
        raise ForeignBranch
    params = {"branch_id": wanted}
    return await page_of(
        snapshot, _commit, queries.COMMITS, queries.COMMIT_COUNT, params=params, paging=paging
    )


async def commit(snapshot: Snapshot, actor: Actor, commit_id: CommitId) -> Commit:
    """One commit that the actor may see."""
    await access.view(snapshot, actor, commit_id=commit_id)
    found = await snapshot.one(_commit, queries.COMMIT, id=commit_id)
    assert found is not None
    return found
