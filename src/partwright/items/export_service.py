"""All items of a list, of one commit, however many there are."""

from collections.abc import AsyncGenerator, Sequence
from typing import ClassVar

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES, ItemField
from partwright.item_types.part import PART, make_buy
from partwright.items import list_queries, wire
from partwright.items import queries as item_queries
from partwright.items.list_queries import ItemListQuery
from partwright.items.page_plan import ItemSelection
from partwright.kit.db import Database, Snapshot
from partwright.kit.operands import FieldKind
from partwright.versioning.model import ShownVersion
from partwright.web.exports import (
    CommitNumber,
    ExportColumn,
    ExportedTable,
    ExportFormat,
    check_export_format,
    export_column,
)

WINDOW = 1_000
"""Rows that are looked at together; of those that another commit shows nothing is told."""


class ItemExportQuery(ItemListQuery, rename="camel", kw_only=True):
    """Filters of an export, and the commit that it is of."""

    unsent: ClassVar = frozenset({"filters", "page", "limit", "sort", "sort_by", "sort_order"})
    at: CommitNumber | None = None
    format: ExportFormat = "ndjson"


class ItemExport(msgspec.Struct, frozen=True):
    """Rows of an export: the items as of a commit, among the rows that were there then."""

    selection: ItemSelection
    commit_number: int
    last_row: int


async def begin_export(snapshot: Snapshot, actor: Actor, wanted: ItemExportQuery) -> ItemExport:
    """Refuses what a list would refuse, and a format that is not installed."""
    check_export_format(wanted.format)
    selection, number = await list_queries.select_for_export(snapshot, actor, wanted, at=wanted.at)
    last_row = await snapshot.one(int, item_queries.LAST_ROW) or 0
    return ItemExport(selection, number, last_row)


async def item_windows(
    database: Database, export: ItemExport
) -> AsyncGenerator[Sequence[ShownVersion]]:
    """The items. No reading lasts longer than a window: what stood then stands for ever."""
    sql = item_queries.export_statement(export.selection.filters)
    for after in range(0, export.last_row, WINDOW):
        until = min(after + WINDOW, export.last_row)
        async with database.snapshot() as snapshot:
            rows = await snapshot.all(
                ShownVersion, sql, after=after, until=until, **export.selection.params
            )
        yield rows


def _field_columns(field: ItemField) -> list[ExportColumn]:
    if field.kind is not FieldKind.USER:
        return [export_column(field.wire, field.column, field.kind)]
    return [
        export_column(field.wire, field.column),
        export_column(f"{field.wire}Name", f"{field.column}_name"),
    ]


def _columns() -> tuple[ExportColumn, ...]:
    """Those that every item has, then those of each type; of one name there is one."""
    columns = [
        export_column("id", "item_id"),
        export_column("masterId", "master_id"),
        export_column("itemNumber", "item_number"),
        *map(export_column, ("revision", "name", "description", "type", "state")),
        export_column("designId", "design_id"),
        export_column("programId", "program_id"),
        export_column("branchId", "branch_id"),
        export_column("isCurrent", "is_current", FieldKind.BOOLEAN),
        export_column("lockedBy", "locked_by"),
        export_column("lockedByName", "locked_by_name"),
        export_column("lockedByEmail", "locked_by_email"),
        export_column("attributes"),
        export_column("createdAt", "created_at", FieldKind.MOMENT),
        export_column("createdBy", "created_by"),
        export_column("updatedAt", "modified_at", FieldKind.MOMENT),
        export_column("modifiedAt", "modified_at", FieldKind.MOMENT),
        export_column("updatedBy", "modified_by"),
    ]
    for item_type in TYPES.values():
        columns += [column for field in item_type.fields for column in _field_columns(field)]
    columns += [
        ExportColumn("makeBuy", FieldKind.TEXT, lambda version: make_buy(version.part_type)),
        export_column("leadTimeDays", "lead_time", FieldKind.INTEGER),
        export_column("familyId", "family_id"),
        ExportColumn(
            "isFamily",
            FieldKind.BOOLEAN,
            lambda version: wire.is_family(version) if version.type == PART.name else None,
        ),
    ]
    return tuple({column.name: column for column in columns}.values())


ITEMS = ExportedTable[ShownVersion]("items", wire.item_to_record, _columns())
