"""Workflow definitions and their approvers over HTTP."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta as Limits

from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import RawObject
from partwright.kit.ids import ApproverId, WorkflowId
from partwright.web.answers import Answer, Done, Meta
from partwright.web.call import Call
from partwright.web.endpoint import Routes
from partwright.workflows import access, approvers, definitions, wire
from partwright.workflows.definitions import DefinitionPage, WorkflowsQuery
from partwright.workflows.model import CREATE, DELETE, READ, UPDATE, WorkflowDefinition
from partwright.workflows.wire import NewApprover, ValidationReport, show_approver

routes = Routes("Workflows")

_BODY: dict[str, Any] = {
    "name": "Drawing lifecycle",
    "definitionType": "lifecycle",
    "applicableItemTypes": ["Document"],
    "states": [
        {"id": "draft", "name": "Draft", "isInitial": True},
        {"id": "in-review", "name": "In Review"},
        {"id": "released", "name": "Released", "isFinal": True},
    ],
    "transitions": [
        {"name": "Submit", "fromStateId": "draft", "toStateId": "in-review"},
        {
            "name": "Approve",
            "fromStateId": "in-review",
            "toStateId": "released",
            "guards": [{"type": "role_required", "roles": ["Approver"]}],
        },
        {"name": "Reject", "fromStateId": "in-review", "toStateId": "draft"},
    ],
}


class VersionQuery(msgspec.Struct):
    """Which version of a definition; the present one where none is named."""

    version: Annotated[int, Limits(ge=1, le=2_147_483_647)] | None = None


def shown(definition: WorkflowDefinition, *, status: int = 200) -> Answer:
    return Answer({"workflow": definition}, status=status, etag=etag(definition))


def listed(part: DefinitionPage) -> Answer:
    page = part.page
    meta = Meta(page.total, page.paging.page, page.paging.limit, page.total_pages)
    data = {
        "workflows": page.rows,
        "total": page.total,
        "limit": page.paging.limit,
        "offset": part.offset,
    }
    return Answer(data, meta=meta)


@routes.get(
    "/api/workflows",
    READ,
    gives={"workflows": list[WorkflowDefinition], "total": int, "limit": int, "offset": int},
)
async def list_workflows(snapshot: Snapshot, query: WorkflowsQuery) -> Answer:
    """List definitions, newest first."""
    return listed(await definitions.list_definitions(snapshot, query))


@routes.post(
    "/api/workflows",
    CREATE,
    answers=(201,),
    example=_BODY,
    body_schema=wire.NEW,
    gives={"workflow": WorkflowDefinition},
)
async def create_workflow(call: Call, tx: Transaction, body: RawObject) -> Answer:
    """Make a definition; only its name is required, so it may be saved unfinished."""
    return shown(await definitions.create_definition(tx, call.actor, body), status=201)


@routes.get("/api/workflows/{workflow_id:str}", READ, gives={"workflow": WorkflowDefinition})
async def get_workflow(
    call: Call, reads: Snapshot, workflow_id: WorkflowId, query: VersionQuery
) -> Answer:
    """One definition, as it stands now or as it stood in a version."""
    return shown(await access.definition(reads, call.actor, workflow_id, version=query.version))


@routes.put(
    "/api/workflows/{workflow_id:str}",
    UPDATE,
    example={"description": "For drawings", "isActive": False},
    body_schema=wire.EDIT,
    gives={"workflow": WorkflowDefinition},
)
async def update_workflow(
    call: Call, tx: Transaction, workflow_id: WorkflowId, body: RawObject
) -> Answer:
    """Make the next version of a definition; running instances stay on the one they started with."""
    return shown(
        await definitions.update_definition(tx, call.actor, workflow_id, body, match=call.match)
    )


@routes.delete("/api/workflows/{workflow_id:str}", DELETE)
async def delete_workflow(call: Call, tx: Transaction, workflow_id: WorkflowId) -> Done:
    """Delete a definition that no instance is running on."""
    await definitions.delete_definition(tx, call.actor, workflow_id, match=call.match)
    return Done()


@routes.get("/api/workflows/{workflow_id:str}/validate", READ)
async def validate_workflow(
    call: Call, snapshot: Snapshot, workflow_id: WorkflowId
) -> ValidationReport:
    """What keeps anything from starting on a definition (errors), and what looks like a mistake."""
    return await definitions.validation_report(snapshot, call.actor, workflow_id)


@routes.get(
    "/api/workflows/{workflow_id:str}/approvers",
    READ,
    gives={"approvers": list[wire.StateApprovers]},
)
async def list_approvers(call: Call, snapshot: Snapshot, workflow_id: WorkflowId) -> Answer:
    """The approvers of every state."""
    found = await approvers.of_definition(snapshot, call.actor, workflow_id)
    return Answer({"approvers": found})


@routes.get(
    "/api/workflows/{workflow_id:str}/states/{state_id:str}/approvers",
    READ,
    gives=wire.StateApprovers,
)
async def list_approvers_of_state(
    call: Call, snapshot: Snapshot, workflow_id: WorkflowId, state_id: str
) -> Answer:
    """The approvers of one state."""
    return Answer(await approvers.of_state(snapshot, call.actor, workflow_id, state_id))


@routes.post(
    "/api/workflows/{workflow_id:str}/states/{state_id:str}/approvers",
    UPDATE,
    answers=(201,),
    example={"userId": "0197a3c1-9f00-7000-8000-000000000002"},
    gives={"approver": wire.ShownApprover},
)
async def add_approver(
    call: Call, tx: Transaction, workflow_id: WorkflowId, state_id: str, body: NewApprover
) -> Answer:
    """Let a user, any one with a role, or a user in a role approve in a state."""
    approver = await approvers.add(tx, call.actor, workflow_id, state_id, body)
    return Answer({"approver": show_approver(approver)}, status=201)


@routes.delete(
    "/api/workflows/{workflow_id:str}/states/{state_id:str}/approvers/{approver_id:str}", UPDATE
)
async def remove_approver(
    call: Call, tx: Transaction, workflow_id: WorkflowId, state_id: str, approver_id: ApproverId
) -> Done:
    """Take an approver out of a state, also of one that the definition no longer has."""
    await approvers.remove(tx, call.actor, workflow_id, state_id, approver_id)
    return Done()
