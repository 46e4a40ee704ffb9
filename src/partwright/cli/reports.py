"""`partwright report`: reports of the server as files."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from partwright.cli.api import ApiClient, connected
from partwright.cli.console import WRONG_USE, CommandFailed, err, out, refuse_present
from partwright.cli.file_output import show, write
from partwright.cli.flags import LOCAL, UNSET, Force, Json, ServerFlags, Servers, Stores
from partwright.cli.output import print_json
from partwright.kit.ids import as_uuid
from partwright.reports.model import ReportColumn, ReportResult, ReportSummary
from partwright.settings import Settings

DEFAULT_ROWS = 1000
_PAGE = 5000


@dataclass(frozen=True, kw_only=True)
class FileFlags:
    """The files that are wanted; CSV on standard output if none is."""

    csv: Path | None = None
    """A CSV file."""
    xlsx: Path | None = None
    """An Excel workbook."""
    pdf: Path | None = None
    """A PDF document."""

    @property
    def wanted(self) -> dict[str, Path]:
        """The files by their kind."""
        wanted = {"csv": self.csv, "xlsx": self.xlsx, "pdf": self.pdf}
        return {kind: target for kind, target in wanted.items() if target is not None}


Files = Annotated[FileFlags, Parameter(name="*")]
PRINTED = FileFlags()


def list_reports(*, json: Json = False, server: Servers = LOCAL, stores: Stores = UNSET) -> None:
    """List the reports that you see: id, item type and name."""
    settings = stores.settings()
    server.check()
    asyncio.run(_list(settings, server, json=json))


def run(
    report: str,
    /,
    *,
    limit: int = DEFAULT_ROWS,
    files: Files = PRINTED,
    force: Force = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Run a report into files of one or more kinds; without any, CSV goes to standard output.

    Without --server the configured database is opened here, and an administrator acts.

    Parameters
    ----------
    report
        The report's id, or its name.
    limit
        The most rows.
    """
    settings = stores.settings()
    server.check()
    if limit < 1:
        raise CommandFailed(f"--limit {limit}: expected 1 or more", exit_code=WRONG_USE)
    refuse_present(*files.wanted.values(), force=force)
    asyncio.run(_run(settings, server, report, limit, files, json=json))


async def _list(settings: Settings, server: ServerFlags, *, json: bool) -> None:
    async with connected(settings, server, deed="partwright report list") as api:
        reports = await _all(api)
        if json:
            print_json(reports)
            return
        if not reports:
            err.print("There are no reports that you see.")
        for found in reports:
            out.print(f"{found.id}  {found.item_type:<11}  {found.name}")


async def _all(api: ApiClient) -> list[ReportSummary]:
    found: list[ReportSummary] = []
    while True:
        params = {"limit": 500, "offset": len(found)}
        page, total = await api.get_list("/api/reports", "reports", ReportSummary, params)
        found += page
        if not page or len(found) >= total:
            return found


async def _run(
    settings: Settings,
    server: ServerFlags,
    name: str,
    limit: int,
    files: FileFlags,
    *,
    json: bool,
) -> None:
    async with connected(settings, server, deed="partwright report run") as api:
        found = await _find(api, name)
        path = f"/api/reports/{found.id}/export"
        if json:
            columns, rows = await _rows(api, found, limit)
            print_json({"columns": columns, "rows": rows})
        elif not files.wanted:
            show(await api.download(path, {"limit": limit}, {}))
        for kind, target in files.wanted.items():
            write(await api.download(path, {"limit": limit}, {"format": kind}), target)


async def _find(api: ApiClient, name: str) -> ReportSummary:
    reports = await _all(api)
    found = [report for report in reports if name in (report.name, report.id)]
    if not found and as_uuid(name):
        found = [report for report in reports if report.id == as_uuid(name)]
    if len(found) != 1:
        which = "there is no report" if not found else f"{len(found)} reports have the name"
        raise CommandFailed(f"{which} {name}; `partwright report list` shows all with their ids")
    return found[0]


async def _rows(
    api: ApiClient, found: ReportSummary, limit: int
) -> tuple[list[ReportColumn], list[dict[str, Any]]]:
    """The columns that are shown and the rows, fetched until there are enough."""
    rows: list[dict[str, Any]] = []
    while True:
        page = {"limit": min(_PAGE, limit - len(rows)), "offset": len(rows)}
        path = f"/api/reports/{found.id}/execute"
        result = await api.post_one(path, page, "result", ReportResult)
        rows += result.rows
        if not result.rows or len(rows) >= min(limit, result.total_rows):
            return [column for column in result.columns if column.is_visible], rows
