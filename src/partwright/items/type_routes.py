"""Items of one type over HTTP, for the types that have a path of their own."""

from partwright.item_types import TYPES, ItemType
from partwright.items import item_input, list_queries, service, wire
from partwright.items.list_queries import ItemListQuery, list_query_of
from partwright.items.routes import ItemQuery, item_response, shown_item
from partwright.items.wire import PART_BODY, RECORDS
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject
from partwright.kit.ids import ItemId
from partwright.web.endpoint import ListOf, RouteTable, described
from partwright.web.parameters import (
    REMOVAL_EXAMPLE,
    BranchParameters,
    RemovalInput,
    named_branch,
)
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Items")


def _serve_reading(item_type: ItemType) -> None:
    name, path, record = item_type.name.lower(), f"/api/{item_type.plural}", RECORDS[item_type.name]
    may_read = item_type.may("read")

    @routes.get(
        path,
        may_read,
        query=list_query_of(item_type),
        response=ListOf(item_type.plural, record),
        is_lasting=True,
    )
    @described(f"list_{item_type.plural}", f"List {item_type.plural}.")
    async def _(request: Request, snapshot: Snapshot, query: ItemListQuery) -> DataResponse:
        page = await list_queries.list_items(
            snapshot, request.actor, query, item_type=item_type.name
        )
        return page_response(item_type.plural, page.map(wire.item_to_record))

    @routes.get(f"{path}/{{item_id:str}}", may_read, response=record, is_lasting=True)
    @described(f"get_{name}", f"One {name}.")
    async def _(
        request: Request, reads: Snapshot, item_id: ItemId, query: ItemQuery
    ) -> DataResponse:
        return await shown_item(reads, request, item_id, query, item_type=item_type)


def _serve_writing(item_type: ItemType) -> None:
    name, path, record = item_type.name.lower(), f"/api/{item_type.plural}", RECORDS[item_type.name]

    @routes.post(
        path,
        item_type.may("create"),
        statuses=(201,),
        example=PART_BODY if name == "part" else None,
        body_schema=item_input.NEW_ITEM_SCHEMA,
        response=record,
    )
    @described(f"create_{name}", f"Make a {name}.")
    async def _(
        request: Request, tx: Transaction, query: BranchParameters, body: RawObject
    ) -> DataResponse:
        branch = named_branch(query)
        version = await service.create_item(
            tx, request.actor, body, branch_id=branch, item_type=item_type
        )
        return item_response(version, status=201)

    @routes.put(
        f"{path}/{{item_id:str}}",
        item_type.may("update"),
        body_schema=item_input.ITEM_EDIT_SCHEMA,
        response=record,
    )
    @described(f"update_{name}", f"Change some fields of a {name}.")
    async def _(
        request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: RawObject
    ) -> DataResponse:
        branch, match = named_branch(query), request.match
        version = await service.update_item(
            tx, request.actor, item_id, body, branch_id=branch, match=match, item_type=item_type
        )
        return item_response(version)


for _item_type in TYPES.values():
    if _item_type.has_own_path:
        _serve_reading(_item_type)
        _serve_writing(_item_type)


@routes.delete("/api/parts/{item_id:str}", TYPES["Part"].may("delete"), example=REMOVAL_EXAMPLE)
async def delete_part(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: RemovalInput
) -> SuccessMessage:
    """Delete a part that is still a draft."""
    await service.delete_item(
        tx,
        request.actor,
        item_id,
        branch_id=named_branch(query, body),
        match=request.match,
        message=body.commit_message,
        item_type=TYPES["Part"],
    )
    return SuccessMessage()
