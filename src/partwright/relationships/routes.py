"""Relationships over HTTP, and parts' BOM lines under their own path."""

from contextlib import AbstractAsyncContextManager, aclosing
from typing import Any

import msgspec
from starlette.responses import Response

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import PartialUpdate, RawObject, Uuid, keys_of
from partwright.kit.ids import DesignId, ItemId, RelationshipId
from partwright.kit.pages import WHOLE, Page, PageRequest
from partwright.relationships import (
    batch_service,
    by_design,
    edit_batch,
    edit_input,
    export_service,
    single_service,
)
from partwright.relationships.export_service import RelationshipExportQuery
from partwright.relationships.model import RelationshipRecord
from partwright.relationships.request_input import (
    RelationshipEdit,
    RelationshipInput,
    branch_in_edit,
)
from partwright.versioning.access import access_design
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.exports import export_response
from partwright.web.parameters import (
    REMOVAL_EXAMPLE,
    BranchParameters,
    PageNumber,
    PageSize,
    RemovalInput,
    ViewQuery,
    named_branch,
    requested_page,
)
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response, page_response
from partwright.web.spooled_json import SpooledJson, spool_counted_list

routes = RouteTable("Relationships")

LARGEST_LIMIT = 1_000_000_000
"""Rows of a page; it is the client who bounds these lists."""

READ = may("relationships", "read")
CREATE = may("relationships", "create")
UPDATE = may("relationships", "update")
DELETE = may("relationships", "delete")


class OfItem(ViewQuery, rename="camel", kw_only=True):
    """Filters of an item's relationships; all of them unless a page is asked for."""

    type: str | None = None
    page: PageNumber | None = None
    limit: PageSize | None = None

    def paging(self) -> PageRequest:
        return requested_page(self.page, self.limit, most=LARGEST_LIMIT)


class OfDesign(OfItem, rename="camel", kw_only=True):
    """Filters of a design's relationships."""

    design_id: Uuid


ChangedRelationship = msgspec.defstruct(
    "ChangedRelationship",
    [
        (field.encode_name, str if field.name == "quantity" else field.type)
        for field in msgspec.structs.fields(RelationshipRecord)
    ],
)
"""The record as a change answers it, the quantity a string."""

_LINES = ListOf("relationships", RelationshipRecord, is_whole=True, has_count=True)
_MADE = {"success": bool, "relationship": RelationshipRecord}
_EXAMPLE = {
    "targetId": "0192f0c1-0000-7000-8000-000000000001",
    "relationshipType": "bom",
    "quantity": 4,
    "findNumber": 10,
}


@routes.get(
    "/api/relationships",
    READ,
    response=ListOf("relationships", by_design.DesignRelationship, is_whole=True, has_count=True),
)
async def list_relationships(
    request: Request, snapshot: Snapshot, query: OfDesign
) -> DataResponse | SpooledJson:
    """List the relationships whose sources are items of a design."""
    design = await access_design(snapshot, request.actor, DesignId(query.design_id))
    view = await requested_view(snapshot, request, query)
    asked = by_design.design_list_request(request.actor, design.id, view=view, type=query.type)
    return await _of_design(snapshot, asked, query.paging())


@routes.get("/api/relationships/export", READ, is_stream=True)
async def export_relationships(request: Request, query: RelationshipExportQuery) -> Response:
    """All relationships whose both ends you see, as lines of JSON or as Parquet, as of one commit.

    The commit is `at`, a commit's number, or the newest; the name of the file tells it.
    """
    services = request.services
    async with services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, request, query)
        export = await export_service.begin_export(snapshot, request.actor, query, view)
    rows = export_service.relationship_windows(services.database, export)
    return export_response(
        request, export_service.RELATIONSHIPS, rows, format=query.format, at=export.commit_number
    )


@routes.get(
    "/api/items/{item_id:str}/relationships",
    READ,
    response=_LINES,
    is_lasting=True,
)
async def list_item_relationships(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: OfItem
) -> DataResponse:
    """List the relationships of which the item is the source."""
    view = await requested_view(snapshot, request, query)
    return _listing(
        await single_service.list_relationships(
            snapshot, request.actor, item_id, view=view, type=query.type, paging=query.paging()
        )
    )


@routes.post(
    "/api/items/{item_id:str}/relationships",
    CREATE,
    statuses=(201,),
    example=_EXAMPLE,
    response=_MADE,
)
async def create_relationship(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    query: BranchParameters,
    body: RelationshipInput,
) -> DataResponse:
    """Make a relationship from the item to another, in either of the two shapes."""
    made = await batch_service.create_one(
        tx, request.actor, item_id, body, branch_id=named_branch(query)
    )
    return _made(made)


@routes.put(
    "/api/items/{item_id:str}/relationships/{relationship_id:str}",
    UPDATE,
    example={"quantity": 5},
    response={"relationship": RelationshipRecord},
)
async def update_item_relationship(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    relationship_id: RelationshipId,
    query: BranchParameters,
    body: PartialUpdate[RelationshipEdit],
) -> DataResponse:
    """Change a relationship of the item."""
    place = branch_in_edit(body.raw)
    async with _opened(request, tx, relationship_id, query, place, of=item_id) as opened:
        return DataResponse(
            {
                "relationship": await single_service.update_relationship(
                    tx, request.actor, opened, body
                )
            }
        )


@routes.delete(
    "/api/items/{item_id:str}/relationships/{relationship_id:str}", DELETE, example=REMOVAL_EXAMPLE
)
async def delete_item_relationship(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    relationship_id: RelationshipId,
    query: BranchParameters,
    body: RemovalInput,
) -> SuccessMessage:
    """Remove a relationship of the item."""
    async with _opened(request, tx, relationship_id, query, body, of=item_id) as opened:
        await single_service.remove_relationship(
            tx, request.actor, opened, message=body.commit_message
        )
    return SuccessMessage(message="The relationship is removed")


@routes.put(
    "/api/relationships/{relationship_id:str}",
    UPDATE,
    example={"quantity": 5},
    response={"relationship": ChangedRelationship},
)
async def update_relationship(
    request: Request,
    tx: Transaction,
    relationship_id: RelationshipId,
    query: BranchParameters,
    body: PartialUpdate[RelationshipEdit],
) -> DataResponse:
    """Change a relationship."""
    async with _opened(request, tx, relationship_id, query, branch_in_edit(body.raw)) as opened:
        changed = await single_service.update_relationship(tx, request.actor, opened, body)
        # The interface gives the quantity of this one answer as a string.
        shown = keys_of(changed) | {"quantity": format(changed.quantity, "f")}
        return DataResponse({"relationship": shown})


@routes.delete("/api/relationships/{relationship_id:str}", DELETE, example=REMOVAL_EXAMPLE)
async def delete_relationship(
    request: Request,
    tx: Transaction,
    relationship_id: RelationshipId,
    query: BranchParameters,
    body: RemovalInput,
) -> SuccessMessage:
    """Remove a relationship."""
    async with _opened(request, tx, relationship_id, query, body) as opened:
        await single_service.remove_relationship(
            tx, request.actor, opened, message=body.commit_message
        )
    return SuccessMessage(message="The relationship is removed")


@routes.post(
    "/api/relationships/batch-create",
    CREATE,
    statuses=(201, 200, 207, 400),
    body_schema=batch_service.SCHEMA,
    example={"relationships": [{"sourceId": _EXAMPLE["targetId"], **_EXAMPLE}]},
    response=batch_service.BatchResult,
)
async def create_relationships(
    request: Request, tx: Transaction, query: BranchParameters, body: RawObject
) -> DataResponse:
    """Make up to 500 relationships in one transaction; those that cannot be made fail alone."""
    result = await batch_service.create_batch(
        tx, request.actor, body, branch_id=named_branch(query)
    )
    return DataResponse(result, status=result.status)


@routes.get("/api/parts/{item_id:str}/bom", READ, response=_LINES)
async def list_bom_lines(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: OfItem
) -> DataResponse:
    """List the BOM lines of a part."""
    view = await requested_view(snapshot, request, query)
    await batch_service.check_part(snapshot, request.actor, item_id, view)
    paging = query.paging()
    return _listing(
        await single_service.list_relationships(
            snapshot, request.actor, item_id, view=view, type="bom", paging=paging
        )
    )


@routes.post(
    "/api/parts/{item_id:str}/bom", CREATE, statuses=(201,), example=_EXAMPLE, response=_MADE
)
async def add_bom_line(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    query: BranchParameters,
    body: RelationshipInput,
) -> DataResponse:
    """Add a BOM line to a part."""
    branch = named_branch(query, body)
    return _made(
        await batch_service.create_bom_line(tx, request.actor, item_id, body, branch_id=branch)
    )


def _opened(
    request: Request,
    tx: Transaction,
    relationship_id: RelationshipId,
    *places: BranchParameters,
    of: ItemId | None = None,
) -> AbstractAsyncContextManager[single_service.OpenRelationship]:
    """The relationship for a write, on the branch that query or body names."""
    branch = named_branch(*places)
    return single_service.open_relationship(
        tx, request.actor, relationship_id, of=of, branch_id=branch
    )


async def _of_design(
    snapshot: Snapshot, asked: by_design.DesignListRequest, paging: PageRequest
) -> DataResponse | SpooledJson:
    if paging != WHOLE:
        return page_response(
            "relationships", await by_design.page_of_relationships(snapshot, asked, paging)
        )
    async with aclosing(by_design.design_batches(snapshot, asked)) as batches:
        return await spool_counted_list("relationships", batches)


def _listing(page: Page[Any]) -> DataResponse:
    """The rows with their number; a page says besides where it stands in the whole."""
    if page.is_whole:
        return DataResponse({"relationships": page.rows, "count": page.total})
    return page_response("relationships", page)


def _made(relationship: RelationshipRecord) -> DataResponse:
    return created_response({"success": True, "relationship": relationship})


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

    async def keep(tx: Transaction, done: edit_batch.StructureEditResult) -> None:
        await request.keep_answer(tx, DataResponse(done, status=done.status))

    done = await edit_batch.edit_structure(
        request.services.database, request.actor, body, branch_id=named_branch(query), keep=keep
    )
    return DataResponse(done, status=done.status)
