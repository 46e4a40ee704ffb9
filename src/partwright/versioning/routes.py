"""Branches and commits over HTTP."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import Moment, Uuid, cleaned, trimmed
from partwright.kit.ids import BranchId, DesignId
from partwright.versioning import branch_service
from partwright.versioning.branch_service import BranchRecord, CommitRecord, CommitSelection
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery, PageQuery, named_branch
from partwright.web.request import Request
from partwright.web.responses import DataResponse, created_response, page_response

routes = RouteTable("Branches and commits")

READ = may("designs", "read")
UPDATE = may("designs", "update")


def _workspace_name(text: str) -> str:
    """The full name of a workspace branch; its prefix may be given or left out."""
    return "work/" + trimmed(text.strip().removeprefix("work/"))


Name = Annotated[str, Meta(max_length=100, extra=cleaned(_workspace_name))]


class NewBranch(msgspec.Struct, rename="camel"):
    """A workspace branch; `work/` comes before its name."""

    name: Name


class CommitsQuery(PageQuery, rename="camel", kw_only=True):
    """The commits of one branch, main's by default, or those of all; up to a moment."""

    branch_id: Uuid | None = None
    branch: Uuid | None = None
    scope: Literal["branch", "design"] = "branch"
    until: Moment | None = None

    @property
    def selection(self) -> CommitSelection:
        return CommitSelection(named_branch(self), self.scope == "design", self.until)


@routes.get(
    "/api/designs/{design_id:str}/branches",
    READ,
    response=ListOf("branches", BranchRecord, is_whole=True),
)
async def list_branches(
    request: Request, snapshot: Snapshot, design_id: DesignId, query: OptionalPageQuery
) -> DataResponse:
    """The design's branches, newest first."""
    page = await branch_service.list_branches(snapshot, request.actor, design_id, query.paging())
    return page_response("branches", page)


@routes.post(
    "/api/designs/{design_id:str}/branches",
    UPDATE,
    statuses=(201,),
    example={"name": "lighter"},
    response={"branch": BranchRecord},
)
async def create_branch(
    request: Request, tx: Transaction, design_id: DesignId, body: NewBranch
) -> DataResponse:
    """Make a workspace branch from main's head."""
    return created_response(
        {"branch": await branch_service.create_workspace(tx, request.actor, design_id, body.name)}
    )


@routes.get("/api/branches/{branch_id:str}", READ, response=BranchRecord)
async def get_branch(request: Request, reads: Snapshot, branch_id: BranchId) -> DataResponse:
    """One branch."""
    return DataResponse(await branch_service.read_branch_record(reads, request.actor, branch_id))


@routes.get(
    "/api/designs/{design_id:str}/commits",
    READ,
    refusals=("UNPROCESSABLE",),
    response=ListOf("commits", CommitRecord),
)
async def list_commits(
    request: Request, snapshot: Snapshot, design_id: DesignId, query: CommitsQuery
) -> DataResponse:
    """The commits of a branch, or with `scope=design` of all branches; newest first."""
    page = await branch_service.list_commits(
        snapshot, request.actor, design_id, query.selection, query.paging()
    )
    return page_response("commits", page)
