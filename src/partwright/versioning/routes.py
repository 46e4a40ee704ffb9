"""Branches and commits over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import Uuid, cleaned, trimmed
from partwright.kit.ids import BranchId, DesignId
from partwright.versioning import branches
from partwright.versioning.branches import BranchRecord, CommitRecord
from partwright.web.answers import Answer, created, listing
from partwright.web.call import Call
from partwright.web.endpoint import Listed, Routes
from partwright.web.query import PageQuery, WholeQuery, branch_of

routes = Routes("Branches and commits")

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
    """The commits of one branch, main's by default."""

    branch_id: Uuid | None = None
    branch: Uuid | None = None


@routes.get(
    "/api/designs/{design_id:str}/branches",
    READ,
    gives=Listed("branches", BranchRecord, is_whole=True),
)
async def list_branches(
    call: Call, snapshot: Snapshot, design_id: DesignId, query: WholeQuery
) -> Answer:
    """The design's branches, newest first."""
    page = await branches.list_branches(snapshot, call.actor, design_id, query.paging())
    return listing("branches", page)


@routes.post(
    "/api/designs/{design_id:str}/branches",
    UPDATE,
    answers=(201,),
    example={"name": "lighter"},
    gives={"branch": BranchRecord},
)
async def create_branch(
    call: Call, tx: Transaction, design_id: DesignId, body: NewBranch
) -> Answer:
    """Make a workspace branch from main's head."""
    return created(
        {"branch": await branches.create_workspace(tx, call.actor, design_id, body.name)}
    )


@routes.get("/api/branches/{branch_id:str}", READ, gives=BranchRecord)
async def get_branch(call: Call, reads: Snapshot, branch_id: BranchId) -> Answer:
    """One branch."""
    return Answer(await branches.read_branch(reads, call.actor, branch_id))


@routes.get("/api/designs/{design_id:str}/commits", READ, gives=Listed("commits", CommitRecord))
async def list_commits(
    call: Call, snapshot: Snapshot, design_id: DesignId, query: CommitsQuery
) -> Answer:
    """The commits of a branch, newest first."""
    branch = branch_of(query)
    page = await branches.list_commits(snapshot, call.actor, design_id, branch, query.paging())
    return listing("commits", page)
