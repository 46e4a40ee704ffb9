"""The graph around an item: each node once, edges of every type."""

from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import InvalidInput
from partwright.kit.field_problems import shown
from partwright.kit.ids import ItemId
from partwright.relationships.model import shown_relationship_type, stored_relationship_type
from partwright.relationships.single_service import item_summary
from partwright.relationships.structure import (
    ItemStructure,
    StructureLink,
    compute_in_thread,
    forget,
    walk_down,
    walk_up,
)
from partwright.versioning.model import BranchView
from partwright.web.parameters import ViewQuery

Direction = Literal["up", "down", "both"]
DepthText = Annotated[str, Meta(max_length=10)]
DEEPEST = 100


class GraphEdge(msgspec.Struct, rename="camel", frozen=True, gc=False):
    """An edge of the graph, from parent to child."""

    id: str
    source: str
    target: str
    type: str
    relationship_type: str
    quantity: Decimal
    find_number: int | None


class ItemGraph(msgspec.Struct, rename="camel", frozen=True):
    """Nodes and edges, and whether something is missing from them."""

    nodes: list[ItemSummary]
    edges: list[GraphEdge]
    truncated: bool
    incomplete: bool


class DepthQuery(ViewQuery, rename="camel", kw_only=True):
    """Depth to look: 1 to 100, or `all`."""

    depth: DepthText | None = None


class GraphQuery(DepthQuery, rename="camel", kw_only=True):
    """Depth and direction to look around an item."""

    direction: Direction = "both"
    type: str | None = None


def read_walk_depth(text: str | None, *, default: int | None) -> int | None:
    """A depth from 1 to 100, or `all` (None)."""
    if text is None:
        return default
    if text == "all":
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text) <= DEEPEST:
        return int(text)
    raise InvalidInput.field("depth", f"expected 1 to {DEEPEST} or all, got {shown(text)}")


async def read_item_graph(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    query: GraphQuery,
    *,
    view: BranchView | None,
) -> ItemGraph:
    """The items related to the item within a depth, downwards, upwards or both."""
    wanted: dict[str, Any] = {
        "view": view,
        "depth": read_walk_depth(query.depth, default=1),
        "type": None if query.type is None else stored_relationship_type(query.type, "type"),
    }
    halves: list[tuple[ItemStructure, bool]] = []
    if query.direction != "up":
        halves.append((await walk_down(snapshot, actor, item_id, **wanted), False))
    if query.direction != "down":
        halves.append((await walk_up(snapshot, actor, item_id, **wanted), True))
    found = [half for half, _ in halves]
    drawn = await compute_in_thread(_drawn, *found, upwards=[upwards for _, upwards in halves])
    await forget(*found)
    return drawn


def _drawn(*halves: ItemStructure, upwards: list[bool]) -> ItemGraph:
    """The halves, each read downwards or upwards, as one graph."""
    nodes: dict[ItemId, ItemSummary] = {}
    edges: dict[str, GraphEdge] = {}
    for found, up in zip(halves, upwards, strict=True):
        nodes.setdefault(found.root.item_id, found.top)
        for variant in found.variants:
            if variant.item_id in found.links:
                nodes.setdefault(variant.item_id, item_summary(variant))
        for links in found.links.values():
            for link in links:
                nodes.setdefault(link.item_id, link.summary())
                edges.setdefault(link.id, _edge(link, upwards=up))
    return ItemGraph(
        list(nodes.values()),
        list(edges.values()),
        any(found.truncated for found in halves),
        any(found.incomplete for found in halves),
    )


def _edge(link: StructureLink, *, upwards: bool) -> GraphEdge:
    source, target = (link.item_id, link.near_id) if upwards else (link.near_id, link.item_id)
    kind = shown_relationship_type(link.type)
    return GraphEdge(
        link.id, source, target, kind, link.type, decimal_number(link.quantity), link.find_number
    )
