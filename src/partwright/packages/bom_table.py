"""A bill of materials as a table of chosen columns."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.items.attribute_names import check_attribute_names
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.fields import Uuid
from partwright.kit.ids import ItemId
from partwright.kit.memory import give_up, given_up
from partwright.packages.columns import (
    THUMBNAIL,
    UNIT_FIELDS,
    BomColumn,
    Cell,
    as_cell,
    joined_names,
    read_columns,
)
from partwright.preferences.model import ViewId
from partwright.preferences.service import access_saved_view
from partwright.relationships.bom_lines import LineDetails, read_details
from partwright.relationships.build_prices import BuildQuantity
from partwright.relationships.explosion_service import BomLine, explode
from partwright.relationships.graph_service import DepthQuery, read_walk_depth
from partwright.relationships.line_fields import LINE_FIELDS
from partwright.relationships.structure import (
    LIGHT,
    ItemStructure,
    compute_in_thread,
    forget,
    walk_down,
)
from partwright.versioning.model import BranchView

LONGEST_DOCUMENT = 10_000
"""Rows of one PDF document."""

LineOrder = Literal["findNumber", "source"]
"""Lines by their find numbers, or in the order in which they were made or imported."""


class BomTableQuery(DepthQuery, rename="camel", kw_only=True):
    """A bill of materials with chosen columns, or with those of a saved view."""

    columns: Annotated[str, Meta(max_length=4000)] = ""
    saved_view_id: Uuid | None = None
    flat: bool = False
    order: LineOrder = "findNumber"
    build_quantity: BuildQuantity = 1
    omit_empty: bool = False
    """Whether a PDF leaves out columns that are empty on every line even where they are named."""


class BomTable(msgspec.Struct, frozen=True):
    """The table, without the pictures, which are read by themselves."""

    item: ItemSummary
    columns: tuple[BomColumn, ...]
    rows: list[tuple[Cell, ...]]
    items: list[ItemId]
    """The item of each row."""
    levels: list[int]
    incomplete: bool
    view: BranchView
    omits_empty: bool = False
    """Whether documents leave out columns that are empty on every line."""
    units: Mapping[str, Mapping[str, Any]] = {}
    """What the figures of items are counted in, by the ids of the items."""

    @property
    def pictures_column(self) -> int | None:
        """The place of pictures, if any."""
        names = [column.name for column in self.columns]
        return names.index(THUMBNAIL) if THUMBNAIL in names else None

    def give_up(self) -> None:
        """Forget the rows; of many it belongs into a thread."""
        give_up(self.rows, self.items, self.levels)


async def check_columns(snapshot: Snapshot, actor: Actor, text: str) -> None:
    """InvalidInput for columns that a request names and nothing has.

    What is kept, in a saved view or a share, may name attributes that are gone by now.
    """
    if text:
        named = [column.name for column in read_columns(text, flat=False)]
        await check_attribute_names(snapshot, actor, named)


async def read_bom_table(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    query: BomTableQuery,
    *,
    view: BranchView | None,
    is_document: bool = False,
) -> BomTable:
    """The item's bill of materials as the query wants it; documents need the units of quantities as well."""
    text = query.columns
    if query.saved_view_id is not None and not text:
        saved = await access_saved_view(snapshot, actor, ViewId(query.saved_view_id))
        text = joined_names(saved.columns)
    columns = read_columns(text, flat=query.flat)
    depth = read_walk_depth(query.depth, default=None)
    found = await walk_down(snapshot, actor, item_id, view=view, depth=depth)
    if query.order == "source":
        await compute_in_thread(order_as_made, found)
    lines = await explode(found, flat=query.flat, depth=depth)
    has_units = is_document and len(lines) <= LONGEST_DOCUMENT
    units = _unit_names(columns, of_lines=has_units)
    names = list(dict.fromkeys((*_detail_names(columns), *units)))
    details, build = LineDetails({}, {}), query.build_quantity
    if names:
        details = await read_details(snapshot, actor, found, lines, names, build)
    table = BomTable(
        found.top,
        columns,
        [],
        [],
        [],
        found.incomplete,
        found.view,
        omits_empty=query.omit_empty or not text,
        units=details.fields if units else {},
    )
    await _fill_beside_others(table, lines, details)
    await forget(found)
    return table


def _detail_names(columns: Sequence[BomColumn]) -> list[str]:
    """The fields that are read besides those which every line has."""
    return [c.name for c in columns if c.of_line is None and c.name != THUMBNAIL]


def _unit_names(columns: Sequence[BomColumn], *, of_lines: bool) -> list[str]:
    """The fields of units; what lines count costs a look at every item."""
    figures = [c for c in columns if c.name in UNIT_FIELDS and (of_lines or c.of_line is None)]
    return [UNIT_FIELDS[column.name] for column in figures]


def order_as_made(found: ItemStructure) -> None:
    """Lines in the order in which they were made: their ids grow with time."""
    for links in found.links.values():
        links.sort(key=lambda link: link.id)


async def _fill_beside_others(table: BomTable, lines: list[BomLine], details: LineDetails) -> None:
    """Fill the table; with many lines, which a few links may have, in a thread."""
    if len(lines) > LIGHT:
        await asyncio.to_thread(_fill, table, lines, details)
    else:
        _fill(table, lines, details)


def _fill(table: BomTable, lines: list[BomLine], details: LineDetails) -> None:
    """Put the rows of the lines into the table; the lines are given up."""
    for line in given_up(lines):
        table.rows.append(tuple(_cell(column, line, details) for column in table.columns))
        table.items.append(ItemId(line.item.id))
        table.levels.append(line.level)


def _cell(column: BomColumn, line: BomLine, details: LineDetails) -> Cell:
    if column.of_line is not None:
        return as_cell(column, column.of_line(line))
    if column.name in LINE_FIELDS:
        held = details.of_lines.get(line.relationship_id or "", {}).get(column.name)
        # A mark stands only where it is set.
        return as_cell(column, held or None)
    return as_cell(column, details.fields.get(line.item.id, {}).get(column.name))
