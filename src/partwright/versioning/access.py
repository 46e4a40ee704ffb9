"""Designs, branches and views for an actor, or a refusal."""

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.ids import BranchId, CommitId, DesignId
from partwright.programs.access import check_program_writable, sees_program, visibility_params
from partwright.versioning import design_queries
from partwright.versioning import queries as version_queries
from partwright.versioning.model import (
    MAIN,
    Branch,
    BranchHead,
    BranchIsClosed,
    BranchView,
    Design,
    ForeignBranch,
    MainIsProtected,
    ShownVersion,
)
from partwright.versioning.release_queries import RELEASE_COMMITS, ReleaseCommit


async def access_design(snapshot: Snapshot, actor: Actor, design_id: DesignId) -> Design:
    """The design; NotFound when it is unknown or invisible to the actor."""
    found = await snapshot.one(
        Design, design_queries.DESIGN, id=design_id, **visibility_params(actor)
    )
    if found is None:
        raise NotFound.of("Design", design_id)
    return found


async def access_branch(snapshot: Snapshot, actor: Actor, branch_id: BranchId) -> Branch:
    """A branch the actor may see; NotFound otherwise."""
    found = await snapshot.one(Branch, version_queries.BRANCH, branch_id=branch_id)
    if found is None or not await sees_program(snapshot, actor, found.program_id):
        raise NotFound.of("Branch", branch_id)
    return found


async def access_main_branch(snapshot: Snapshot, design_id: DesignId | None) -> Branch:
    """The main branch of a design, or the library's; the design was accessed before."""
    if design_id is None:
        found = await snapshot.one(Branch, version_queries.LIBRARY_BRANCH)
    else:
        found = await snapshot.one(Branch, version_queries.MAIN_BRANCH, design_id=design_id)
    assert found is not None
    return found


async def read_head(snapshot: Snapshot, branch: Branch) -> BranchHead:
    """The head of a branch that was accessed before."""
    found = await snapshot.one(BranchHead, version_queries.BRANCH_HEAD, branch_id=branch.id)
    assert found is not None
    return found


async def check_design_open(snapshot: Snapshot, design_id: DesignId | None) -> None:
    """DesignIsArchived for an archived design; it was accessed before."""
    (await access_main_branch(snapshot, design_id)).check_design_open()


async def access_writable_branch(
    snapshot: Snapshot,
    actor: Actor,
    *,
    design_id: DesignId | None,
    branch_id: BranchId | None = None,
    bypass: bool = False,
) -> Branch:
    """The branch to write on: one of the item's design, or its main.

    ForeignBranch, DesignIsArchived, BranchIsClosed or MainIsProtected; PermissionDenied for a program's viewers. With
    `bypass`, whose right the caller has checked, a post-release main takes the write.
    """
    if branch_id is None:
        found = await access_main_branch(snapshot, design_id)
    else:
        found = await access_branch(snapshot, actor, branch_id)
        if found.design_id != design_id:
            raise ForeignBranch
    await check_program_writable(snapshot, actor, found.program_id)
    check_branch_writable(found, bypass=bypass)
    return found


def check_branch_writable(branch: Branch, *, bypass: bool = False) -> None:
    """DesignIsArchived, BranchIsClosed or MainIsProtected for what takes no direct write."""
    branch.check_design_open()
    if branch.is_locked or branch.is_archived:
        raise BranchIsClosed(branch)
    if branch.is_protected and not bypass:
        raise MainIsProtected


async def access_view(
    snapshot: Snapshot,
    actor: Actor,
    *,
    branch_id: BranchId | None = None,
    commit_id: CommitId | None = None,
) -> BranchView:
    """The view of a request; both may be given when the commit is on the branch."""
    if commit_id is not None:
        return await _at_commit(snapshot, actor, commit_id, branch_id)
    if branch_id is not None:
        return (await access_branch(snapshot, actor, branch_id)).view
    return MAIN


async def pin_view(
    snapshot: Snapshot, view: BranchView, number: int | None
) -> tuple[BranchView, int]:
    """The view as of a commit, the newest where none is named, and that commit's number."""
    last = await snapshot.one(int, version_queries.LAST_COMMIT_NUMBER) or 0
    if number is not None and number > last:
        raise InvalidInput.field("at", f"expected the number of a commit, at most {last}")
    at = last if number is None else number
    pinned = msgspec.structs.replace(view, at=min(view.at, at), base=min(view.base, at))
    return pinned, at


async def pin_pages(
    snapshot: Snapshot, view: BranchView, number: int | None
) -> tuple[BranchView, int]:
    """The same, where main as it is now stays that as long as no commit has followed."""
    last = await snapshot.one(int, version_queries.LAST_COMMIT_NUMBER) or 0
    if number in (None, last) and view.is_main_now:
        return view, last
    return await pin_view(snapshot, view, number)


async def access_release_view(
    snapshot: Snapshot, actor: Actor, version: ShownVersion
) -> BranchView | None:
    """The view as of the release of the revision; None where it never was released."""
    found = await snapshot.all(ReleaseCommit, RELEASE_COMMITS, item_ids=[str(version.item_id)])
    return await _at_commit(snapshot, actor, found[0].commit_id, None) if found else None


async def _at_commit(
    snapshot: Snapshot, actor: Actor, commit_id: CommitId, branch_id: BranchId | None
) -> BranchView:
    place = await snapshot.one(
        version_queries.CommitPlace, version_queries.COMMIT_PLACE, commit_id=commit_id
    )
    if place is None or not await sees_program(snapshot, actor, place.program_id):
        raise NotFound.of("Commit", commit_id)
    if branch_id is not None and branch_id != place.branch_id:
        await access_branch(snapshot, actor, branch_id)
        raise InvalidInput.field("commitId", "is not on the branch")
    if place.kind == "main":
        return BranchView(None, place.last_seq, place.seq, place.design_id)
    base = place.base_seq if place.base_seq is not None else place.seq
    return BranchView(place.branch_id, place.seq, base, place.design_id, place.change_order_id)
