"""`partwright cell publish`: released parts of one cell, held read-only by others."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated
from urllib.parse import urlencode

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

_CELLS_TOLD = 25
"""Names in the trail's entry; of the longest that there are, a thousand characters hold some thirty."""


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
    allow_earlier: Annotated[bool, Parameter(negative=())] = False,
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
    allow_earlier
        Take an earlier commit than the one that is there, as after a restore of the cell that publishes.
    """
    installation, source = flags.of_installation(), cell_name(flags.cell) or FIRST
    settings = {name: settings_of(installation, find_cell(installation, name)) for name in to}
    if source in settings:
        raise CommandFailed(f"{source} cannot publish to itself", exit_code=WRONG_USE)
    wanted = _Wanted(design, commit, program, allow_earlier=allow_earlier)
    done: list[CellReceipt] = []
    try:
        asyncio.run(_publish(flags.settings(), source, wanted, settings, done))
    finally:
        _tell_all(done, json=json)


class _Wanted(msgspec.Struct, frozen=True):
    design: str
    commit: str
    program: str
    allow_earlier: bool


async def _publish(
    own: Settings,
    source: str,
    wanted: _Wanted,
    receivers: dict[str, Settings],
    done: list[CellReceipt],
) -> None:
    programs: dict[str, str] = {}
    for name, settings in receivers.items() if wanted.program else ():
        async with _connected(settings, name) as api:
            programs[name] = await _program_id(api, wanted.program, name)
    publication = await _publication(own, source, wanted, to=_told_briefly(list(receivers)))
    for name, settings in receivers.items():
        async with _connected(settings, name) as api:
            body = {
                "publication": publication,
                "programId": programs.get(name),
                "allowEarlier": wanted.allow_earlier,
            }
            receipt = await api.post("/api/publications", body, PublicationReceipt)
            done.append(CellReceipt(name, receipt))


def _told_briefly(names: list[str]) -> str:
    """The names as an entry of the audit trail has room for them."""
    more = len(names) - _CELLS_TOLD
    return ",".join(names[:_CELLS_TOLD]) + (f" and {more} more" if more > 0 else "")


async def _publication(own: Settings, source: str, wanted: _Wanted, *, to: str) -> Publication:
    async with _connected(own, source) as api:
        found = await find_design(api, wanted.design)
        if found is None:
            raise NoDesign(wanted.design)
        where = f"/api/designs/{found.design_id}/publication"
        query = {"to": to} | ({"commitId": wanted.commit} if wanted.commit else {})
        return await api.get_one(f"{where}?{urlencode(query)}", "publication", Publication)


@asynccontextmanager
async def _connected(settings: Settings, cell: str) -> AsyncGenerator[ApiClient]:
    naming = instance_name.set("" if cell == FIRST else cell)
    try:
        async with connected_in_process(settings, "partwright cell publish") as http:
            yield ApiClient(http)
    finally:
        instance_name.reset(naming)


async def _program_id(api: ApiClient, code: str, cell: str) -> str:
    listed, _ = await api.get_list("/api/programs", "programs", Program, {"code": code})
    if not listed:
        raise CommandFailed(f"{cell} has no program {code}")
    return listed[0].id


def _tell_all(done: list[CellReceipt], *, json: bool) -> None:
    """Tell of the cells that have it: one that refuses takes nothing back of those before it."""
    if json and done:
        print_json(done)
    elif not json:
        for one in done:
            _tell(one)


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
