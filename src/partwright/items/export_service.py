"""All items of a list as lines of JSON, of one commit, however many there are."""

from collections.abc import AsyncGenerator
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.items import list_queries, wire
from partwright.items import queries as item_queries
from partwright.items.list_queries import ItemListQuery
from partwright.items.page_plan import ItemSelection
from partwright.kit.db import Database, Snapshot
from partwright.versioning.model import ShownVersion
from partwright.web.ndjson import NEWEST, encode_lines

WINDOW = 1_000
"""Rows that are looked at together; of those that another commit shows nothing is told."""

CommitNumber = Annotated[int, Meta(ge=1, le=NEWEST)]


class ItemExportQuery(ItemListQuery, rename="camel", kw_only=True):
    """What an export is narrowed down to, and as of which commit."""

    unsent: ClassVar = frozenset({"filters", "page", "limit", "sort", "sort_by", "sort_order"})
    at: CommitNumber | None = None


class ItemExport(msgspec.Struct, frozen=True):
    """What is exported: the items as of a commit, among the rows that were there then."""

    selection: ItemSelection
    commit_number: int
    last_row: int


async def begin_export(snapshot: Snapshot, actor: Actor, wanted: ItemExportQuery) -> ItemExport:
    """Refuses what a list would refuse."""
    selection, number = await list_queries.select_for_export(snapshot, actor, wanted, at=wanted.at)
    last_row = await snapshot.one(int, item_queries.LAST_ROW) or 0
    return ItemExport(selection, number, last_row)


async def export_items(database: Database, export: ItemExport) -> AsyncGenerator[bytes]:
    """One line an item. No reading lasts longer than a window: what stood then stands for ever."""
    sql = item_queries.export_statement(export.selection.filters)
    for after in range(0, export.last_row, WINDOW):
        until = min(after + WINDOW, export.last_row)
        async with database.snapshot() as snapshot:
            rows = await snapshot.all(
                ShownVersion, sql, after=after, until=until, **export.selection.params
            )
        async for piece in encode_lines(rows, wire.item_to_record):
            yield piece
