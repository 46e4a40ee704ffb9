"""Edits of structures over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.fields import RawObject
from partwright.relationships import edit_batch, edit_input
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import BranchParameters, named_branch
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Relationships")


@routes.post(
    "/api/relationships/batch-update",
    may("relationships", "update"),
    statuses=(200, 400),
    body_schema=edit_input.SCHEMA,
    example={
        "changes": [
            {"action": "update", "id": "0192f0c1-0000-7000-8000-000000000001", "quantity": 4}
        ],
        "dryRun": True,
    },
    response=edit_batch.StructureEditResult,
)
async def edit_structure(
    request: Request, query: BranchParameters, body: RawObject
) -> DataResponse:
    """Add, change, move and remove up to 2,000 lines, all or none; with `dryRun` only say what would be."""
    done = await edit_batch.edit_structure(
        request.services.database, request.actor, body, branch_id=named_branch(query)
    )
    return DataResponse(done, status=done.status)
