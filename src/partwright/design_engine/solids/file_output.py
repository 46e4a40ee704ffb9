"""Files that the kernel made become files of items, and back."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

import msgspec

from partwright.change_orders import order_service
from partwright.design_engine import session_service
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.run import ActiveRun
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.items import access as item_access
from partwright.items import service
from partwright.kit.contents import ContentStore, StoredContent
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import NotFound
from partwright.kit.etag import ANY
from partwright.kit.ids import BranchId, FileId, ItemId
from partwright.settings import Settings
from partwright.vault import access as file_access
from partwright.vault import service as vault_service
from partwright.vault.model import IncomingFile
from partwright.vault.usage_service import check_room
from partwright.versioning import access as branch_access

BLOCK = 1 << 20

STEP, GLB, SVG = "model/step", "model/gltf-binary", "image/svg+xml"


class OutputFile(msgspec.Struct, frozen=True):
    """A file that a job wrote, and the file of the item whose next version it is."""

    path: str
    file_name: str
    mime_type: str
    description: str
    before: str | None = None


class ItemsBranch(msgspec.Struct, frozen=True):
    """Place of the items of a session: on main, or on the branch of their change."""

    branch_id: BranchId | None


class MadeFigures(msgspec.Struct, frozen=True):
    """Facts that a solid tells of its item: mass and name, those it had before, another material."""

    weight_kg: float
    before_kg: float | None = None
    material: str | None = None
    name: str | None = None
    name_before: str | None = None


class _Arriving(msgspec.Struct, frozen=True):
    """Bytes that are in the store, on their way to an item."""

    incoming: IncomingFile
    before: str | None


class _Target(msgspec.Struct, frozen=True):
    store: ContentStore
    place: ItemsBranch
    message: str
    settings: Settings


async def _arriving(store: ContentStore, output: OutputFile) -> _Arriving:
    content = await vault_service.store_bytes(store, _pieces(output.path))
    incoming = IncomingFile(content, output.file_name, output.mime_type, output.description)
    return _Arriving(incoming, output.before)


async def branch_of_items(database: Database, eco_id: str | None, design_id: str) -> ItemsBranch:
    """The branch of the session's change order in the design; main without one."""
    if eco_id is None:
        return ItemsBranch(None)
    async with database.single_reads() as reads:
        for line in await order_service.branches_of_order(reads, ItemId(eco_id)):
            if line.design_id == design_id and not line.is_archived:
                return ItemsBranch(line.id)
    return ItemsBranch(None)


async def attach_outputs(
    running: ActiveRun,
    store: ContentStore,
    item_id: str,
    outputs: Sequence[OutputFile],
    *,
    place: ItemsBranch,
    message: str,
    record: Callable[[Artifacts, Sequence[str]], Artifacts],
    figures: MadeFigures | None = None,
) -> Artifacts:
    """Make the outputs files of the item, and record their ids, given in the same order.

    All in one transaction. The first of them becomes the primary one. An item without a weight, or
    with that of the solid before, gets the mass of the new one; another material is the item's too.
    """
    running.actor.require(may("documents", "create"))
    arriving = [await _arriving(store, output) for output in outputs]
    to = _Target(store, place, message, running.settings)

    async def work(tx: Transaction) -> Artifacts:
        session = await running.taken(tx)
        ids = await _attached(tx, running.actor, item_id, arriving, to)
        if figures is not None:
            await _describe(tx, running.actor, ItemId(item_id), place, figures)
        after = record(session.artifacts, ids)
        await session_service.save(tx, session, artifacts=after)
        return after

    return await write_alone(running.database, work)


async def _pieces(path: str) -> AsyncGenerator[bytes]:
    file = await asyncio.to_thread(Path(path).open, "rb")
    try:
        while piece := await asyncio.to_thread(file.read, BLOCK):
            yield piece
    finally:
        await asyncio.to_thread(file.close)


async def _attached(
    tx: Transaction, actor: Actor, item_id: str, arriving: Sequence[_Arriving], to: _Target
) -> list[str]:
    """The next versions of files that are there, and new files for the others."""
    ids: dict[int, str] = {}
    fresh: list[int] = []
    for number, one in enumerate(arriving):
        if one.before is None or not await _stands(tx, actor, one.before, to.place):
            fresh.append(number)
            continue
        branch, message = to.place.branch_id, to.message
        file = await vault_service.attach_version(
            tx,
            to.store,
            actor,
            FileId(one.before),
            one.incoming,
            branch_id=branch,
            message=message,
        )
        await check_room(tx, actor, to.settings, program_id=file.item.program_id)
        ids[number] = file.id
    if fresh:
        files = await vault_service.attach_files(
            tx,
            to.store,
            actor,
            ItemId(item_id),
            [arriving[number].incoming for number in fresh],
            branch_id=to.place.branch_id,
            message=to.message,
            primary=0 in fresh,
        )
        ids |= {number: file.id for number, file in zip(fresh, files, strict=True)}
        await check_room(tx, actor, to.settings, program_id=files[0].item.program_id)
    return [ids[number] for number in range(len(arriving))]


async def _stands(tx: Transaction, actor: Actor, file_id: str, place: ItemsBranch) -> bool:
    """Whether the item still has the file; the user may have deleted it."""
    try:
        view = await file_access.view_on_branch(tx, actor, place.branch_id)
        await file_access.file(tx, actor, FileId(file_id), view)
    except NotFound:
        return False
    return True


async def _describe(
    tx: Transaction, actor: Actor, item_id: ItemId, place: ItemsBranch, figures: MadeFigures
) -> None:
    """Write mass and material to an item, where they are not the user's own."""
    view = None
    if place.branch_id is not None:
        view = (await branch_access.access_branch(tx, actor, place.branch_id)).view
    item = await item_access.access_item(tx, actor, item_id, view=view)
    body: dict[str, msgspec.Raw] = {}
    if figures.material is not None:
        body["material"] = msgspec.Raw(msgspec.json.encode(figures.material))
    if figures.name is not None and item.name == figures.name_before:
        body["name"] = msgspec.Raw(msgspec.json.encode(figures.name))
    if item.weight is None or _is_of_solid(float(item.weight), figures):
        body["weight"] = msgspec.Raw(f'"{figures.weight_kg:.6f}"'.encode())
        body["weightUnit"] = msgspec.Raw(b'"kg"')
    if body:
        await service.update_item(tx, actor, item_id, body, branch_id=place.branch_id, match=ANY)


def _is_of_solid(weight: float, figures: MadeFigures) -> bool:
    before = figures.before_kg
    return before is not None and abs(weight - before) < 1e-5


async def fetch(
    database: Database,
    actor: Actor,
    store: ContentStore,
    file_id: str,
    *,
    place: ItemsBranch,
    to: Path,
) -> None:
    """Write the present content of a file of the vault to a path."""
    async with database.single_reads() as reads:
        view = await file_access.view_on_branch(reads, actor, place.branch_id)
        found = await file_access.file(reads, actor, FileId(file_id), view)
    file = await asyncio.to_thread(to.open, "wb")
    try:
        shown = found.shown
        async for piece in store.read(StoredContent(shown.digest, shown.size)):
            await asyncio.to_thread(file.write, piece)
    finally:
        await asyncio.to_thread(file.close)
