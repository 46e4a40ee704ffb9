"""`partwright bom`: the bill of materials of an item as a file."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from partwright.cli.api import connected
from partwright.cli.console import CommandFailed
from partwright.cli.flags import LOCAL, UNSET, ServerFlags, Servers, Stores
from partwright.cli.item_lookup import find_item
from partwright.cli.pdf_tables import PdfColumn, PdfTable, show, write, write_pdf
from partwright.kit import clock
from partwright.kit.ids import as_uuid
from partwright.relationships.bom_lines import ExplodedBom
from partwright.relationships.explosion import BomLine
from partwright.reports.cells import csv_line, without_formula
from partwright.settings import Settings

HEADINGS = (
    PdfColumn("Level", right=True),
    PdfColumn("Item Number"),
    PdfColumn("Name", wide=True),
    PdfColumn("Revision"),
    PdfColumn("Quantity", right=True),
    PdfColumn("Total Quantity", right=True),
    PdfColumn("Find Number", right=True),
    PdfColumn("Reference Designator", wide=True),
)


def bom(
    item: str,
    /,
    *,
    csv: Path | None = None,
    pdf: Path | None = None,
    flat: bool = False,
    branch: Annotated[str | None, Parameter(name="--branch")] = None,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Write the bill of materials of an item; without a file, CSV goes to standard output.

    Without --server the configured database is opened here, and an administrator acts.

    Parameters
    ----------
    item
        The item's number or id.
    csv
        A CSV file.
    pdf
        A PDF document.
    flat
        Every item once, with its quantity in the whole product.
    branch
        The id of a branch; main if left out.
    """
    settings = stores.settings()
    server.check()
    params = {"flat": "true" if flat else "false"} | ({"branchId": branch} if branch else {})
    found = asyncio.run(_read(settings, server, item, params))
    rows = [_row(line) for line in found.lines]
    if pdf is not None:
        write_pdf(_document(found, rows), pdf)
    if csv is not None:
        write(_text(rows).encode(), csv)
    elif pdf is None:
        show(_text(rows).encode())


async def _read(
    settings: Settings, server: ServerFlags, item: str, params: dict[str, str]
) -> ExplodedBom:
    async with connected(settings, server, deed="partwright bom") as api:
        place = {"branchId": params["branchId"]} if "branchId" in params else {}
        item_id = as_uuid(item) or await find_item(api, item, place)
        if item_id is None:
            raise CommandFailed(f"there is no item {item}")
        return await api.get(f"/api/items/{item_id}/bom", ExplodedBom, {"depth": "all", **params})


def _row(line: BomLine) -> list[str]:
    return [
        str(line.level),
        line.item.item_number,
        line.item.name,
        line.item.revision,
        f"{line.quantity:f}",
        f"{line.extended_quantity:f}",
        "" if line.find_number is None else str(line.find_number),
        line.reference_designator or "",
    ]


def _text(rows: list[list[str]]) -> str:
    head = [heading.label for heading in HEADINGS]
    return "".join(csv_line([without_formula(cell) for cell in row]) for row in [head, *rows])


def _document(found: ExplodedBom, rows: list[list[str]]) -> PdfTable:
    item = found.item
    return PdfTable(
        title=f"{item.item_number} {item.name}",
        subtitle=f"Bill of materials, revision {item.revision}, {len(rows)} lines,"
        f" {clock.now()[:16].replace('T', ' ')} UTC",
        columns=HEADINGS,
        # The level shows as an indent of the number besides.
        rows=[[row[0], "  " * (int(row[0]) - 1) + row[1], *row[2:]] for row in rows],
    )
