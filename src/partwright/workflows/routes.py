"""Workflow definitions and their approvers over HTTP."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta as Limits

from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import RawObject
from partwright.kit.ids import ApproverId, WorkflowId
from partwright.web.endpoint import RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, PageMeta, SuccessMessage
from partwright.workflows import access as workflow_access
from partwright.workflows import approvers, definition_service, preview, wire
from partwright.workflows.definition_service import DefinitionPage, WorkflowsQuery
from partwright.workflows.model import CREATE, DELETE, READ, UPDATE, WorkflowDefinition
from partwright.workflows.wire import NewApprover, ValidationReport, show_approver

routes = RouteTable("Workflows")

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
    """Version of a definition; the present one where none is named."""

    version: Annotated[int, Limits(ge=1, le=2_147_483_647)] | None = None


def workflow_response(definition: WorkflowDefinition, *, status: int = 200) -> DataResponse:
    return DataResponse({"workflow": definition}, status=status, etag=etag(definition))


def workflow_list_response(part: DefinitionPage) -> DataResponse:
    page = part.page
    meta = PageMeta(page.total, page.paging.page, page.paging.limit, page.total_pages)
    data = {
        "workflows": page.rows,
        "total": page.total,
        "limit": page.paging.limit,
        "offset": part.offset,
    }
    return DataResponse(data, meta=meta)


@routes.get(
    "/api/workflows",
    READ,
    response={"workflows": list[WorkflowDefinition], "total": int, "limit": int, "offset": int},
)
async def list_workflows(snapshot: Snapshot, query: WorkflowsQuery) -> DataResponse:
    """List definitions, newest first."""
    return workflow_list_response(await definition_service.list_definitions(snapshot, query))


@routes.post(
    "/api/workflows",
    CREATE,
    statuses=(201,),
    example=_BODY,
    body_schema=wire.NEW,
    response={"workflow": WorkflowDefinition},
)
async def create_workflow(request: Request, tx: Transaction, body: RawObject) -> DataResponse:
    """Make a definition; only its name is required, so it may be saved unfinished."""
    return workflow_response(
        await definition_service.create_definition(tx, request.actor, body), status=201
    )


@routes.post(
    "/api/workflows/preview",
    READ,
    example=_BODY | {"mockChange": {"stateId": "draft"}},
    body_schema=wire.body_schema(preview.PreviewBody),
    response=preview.WorkflowPreview,
)
async def preview_workflow(request: Request, snapshot: Snapshot, body: RawObject) -> DataResponse:
    """Preview of a definition: its faults if it were saved so, and how a mock change would fare."""
    return DataResponse(await preview.preview_definition(snapshot, request.actor, body))


@routes.get("/api/workflows/{workflow_id:str}", READ, response={"workflow": WorkflowDefinition})
async def get_workflow(
    request: Request, reads: Snapshot, workflow_id: WorkflowId, query: VersionQuery
) -> DataResponse:
    """One definition, as it stands now or as it stood in a version."""
    return workflow_response(
        await workflow_access.access_definition(
            reads, request.actor, workflow_id, version=query.version
        )
    )


@routes.put(
    "/api/workflows/{workflow_id:str}",
    UPDATE,
    example={"description": "For drawings", "isActive": False},
    body_schema=wire.EDIT,
    response={"workflow": WorkflowDefinition},
)
async def update_workflow(
    request: Request, tx: Transaction, workflow_id: WorkflowId, body: RawObject
) -> DataResponse:
    """Make the next version of a definition; running instances stay on the one they started with."""
    return workflow_response(
        await definition_service.update_definition(
            tx, request.actor, workflow_id, body, match=request.match
        )
    )


@routes.delete("/api/workflows/{workflow_id:str}", DELETE)
async def delete_workflow(
    request: Request, tx: Transaction, workflow_id: WorkflowId
) -> SuccessMessage:
    """Delete a definition that no instance is running on."""
    await definition_service.delete_definition(tx, request.actor, workflow_id, match=request.match)
    return SuccessMessage()


@routes.get("/api/workflows/{workflow_id:str}/validate", READ)
async def validate_workflow(
    request: Request, snapshot: Snapshot, workflow_id: WorkflowId
) -> ValidationReport:
    """The faults that keep anything from starting on a definition (errors), and likely mistakes (warnings)."""
    return await definition_service.validation_report(snapshot, request.actor, workflow_id)


@routes.get(
    "/api/workflows/{workflow_id:str}/approvers",
    READ,
    response={"approvers": list[wire.StateApprovers]},
)
async def list_workflow_approvers(
    request: Request, snapshot: Snapshot, workflow_id: WorkflowId
) -> DataResponse:
    """The approvers of every state."""
    found = await approvers.of_definition(snapshot, request.actor, workflow_id)
    return DataResponse({"approvers": found})


@routes.get(
    "/api/workflows/{workflow_id:str}/states/{state_id:str}/approvers",
    READ,
    response=wire.StateApprovers,
)
async def list_state_approvers(
    request: Request, snapshot: Snapshot, workflow_id: WorkflowId, state_id: str
) -> DataResponse:
    """The approvers of one state."""
    return DataResponse(
        await approvers.approvers_of_state(snapshot, request.actor, workflow_id, state_id)
    )


@routes.post(
    "/api/workflows/{workflow_id:str}/states/{state_id:str}/approvers",
    UPDATE,
    statuses=(201,),
    example={"userId": "0197a3c1-9f00-7000-8000-000000000002"},
    response={"approver": wire.ShownApprover},
)
async def add_approver(
    request: Request, tx: Transaction, workflow_id: WorkflowId, state_id: str, body: NewApprover
) -> DataResponse:
    """Let a user, any one with a role, or a user in a role approve in a state."""
    approver = await approvers.add_approver(tx, request.actor, workflow_id, state_id, body)
    return DataResponse({"approver": show_approver(approver)}, status=201)


@routes.delete(
    "/api/workflows/{workflow_id:str}/states/{state_id:str}/approvers/{approver_id:str}", UPDATE
)
async def remove_approver(
    request: Request,
    tx: Transaction,
    workflow_id: WorkflowId,
    state_id: str,
    approver_id: ApproverId,
) -> SuccessMessage:
    """Take an approver out of a state, also of one that the definition no longer has."""
    await approvers.remove_approver(tx, request.actor, workflow_id, state_id, approver_id)
    return SuccessMessage()
