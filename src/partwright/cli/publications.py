"""`partwright cell publish`: released parts of one cell, held read-only by others."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated

import msgspec
from cyclopts import Parameter

from partwright.cells.catalogue import FIRST, find_cell, settings_of
from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, counted, out
from partwright.cli.design_lookup import NoDesign, find_design
from partwright.cli.flags import UNSET_VAULT, Json, Vaults, cell_name
from partwright.cli.in_process import connected_in_process
from partwright.cli.output import print_json
from partwright.kit.instance import instance_name
from partwright.programs.model import Program
from partwright.publications.model import Publication, PublicationReceipt, ReceivedPublication
from partwright.settings import Settings


class CellReceipt(msgspec.Struct, frozen=True):
    """Receipt of a publication by a cell."""

    cell: str
    receipt: PublicationReceipt


def publish(
    design: str,
    /,
    *,
    to: Annotated[tuple[str, ...], Parameter(consume_multiple=False)],
    commit: str = "",
    program: str = "",
    json: Json = False,
    flags: Vaults = UNSET_VAULT,
) -> None:
    """Bring the released items of a design, and the lines between them, into other cells.

    There they are a design that nobody changes; the same command brings it to a later release.

    Parameters
    ----------
    design
        The design's code or id in the cell that publishes, which is that of --cell.
    to
        A cell that receives; may be given several times.
    commit
        The id of a commit of the design's main branch; the last one if left out.
    program
        The code of the receiving cells' program that the design becomes part of; none if left out.
    """
    installation, source = flags.of_installation(), cell_name(flags.cell) or FIRST
    settings = {name: settings_of(installation, find_cell(installation, name)) for name in to}
    if source in settings:
        raise CommandFailed(f"{source} cannot publish to itself", exit_code=WRONG_USE)
    done = asyncio.run(_publish(flags.settings(), source, design, commit, program, settings))
    if json:
        print_json(done)
        return
    for one in done:
        _tell(one)


async def _publish(
    own: Settings,
    source: str,
    design: str,
    commit: str,
    program: str,
    receivers: dict[str, Settings],
) -> list[CellReceipt]:
    async with _connected(own, source) as api:
        found = await find_design(api, design)
        if found is None:
            raise NoDesign(design)
        where = f"/api/designs/{found.design_id}/publication"
        query = f"?commitId={commit}" if commit else ""
        publication = await api.get_one(where + query, "publication", Publication)
    done: list[CellReceipt] = []
    for name, settings in receivers.items():
        async with _connected(settings, name) as api:
            body = {"publication": publication, "programId": await _program_id(api, program)}
            receipt = await api.post("/api/publications", body, PublicationReceipt)
            done.append(CellReceipt(name, receipt))
    return done


@asynccontextmanager
async def _connected(settings: Settings, cell: str) -> AsyncGenerator[ApiClient]:
    naming = instance_name.set("" if cell == FIRST else cell)
    try:
        async with connected_in_process(settings, "partwright cell publish") as http:
            yield ApiClient(http)
    finally:
        instance_name.reset(naming)


async def _program_id(api: ApiClient, code: str) -> str | None:
    if not code:
        return None
    listed, _ = await api.get_list("/api/programs", "programs", Program, {"code": code})
    if not listed:
        raise CommandFailed(f"there is no program {code}")
    return listed[0].id


def _tell(done: CellReceipt) -> None:
    kept, changes = done.receipt.publication, done.receipt.changes
    told = [
        f"{counted(len(changes.new), 'item')} new",
        f"{len(changes.changed)} changed",
        f"{len(changes.withdrawn)} withdrawn",
        f"lines: {changes.lines_new} new, {changes.lines_changed} changed, {changes.lines_removed} removed",
    ]
    out.print(f"{done.cell} has commit {kept.number} of {kept.code}: {', '.join(told)}")


def list_received(*, json: Json = False, flags: Vaults = UNSET_VAULT) -> None:
    """List the designs that a cell received, and of which release they are."""
    name = cell_name(flags.cell) or FIRST
    listed = asyncio.run(_received(flags.settings(), name))
    if json:
        print_json(listed)
        return
    for one in listed:
        out.print(
            f"{one.design_code}: {one.code} of {one.cell}, commit {one.number} of {one.committed_at},"
            f" received {one.received_at}"
        )
    if not listed:
        out.print(f"{name} has received nothing.")


async def _received(settings: Settings, name: str) -> list[ReceivedPublication]:
    async with _connected(settings, name) as api:
        kind = list[ReceivedPublication]
        return await api.get_one("/api/publications", "publications", kind)
