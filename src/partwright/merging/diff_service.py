"""Diff of one commit, and of two commits or branches."""

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import NotFound
from partwright.kit.ids import BranchId, CommitId
from partwright.merging.diff import ItemDiff, diff_two_views, visible_masters
from partwright.versioning import access as branch_access
from partwright.versioning import branch_service
from partwright.versioning import queries as version_queries
from partwright.versioning.branch_service import CommitRecord
from partwright.versioning.model import BranchView


class CommitDetail(CommitRecord, rename="camel", frozen=True):
    """A commit with what it did."""

    items: list[ItemDiff]


async def commit_detail(snapshot: Snapshot, actor: Actor, commit_id: CommitId) -> CommitDetail:
    """One commit with the items it touched."""
    found = await branch_service.read_commit_record(snapshot, actor, commit_id)
    after = await branch_access.access_view(snapshot, actor, commit_id=commit_id)
    before = view_before(after)
    if found.parent_id is not None and found.merge_parent_id is not None:
        # A rebase moved the base too: before it, the branch saw main as its parent did.
        before = await branch_access.access_view(snapshot, actor, commit_id=found.parent_id)
    masters = await snapshot.all(str, version_queries.TOUCHED_BY, commit_id=found.id)
    items = await diff_two_views(snapshot, actor, before, after, masters)
    if found.design_id is None and masters and not await visible_masters(snapshot, actor, masters):
        # Items without a design share their commits, whatever programs they are of.
        raise NotFound.of("Commit", commit_id)
    fields = {name: getattr(found, name) for name in found.__struct_fields__}
    return CommitDetail(**fields, items=items)


def view_before(view: BranchView) -> BranchView:
    """The view before the commit whose view this is."""
    if view.branch_id is None:
        # Of a release over several designs `at` is the last commit, `base` this one.
        return msgspec.structs.replace(view, at=view.base - 1, base=view.base - 1)
    return msgspec.structs.replace(view, at=view.at - 1)


async def diff_commits(
    snapshot: Snapshot, actor: Actor, commit_id: CommitId, against: CommitId
) -> list[ItemDiff]:
    """The differences from the commit `against` to the commit."""
    after = await branch_access.access_view(snapshot, actor, commit_id=commit_id)
    before = await branch_access.access_view(snapshot, actor, commit_id=against)
    touched = await snapshot.all(
        str,
        version_queries.TOUCHED_BETWEEN,
        low=min(before.at, after.at, before.base, after.base),
        high=max(before.at, after.at),
        design_id=after.design_id,
    )
    # A branch that was rebased has commits from before the one that it stands on.
    own = [await _own_masters(snapshot, view) for view in (before, after)]
    masters = list(dict.fromkeys([*touched, *own[0], *own[1]]))
    return await diff_two_views(snapshot, actor, before, after, masters)


async def _own_masters(snapshot: Snapshot, view: BranchView) -> list[str]:
    """The masters that a view's branch has rows of its own of; none of main."""
    if view.branch_id is None:
        return []
    return await snapshot.all(
        str, version_queries.OWN_MASTERS, branch_id=view.branch_id, at=view.at
    )


async def diff_branch(snapshot: Snapshot, actor: Actor, branch_id: BranchId) -> list[ItemDiff]:
    """The differences of a branch from main as it saw it."""
    branch = await branch_access.access_branch(snapshot, actor, branch_id)
    view = branch.view
    if view.branch_id is None:
        return []
    masters = await _own_masters(snapshot, view)
    return await diff_two_views(
        snapshot, actor, BranchView(None, view.base, view.base), view, masters
    )
