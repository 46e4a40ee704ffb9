"""`partwright export`: a design as a file that `import` takes again, or all rows for analysis."""

import asyncio
import os
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from partwright.cli.api import connected
from partwright.cli.console import WRONG_USE, CommandFailed, counted, err, out, refuse_present
from partwright.cli.design_lookup import find_place
from partwright.cli.export_client import fetch
from partwright.cli.export_rows import RowExport, RowFormat, export_rows
from partwright.cli.flags import LOCAL, UNSET, Force, Json, ServerFlags, Servers, Stores
from partwright.cli.output import print_json
from partwright.imports.export import (
    ExportedStructure,
    ExportRefused,
    Layout,
    sheet_of,
    write_sheet,
)
from partwright.settings import Settings

SheetFormat = Literal["csv", "xlsx"]
_NOT_A_SHEET = "a sheet needs a design and takes no --at; expected --format ndjson or parquet"


def export_design(
    design: str | None = None,
    /,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    branch: str | None = None,
    layout: Layout = "level",
    force: Force = False,
    format: SheetFormat | RowFormat | None = None,
    at: int | None = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> int:
    """Write a design's parts and BOM lines to a CSV or Excel file, or all rows for analysis.

    Parameters
    ----------
    design
        The design's code or id; all of them if left out, as ndjson or parquet.
    output
        The .csv or .xlsx file, or the folder for ndjson and parquet.
    branch
        A branch of the design by its name or id; main if left out.
    layout
        `level` for an indented list, `parent` for one that names parents alone.
    format
        `csv` or `xlsx`, by the file's ending if left out; `ndjson` or `parquet` for all rows.
    at
        The number of the commit to export; the newest if left out.
    """
    server.check()
    if format in ("ndjson", "parquet"):
        rows = RowExport(output, format, design, branch, at, force)
        return export_rows(stores.settings(), server, rows, json=json)
    if design is None or at is not None:
        raise CommandFailed(_NOT_A_SHEET, exit_code=WRONG_USE)
    _check_file(output, format, force=force)
    structure = asyncio.run(_fetched(stores.settings(), server, design, branch))
    return _write(structure, output, layout, json=json)


def _write(structure: ExportedStructure, output: Path, layout: Layout, *, json: bool) -> int:
    """Write the sheet and tell of it; the exit code."""
    try:
        rows = write_sheet(sheet_of(structure, layout=layout), output)
    except (ExportRefused, OSError) as error:
        raise CommandFailed(f"{output}: {error}") from error
    _tell(structure, rows, output, json=json)
    return 0


def _check_file(output: Path, format: SheetFormat | None, *, force: bool) -> None:
    """Stop where no such sheet can be written."""
    endings = (".csv", ".xlsx") if format is None else (f".{format}",)
    if output.suffix.lower() not in endings:
        line = f"{output} must end in {' or '.join(endings)}"
        raise CommandFailed(line, exit_code=WRONG_USE)
    if output.is_dir() or not os.access(output.parent, os.W_OK):
        raise CommandFailed(f"{output} is not writable")
    refuse_present(output, force=force)


def _figures(structure: ExportedStructure, rows: int, output: Path) -> dict[str, str | int]:
    return {
        "file": str(output),
        "parts": len(structure.parts),
        "lines": sum(1 for _ in structure.usages),
        "rows": rows,
        "leftOut": len(structure.left_aside),
    }


def _tell(structure: ExportedStructure, rows: int, output: Path, *, json: bool) -> None:
    if json:
        print_json(_figures(structure, rows, output))
        return
    lines = sum(1 for _ in structure.usages)
    told = f"{counted(len(structure.parts), 'part')} and {counted(lines, 'BOM line')}"
    out.print(f"Exported {told} to {counted(rows, 'row')}.")
    if structure.left_aside:
        left = counted(len(structure.left_aside), "BOM line")
        err.print(f"Left out, since they lead to items that are not parts: {left}.")


async def _fetched(
    settings: Settings, server: ServerFlags, design: str, branch: str | None
) -> ExportedStructure:
    async with connected(settings, server, deed="partwright export") as api:
        place = await find_place(api, design, branch=branch)
        return await fetch(api, place)
