"""Reports for an actor, or a refusal."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import NotFound, PermissionDenied
from partwright.kit.ids import UserId
from partwright.reports import queries
from partwright.reports.model import (
    ReportChart,
    ReportColumn,
    ReportFilter,
    ReportId,
    ReportRecord,
    ReportSort,
)
from partwright.reports.queries import ReportRow, ReportShare


def seen_by(actor: Actor) -> dict[str, Value]:
    """The parameters of the rule of who sees a report."""
    return {"sees_all": actor.sees_all, "seer": actor.id}


async def access_report(snapshot: Snapshot, actor: Actor, report_id: ReportId) -> ReportRecord:
    """The report; NotFound when unknown or not shared with the actor."""
    row = await snapshot.one(ReportRow, queries.REPORT, id=report_id, **seen_by(actor))
    if row is None:
        raise NotFound.of("Report", report_id)
    (found,) = await report_with_shares(snapshot, [row])
    return found


def check_report_owned(actor: Actor, found: ReportRecord) -> None:
    """PermissionDenied for whoever neither made the report nor is an Administrator."""
    if found.created_by != actor.id and not actor.is_administrator:
        raise PermissionDenied("Only the report's author or an administrator may change it")


async def report_with_shares(snapshot: Snapshot, rows: Sequence[ReportRow]) -> list[ReportRecord]:
    """The reports with those they are shared with."""
    ids: list[str] = [row.id for row in rows]
    roles = await snapshot.all(ReportShare, queries.SHARED_ROLES, ids=ids)
    users = await snapshot.all(ReportShare, queries.SHARED_USERS, ids=ids)
    return [
        ReportRecord(
            id=row.id,
            name=row.name,
            description=row.description,
            item_type=row.item_type,
            is_public=row.is_public,
            shared_with_roles=[share.name for share in roles if share.report_id == row.id],
            shared_with_users=[UserId(share.name) for share in users if share.report_id == row.id],
            created_by=row.created_by,
            created_at=row.created_at,
            updated_at=row.updated_at,
            columns=msgspec.json.decode(row.columns, type=list[ReportColumn]),
            filters=msgspec.json.decode(row.filters, type=list[ReportFilter]),
            sorts=msgspec.json.decode(row.sorts, type=list[ReportSort]),
            chart=UNSET if row.chart is None else msgspec.json.decode(row.chart, type=ReportChart),
        )
        for row in rows
    ]
