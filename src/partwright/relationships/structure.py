"""Structures read level by level by set-wise statements, each item once."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.families import read_variants
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.errors import ErrorDetail, RelationshipCycle
from partwright.kit.ids import ItemId
from partwright.kit.memory import given_up
from partwright.relationships.model import BOM
from partwright.relationships.single_service import item_summary, structure_view
from partwright.relationships.structure_links import (
    LevelReader,
    StructureItem,
    StructureLink,
    level_batches,
)
from partwright.versioning.model import BranchView, ShownVersion

T = TypeVar("T")

LIGHT = 2_000
"""Links of a structure that is worked through in an instant."""
LARGEST = 100_000
"""Items of one answer; what lies beyond is cut and the answer says so."""


class ItemStructure(msgspec.Struct):
    """Structure below or above an item, as far as the actor sees."""

    root: ShownVersion
    links: dict[ItemId, list[StructureLink]]
    """The links of each item that has some, in the order of find number and item number."""
    level: dict[ItemId, int]
    """The smallest level of each item; the root's is 0."""
    view: BranchView
    truncated: bool = False
    incomplete: bool = False
    """Whether something was left out that the actor may not see."""
    leads_back: bool = False
    """Whether a link leads no further down; without one there is no cycle."""
    variants: Sequence[ShownVersion] = ()
    """Of a family seen from below; they stand beside the root."""

    @property
    def top(self) -> ItemSummary:
        return item_summary(self.root)

    @property
    def size(self) -> int:
        return sum(map(len, self.links.values()))

    @property
    def items(self) -> dict[ItemId, StructureItem]:
        """All but the root, in the order of the links."""
        return {link.item.item_id: link.item for links in self.links.values() for link in links}


async def compute_in_thread(work: Callable[..., T], *structures: ItemStructure, **more: Any) -> T:
    """The result of some work on structures; on large ones in a thread, so that others are served."""
    if sum(found.size for found in structures) <= LIGHT:
        return work(*structures, **more)
    return await asyncio.to_thread(work, *structures, **more)


async def compute_last(work: Callable[..., T], *structures: ItemStructure, **more: Any) -> T:
    """The same of structures that nobody needs afterwards: they are given up in the thread."""

    def compute(*found: ItemStructure) -> T:
        try:
            return work(*found, **more)
        finally:
            clear_structure(*found)

    return await compute_in_thread(compute, *structures)


async def forget(*structures: ItemStructure) -> None:
    """Give up the links: of a large structure one by one, since nobody runs while many are freed."""
    if sum(found.size for found in structures) > LIGHT:
        await asyncio.to_thread(clear_structure, *structures)


def clear_structure(*structures: ItemStructure) -> None:
    """Give up the links and levels, one by one."""
    for found in structures:
        while found.links:
            found.links.popitem()
        while found.level:
            found.level.popitem()


async def walk_down(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None,
    depth: int | None,
    type: str | None = "bom",
) -> ItemStructure:
    """The lines below the item up to a depth (None: all), of one type of relationship (None: every)."""
    found = await _top(snapshot, actor, item_id, view)
    return await _walk(snapshot, actor, found, depth, type, up=False)


async def walk_up(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None,
    depth: int | None,
    type: str | None = "bom",
) -> ItemStructure:
    """The lines above the item, in the same words; above its variants as well where it is a family."""
    found = await _top(snapshot, actor, item_id, view)
    if found.root.variant_attributes is not None and type == BOM:
        found.variants = await read_variants(snapshot, actor, found.root, found.view)
        found.level |= {variant.item_id: 0 for variant in found.variants}
    return await _walk(snapshot, actor, found, depth, type, up=True)


async def _top(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, view: BranchView | None
) -> ItemStructure:
    """The item alone, as the view shows it."""
    root = await item_access.access_item(snapshot, actor, item_id, view=view)
    seen = await structure_view(snapshot, actor, root, view)
    return ItemStructure(root, {}, {root.item_id: 0}, seen)


async def _walk(
    snapshot: Snapshot,
    actor: Actor,
    found: ItemStructure,
    depth: int | None,
    type: str | None,
    *,
    up: bool,
) -> ItemStructure:
    """Add level by level what stands beside the items of the last one."""
    reader = LevelReader(snapshot, actor, found.view, type, up=up)
    hidden = {name for name, kind in TYPES.items() if not actor.may(kind.may("read"))}
    frontier = [found.root.item_id, *(one.item_id for one in found.variants)]
    height = 0
    while frontier and (depth is None or height < depth) and not found.truncated:
        height += 1
        following: list[ItemId] = []
        for item_ids in level_batches(frontier):
            links = await reader.read(item_ids)
            if len(links) <= LIGHT:
                following += _take(found, item_ids, links, height, hidden)
            else:
                taking = asyncio.to_thread(_take, found, item_ids, links, height, hidden)
                following += await taking
        frontier = following
    if found.leads_back and type == BOM:
        check_acyclic(found)
    return found


def _take(
    found: ItemStructure,
    item_ids: Sequence[ItemId],
    links: list[StructureLink],
    height: int,
    hidden: set[str],
) -> list[ItemId]:
    """Add the links of some items of a level, in their order; answers the items that are new with them."""
    fresh: list[ItemId] = []
    level = found.level
    beside: dict[ItemId, list[StructureLink]] = {}
    for link in _given_up_if_many(links):
        beside.setdefault(link.near_id, []).append(link)
    for item_id in item_ids:
        of_item = beside.pop(item_id, [])
        of_item.sort(key=_place)
        kept: list[StructureLink] = []
        for link in _given_up_if_many(of_item):
            item = link.item
            if not item.is_visible or item.item_type in hidden:
                found.incomplete = True
                continue
            far_id = item.item_id
            known = level.get(far_id)
            if known is None:
                if len(level) >= LARGEST:
                    found.truncated = True
                    continue
                level[far_id] = height
                fresh.append(far_id)
            elif known < height:
                found.leads_back = True
            kept.append(link)
        if kept:
            found.links[item_id] = kept
    return fresh


def _given_up_if_many(links: list[StructureLink]) -> Iterable[StructureLink]:
    """The links; giving them up one by one costs more than it saves where they are few."""
    return given_up(links) if len(links) > LIGHT else links


class StructureCycle(RelationshipCycle):
    """An item that is a part of itself, as only branches that are seen together can make it."""

    def __init__(self, path: list[str]) -> None:
        super().__init__(
            f"The structure contains itself: {' > '.join(path)}",
            details=[ErrorDetail("path", number) for number in path],
        )


def check_acyclic(found: ItemStructure) -> None:
    """StructureCycle, with the numbers on the way round, where the structure contains itself."""
    numbers = {one.item_id: one.item_number for one in (found.root, *found.variants)}
    open_ids: dict[ItemId, None] = {}
    closed: set[ItemId] = set()
    # Each entry is an item with the links that are still to be followed.
    way: list[tuple[ItemId, Iterator[StructureLink]]] = []

    def enter(item_id: ItemId) -> None:
        open_ids[item_id] = None
        way.append((item_id, iter(found.links.get(item_id, ()))))

    starts = [found.root.item_id, *(one.item_id for one in found.variants)]
    while way or starts:
        if not way:
            start = starts.pop()
            if start not in closed:
                enter(start)
            continue
        item_id, links = way[-1]
        link = next(links, None)
        if link is None:
            way.pop()
            del open_ids[item_id]
            closed.add(item_id)
        elif link.item_id in open_ids:
            round_trip = list(open_ids)[list(open_ids).index(link.item_id) :]
            raise StructureCycle([*(numbers[one] for one in round_trip), numbers[link.item_id]])
        elif link.item_id not in closed:
            numbers[link.item_id] = link.item.item_number
            enter(link.item_id)


def _place(link: StructureLink) -> tuple[bool, int, str, str]:
    """Lines stand by find number, those without one last, then by item number; of one child by their types."""
    number = link.find_number
    return number is None, number or 0, link.item.item_number, link.type
