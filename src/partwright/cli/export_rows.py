"""All items and all relationships of one commit as two files, for analysis elsewhere."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from partwright.cli.api import connected
from partwright.cli.console import CommandFailed, out
from partwright.cli.design_lookup import find_place
from partwright.cli.flags import ServerFlags
from partwright.cli.output import print_json
from partwright.settings import Settings

RowFormat = Literal["ndjson", "parquet"]


class RowExport(NamedTuple):
    """Content to be written, and the folder for it."""

    folder: Path
    format: RowFormat
    design: str | None
    branch: str | None
    at: int | None
    force: bool


def export_rows(settings: Settings, server: ServerFlags, asked: RowExport, *, json: bool) -> int:
    """Write both files; they are called as the server calls them, with the commit's number."""
    if asked.branch is not None and asked.design is None:
        raise CommandFailed("--branch needs a design")
    items, lines, number = asyncio.run(_fetched(settings, server, asked))
    if json:
        print_json({"items": str(items), "relationships": str(lines), "at": number})
    else:
        out.print(f"Exported commit {number} to {items} and {lines}.")
    return 0


async def _fetched(
    settings: Settings, server: ServerFlags, asked: RowExport
) -> tuple[Path, Path, int]:
    params: dict[str, Any] = {"format": asked.format}
    if asked.at is not None:
        params["at"] = asked.at
    async with connected(settings, server, deed="partwright export") as api:
        if asked.design is not None:
            place = await find_place(api, asked.design, branch=asked.branch)
            params |= place.body()
        fetch = partial(api.fetch_named_file, folder=asked.folder, force=asked.force)
        items = await fetch("/api/items/export", params)
        params["at"] = number = int(items.stem.rpartition("-")[2])
        lines = await fetch("/api/relationships/export", params)
    return items, lines, number
