"""Bills of materials as files, and packages, over HTTP."""

from starlette.responses import Response

from partwright.cad_files.worker import GeometryWorker
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.packages import service
from partwright.packages.bom_table import check_columns, read_bom_table
from partwright.packages.contents import read_contents
from partwright.packages.model import ItemPicture, PackageQuery, PicturesQuery
from partwright.packages.pictures import list_pictures
from partwright.packages.service import MEDIA_TYPES, BomFileQuery, BomFiles
from partwright.versioning.model import BranchView
from partwright.web.download_stream import DownloadStream
from partwright.web.endpoint import RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Structures")

READ = may("relationships", "read")


def bom_files(request: Request, actor: Actor) -> BomFiles:
    """The makers of files from tables, for the actor."""
    services = request.services
    return BomFiles(services.database, services.contents, services.of(GeometryWorker), actor)


@routes.get(
    "/api/item-pictures",
    may("documents", "read"),
    response={"pictures": list[ItemPicture]},
)
async def list_item_pictures(
    request: Request, snapshot: Snapshot, query: PicturesQuery
) -> DataResponse:
    """The files that show what items look like, of many items at once; `thumbnail` is a small one."""
    view = await requested_view(snapshot, request, query)
    ids = [ItemId(one.strip()) for one in query.ids.split(",")]
    found = await list_pictures(snapshot, request.actor, ids, view)
    return DataResponse({"pictures": found})


async def _requested_view(
    snapshot: Snapshot, request: Request, query: BomFileQuery | PackageQuery
) -> BranchView | None:
    """The branch or commit that is asked for, with columns that there are."""
    await check_columns(snapshot, request.actor, query.columns)
    return await requested_view(snapshot, request, query)


@routes.get("/api/items/{item_id:str}/bom/export", READ, is_stream=True)
async def export_bom(request: Request, item_id: ItemId, query: BomFileQuery) -> Response:
    """The bill of materials as a CSV file, a workbook or a PDF document with chosen columns."""
    actor, is_pdf = request.actor, query.format == "pdf"
    async with request.services.database.snapshot() as snapshot:
        view = await _requested_view(snapshot, request, query)
        table = await read_bom_table(snapshot, actor, item_id, query, view=view, is_document=is_pdf)
    return DownloadStream(
        service.bom_file(bom_files(request, actor), table, query.format),
        media_type=MEDIA_TYPES[query.format],
        file_name=service.bom_file_name(table, query.format),
        sent=request.services.metrics.bytes_out.inc,
    )


@routes.get("/api/items/{item_id:str}/package", READ, is_stream=True)
async def get_package(request: Request, item_id: ItemId, query: PackageQuery) -> Response:
    """A ZIP with the bill of materials, the files of every released part, and a manifest."""
    request.actor.require(may("documents", "read"))
    async with request.services.database.snapshot() as snapshot:
        view = await _requested_view(snapshot, request, query)
        contents = await read_contents(snapshot, request.actor, item_id, query, view=view)
    return DownloadStream(
        service.package(bom_files(request, request.actor), contents, query),
        media_type="application/zip",
        file_name=service.package_name(contents.table),
        sent=request.services.metrics.bytes_out.inc,
    )
