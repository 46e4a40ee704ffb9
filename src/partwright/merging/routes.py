"""Merging branches and comparing commits over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import ShortText, Uuid
from partwright.kit.ids import BranchId, CommitId, DesignId
from partwright.merging import deletion_service, diff_service, revert_service, service
from partwright.merging.conflict_wire import ConflictRecord
from partwright.merging.decision_service import ConflictResolution
from partwright.merging.diff import ItemDiff
from partwright.merging.service import BranchMerge, MergeWishes
from partwright.versioning.branch_service import BranchRecord, CommitRecord
from partwright.versioning.content_tags import content_tag
from partwright.web.endpoint import RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response

routes = RouteTable("Branches and commits")

READ = may("designs", "read")
UPDATE = may("designs", "update")


class MergeInput(msgspec.Struct, rename="camel", kw_only=True):
    """Message of the commit."""

    commit_message: ShortText | None = None


class BranchMergeInput(MergeInput, rename="camel", kw_only=True):
    """Message of the commit, and the side that stands where both have changed."""

    resolutions: Annotated[list[ConflictResolution], Meta(max_length=1000)] = []

    @property
    def wishes(self) -> MergeWishes:
        return MergeWishes(self.commit_message, self.resolutions)


class CommitDiffQuery(msgspec.Struct, rename="camel", kw_only=True):
    """The commit to compare with."""

    against: Uuid


@routes.get(
    "/api/branches/{branch_id:str}/diff",
    READ,
    response={"items": list[ItemDiff]},
    find_tag=content_tag,
)
async def get_branch_diff(
    request: Request, snapshot: Snapshot, branch_id: BranchId
) -> DataResponse:
    """The differences that a branch makes, item by item."""
    return DataResponse(
        {"items": await diff_service.diff_branch(snapshot, request.actor, branch_id)}
    )


@routes.get(
    "/api/branches/{branch_id:str}/conflicts",
    READ,
    response={"conflicts": list[ConflictRecord]},
)
async def list_branch_conflicts(
    request: Request, snapshot: Snapshot, branch_id: BranchId
) -> DataResponse:
    """The places where a merge or rebase of a workspace branch needs a decision."""
    return DataResponse(
        {"conflicts": await service.list_conflicts(snapshot, request.actor, branch_id)}
    )


@routes.post(
    "/api/branches/{branch_id:str}/merge",
    UPDATE,
    example={"commitMessage": "Lighter housing"},
    response=BranchMerge,
)
async def merge_branch(
    request: Request, tx: Transaction, branch_id: BranchId, body: BranchMergeInput
) -> DataResponse:
    """Bring a workspace branch into main of a design that is not released yet."""
    return DataResponse(await service.merge_into_main(tx, request.actor, branch_id, body.wishes))


@routes.post(
    "/api/branches/{branch_id:str}/rebase",
    UPDATE,
    example={"commitMessage": "Up to date"},
    response=BranchMerge,
)
async def rebase_branch(
    request: Request, tx: Transaction, branch_id: BranchId, body: BranchMergeInput
) -> DataResponse:
    """Move a workspace branch onto main's head."""
    return DataResponse(await service.rebase_branch(tx, request.actor, branch_id, body.wishes))


@routes.post("/api/branches/{branch_id:str}/archive", UPDATE, response={"branch": BranchRecord})
async def archive_branch(request: Request, tx: Transaction, branch_id: BranchId) -> DataResponse:
    """Put a workspace branch away, when nobody else works on it; it stays readable."""
    return DataResponse({"branch": await service.archive_branch(tx, request.actor, branch_id)})


@routes.delete("/api/designs/{design_id:str}", may("designs", "delete"))
async def delete_design(request: Request, tx: Transaction, design_id: DesignId) -> SuccessMessage:
    """Delete a design with its items, as long as nothing of it was ever released."""
    await deletion_service.delete_design(tx, request.actor, design_id, match=request.match)
    return SuccessMessage()


@routes.get("/api/commits/{commit_id:str}", READ)
async def get_commit(
    request: Request, snapshot: Snapshot, commit_id: CommitId
) -> diff_service.CommitDetail:
    """One commit with the items it touched."""
    return await diff_service.commit_detail(snapshot, request.actor, commit_id)


@routes.post(
    "/api/commits/{commit_id:str}/revert",
    UPDATE,
    statuses=(201,),
    example={"commitMessage": "Back to four screws"},
    response={"commit": CommitRecord},
)
async def revert_commit(
    request: Request, tx: Transaction, commit_id: CommitId, body: MergeInput
) -> DataResponse:
    """Take a commit on main back as a new commit; 409 with what contradicts."""
    said = body.commit_message
    return created_response(
        {"commit": await revert_service.revert_commit(tx, request.actor, commit_id, message=said)}
    )


@routes.get(
    "/api/commits/{commit_id:str}/diff",
    READ,
    response={"items": list[ItemDiff]},
    find_tag=content_tag,
)
async def get_commit_diff(
    request: Request, snapshot: Snapshot, commit_id: CommitId, query: CommitDiffQuery
) -> DataResponse:
    """The differences from another commit to this one."""
    against = CommitId(query.against)
    return DataResponse(
        {"items": await diff_service.diff_commits(snapshot, request.actor, commit_id, against)}
    )
