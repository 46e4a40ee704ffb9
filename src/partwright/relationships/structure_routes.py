"""Structures over HTTP: graph, exploded BOM, where-used, roll-up."""

from partwright.identity.permissions import may
from partwright.items.routes import view_of
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.relationships import explosion
from partwright.relationships.explosion import Line, WhereUsed
from partwright.relationships.graph import DepthText, Direction, Graph, graph, read_depth
from partwright.relationships.rollup import RollUp, roll_up
from partwright.relationships.structure import above, below, worked_out
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.endpoint import Routes
from partwright.web.query import ViewQuery

routes = Routes("Structures")

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
    """An exploded BOM; `flat` gives one line an item."""

    flat: bool = False


@routes.get("/api/items/{item_id:str}/graph", READ, gives=Graph)
async def get_graph(call: Call, snapshot: Snapshot, item_id: ItemId, query: GraphQuery) -> Answer:
    """The items around one, each once, with the edges that lead to them."""
    view = await view_of(snapshot, call, query)
    depth = read_depth(query.depth, default=1)
    found = await graph(
        snapshot,
        call.actor,
        item_id,
        view=view,
        depth=depth,
        direction=query.direction,
        type=query.type,
    )
    return Answer(found)


@routes.get(
    "/api/items/{item_id:str}/bom",
    READ,
    gives={
        "item": ItemSummary,
        "depth": int | str,
        "flat": bool,
        "lines": list[Line],
        "incomplete": bool,
    },
)
async def get_bom(call: Call, snapshot: Snapshot, item_id: ItemId, query: BomQuery) -> Answer:
    """The exploded bill of materials, indented or flat."""
    depth = read_depth(query.depth, default=None)
    view = await view_of(snapshot, call, query)
    found = await below(snapshot, call.actor, item_id, view=view, depth=depth)
    explode = explosion.flat if query.flat else explosion.indented
    head = {"item": found.top, "depth": depth or "all", "flat": query.flat}
    lines = await worked_out(explode, found, depth=depth)
    return Answer({**head, "lines": lines, "incomplete": found.incomplete})


@routes.get("/api/items/{item_id:str}/where-used", READ, gives=WhereUsed)
async def get_where_used(
    call: Call, snapshot: Snapshot, item_id: ItemId, query: DepthQuery
) -> Answer:
    """The assemblies that hold the item, up to the top."""
    depth = read_depth(query.depth, default=None)
    view = await view_of(snapshot, call, query)
    # One level more tells which of the highest shown are at the top.
    reach = None if depth is None else depth + 1
    found = await above(snapshot, call.actor, item_id, view=view, depth=reach)
    return Answer(await worked_out(explosion.where_used, found, depth=depth))


@routes.get("/api/items/{item_id:str}/rollup", READ, gives=RollUp)
async def get_rollup(call: Call, snapshot: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """Cost, weight, lead time and counts of the whole structure."""
    view = await view_of(snapshot, call, query)
    found = await below(snapshot, call.actor, item_id, view=view, depth=None)
    return Answer(await worked_out(roll_up, found))
