"""Structures over HTTP: graph, exploded BOM, where-used, roll-up."""

import asyncio
from typing import Annotated

from msgspec import Meta

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot
from partwright.kit.fields import Uuid
from partwright.kit.ids import ItemId
from partwright.relationships import bom_lines, explosion
from partwright.relationships.bom_lines import BomFormat, ExplodedBom
from partwright.relationships.explosion import WhereUsed
from partwright.relationships.graph import DepthText, Direction, ItemGraph, read_depth, read_graph
from partwright.relationships.rollup import RollUp, roll_up
from partwright.relationships.structure import compute, walk_down, walk_up
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import ViewQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Structures")

READ = may("relationships", "read")


class GraphQuery(ViewQuery, rename="camel", kw_only=True):
    """How far, and which way, to look around an item."""

    depth: DepthText | None = None
    direction: Direction = "both"
    type: str | None = None


class DepthQuery(ViewQuery, rename="camel", kw_only=True):
    """How deep to look: 1 to 100, or `all`."""

    depth: DepthText | None = None


class BomQuery(DepthQuery, rename="camel", kw_only=True):
    """An exploded BOM; `flat` gives one line an item.

    `fields` names further fields of the items, `children` asks how many children each has;
    `format=columns` gives one array a key instead of lines; `after` and `limit` page a level.
    """

    flat: bool = False
    fields: Annotated[str, Meta(max_length=2000)] = ""
    children: bool = False
    format: BomFormat = "lines"
    after: Uuid | None = None
    limit: Annotated[int, Meta(ge=1, le=10_000)] | None = None


@routes.get("/api/items/{item_id:str}/graph", READ, response=ItemGraph)
async def get_item_graph(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: GraphQuery
) -> DataResponse:
    """The items around one, each once, with the edges that lead to them."""
    view = await requested_view(snapshot, request, query)
    depth = read_depth(query.depth, default=1)
    found = await read_graph(
        snapshot,
        request.actor,
        item_id,
        view=view,
        depth=depth,
        direction=query.direction,
        type=query.type,
    )
    return DataResponse(found)


@routes.get("/api/items/{item_id:str}/bom", READ, response=ExplodedBom)
async def get_bom(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: BomQuery
) -> DataResponse:
    """The exploded bill of materials, indented or flat."""
    depth = read_depth(query.depth, default=None)
    fields = bom_lines.read_fields(query.fields)
    view = await requested_view(snapshot, request, query)
    found = await walk_down(snapshot, request.actor, item_id, view=view, depth=depth)
    explode = explosion.flat_bom if query.flat else explosion.indented_bom
    every = await compute(explode, found, depth=depth)
    lines = bom_lines.page_of_level(every, after=query.after, limit=query.limit, depth=depth)
    bom = ExplodedBom(found.top, depth or "all", query.flat, lines, found.incomplete)
    if len(lines) < len(every):
        bom.total = len(every)
    if fields or query.children or query.format == "columns":
        details = await bom_lines.read_details(snapshot, request.actor, found, lines, fields)
        shape = bom_lines.as_columns if query.format == "columns" else bom_lines.as_lines
        return DataResponse(await asyncio.to_thread(shape, bom, details))
    return DataResponse(bom)


@routes.get("/api/items/{item_id:str}/where-used", READ, response=WhereUsed)
async def get_where_used(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: DepthQuery
) -> DataResponse:
    """The assemblies that hold the item, up to the top."""
    depth = read_depth(query.depth, default=None)
    view = await requested_view(snapshot, request, query)
    # One level more tells which of the highest shown are at the top.
    reach = None if depth is None else depth + 1
    found = await walk_up(snapshot, request.actor, item_id, view=view, depth=reach)
    return DataResponse(await compute(explosion.where_used, found, depth=depth))


@routes.get("/api/items/{item_id:str}/rollup", READ, response=RollUp)
async def get_rollup(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """Cost, weight, lead time and counts of the whole structure."""
    view = await requested_view(snapshot, request, query)
    found = await walk_down(snapshot, request.actor, item_id, view=view, depth=None)
    return DataResponse(await compute(roll_up, found))
