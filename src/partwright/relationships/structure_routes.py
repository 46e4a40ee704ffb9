"""Structures over HTTP: graph, exploded BOM, where-used, roll-up."""

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.relationships.bom_lines import BomQuery, ExplodedBom, read_exploded_bom
from partwright.relationships.build_prices import RollUpQuery, priced_tag, read_prices
from partwright.relationships.explosion_service import WhereUsed, read_where_used
from partwright.relationships.graph_service import (
    DepthQuery,
    GraphQuery,
    ItemGraph,
    read_item_graph,
    read_walk_depth,
)
from partwright.relationships.rollup import RollUp, roll_up_structure
from partwright.relationships.structure import compute_last, walk_down
from partwright.versioning.content_tags import content_tag
from partwright.web.endpoint import RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Structures")

READ = may("relationships", "read")


@routes.get("/api/items/{item_id:str}/graph", READ, response=ItemGraph, find_tag=content_tag)
async def get_item_graph(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: GraphQuery
) -> DataResponse:
    """The items around one, each once, with the edges that lead to them."""
    view = await requested_view(snapshot, request, query)
    return DataResponse(await read_item_graph(snapshot, request.actor, item_id, query, view=view))


@routes.get("/api/items/{item_id:str}/bom", READ, response=ExplodedBom, find_tag=priced_tag)
async def get_bom(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: BomQuery
) -> DataResponse:
    """The exploded bill of materials, indented or flat."""
    view = await requested_view(snapshot, request, query)
    return DataResponse(await read_exploded_bom(snapshot, request.actor, item_id, query, view=view))


@routes.get("/api/items/{item_id:str}/where-used", READ, response=WhereUsed, find_tag=content_tag)
async def get_where_used(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: DepthQuery
) -> DataResponse:
    """The assemblies that hold the item, up to the top."""
    view = await requested_view(snapshot, request, query)
    depth = read_walk_depth(query.depth, default=None)
    return DataResponse(
        await read_where_used(snapshot, request.actor, item_id, view=view, depth=depth)
    )


@routes.get("/api/items/{item_id:str}/rollup", READ, response=RollUp, find_tag=priced_tag)
async def get_rollup(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: RollUpQuery
) -> DataResponse:
    """Cost, weight, lead time and counts of the whole structure."""
    view = await requested_view(snapshot, request, query)
    found = await walk_down(snapshot, request.actor, item_id, view=view, depth=None)
    prices = await read_prices(snapshot, request.actor, found, query.build_quantity)
    return DataResponse(await compute_last(roll_up_structure, found, prices=prices))
