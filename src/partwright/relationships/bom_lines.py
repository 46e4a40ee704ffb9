"""BOM lines with chosen fields and counts of children, as objects or as columns."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import islice
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.items import wire
from partwright.items.attribute_names import check_attribute_names
from partwright.items.field_queries import FIELDS_OF
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value, tuple_of
from partwright.kit.errors import InvalidInput
from partwright.kit.field_problems import shown
from partwright.kit.fields import Uuid
from partwright.kit.filters import ATTRIBUTES, split_values
from partwright.kit.ids import ItemId
from partwright.kit.memory import given_up
from partwright.relationships import queries as relationship_queries
from partwright.relationships.build_prices import BuildQuantity
from partwright.relationships.explosion_service import (
    BomLine,
    explode,
    is_light,
    stream_flat_bom,
    stream_indented_bom,
)
from partwright.relationships.graph_service import DepthQuery, read_walk_depth
from partwright.relationships.line_fields import LINE_FIELDS, read_line_fields
from partwright.relationships.structure import (
    LIGHT,
    ItemStructure,
    clear_structure,
    forget,
    walk_down,
)
from partwright.sourcing.service import SOURCE_FIELDS, source_fields
from partwright.versioning.model import BranchView
from partwright.web.responses import RowStream

BomFormat = Literal["lines", "columns"]

_KNOWN = frozenset(FIELDS_OF["Part"].fields) | {"attributes", *SOURCE_FIELDS, *LINE_FIELDS}
_LINE_KEYS = {
    "level": "level",
    "relationshipId": "relationship_id",
    "quantity": "quantity",
    "extendedQuantity": "extended_quantity",
    "findNumber": "find_number",
    "referenceDesignator": "reference_designator",
}
"""Wire name -> attribute of what a line holds besides its item and its parent."""


def read_field_names(text: str) -> tuple[str, ...]:
    """The fields of items that are asked for; InvalidInput for what parts do not have."""
    names = [name.strip() for name in split_values(text) if name.strip()]
    check_field_names(names, "fields")
    return tuple(names)


def check_field_names(names: Sequence[str], named: str, also: Sequence[str] = ()) -> None:
    """InvalidInput for what neither parts have nor stands in `also`, with all that there is."""
    unknown = [n for n in names if n not in _KNOWN and not n.startswith(ATTRIBUTES)]
    if unknown:
        known = dict.fromkeys([*also, f"{ATTRIBUTES}<name>", *sorted(_KNOWN)])
        message = f"expected fields among {', '.join(known)}; got {shown(unknown[0])}"
        raise InvalidInput.field(named, message)


class ExplodedBom(msgspec.Struct, omit_defaults=True):
    """The BOM of an item; `columns` and `items` stand in place of lines where they are asked for."""

    item: ItemSummary
    depth: int | str
    flat: bool
    lines: Sequence[BomLine]
    incomplete: bool
    total: int | UnsetType = UNSET
    """The number of lines in all, where only some are shown."""
    columns: dict[str, list[Any]] | UnsetType = UNSET
    items: list[dict[str, Any]] | UnsetType = UNSET


def page_of_level(
    lines: Sequence[BomLine], *, after: str | None, limit: int | None, depth: int | None
) -> Sequence[BomLine]:
    """The lines after one, as many as are asked for; InvalidInput for a line that is not there."""
    if after is None and limit is None:
        return lines
    if depth != 1:
        raise InvalidInput.field("depth", "must be 1 with after or limit")
    start = 0
    if after is not None:
        places = [n for n, line in enumerate(lines) if line.relationship_id == after]
        if not places:
            raise InvalidInput.field("after", "is not a line of this level")
        start = places[0] + 1
    return lines[start:] if limit is None else lines[start : start + limit]


class BomQuery(DepthQuery, rename="camel", kw_only=True):
    """An exploded BOM; `flat` gives one line per item.

    `fields` names further fields of the items, `children` asks how many children each has;
    `buildQuantity` is how many of the item are built, for the prices of sources;
    `format=columns` gives one array per key instead of lines; `after` and `limit` page a level.
    """

    flat: bool = False
    fields: Annotated[str, Meta(max_length=2000)] = ""
    children: bool = False
    format: BomFormat = "lines"
    after: Uuid | None = None
    limit: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    build_quantity: BuildQuantity = 1


async def read_exploded_bom(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    query: BomQuery,
    *,
    view: BranchView | None,
) -> ExplodedBom | dict[str, Any]:
    """The BOM of an item as the query asks for it."""
    depth, fields = read_walk_depth(query.depth, default=None), read_field_names(query.fields)
    await check_attribute_names(snapshot, actor, fields)
    found = await walk_down(snapshot, actor, item_id, view=view, depth=depth)
    has_details = bool(fields or query.children or query.format == "columns")
    if not has_details and query.after is None and query.limit is None:
        return await _plain_bom(found, flat=query.flat, depth=depth)
    every = await explode(found, flat=query.flat, depth=depth)
    lines = page_of_level(every, after=query.after, limit=query.limit, depth=depth)
    bom = ExplodedBom(found.top, depth or "all", query.flat, lines, found.incomplete)
    if len(lines) < len(every):
        bom.total = len(every)
    if not has_details:
        await forget(found)
        return bom
    details = await read_details(snapshot, actor, found, lines, fields, query.build_quantity)
    shape = columns_of_bom if query.format == "columns" else lines_of_bom
    return await asyncio.to_thread(shape, bom, details)


async def _plain_bom(
    found: ItemStructure, *, flat: bool, depth: int | None
) -> ExplodedBom | dict[str, Any]:
    """The lines alone; many are made while they are sent."""

    def begin() -> tuple[list[BomLine], Iterator[BomLine]]:
        rest = (stream_flat_bom if flat else stream_indented_bom)(found, depth=depth)
        return list(islice(rest, LIGHT + 1)), rest

    if is_light(found, flat=flat, depth=depth):
        first, rest = begin()
    else:
        first, rest = await asyncio.to_thread(begin)
    bom = ExplodedBom(found.top, depth or "all", flat, first, found.incomplete)
    if len(first) <= LIGHT:
        await forget(found)
        return bom
    give_up = partial(clear_structure, found)
    return _head(bom) | {"lines": RowStream(_all_lines(first, rest), give_up=give_up)}


def _all_lines(first: list[BomLine], rest: Iterator[BomLine]) -> Iterator[BomLine]:
    yield from given_up(first)
    yield from rest


class LineDetails(msgspec.Struct, frozen=True):
    """Fields that lines show beyond their summaries: by the ids of their items, but `of_lines`."""

    fields: Mapping[str, Mapping[str, Any]]
    children: Mapping[str, int]
    of_lines: Mapping[str, Mapping[str, Any]] = {}
    """What is asked for of the lines themselves, by their ids."""


async def read_details(
    snapshot: Snapshot,
    actor: Actor,
    found: ItemStructure,
    lines: Sequence[BomLine],
    names: Sequence[str],
    build: int = 1,
) -> LineDetails:
    """The chosen fields of the lines' items, and how many children each has.

    Prices are those of the quantity that `build` of the top item need.
    """
    ids = list(dict.fromkeys(line.item.id for line in lines))
    children = {item_id: len(found.links.get(ItemId(item_id), ())) for item_id in ids}
    # What stands at the lowest level that was read has its children counted by a statement.
    lowest = max(found.level.values(), default=0)
    leaves = [i for i in ids if not children[i] and found.level[ItemId(i)] == lowest]
    main = found.view.is_main_now
    params: dict[str, Value] = {} if main else dict(found.view.params)
    sql = relationship_queries.CHILD_COUNTS if main else relationship_queries.CHILD_COUNTS_IN_VIEW
    children |= dict(await snapshot.all(tuple_of(str, int), sql, item_ids=leaves, **params))
    fields: dict[str, dict[str, Any]] = {}
    if set(names) - set(LINE_FIELDS):
        items = await item_access.access_items(snapshot, actor, ids, found.view)
        sourced: dict[str, dict[str, Any]] = {}
        if set(names) & set(SOURCE_FIELDS):
            needed = await asyncio.to_thread(_needed, lines, build)
            sourced = await source_fields(snapshot, list(items.values()), needed)
        of_items = [name for name in names if name not in LINE_FIELDS]
        fields = {
            item_id: _chosen(wire.item_to_record(version) | sourced.get(item_id, {}), of_items)
            for item_id, version in items.items()
        }
    wanted = [name for name in names if name in LINE_FIELDS]
    return LineDetails(fields, children, await read_line_fields(snapshot, found, lines, wanted))


def _needed(lines: Sequence[BomLine], build: int) -> dict[str, Decimal]:
    """The quantity of each item that the lines take together."""
    needed: dict[str, Decimal] = {}
    for line in lines:
        share = line.extended_quantity * build
        needed[line.item.id] = needed.get(line.item.id, Decimal(0)) + share
    return needed


def _chosen(record: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    attributes: dict[str, str] = {}
    if any(name.startswith(ATTRIBUTES) for name in names):
        attributes = msgspec.json.decode(record["attributes"], type=dict[str, str])
    return {
        name: attributes.get(name.removeprefix(ATTRIBUTES))
        if name.startswith(ATTRIBUTES)
        else record.get(name)
        for name in names
    }


def lines_of_bom(bom: ExplodedBom, details: LineDetails) -> dict[str, Any]:
    """The lines as objects, each item with its chosen fields."""
    lines = [
        {
            **{wire_name: getattr(line, name) for wire_name, name in _LINE_KEYS.items()},
            **details.of_lines.get(line.relationship_id or "", {}),
            "parentId": line.parent_id,
            "children": details.children.get(line.item.id, 0),
            "item": _item(line, details),
        }
        for line in bom.lines
    ]
    return _head(bom) | {"lines": lines}


def _head(bom: ExplodedBom) -> dict[str, Any]:
    head: dict[str, Any] = {"item": bom.item, "depth": bom.depth, "flat": bom.flat}
    if bom.total is not UNSET:
        head["total"] = bom.total
    return head | {"lines": [], "incomplete": bom.incomplete}


def columns_of_bom(bom: ExplodedBom, details: LineDetails) -> dict[str, Any]:
    """The lines as one array per key; items stand once, lines name them by their places.

    `parent` is the place of the line above, or null for a line of the top item.
    """
    items: dict[str, int] = {}
    shown: list[dict[str, Any]] = []
    parents: list[int | None] = []
    above: list[int] = []
    for place, line in enumerate(bom.lines):
        if line.item.id not in items:
            items[line.item.id] = len(items)
            shown.append(_item(line, details) | {"children": details.children.get(line.item.id, 0)})
        del above[max(0, line.level - 1) :]
        parents.append(above[-1] if above else None)
        above.append(place)
    columns: dict[str, list[Any]] = {
        wire_name: [getattr(line, name) for line in bom.lines]
        for wire_name, name in _LINE_KEYS.items()
    }
    for name in next((list(own) for own in details.of_lines.values()), list[str]()):
        columns[name] = [details.of_lines[line.relationship_id or ""][name] for line in bom.lines]
    columns["parent"] = parents
    columns["item"] = [items[line.item.id] for line in bom.lines]
    return _head(bom) | {"columns": columns, "items": shown}


def _item(line: BomLine, details: LineDetails) -> dict[str, Any]:
    summary = line.item
    return {
        "id": summary.id,
        "itemNumber": summary.item_number,
        "name": summary.name,
        "revision": summary.revision,
        "type": summary.type,
        "state": summary.state,
        **({"isFamily": True} if summary.is_family else {}),
        **details.fields.get(summary.id, {}),
    }
