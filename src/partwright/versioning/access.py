"""Lines and views for an actor, or a refusal."""

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import Invalid, NotFound
from partwright.kit.ids import BranchId, CommitId, DesignId
from partwright.programs.access import check_writable, sees
from partwright.versioning import queries
from partwright.versioning.model import (
    MAIN,
    ForeignBranch,
    Line,
    LineIsClosed,
    MainIsProtected,
    View,
)


async def line(snapshot: Snapshot, actor: Actor, branch_id: BranchId) -> Line:
    """A branch the actor may see; NotFound otherwise."""
    found = await snapshot.one(Line, queries.LINE, branch_id=branch_id)
    if found is None or not await sees(snapshot, actor, found.program_id):
        raise NotFound.of("Branch", branch_id)
    return found


async def main_line(snapshot: Snapshot, design_id: DesignId | None) -> Line:
    """The main line of a design, or the library's; the design was accessed before."""
    if design_id is None:
        found = await snapshot.one(Line, queries.LIBRARY_LINE)
    else:
        found = await snapshot.one(Line, queries.MAIN_LINE, design_id=design_id)
    assert found is not None
    return found


async def writable_line(
    snapshot: Snapshot,
    actor: Actor,
    *,
    design_id: DesignId | None,
    branch_id: BranchId | None = None,
    bypass: bool = False,
) -> Line:
    """The line to write on: a branch of the item's design, or its main.

    ForeignBranch, LineIsClosed or MainIsProtected; Forbidden for a program's viewers. With
    `bypass`, whose right the caller has checked, a post-release main takes the write.
    """
    if branch_id is None:
        found = await main_line(snapshot, design_id)
    else:
        found = await line(snapshot, actor, branch_id)
        if found.design_id != design_id:
            raise ForeignBranch
    await check_writable(snapshot, actor, found.program_id)
    check_takes_writes(found, bypass=bypass)
    return found


def check_takes_writes(line: Line, *, bypass: bool = False) -> None:
    """LineIsClosed or MainIsProtected for a line that takes no direct write."""
    if line.is_locked or line.is_archived:
        raise LineIsClosed(line)
    if line.is_protected and not bypass:
        raise MainIsProtected


async def view(
    snapshot: Snapshot,
    actor: Actor,
    *,
    branch_id: BranchId | None = None,
    commit_id: CommitId | None = None,
) -> View:
    """Where a request reads; both may be given when the commit is on the branch."""
    if commit_id is not None:
        return await _at_commit(snapshot, actor, commit_id, branch_id)
    if branch_id is not None:
        return (await line(snapshot, actor, branch_id)).view
    return MAIN


async def _at_commit(
    snapshot: Snapshot, actor: Actor, commit_id: CommitId, branch_id: BranchId | None
) -> View:
    place = await snapshot.one(queries.CommitPlace, queries.COMMIT_PLACE, commit_id=commit_id)
    if place is None or not await sees(snapshot, actor, place.program_id):
        raise NotFound.of("Commit", commit_id)
    if branch_id is not None and branch_id != place.branch_id:
        await line(snapshot, actor, branch_id)
        raise Invalid.field("commitId", "is not on the branch")
    if place.kind == "main":
        return View(None, place.seq, place.seq, place.design_id)
    base = place.base_seq if place.base_seq is not None else place.seq
    return View(place.branch_id, place.seq, base, place.design_id)
