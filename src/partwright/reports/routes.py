"""Reports over HTTP."""

from functools import partial
from typing import Any

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag, quote_tag
from partwright.kit.fields import RawObject
from partwright.reports import (
    access,
    builder_service,
    definition_input,
    execution_service,
    export_service,
    schedule_service,
    service,
)
from partwright.reports.builder_service import ReportAttributesQuery, TypeAttributes, TypeFields
from partwright.reports.execution_service import RunOptions
from partwright.reports.export_service import ExportedReport, ExportOptions, ExportQuery
from partwright.reports.model import (
    ReportExecution,
    ReportExport,
    ReportId,
    ReportPreview,
    ReportRecord,
    ReportResult,
    ReportSummary,
)
from partwright.reports.schedules import ReportSchedule, ScheduleInput
from partwright.reports.service import OffsetQuery, ReportsQuery
from partwright.web.downloads import StreamedFile
from partwright.web.endpoint import RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, PageMeta, SuccessMessage

routes = RouteTable("Reports")

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


def shown(report: ReportRecord, *, status: int = 200) -> DataResponse:
    return DataResponse({"report": report}, status=status, etag=etag(report))


def scheduled(found: ReportSchedule | None) -> DataResponse:
    return DataResponse({"schedule": found}, etag=None if found is None else etag(found))


def listed(name: str, rows: Any, total: int, query: OffsetQuery, **more: Any) -> DataResponse:
    """A part of a list, its place told both ways."""
    meta = PageMeta(total, query.offset // query.most + 1, query.most, -(-total // query.most))
    place = {"total": total, "limit": query.most, "offset": query.offset}
    return DataResponse({name: rows, **more, **place}, meta=meta)


@routes.get("/api/reports", READ, response={"reports": list[ReportSummary], **_PLACE})
async def list_reports(request: Request, snapshot: Snapshot, query: ReportsQuery) -> DataResponse:
    """List the reports that you made, that are public, or that are shared with you."""
    found = await service.list_reports(snapshot, request.actor, query)
    return listed("reports", found.reports, found.total, query)


@routes.post(
    "/api/reports",
    may("reports", "create"),
    statuses=(201,),
    example=_EXAMPLE,
    body_schema=definition_input.NEW,
    response={"report": ReportRecord},
)
async def create_report(request: Request, tx: Transaction, body: RawObject) -> DataResponse:
    """Make a report over one item type."""
    return shown(await service.create_report(tx, request.actor, body), status=201)


@routes.get("/api/reports/fields", READ, response={"types": list[TypeFields]})
async def list_report_fields(request: Request) -> DataResponse:
    """The fields that a report of each item type may show, filter and sort by."""
    return DataResponse({"types": builder_service.fields_of_types(request.actor)})


@routes.get("/api/reports/attributes", READ, response=TypeAttributes)
async def list_report_attributes(
    request: Request, snapshot: Snapshot, query: ReportAttributesQuery
) -> DataResponse:
    """The names of the free attributes that items of a type have: `attributes.<name>` in reports."""
    return DataResponse(await builder_service.attributes_of_type(snapshot, request.actor, query))


@routes.post(
    "/api/reports/preview",
    READ,
    example=_EXAMPLE,
    body_schema=definition_input.NEW,
    response=ReportPreview,
)
async def preview_report(request: Request, snapshot: Snapshot, body: RawObject) -> DataResponse:
    """The first 50 rows of a report that is not saved; nothing is recorded."""
    return DataResponse(await builder_service.preview_report(snapshot, request.actor, body))


@routes.get("/api/reports/{report_id:str}", READ, response={"report": ReportRecord})
async def get_report(request: Request, snapshot: Snapshot, report_id: ReportId) -> DataResponse:
    """One report with its columns, filters and sorts."""
    return shown(await access.access_report(snapshot, request.actor, report_id))


@routes.put(
    "/api/reports/{report_id:str}",
    may("reports", "update"),
    example={"name": "Purchased parts over 25"},
    body_schema=definition_input.EDIT,
    response={"report": ReportRecord},
)
async def update_report(
    request: Request, tx: Transaction, report_id: ReportId, body: RawObject
) -> DataResponse:
    """Change a report of yours; columns, filters or sorts that are given replace the whole set."""
    return shown(
        await service.update_report(tx, request.actor, report_id, body, match=request.match)
    )


@routes.delete("/api/reports/{report_id:str}", may("reports", "delete"), response=SuccessMessage)
async def delete_report(request: Request, tx: Transaction, report_id: ReportId) -> DataResponse:
    """Delete a report of yours with all that is recorded of it."""
    await service.delete_report(tx, request.actor, report_id, match=request.match)
    return DataResponse(SuccessMessage())


@routes.post(
    "/api/reports/{report_id:str}/execute", READ, example=_RUN, response={"result": ReportResult}
)
async def execute_report(request: Request, report_id: ReportId, body: RunOptions) -> DataResponse:
    """Run a report; further filters add to its own."""
    database = request.services.database
    return DataResponse(
        {"result": await execution_service.execute_report(database, request.actor, report_id, body)}
    )


@routes.post("/api/reports/{report_id:str}/export", READ, is_stream=True, example={"limit": 5000})
async def export_report(
    request: Request, report_id: ReportId, query: ExportQuery, body: ExportOptions
) -> StreamedFile:
    """Run a report into a CSV file, an Excel workbook (`format=xlsx`) or a PDF (`format=pdf`)."""
    services = request.services
    exported = await export_service.export_report(
        services.database, services.contents, request.actor, report_id, body, kind=query.format
    )
    return stream(request, exported)


@routes.get("/api/reports/{report_id:str}/exports/{export_id:str}", READ, is_stream=True)
async def get_report_export(
    request: Request, snapshot: Snapshot, report_id: ReportId, export_id: str
) -> StreamedFile:
    """A file that a report was run into for you; that of your inbox stays as long as its entry."""
    contents = request.services.contents
    exported = await export_service.find_export(
        snapshot, contents, request.actor, report_id, export_id
    )
    return stream(request, exported)


def stream(request: Request, exported: ExportedReport) -> StreamedFile:
    """The file from the vault, as the client takes it."""
    content = exported.content
    return StreamedFile(
        partial(request.services.contents.read, content),
        size=content.size,
        etag=quote_tag(content.digest),
        media_type=exported.media_type,
        file_name=exported.file_name,
        plain_name=exported.plain_name,
        sent=request.services.metrics.bytes_out.inc,
    )


_SCHEDULE: dict[str, Any] = {
    "frequency": "weekly",
    "weekday": 1,
    "hour": 6,
    "timeZone": "Europe/Berlin",
    "format": "xlsx",
}


@routes.get(
    "/api/reports/{report_id:str}/schedule", READ, response={"schedule": ReportSchedule | None}
)
async def get_schedule(request: Request, snapshot: Snapshot, report_id: ReportId) -> DataResponse:
    """The schedule by which a report runs for you; null where it does not."""
    found = await schedule_service.read_schedule(snapshot, request.actor, report_id)
    return scheduled(found)


@routes.put(
    "/api/reports/{report_id:str}/schedule",
    READ,
    example=_SCHEDULE,
    response={"schedule": ReportSchedule},
)
async def put_schedule(
    request: Request, tx: Transaction, report_id: ReportId, body: ScheduleInput
) -> DataResponse:
    """Run a report for you every day, week or month, and tell of it in your inbox."""
    found = await schedule_service.put_schedule(
        tx, request.actor, report_id, body, match=request.match
    )
    return scheduled(found)


@routes.delete("/api/reports/{report_id:str}/schedule", READ, response=SuccessMessage)
async def delete_schedule(request: Request, tx: Transaction, report_id: ReportId) -> DataResponse:
    """Run a report for you no more."""
    await schedule_service.delete_schedule(tx, request.actor, report_id, match=request.match)
    return DataResponse(SuccessMessage())


@routes.get(
    "/api/reports/{report_id:str}/executions",
    READ,
    response={"executions": list[ReportExecution], "exports": list[ReportExport], **_PLACE},
)
async def list_executions(
    request: Request, snapshot: Snapshot, report_id: ReportId, query: OffsetQuery
) -> DataResponse:
    """The runs of a report: who, when, with what, and the files written; newest first."""
    found = await service.audit(snapshot, request.actor, report_id, query)
    return listed("executions", found.executions, found.total, query, exports=found.exports)
