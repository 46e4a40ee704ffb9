"""BOM explosion, indented and flat, and where-used."""

import asyncio
from collections.abc import Iterator
from decimal import Decimal
from operator import attrgetter
from typing import NamedTuple

import msgspec

from partwright.identity.model import Actor
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import UnprocessableInput
from partwright.kit.ids import ItemId
from partwright.kit.memory import give_up, sort_in_pieces
from partwright.relationships.exact import DIGITS, ExactProduct, exact_arithmetic, plain
from partwright.relationships.structure import LIGHT, ItemStructure, compute_last, walk_up
from partwright.relationships.structure_links import StructureItem
from partwright.versioning.model import BranchView

ZERO, ONE = Decimal(0), Decimal(1)
LONGEST = 200_000
"""Lines of one indented answer."""


class BomTooLong(UnprocessableInput):
    """An indented BOM that repeats its assemblies so often that nobody could read it."""

    def __init__(self) -> None:
        super().__init__(
            f"The indented BOM has more than {LONGEST} lines; ask for flat=true or less depth"
        )


class BomLine(msgspec.Struct, rename="camel", frozen=True, gc=False):
    """One line of an exploded BOM."""

    level: int
    relationship_id: str | None
    parent_id: str | None
    quantity: Decimal
    extended_quantity: Decimal
    find_number: int | None
    reference_designator: str | None
    item: ItemSummary


def indented_bom(found: ItemStructure, *, depth: int | None) -> list[BomLine]:
    """Every path down, depth first; extended quantities are per one of the root."""
    if _paths(found, depth).lines > LONGEST:
        raise BomTooLong
    return list(_indented(found, depth))


def stream_indented_bom(found: ItemStructure, *, depth: int | None) -> Iterator[BomLine]:
    """The same lines, made as they are taken; what refuses them does so at once."""
    paths = _paths(found, depth)
    if paths.lines > LONGEST:
        raise BomTooLong
    quantities = {link.quantity for links in found.links.values() for link in links}
    digits = max(map(_digits, quantities), default=0)
    # Whoever has seen the first lines can no longer be refused.
    lines = _indented(found, depth)
    return iter(list(lines)) if digits * paths.height > DIGITS else lines


async def explode(found: ItemStructure, *, flat: bool, depth: int | None) -> list[BomLine]:
    """The lines of either kind; many in a thread, so that others are served."""
    work = flat_bom_lines if flat else indented_bom
    if is_light(found, flat=flat, depth=depth):
        return work(found, depth=depth)
    return await asyncio.to_thread(work, found, depth=depth)


def is_light(found: ItemStructure, *, flat: bool, depth: int | None) -> bool:
    """Whether the lines are made in an instant; a few links may stand on very many paths."""
    return found.size <= LIGHT and (flat or _paths(found, depth, most=LIGHT).lines <= LIGHT)


def _digits(quantity: str) -> int:
    """The digits of a factor, and so the most that it adds to a product."""
    return len(decimal_number(quantity).as_tuple().digits)


def _indented(found: ItemStructure, depth: int | None) -> Iterator[BomLine]:
    # A context of its own: the lines may be taken by several threads, one after the other.
    times_exactly = ExactProduct()
    shown: dict[str, tuple[Decimal, ItemSummary]] = {}
    # (the links that are still to be shown, their level, how many of their parent one root holds).
    open_levels = [(iter(found.links.get(found.root.item_id, ())), 1, ONE)]
    while open_levels:
        links, level, times = open_levels[-1]
        goes_on = depth is None or level < depth
        for link in links:
            seen = shown.get(link.id)
            if seen is None:
                seen = shown[link.id] = (decimal_number(link.quantity), link.item.summary())
            quantity, item = seen
            extended = quantity if times is ONE else times_exactly(times, quantity)
            yield BomLine(
                level,
                link.id,
                link.near_id,
                quantity,
                extended,
                link.find_number,
                link.reference_designator,
                item,
            )
            if goes_on and (below := found.links.get(link.item.item_id)):
                open_levels.append((iter(below), level + 1, extended))
                break
        else:
            open_levels.pop()


class _Paths(NamedTuple):
    """Number of lines of an indented BOM, or some number above the most, and of its levels."""

    lines: int
    height: int


def _paths(found: ItemStructure, depth: int | None, *, most: int = LONGEST) -> _Paths:
    count, height = 0, 0
    # Of those that have lines of their own: there are fewer.
    level = {found.root.item_id: 1} if found.root.item_id in found.links else {}
    while level and count <= most and (depth is None or height < depth):
        following: dict[ItemId, int] = {}
        for item_id, paths in level.items():
            links = found.links[item_id]
            count += paths * len(links)
            for link in links:
                child = link.item.item_id
                if child in found.links:
                    following[child] = following.get(child, 0) + paths
        level = following
        height += 1
    return _Paths(count, height)


def flat_bom_lines(found: ItemStructure, *, depth: int | None) -> list[BomLine]:
    """One line for each distinct item with its total, by item number."""
    return list(stream_flat_bom(found, depth=depth))


def stream_flat_bom(found: ItemStructure, *, depth: int | None) -> Iterator[BomLine]:
    """The same lines, made as they are taken; the sums are there before the first."""
    with exact_arithmetic():
        totals = (
            total_quantities(found, top_down_order(found))
            if depth is None
            else _totals_to(found, depth)
        )
    items = list(found.items.values())
    sort_in_pieces(items, key=attrgetter("item_number"))
    return _flat(found, items, totals)


def _flat(
    found: ItemStructure, items: list[StructureItem], totals: dict[ItemId, Decimal]
) -> Iterator[BomLine]:
    try:
        for item in items:
            total = totals.get(item.item_id)
            if total is not None:
                level = found.level[item.item_id]
                yield BomLine(level, None, None, total, total, None, None, item.summary())
    finally:
        give_up(items, totals)


def total_quantities(found: ItemStructure, top_down: list[ItemId]) -> dict[ItemId, Decimal]:
    """The quantity of each item in one root, over all paths; one pass in the order of `order`."""
    totals: dict[ItemId, Decimal] = {found.root.item_id: ONE}
    for item_id in top_down:
        times = totals[item_id]
        for link in found.links.get(item_id, ()):
            child, share = link.item.item_id, times * decimal_number(link.quantity)
            totals[child] = totals[child] + share if child in totals else share
    return {item_id: plain(total) for item_id, total in totals.items()}


def _totals_to(found: ItemStructure, depth: int) -> dict[ItemId, Decimal]:
    """The same, down to a depth only: level by level, so that no path is walked twice."""
    totals: dict[ItemId, Decimal] = {}
    level: dict[ItemId, Decimal] = {found.root.item_id: ONE}
    for _ in range(depth):
        following: dict[ItemId, Decimal] = {}
        for item_id, times in level.items():
            for link in found.links.get(item_id, ()):
                child, share = link.item.item_id, times * decimal_number(link.quantity)
                following[child] = following.get(child, ZERO) + share
        for item_id, share in following.items():
            totals[item_id] = totals.get(item_id, ZERO) + share
        level = following
    return {item_id: plain(total) for item_id, total in totals.items()}


def top_down_order(found: ItemStructure) -> list[ItemId]:
    """All items, each after everything above it."""
    waiting: dict[ItemId, int] = {}
    for links in found.links.values():
        for link in links:
            child = link.item.item_id
            waiting[child] = waiting.get(child, 0) + 1
    ordered = [found.root.item_id]
    for item_id in ordered:
        for link in found.links.get(item_id, ()):
            child = link.item.item_id
            left = waiting[child] = waiting[child] - 1
            if not left:
                ordered.append(child)
    return ordered


class WhereUsedLine(msgspec.Struct, rename="camel", frozen=True, gc=False):
    """One edge on the way up."""

    level: int
    relationship_id: str
    quantity: Decimal
    is_top_level: bool
    item: ItemSummary
    child_item_number: str
    """The item that the assembly holds by this edge: the item itself, or an assembly on the way."""


class WhereUsed(msgspec.Struct, rename="camel", frozen=True):
    """Places where an item is used."""

    item: ItemSummary
    parents: list[WhereUsedLine]
    top_level: list[ItemId]
    incomplete: bool


async def read_where_used(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None,
    depth: int | None,
) -> WhereUsed:
    """The assemblies that hold an item, up to a height."""
    # One level more tells which of the highest shown are at the top.
    reach = None if depth is None else depth + 1
    found = await walk_up(snapshot, actor, item_id, view=view, depth=reach)
    return await compute_last(where_used_lines, found, depth=depth)


def where_used_lines(found: ItemStructure, *, depth: int | None) -> WhereUsed:
    """Each edge above the item once, by level and number, up to a height."""
    numbers = {one.item_id: one.item_number for one in (found.root, *found.variants)}
    for item in found.items.values():
        numbers[item.item_id] = item.item_number
    lines = [
        WhereUsedLine(
            found.level[item_id] + 1,
            link.id,
            decimal_number(link.quantity),
            link.item_id not in found.links,
            link.summary(),
            numbers[item_id],
        )
        for item_id, links in found.links.items()
        if depth is None or found.level[item_id] < depth
        for link in links
    ]
    sort_in_pieces(lines, key=lambda line: (line.level, line.item.item_number))
    tops = dict.fromkeys(ItemId(line.item.id) for line in lines if line.is_top_level)
    return WhereUsed(found.top, lines, list(tops), found.incomplete or found.truncated)
