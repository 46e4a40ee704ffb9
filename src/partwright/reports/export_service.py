"""Reports as files: written to the vault row by row, recorded, and sent from there.

The file is whole and recorded before its first byte goes out. So a failure is an answer and not
a broken file, and a slow client holds no transaction.
"""

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.kit import clock
from partwright.kit.contents import ContentStore, ContentUpload, StoredContent
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.file_names import safe_name
from partwright.kit.ids import new_id
from partwright.preferences.model import Language
from partwright.preferences.service import read_language
from partwright.reports import access, cells, execution_service, queries, schedule_queries
from partwright.reports.cells import Kept
from partwright.reports.execution_service import ReportRun, RunOptions, RunPlan, record_execution
from partwright.reports.fields import ReportField
from partwright.reports.model import FileFormat, ReportColumn, ReportId, ReportRecord
from partwright.reports.pdf_document import LONGEST, ReportTooLongForPaper, pdf_document
from partwright.reports.service import EXPORTS, holder, report_owner
from partwright.reports.workbook import WorkbookSheet
from partwright.vault import service as vault_service
from partwright.vault.maintenance_service import expire_contents

DEFAULT_ROWS, MOST_ROWS = 1000, 100_000
_BLOCK = 1 << 20

MEDIA_TYPES: dict[FileFormat, str] = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}

Rows = AsyncGenerator[list[tuple[Kept, ...]]]
Shown = list[tuple[ReportColumn, ReportField]]


class ExportOptions(RunOptions, rename="camel", omit_defaults=True):
    """Options of an export."""

    format: FileFormat | None = None
    language: Language | None = None
    """Of the words, figures and dates of a PDF; that of the reader's preferences where none is said."""


class ExportQuery(msgspec.Struct):
    """Kind of file that is wanted."""

    format: FileFormat = "csv"


class ExportedReport(msgspec.Struct, frozen=True):
    """A file that is kept in the vault."""

    id: str
    content: StoredContent
    file_name: str
    """Of the report's name and the day."""
    media_type: str
    plain_name: str | None = None
    """Of the report's id and the day, for clients that read no names beyond ASCII."""


async def export_report(
    database: Database,
    contents: ContentStore,
    actor: Actor,
    report_id: ReportId,
    options: ExportOptions,
    *,
    kind: FileFormat,
) -> ExportedReport:
    """Run a report that the actor sees into a file of the kind, unless the options name another."""
    options = msgspec.structs.replace(options, format=options.format or kind)
    kind = options.format or kind

    async def work(run: ReportRun, report: ReportRecord) -> ExportedReport:
        async with contents.draft() as draft:
            async with database.snapshot() as snapshot:
                found = await execution_service.plan_report_run(snapshot, report, actor, options)
                await _write(snapshot, draft, actor, run, report, found, options)
            content = await draft.keep()
        return _named(report, content, run.executed_at[:10], kind)

    async def keep(tx: Transaction, run: ReportRun, exported: ExportedReport) -> None:
        owner = report_owner(report_id)
        await vault_service.keep_content(tx, contents, exported.content, owner=owner)
        await tx.run(
            queries.INSERT_EXPORT,
            id=exported.id,
            report_id=report_id,
            execution_id=run.id,
            exported_by=actor.id,
            exported_at=clock.now(),
            format=kind,
            file_name=exported.file_name,
            file_size=exported.content.size,
            digest=exported.content.digest,
        )

    return await record_execution(database, actor, report_id, work, parameters=options, keep=keep)


def _named(
    report: ReportRecord, content: StoredContent, day: str, kind: FileFormat
) -> ExportedReport:
    name, plain = f"{safe_name(report.name)} {day}", f"report-{report.id}-{day}"
    return ExportedReport(
        new_id(), content, f"{name}.{kind}", MEDIA_TYPES[kind], plain_name=f"{plain}.{kind}"
    )


async def _write(
    snapshot: Snapshot,
    draft: ContentUpload,
    actor: Actor,
    run: ReportRun,
    report: ReportRecord,
    found: RunPlan,
    options: ExportOptions,
) -> None:
    limit = min(options.limit or DEFAULT_ROWS, MOST_ROWS)
    if options.format == "pdf":
        if limit > LONGEST:
            raise ReportTooLongForPaper
        run.row_count = await _document(snapshot, draft, actor, run, report, found, options)
        return
    write = _workbook if options.format == "xlsx" else _text
    async with aclosing(
        execution_service.batches_of_rows(snapshot, found, limit=limit, offset=options.offset)
    ) as rows:
        run.row_count = await write(rows, draft, report, found)


def _shown(report: ReportRecord, found: RunPlan) -> tuple[Shown, list[int]]:
    """The columns that the file has with their fields, and where their values stand in a row."""
    return _placed([column for column in report.columns if column.is_visible], found)


def _placed(columns: list[ReportColumn], found: RunPlan) -> tuple[Shown, list[int]]:
    place = {field.path: index for index, field in enumerate(found.fields)}
    places = [place[column.key] for column in columns]
    fields = [found.fields[index] for index in places]
    return list(zip(columns, fields, strict=True)), places


async def _text(rows: Rows, draft: ContentUpload, report: ReportRecord, found: RunPlan) -> int:
    """Write CSV; answers the number of rows."""
    columns, places = _shown(report, found)

    def lines(batch: list[tuple[Kept, ...]]) -> bytes:
        kept = list(zip(*batch, strict=True)) or [()] * len(found.fields)
        texts = [
            cells.formatted_column(field, column.format_type, kept[place])
            for (column, field), place in zip(columns, places, strict=True)
        ]
        return cells.csv_lines(zip(*texts, strict=True)).encode()

    head = [cells.without_formula(column.label) for column, _ in columns]
    await draft.write(cells.csv_line(head).encode())
    written = 0
    async for batch in rows:
        await draft.write(await asyncio.to_thread(lines, batch))
        written += len(batch)
    return written


async def _workbook(rows: Rows, draft: ContentUpload, report: ReportRecord, found: RunPlan) -> int:
    """Write an Excel workbook; answers the number of rows."""
    columns, places = _shown(report, found)
    with tempfile.TemporaryDirectory(prefix="partwright-export-") as directory:
        path = Path(directory) / "report.xlsx"
        sheet = await asyncio.to_thread(WorkbookSheet, path, columns)
        written = 0
        try:
            async for batch in rows:
                chosen = [[row[place] for place in places] for row in batch]
                await asyncio.to_thread(sheet.write, chosen)
                written += len(batch)
        finally:
            await asyncio.to_thread(sheet.close)
        with await asyncio.to_thread(path.open, "rb") as file:
            while block := await asyncio.to_thread(file.read, _BLOCK):
                await draft.write(block)
    return written


async def _document(
    snapshot: Snapshot,
    draft: ContentUpload,
    actor: Actor,
    run: ReportRun,
    report: ReportRecord,
    found: RunPlan,
    options: ExportOptions,
) -> int:
    """Write a PDF document; answers the number of rows."""
    # The chart may be of columns that the table hides.
    columns, places = _placed(report.columns, found)
    language = options.language or await read_language(snapshot, actor)
    rows, total = await execution_service.page_with_total(
        snapshot, found, limit=options.limit or DEFAULT_ROWS, offset=options.offset
    )
    pdf = await asyncio.to_thread(
        pdf_document,
        columns,
        [[row[place] for place in places] for row in rows],
        report=report,
        total=total,
        executed_at=run.executed_at,
        language=language,
    )
    await draft.write(pdf)
    return len(rows)


async def find_export(
    snapshot: Snapshot, contents: ContentStore, actor: Actor, report_id: ReportId, export_id: str
) -> ExportedReport:
    """A file that a report was run into for the actor, as long as it is kept; NotFound otherwise.

    What it holds they could read then; they must still see the report, and what it is about.
    """
    report = await access.access_report(snapshot, actor, report_id)
    actor.require(TYPES[report.item_type].may("read"))
    found = await snapshot.one(
        _kept_file,
        schedule_queries.EXPORT,
        id=export_id,
        report_id=report_id,
        user_id=actor.id,
        owner=report_owner(report_id),
        holder=holder(report_id, actor.id),
    )
    if found is None or not await contents.has(found.content):
        raise NotFound(f"Report {report_id!r} has no file {export_id!r} of yours any more")
    return found


def _kept_file(
    export_id: str, digest: str, size: int, file_name: str, kind: FileFormat
) -> ExportedReport:
    return ExportedReport(export_id, StoredContent(digest, size), file_name, MEDIA_TYPES[kind])


async def expire_exports(database: Database, contents: ContentStore, *, days: int) -> int:
    """Remove the files of exports older than so many days, 0 for none; answers how many."""
    if not days:
        return 0
    before = clock.moment_later(days=-days)
    return await expire_contents(database, contents, owners=EXPORTS, before=before)
