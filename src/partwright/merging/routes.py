"""Merging branches and comparing commits over HTTP."""

import msgspec

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import ShortText, Uuid
from partwright.kit.ids import BranchId, CommitId
from partwright.merging import branch_merges, commit_diffs
from partwright.merging.branch_merges import BranchMerge
from partwright.merging.diff import ItemDiff
from partwright.versioning.branches import BranchRecord
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.endpoint import Routes

routes = Routes("Branches and commits")

READ = may("designs", "read")
UPDATE = may("designs", "update")


class MergeInput(msgspec.Struct, rename="camel", kw_only=True):
    """What the commit shall say."""

    commit_message: ShortText | None = None


class CommitDiffQuery(msgspec.Struct, rename="camel", kw_only=True):
    """The commit to compare with."""

    against: Uuid


@routes.get("/api/branches/{branch_id:str}/diff", READ, gives={"items": list[ItemDiff]})
async def diff_branch(call: Call, snapshot: Snapshot, branch_id: BranchId) -> Answer:
    """What a branch changes, item by item."""
    return Answer({"items": await commit_diffs.diff_branch(snapshot, call.actor, branch_id)})


@routes.post(
    "/api/branches/{branch_id:str}/merge",
    UPDATE,
    example={"commitMessage": "Lighter housing"},
    gives=BranchMerge,
)
async def merge_branch(
    call: Call, tx: Transaction, branch_id: BranchId, body: MergeInput
) -> Answer:
    """Bring a workspace branch into main of a design that is not released yet."""
    said = body.commit_message
    return Answer(await branch_merges.merge_into_main(tx, call.actor, branch_id, message=said))


@routes.post(
    "/api/branches/{branch_id:str}/rebase",
    UPDATE,
    example={"commitMessage": "Up to date"},
    gives=BranchMerge,
)
async def rebase_branch(
    call: Call, tx: Transaction, branch_id: BranchId, body: MergeInput
) -> Answer:
    """Move a workspace branch onto main's head."""
    said = body.commit_message
    return Answer(await branch_merges.rebase_branch(tx, call.actor, branch_id, message=said))


@routes.post("/api/branches/{branch_id:str}/archive", UPDATE, gives={"branch": BranchRecord})
async def archive_branch(call: Call, tx: Transaction, branch_id: BranchId) -> Answer:
    """Put a workspace branch away, when nobody else works on it; it stays readable."""
    return Answer({"branch": await branch_merges.archive_branch(tx, call.actor, branch_id)})


@routes.get("/api/commits/{commit_id:str}", READ)
async def get_commit(
    call: Call, snapshot: Snapshot, commit_id: CommitId
) -> commit_diffs.CommitDetail:
    """One commit with the items it touched."""
    return await commit_diffs.commit_detail(snapshot, call.actor, commit_id)


@routes.get("/api/commits/{commit_id:str}/diff", READ, gives={"items": list[ItemDiff]})
async def diff_commits(
    call: Call, snapshot: Snapshot, commit_id: CommitId, query: CommitDiffQuery
) -> Answer:
    """What changed from another commit to this one."""
    against = CommitId(query.against)
    return Answer(
        {"items": await commit_diffs.diff_commits(snapshot, call.actor, commit_id, against)}
    )
