"""Comparing BOMs over HTTP: with another item's, with its own elsewhere, with a CAD file's."""

import asyncio

import msgspec

from partwright.cad_files import scene_service
from partwright.cad_files.bom_comparison import CadComparison, ComparedFile, compare_with_cad
from partwright.cad_files.preview_service import FilePreviews
from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot
from partwright.kit.fields import Uuid
from partwright.kit.ids import FileId, ItemId
from partwright.relationships.compare import StructureComparison, compare_structures
from partwright.relationships.structure import compute_last, walk_down
from partwright.vault import access as file_access
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import ViewQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Structures")


class CompareQuery(ViewQuery, rename="camel", kw_only=True):
    """The other item, and where to read it; the same item elsewhere when it is left out.

    Or the STEP file whose product tree is the other side, read where the item is read.
    """

    with_: Uuid | None = msgspec.field(name="with", default=None)
    with_branch_id: Uuid | None = None
    with_commit_id: Uuid | None = None
    with_file: Uuid | None = None

    def other(self) -> ViewQuery:
        return ViewQuery(branch_id=self.with_branch_id, commit_id=self.with_commit_id)


@routes.get(
    "/api/items/{item_id:str}/bom/compare",
    may("relationships", "read"),
    response=(StructureComparison, CadComparison),
)
async def compare_boms(request: Request, item_id: ItemId, query: CompareQuery) -> DataResponse:
    """Differences between the structures of two items, of one in two places, or of CAD and BOM."""
    return DataResponse(await _compare(request, item_id, query))


@routes.get("/api/items/{item_id:str}/scene", may("relationships", "read"))
async def read_item_scene(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: ViewQuery
) -> scene_service.ItemScene:
    """The models that stand for the item and all that it holds, and where in its structure.

    The bytes of a model come from `GET /api/files/:id/glb`; a STEP file stands for its item and all below.
    """
    request.actor.require(may("documents", "read"))
    view = await requested_view(snapshot, request, query)
    return await scene_service.read_scene(snapshot, request.actor, item_id, view)


async def _compare(
    request: Request, item_id: ItemId, query: CompareQuery
) -> StructureComparison | CadComparison:
    compare = _with_item if query.with_file is None else _with_file
    return await compare(request, item_id, query)


async def _with_item(request: Request, item_id: ItemId, query: CompareQuery) -> StructureComparison:
    other = ItemId(query.with_ or item_id)
    async with request.services.database.snapshot() as snapshot:
        here = await requested_view(snapshot, request, query)
        there = await requested_view(snapshot, request, query.other())
        before = await walk_down(snapshot, request.actor, item_id, view=here, depth=None)
        after = await walk_down(snapshot, request.actor, other, view=there, depth=None)
    return await compute_last(compare_structures, before, after)


async def _with_file(request: Request, item_id: ItemId, query: CompareQuery) -> CadComparison:
    services, actor = request.services, request.actor
    actor.require(may("documents", "read"))
    async with services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, request, query)
        bom = await walk_down(snapshot, actor, item_id, view=view, depth=None)
        file = await file_access.file(snapshot, actor, FileId(query.with_file or ""), view)
    # A large file takes a while to read, in which no snapshot is held.
    cad = await request.while_connected(services.of(FilePreviews).structure(file.shown))
    compared = ComparedFile(file.id, file.name, file.shown.version)
    return await asyncio.to_thread(compare_with_cad, bom, cad, compared)
