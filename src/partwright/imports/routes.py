"""Imports over HTTP."""

from functools import partial
from typing import Any, Literal

import msgspec

from partwright.identity.permissions import may
from partwright.imports import (
    file_import,
    job_service,
    mapping_service,
    record_service,
    rows_import,
    templates,
    undo_service,
    uploads,
)
from partwright.imports.body import LARGEST, split_body
from partwright.imports.body_keys import body_schema
from partwright.imports.import_job import ImportJobAnswer
from partwright.imports.job_worker import ImportWorker
from partwright.imports.mapping_service import MappingInput, MappingRecord
from partwright.imports.option_input import FORM_SCHEMA, ImportOptions
from partwright.imports.record_service import ImportRecord
from partwright.imports.rows_import import ImportAnswer, PartsImportAnswer
from partwright.imports.sheets.fields.kinds import KINDS, ImportKind
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject
from partwright.web.endpoint import PUBLIC, RouteTable, described
from partwright.web.forms import MultipartForm
from partwright.web.request import Request
from partwright.web.responses import DataResponse, DryRun, GeneratedFile, SuccessMessage

routes = RouteTable("Import")


def _importing(kind: ImportKind) -> dict[str, Any]:
    """The endpoints of the import of a kind, with their descriptions."""
    return {
        "statuses": (201, 200, 202, 207, 400),
        "form_schema": FORM_SCHEMA,
        "before_write": partial(uploads.read_upload, kind=kind),
        "example": kind.example,
        "split_body": split_body,
        "body_schema": body_schema(kind, largest=LARGEST),
        "response": (PartsImportAnswer if kind.with_lines else ImportAnswer, ImportJobAnswer),
    }


async def _import(request: Request, tx: Transaction, kind: ImportKind) -> DataResponse | DryRun:
    """Import the rows of a body or the file of a form."""
    reading = uploads.reading_of(request)
    if isinstance(reading, uploads.UploadReading):
        options, prepared = reading.options, reading.prepared
        if prepared is None:
            contents = request.services.contents
            job = await job_service.begin_job(
                tx, contents, request.actor, reading.file, kind, options
            )
            request.services.of(ImportWorker).hurry()
            return DataResponse({"job": job}, status=202)
    else:
        options, prepared = reading.body.options, reading.prepared
        if prepared is None:
            written = await rows_import.import_rows(tx, request.actor, reading.body, kind)
            return _answered(written, written.result.status, options)
    done = await file_import.import_file(tx, request.actor, prepared, kind, options)
    return _answered(done, done.status, options)


def _answered(answer: Any, status: int, options: ImportOptions) -> DataResponse | DryRun:
    if options.dry_run:
        return DryRun(DataResponse(answer))
    return DataResponse(answer, status=status)


def _serve_import(kind: ImportKind) -> None:
    into = "into a design" if kind.in_design else "of a program or of none"
    what = f"{kind.plural} with their BOM lines" if kind.with_lines else kind.plural
    comma = "" if kind.in_design else ","

    @routes.post(f"/api/import/{kind.plural}", may("imports", "create"), **_importing(kind))
    @described(f"import_{kind.plural}", f"Import 1 to 500 {what}{comma} {into}.")
    async def _(
        request: Request, tx: Transaction, body: RawObject, form: MultipartForm
    ) -> DataResponse | DryRun:
        return await _import(request, tx, kind)


def _serve_template(kind: ImportKind) -> None:
    an_import = f"{kind.one.split()[0]} {kind.plural} import"

    @routes.get(f"/api/import/templates/{kind.plural}", PUBLIC)
    @described(
        f"get_{kind.plural}_template",
        f"A CSV file with the columns of {an_import} and one example.",
    )
    async def _(query: TemplateQuery) -> GeneratedFile:
        return query.of(kind)


@routes.get(
    "/api/import/mappings",
    may("imports", "create"),
    response={"mappings": list[MappingRecord]},
)
async def list_import_mappings(snapshot: Snapshot) -> DataResponse:
    """Kept mappings; an import finds the one whose headers the sheet has."""
    return DataResponse({"mappings": await mapping_service.list_mappings(snapshot)})


@routes.post(
    "/api/import/mappings",
    may("imports", "create"),
    statuses=(201,),
    example={"name": "Orders of ACME", "headers": ["Nr", "Wat"], "mapping": {"Wat": "name"}},
    response={"mapping": MappingRecord},
)
async def keep_import_mapping(
    request: Request, tx: Transaction, body: MappingInput
) -> DataResponse:
    """Keep what the columns of a kind of sheet mean, under a name; yours of that name is replaced."""
    made = await mapping_service.keep_mapping(tx, request.actor, body)
    return DataResponse({"mapping": made}, status=201)


@routes.delete("/api/import/mappings/{mapping_id:str}", may("imports", "create"))
async def delete_import_mapping(
    request: Request, tx: Transaction, mapping_id: str
) -> SuccessMessage:
    """Take a kept mapping away: your own, or as an administrator any."""
    await mapping_service.delete_mapping(tx, request.actor, mapping_id)
    return SuccessMessage()


@routes.get("/api/imports/{import_id:str}", may("imports", "create"))
async def read_import(request: Request, snapshot: Snapshot, import_id: str) -> ImportRecord:
    """The record of an import."""
    return record_service.to_record(
        await record_service.access_import(snapshot, request.actor, import_id)
    )


@routes.get("/api/imports/{import_id:str}/repair", may("imports", "create"))
async def read_repair(request: Request, snapshot: Snapshot, import_id: str) -> GeneratedFile:
    """The rows that were refused, with the reasons, in a file to repair and import again."""
    found = await record_service.access_import(snapshot, request.actor, import_id)
    return await record_service.read_repair(snapshot, found)


@routes.post("/api/imports/{import_id:str}/undo", may("imports", "create"))
async def undo_import(request: Request, tx: Transaction, import_id: str) -> ImportRecord:
    """Take an import back, while nothing builds on it."""
    found = await record_service.access_import(tx, request.actor, import_id)
    return record_service.to_record(await undo_service.undo_import(tx, request.actor, found))


class TemplateQuery(msgspec.Struct):
    """The wanted format of a template; CSV is the only one there is, and stands in for xlsx."""

    format: Literal["csv", "xlsx"] = "csv"

    def of(self, kind: ImportKind) -> GeneratedFile:
        """The kind's template."""
        name = f"{kind.plural}-import-template.csv"
        return GeneratedFile(templates.as_csv(kind), media_type="text/csv", file_name=name)


for _kind in KINDS.values():
    _serve_import(_kind)
    _serve_template(_kind)
