"""Families of parts and their variants over HTTP."""

from partwright.item_types import TYPES
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.ids import ItemId
from partwright.variants import addition_service, service
from partwright.variants.model import AddedVariants, FamilyInput, VariantsInput, VariantTable
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import (
    REMOVAL_EXAMPLE,
    BranchParameters,
    RemovalInput,
    ViewQuery,
    named_branch,
)
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Variants")

READ = TYPES["Part"].may("read")
UPDATE = TYPES["Part"].may("update")
_VARIANTS = {"variants": [{"attributes": {"Length": "6 mm"}}, {"attributes": {"Length": "8 mm"}}]}


@routes.get("/api/items/{item_id:str}/variants", READ, response=VariantTable)
async def get_variants(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """The family that a part is or has, and its variants with the values by which they differ."""
    view = await requested_view(snapshot, request, query)
    found = await service.read_variant_table(snapshot, request.actor, item_id, view=view)
    return DataResponse(found, etag=etag(found))


@routes.put(
    "/api/items/{item_id:str}/variants",
    UPDATE,
    example={"attributes": ["Length"]},
    response=VariantTable,
)
async def replace_family(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: FamilyInput
) -> DataResponse:
    """Make a part a family, by the attributes by which its variants differ; null ends it."""
    branch, match = named_branch(query, body), request.match
    after = await service.replace_family(
        tx, request.actor, item_id, body, branch_id=branch, match=match
    )
    return DataResponse(after, etag=etag(after))


@routes.post(
    "/api/items/{item_id:str}/variants",
    UPDATE,
    statuses=(201,),
    example=_VARIANTS,
    response=AddedVariants,
)
async def add_variants(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: VariantsInput
) -> DataResponse:
    """Make up to 200 variants of a family, or let parts become some by their `id`; all or none."""
    branch = named_branch(query, body)
    added = await addition_service.add_variants(tx, request.actor, item_id, body, branch_id=branch)
    return DataResponse(added, status=201)


@routes.delete(
    "/api/items/{item_id:str}/family", UPDATE, example=REMOVAL_EXAMPLE, response=VariantTable
)
async def leave_family(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: RemovalInput
) -> DataResponse:
    """Let a variant be a part like others; its attributes stay."""
    branch, message = named_branch(query, body), body.commit_message
    after = await service.leave_family(
        tx, request.actor, item_id, branch_id=branch, match=request.match, message=message
    )
    return DataResponse(after, etag=etag(after))
