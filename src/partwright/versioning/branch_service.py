"""Branches: made from main's head, listed, put away."""

from typing import Any

import msgspec

from partwright.identity.model import Actor, UserRef
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import InvalidInput, StateConflict
from partwright.kit.ids import BranchId, CommitId, DesignId, ItemId, MasterId, UserId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs import access as program_access
from partwright.versioning import access as branch_access
from partwright.versioning import commit_queries, master_queries
from partwright.versioning import queries as version_queries
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.masters import free_numbers
from partwright.versioning.model import Branch, BranchHead, ForeignBranch, ItemVersion


class BranchRecord(msgspec.Struct, rename="camel", frozen=True):
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


class CommitCounts(msgspec.Struct, frozen=True):
    """Counts of the items that a commit touched."""

    added: int
    modified: int
    removed: int


class CommitRecord(msgspec.Struct, rename="camel", frozen=True):
    """A commit as the wire shows it."""

    id: CommitId
    design_id: DesignId | None
    branch_id: BranchId
    parent_id: CommitId | None
    merge_parent_id: CommitId | None
    message: str
    author: UserRef | None
    created_at: str
    changes: CommitCounts
    revisions: msgspec.Raw
    change_order_id: str | None


def _commit(*columns: Any) -> CommitRecord:
    (commit_id, design, branch, parent, merge_parent, message, author, name) = columns[:8]
    created_at, added, modified, removed, revisions, order = columns[8:]
    return CommitRecord(
        commit_id,
        design,
        branch,
        parent,
        merge_parent,
        message,
        None if author is None else UserRef(author, name),
        created_at,
        CommitCounts(added, modified, removed),
        msgspec.Raw(revisions.encode()),
        order,
    )


async def list_branches(
    snapshot: Snapshot, actor: Actor, design_id: DesignId, paging: PageRequest
) -> Page[BranchRecord]:
    """A page of the design's branches, newest first."""
    design = await access_design(snapshot, actor, design_id)
    params = {"design_id": design.id}
    return await page_of_rows(
        snapshot,
        BranchRecord,
        version_queries.BRANCH_RECORDS,
        version_queries.BRANCH_COUNT,
        params=params,
        paging=paging,
    )


async def read_branch_record(snapshot: Snapshot, actor: Actor, branch_id: BranchId) -> BranchRecord:
    """One branch that the actor may see."""
    await branch_access.access_branch(snapshot, actor, branch_id)
    found = await snapshot.one(BranchRecord, version_queries.BRANCH_RECORD, id=branch_id)
    assert found is not None
    return found


async def create_workspace(
    tx: Transaction, actor: Actor, design_id: DesignId, name: str
) -> BranchRecord:
    """Make a workspace branch from main's head; it costs the same in any design."""
    await hold_commit_order(tx)
    design = await access_design(tx, actor, design_id)
    await program_access.check_program_writable(tx, actor, design.program_id)
    main = await branch_access.access_main_branch(tx, design.id)
    return await insert_branch(
        tx, actor, design_id=design.id, name=name, kind="workspace", base=main
    )


async def insert_branch(
    tx: Transaction,
    actor: Actor,
    *,
    design_id: DesignId | None,
    name: str,
    kind: str,
    base: Branch,
    change_order_id: str | None = None,
) -> BranchRecord:
    """Make a branch that sees main as of the base branch's head."""
    base.check_design_open()
    head = await branch_access.read_head(tx, base)
    branch_id = BranchId(new_id())
    try:
        await tx.run(
            version_queries.INSERT_BRANCH,
            id=branch_id,
            design_id=design_id,
            name=name,
            kind=kind,
            base_commit_id=head.commit_id,
            base_seq=head.seq or 0,
            change_order_id=change_order_id,
            now=clock.now(),
            created_by=actor.id,
        )
    except ConstraintViolated as violated:
        if violated.name != "branches_name":
            raise
        raise StateConflict(f"The design already has a branch named {name}") from violated
    found = await tx.one(BranchRecord, version_queries.BRANCH_RECORD, id=branch_id)
    assert found is not None
    return found


async def create_change_branch(
    tx: Transaction, actor: Actor, order: ItemVersion, *, design_id: DesignId | None
) -> BranchRecord:
    """Make a change order's branch in a design, or for what has none, from main's head."""
    return await insert_branch(
        tx,
        actor,
        design_id=design_id,
        name=f"eco/{order.item_number}",
        kind="change",
        base=await branch_access.access_main_branch(tx, design_id),
        change_order_id=order.item_id,
    )


async def branches_of_change(snapshot: Snapshot, order_id: ItemId) -> list[Branch]:
    """The branches of a change order, one a design, in the order they were made."""
    return await snapshot.all(Branch, version_queries.BRANCHES_OF_CHANGE, change_order_id=order_id)


async def lock_change_branches(tx: Transaction, order_id: ItemId, *, is_locked: bool) -> None:
    """Let the branches of a change order take no writes while it is under review, or take them."""
    await tx.run(version_queries.LOCK_BRANCHES_OF, change_order_id=order_id, is_locked=is_locked)


async def _free_numbers(
    tx: Transaction, *, branch_id: BranchId | None = None, change_order_id: ItemId | None = None
) -> None:
    """Give back the numbers of what only the archived branches hold."""
    await tx.run(
        master_queries.FREE_NUMBERS_OF_BRANCHES,
        branch_id=branch_id or "",
        change_order_id=change_order_id or "",
    )


async def move_base(tx: Transaction, branch_id: BranchId, head: BranchHead) -> None:
    """Let the branch see main as of the head; what main has removed by then, it shows no more."""
    removed = await tx.all(MasterId, master_queries.REMOVED_SINCE_BASE, branch_id=branch_id)
    await tx.run(
        version_queries.MOVE_BASE,
        branch_id=branch_id,
        commit_id=head.commit_id,
        seq=head.seq or 0,
    )
    if removed:
        await free_numbers(tx, removed)


async def archive_change_branches(tx: Transaction, order_id: ItemId) -> None:
    """Put all branches of a change order away."""
    await tx.run(version_queries.ARCHIVE_BRANCHES_OF, change_order_id=order_id)
    await _free_numbers(tx, change_order_id=order_id)


async def put_away(tx: Transaction, branch_id: BranchId) -> None:
    """Archive a branch whose content stands elsewhere, or nowhere any more."""
    await tx.run(version_queries.ARCHIVE_BRANCH, id=branch_id)
    await _free_numbers(tx, branch_id=branch_id)


async def archive_branch(tx: Transaction, actor: Actor, branch_id: BranchId) -> BranchRecord:
    """Put a branch away: readable for ever, never written again."""
    await put_away(tx, branch_id)
    return await read_branch_record(tx, actor, branch_id)


class CommitSelection(msgspec.Struct, frozen=True):
    """Filters of the commits of a design: of a branch, main by default, or of all; up to a moment."""

    branch_id: BranchId | None = None
    of_all_branches: bool = False
    until: str | None = None


async def list_commits(
    snapshot: Snapshot,
    actor: Actor,
    design_id: DesignId,
    wanted: CommitSelection,
    paging: PageRequest,
) -> Page[CommitRecord]:
    """The commits that are wanted of the design, newest first."""
    design = await access_design(snapshot, actor, design_id)
    params: dict[str, Value] = {"until": wanted.until}
    if wanted.of_all_branches:
        if wanted.branch_id is not None:
            problem = "expected branch, since a branch is named, got design"
            raise InvalidInput.field("scope", problem)
        params["design_id"] = design.id
        rows, count = commit_queries.DESIGN_COMMITS, commit_queries.DESIGN_COMMIT_COUNT
    else:
        branch_id = wanted.branch_id or design.main_branch_id
        branch = await branch_access.access_branch(snapshot, actor, branch_id)
        if branch.design_id != design.id:
            raise ForeignBranch
        params["branch_id"] = branch_id
        rows, count = commit_queries.COMMITS, commit_queries.COMMIT_COUNT
    return await page_of_rows(snapshot, _commit, rows, count, params=params, paging=paging)


async def read_commit_record(snapshot: Snapshot, actor: Actor, commit_id: CommitId) -> CommitRecord:
    """One commit that the actor may see."""
    await branch_access.access_view(snapshot, actor, commit_id=commit_id)
    found = await snapshot.one(_commit, commit_queries.COMMIT, id=commit_id)
    assert found is not None
    return found


async def ensure_library_branch(tx: Transaction) -> None:
    """Items without a design live on this branch; made once."""
    await tx.run(version_queries.INSERT_LIBRARY_BRANCH, id=BranchId(new_id()), now=clock.now())


async def mark_post_release(tx: Transaction, design_id: DesignId, at: str) -> None:
    """From its first released item on, a design's main is protected, for ever."""
    await tx.run(version_queries.TURN_POST_RELEASE, design_id=design_id, now=at)
