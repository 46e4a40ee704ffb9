"""Reports over HTTP."""

from functools import partial
from typing import Any

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag, quote_tag
from partwright.kit.fields import RawObject
from partwright.reports import access, definition, execution, file_export, service
from partwright.reports.execution import RunOptions
from partwright.reports.file_export import ExportedReport, ExportOptions, ExportQuery
from partwright.reports.model import (
    ReportExecution,
    ReportExport,
    ReportId,
    ReportRecord,
    ReportResult,
    ReportSummary,
)
from partwright.reports.service import OffsetQuery, ReportsQuery
from partwright.web.answers import Answer, Done, Meta
from partwright.web.call import Call
from partwright.web.downloads import Stream
from partwright.web.endpoint import Routes

routes = Routes("Reports")

READ = may("reports", "read")

_EXAMPLE: dict[str, Any] = {
    "name": "Purchased parts over 10",
    "itemType": "Part",
    "isPublic": True,
    "columns": [
        {"fieldPath": "itemNumber", "label": "Number", "displayOrder": 0, "isVisible": True},
        {
            "fieldPath": "parts.cost",
            "label": "Cost",
            "displayOrder": 1,
            "isVisible": True,
            "formatType": "currency",
        },
    ],
    "filters": [
        {"fieldPath": "parts.partType", "operator": "eq", "value": "Purchase", "displayOrder": 0},
        {"fieldPath": "parts.cost", "operator": "gt", "value": 10, "displayOrder": 1},
    ],
    "sorts": [{"fieldPath": "parts.cost", "direction": "desc", "priority": 0}],
}
_RUN: dict[str, Any] = {
    "limit": 50,
    "runtimeFilters": [{"fieldPath": "name", "operator": "like", "value": "screw"}],
}

_PLACE = {"total": int, "limit": int, "offset": int}


def shown(report: ReportRecord, *, status: int = 200) -> Answer:
    return Answer({"report": report}, status=status, etag=etag(report))


def listed(name: str, rows: Any, total: int, query: OffsetQuery, **more: Any) -> Answer:
    """A part of a list, its place told both ways."""
    meta = Meta(total, query.offset // query.most + 1, query.most, -(-total // query.most))
    place = {"total": total, "limit": query.most, "offset": query.offset}
    return Answer({name: rows, **more, **place}, meta=meta)


@routes.get("/api/reports", READ, gives={"reports": list[ReportSummary], **_PLACE})
async def list_reports(call: Call, snapshot: Snapshot, query: ReportsQuery) -> Answer:
    """List the reports that you made, that are public, or that are shared with you."""
    found = await service.list_reports(snapshot, call.actor, query)
    return listed("reports", found.reports, found.total, query)


@routes.post(
    "/api/reports",
    may("reports", "create"),
    answers=(201,),
    example=_EXAMPLE,
    body_schema=definition.NEW,
    gives={"report": ReportRecord},
)
async def create_report(call: Call, tx: Transaction, body: RawObject) -> Answer:
    """Make a report over one item type."""
    return shown(await service.create_report(tx, call.actor, body), status=201)


@routes.get("/api/reports/{report_id:str}", READ, gives={"report": ReportRecord})
async def get_report(call: Call, snapshot: Snapshot, report_id: ReportId) -> Answer:
    """One report with its columns, filters and sorts."""
    return shown(await access.access_report(snapshot, call.actor, report_id))


@routes.put(
    "/api/reports/{report_id:str}",
    may("reports", "update"),
    example={"name": "Purchased parts over 25"},
    body_schema=definition.EDIT,
    gives={"report": ReportRecord},
)
async def update_report(
    call: Call, tx: Transaction, report_id: ReportId, body: RawObject
) -> Answer:
    """Change a report of yours; columns, filters or sorts that are given replace the whole set."""
    return shown(await service.update_report(tx, call.actor, report_id, body, match=call.match))


@routes.delete("/api/reports/{report_id:str}", may("reports", "delete"), gives=Done)
async def delete_report(call: Call, tx: Transaction, report_id: ReportId) -> Answer:
    """Delete a report of yours with all that is recorded of it."""
    await service.delete_report(tx, call.actor, report_id, match=call.match)
    return Answer(Done())


@routes.post(
    "/api/reports/{report_id:str}/execute", READ, example=_RUN, gives={"result": ReportResult}
)
async def execute_report(call: Call, report_id: ReportId, body: RunOptions) -> Answer:
    """Run a report; further filters add to its own."""
    database = call.services.database
    return Answer({"result": await execution.execute_report(database, call.actor, report_id, body)})


@routes.post("/api/reports/{report_id:str}/export", READ, streams=True, example={"limit": 5000})
async def export_report(
    call: Call, report_id: ReportId, query: ExportQuery, body: ExportOptions
) -> Stream:
    """Run a report into a CSV file, or with `format=xlsx` into an Excel workbook."""
    services = call.services
    exported = await file_export.export_report(
        services.database, services.contents, call.actor, report_id, body, kind=query.format
    )
    return stream(call, exported)


def stream(call: Call, exported: ExportedReport) -> Stream:
    """The file from the vault, as the client takes it."""
    content = exported.content
    return Stream(
        partial(call.services.contents.read, content),
        size=content.size,
        etag=quote_tag(content.digest),
        media_type=exported.media_type,
        file_name=exported.file_name,
        sent=call.services.metrics.bytes_out.inc,
    )


@routes.get(
    "/api/reports/{report_id:str}/executions",
    READ,
    gives={"executions": list[ReportExecution], "exports": list[ReportExport], **_PLACE},
)
async def list_executions(
    call: Call, snapshot: Snapshot, report_id: ReportId, query: OffsetQuery
) -> Answer:
    """Who ran a report, when, with what, and the files it was written to; newest first."""
    found = await service.audit(snapshot, call.actor, report_id, query)
    return listed("executions", found.executions, found.total, query, exports=found.exports)
