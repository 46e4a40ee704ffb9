"""Designs over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import DesignId
from partwright.versioning import design_service
from partwright.versioning.access import access_design
from partwright.versioning.design_service import DesignsQuery
from partwright.versioning.model import Design
from partwright.versioning.wire import DesignEdit, NewDesign
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, created_response, page_response

routes = RouteTable("Designs")


def shown(design: Design) -> DataResponse:
    return DataResponse(design, etag=etag(design))


@routes.get("/api/designs", may("designs", "read"), response=ListOf("designs", Design))
async def list_designs(request: Request, snapshot: Snapshot, query: DesignsQuery) -> DataResponse:
    """List the designs that you see: those of your programs and those of none."""
    return page_response(
        "designs", await design_service.page_of_designs(snapshot, request.actor, query)
    )


@routes.post(
    "/api/designs",
    may("designs", "create"),
    statuses=(201,),
    example={"name": "Desk lamp", "code": "LAMP-1"},
    response=Design,
)
async def create_design(request: Request, tx: Transaction, body: NewDesign) -> DataResponse:
    """Make a design with its main branch. Without a code it gets one made of its name."""
    design = await design_service.create_design(tx, request.actor, body)
    return created_response(design, etag=etag(design))


@routes.get("/api/designs/{design_id:str}", may("designs", "read"), response=Design)
async def get_design(request: Request, reads: Snapshot, design_id: DesignId) -> DataResponse:
    """One design."""
    return shown(await access_design(reads, request.actor, design_id))


@routes.put(
    "/api/designs/{design_id:str}",
    may("designs", "update"),
    example={"name": "Desk lamp, LED"},
    response=Design,
)
async def update_design(
    request: Request, tx: Transaction, design_id: DesignId, body: PartialUpdate[DesignEdit]
) -> DataResponse:
    """Change some fields of a design; another program changes who sees its items."""
    return shown(
        await design_service.update_design(tx, request.actor, design_id, body, match=request.match)
    )
