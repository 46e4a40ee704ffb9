"""The graph around an item: each node once, edges of every type."""

from collections.abc import Iterator
from decimal import Decimal
from functools import partial
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
    LIGHT,
    ItemStructure,
    clear_structure,
    walk_down,
    walk_up,
)
from partwright.versioning.model import BranchView
from partwright.web.parameters import ViewQuery
from partwright.web.responses import RowStream

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
) -> ItemGraph | dict[str, Any]:
    """The items related to the item within a depth, downwards, upwards or both.

    The nodes and edges of a large graph are made while they are sent.
    """
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
    truncated = any(half.truncated for half in found)
    incomplete = any(half.incomplete for half in found)
    rest = {"truncated": truncated, "incomplete": incomplete}
    if sum(half.size for half in found) <= LIGHT:
        return ItemGraph(list(_nodes(found)), list(_edges(halves)), **rest)
    return streamed_graph(halves) | rest


def streamed_graph(halves: list[tuple[ItemStructure, bool]]) -> dict[str, Any]:
    """Nodes and edges that are made while they are sent; the halves are given up at the end."""
    found = [half for half, _ in halves]
    nodes = RowStream(_nodes(found), give_up=partial(clear_structure, *found))
    return {"nodes": nodes, "edges": RowStream(_edges(halves))}


def _nodes(halves: list[ItemStructure]) -> Iterator[ItemSummary]:
    """The items of the halves, each once."""
    seen: set[ItemId] = set()
    for found in halves:
        ends = (variant for variant in found.variants if variant.item_id in found.links)
        for version in (found.root, *ends):
            if version.item_id not in seen:
                seen.add(version.item_id)
                yield item_summary(version)
        for links in found.links.values():
            for link in links:
                item = link.item
                if item.item_id not in seen:
                    seen.add(item.item_id)
                    yield item.summary()


def _edges(halves: list[tuple[ItemStructure, bool]]) -> Iterator[GraphEdge]:
    """The lines of the halves, each read downwards or upwards, as edges; each once."""
    seen: set[str] = set()
    for found, upwards in halves:
        is_last = found is halves[-1][0]
        for links in found.links.values():
            for link in links:
                if link.id in seen:
                    continue
                if not is_last:
                    seen.add(link.id)
                near_id, far_id, type = link.near_id, link.item.item_id, link.type
                yield GraphEdge(
                    link.id,
                    far_id if upwards else near_id,
                    near_id if upwards else far_id,
                    shown_relationship_type(type),
                    type,
                    decimal_number(link.quantity),
                    link.find_number,
                )
