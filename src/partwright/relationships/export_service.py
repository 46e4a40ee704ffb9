"""All relationships, of one commit, however many there are."""

from collections.abc import AsyncGenerator, Sequence
from decimal import Decimal

import msgspec

from partwright.identity.model import Actor
from partwright.items.export_service import WINDOW
from partwright.kit.db import Database, Snapshot
from partwright.kit.db.base import Value
from partwright.kit.decimals import decimal_number
from partwright.kit.fields import Uuid
from partwright.kit.ids import DesignId
from partwright.kit.operands import FieldKind
from partwright.relationships import queries as relationship_queries
from partwright.relationships.model import shown_relationship_type, stored_relationship_type
from partwright.relationships.single_service import relationship_list_params
from partwright.versioning.access import access_design, pin_view
from partwright.versioning.model import MAIN, BranchView
from partwright.web.exports import (
    CommitNumber,
    ExportColumn,
    ExportedTable,
    ExportFormat,
    check_export_format,
    export_column,
)
from partwright.web.parameters import ViewQuery


class RelationshipExportQuery(ViewQuery, rename="camel", kw_only=True):
    """Filters of an export of relationships, and the commit that it is of."""

    design_id: Uuid | None = None
    type: str | None = None
    at: CommitNumber | None = None
    format: ExportFormat = "ndjson"


class RelationshipExport(msgspec.Struct, frozen=True):
    """Rows of an export: relationships as of a commit, among the rows that were there then."""

    params: dict[str, Value]
    commit_number: int
    last_row: int


class _Row(msgspec.Struct, frozen=True):
    id: str
    type: str
    source_id: str
    source_number: str
    target_id: str
    target_number: str
    quantity: str
    find_number: int | None
    reference_designator: str | None
    metadata: str


class ExportedRelationship(msgspec.Struct, rename="camel", frozen=True):
    """A relationship with the numbers of its ends."""

    id: str
    type: str
    source_id: str
    source_number: str
    target_id: str
    target_number: str
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None
    metadata: msgspec.Raw


def _exported(row: _Row) -> ExportedRelationship:
    return ExportedRelationship(
        id=row.id,
        type=shown_relationship_type(row.type),
        source_id=row.source_id,
        source_number=row.source_number,
        target_id=row.target_id,
        target_number=row.target_number,
        quantity=decimal_number(row.quantity),
        find_number=row.find_number,
        reference_designator=row.reference_designator,
        metadata=msgspec.Raw(row.metadata.encode()),
    )


async def begin_export(
    snapshot: Snapshot, actor: Actor, wanted: RelationshipExportQuery, view: BranchView | None
) -> RelationshipExport:
    """NotFound for a design that the actor does not see, InvalidInput for an unknown type.

    InvalidInput as well for a format that is not installed.
    """
    check_export_format(wanted.format)
    if wanted.design_id is not None:
        await access_design(snapshot, actor, DesignId(wanted.design_id))
    pinned, number = await pin_view(snapshot, view or MAIN, wanted.at)
    type = None if wanted.type is None else stored_relationship_type(wanted.type, "type")
    named: dict[str, Value] = {"design_id": wanted.design_id or pinned.design_id, "type": type}
    last_row = await snapshot.one(int, relationship_queries.LAST_ROW) or 0
    return RelationshipExport(relationship_list_params(actor, pinned) | named, number, last_row)


async def relationship_windows(
    database: Database, export: RelationshipExport
) -> AsyncGenerator[Sequence[_Row]]:
    """The relationships. No reading lasts longer than a window."""
    for after in range(0, export.last_row, WINDOW):
        until = min(after + WINDOW, export.last_row)
        async with database.snapshot() as snapshot:
            rows = await snapshot.all(
                _Row, relationship_queries.EXPORTED, after=after, until=until, **export.params
            )
        yield rows


RELATIONSHIPS = ExportedTable[_Row](
    "relationships",
    _exported,
    (
        export_column("id"),
        ExportColumn("type", FieldKind.TEXT, lambda row: shown_relationship_type(row.type)),
        export_column("sourceId", "source_id"),
        export_column("sourceNumber", "source_number"),
        export_column("targetId", "target_id"),
        export_column("targetNumber", "target_number"),
        export_column("quantity", kind=FieldKind.NUMBER),
        export_column("findNumber", "find_number", FieldKind.INTEGER),
        export_column("referenceDesignator", "reference_designator"),
        export_column("metadata"),
    ),
)
