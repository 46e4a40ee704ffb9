"""`partwright export`: a design's parts and structure as a file that `import` takes again."""

import asyncio
import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from partwright.cli.api import connected
from partwright.cli.console import WRONG_USE, CommandFailed, counted, err, out, refuse_present
from partwright.cli.design_lookup import find_place
from partwright.cli.export_client import fetch
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

_SHOWN = 5


def export_design(
    design: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    branch: str | None = None,
    layout: Layout = "level",
    force: Force = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> int:
    """Write the parts and BOM lines of a design to a CSV or Excel file.

    Parameters
    ----------
    design
        The design's code or id.
    output
        The file, ending in .csv or .xlsx.
    branch
        A branch of the design by its name or id; main if left out.
    layout
        `level` for an indented list, `parent` for one that names parents alone.
    """
    settings = stores.settings()
    server.check()
    if output.suffix.lower() not in (".csv", ".xlsx"):
        raise CommandFailed(f"{output} must end in .csv or .xlsx", exit_code=WRONG_USE)
    if output.is_dir() or not os.access(output.parent, os.W_OK):
        raise CommandFailed(f"{output} is not writable")
    refuse_present(output, force=force)
    structure = asyncio.run(_fetched(settings, server, design, branch))
    try:
        rows = write_sheet(sheet_of(structure, layout=layout), output)
    except (ExportRefused, OSError) as error:
        raise CommandFailed(f"{output}: {error}") from error
    _tell(structure, rows, output, json=json)
    return 0


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
