"""Previews, models and properties of CAD files over HTTP."""

from functools import partial
from pathlib import PurePosixPath
from typing import Literal

import msgspec
from starlette.responses import Response

from partwright.cad_files import geometry_service, property_wire
from partwright.cad_files.line_drawings import lined
from partwright.cad_files.preview_service import FilePreviews
from partwright.cad_files.product_tree_service import ProductTree
from partwright.cad_files.worker import GeometryWorker
from partwright.items.routes import requested_view
from partwright.kit.ids import FileId
from partwright.vault import access as file_access
from partwright.vault.model import FileVersion, ItemFile, is_step
from partwright.vault.routes import READ
from partwright.web.downloads import StreamedFile, image_response
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import ViewQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Files")


class ThumbnailQuery(ViewQuery, rename="camel", kw_only=True):
    """Size of a thumbnail, in pixels of its longer side, and the version of the file that it shows."""

    size: Literal[64, 128, 256, 512] = 256
    version: str | None = None
    """One that the branch or the commit has shown; the one that it shows now, if left out."""


async def seen_file(request: Request, file_id: FileId, query: ViewQuery) -> ItemFile:
    """The file, looked up in a moment of its own: making a preview takes a while."""
    async with request.services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, request, query)
        return await file_access.file(snapshot, request.actor, file_id, view)


async def seen_version(request: Request, file_id: FileId, query: ThumbnailQuery) -> FileVersion:
    """The version of a file that is asked for, looked up as `seen_file` does."""
    async with request.services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, request, query)
        file = await file_access.file(snapshot, request.actor, file_id, view)
        if query.version is None:
            return file.shown
        return await file_access.access_version(snapshot, file, view, query.version)


def previews_of(request: Request) -> FilePreviews:
    """Of the process."""
    return request.services.of(FilePreviews)


@routes.get("/api/files/{file_id:str}/structure", READ, response=ProductTree)
async def get_file_structure(request: Request, file_id: FileId, query: ViewQuery) -> DataResponse:
    """The product tree of a STEP file: products, usages, quantities, and all nested."""
    file = await seen_file(request, file_id, query)
    tree = await request.while_connected(previews_of(request).product_tree(file.shown))
    return DataResponse(msgspec.Raw(tree), etag=file.shown.etag)


@routes.get("/api/files/{file_id:str}/thumbnail", READ)
async def get_file_thumbnail(request: Request, file_id: FileId, query: ThumbnailQuery) -> Response:
    """A small PNG of an image file, a drawing (SVG) of a STEP file."""
    return await _preview(request, await seen_version(request, file_id, query), query)


@routes.get("/api/files/{file_id:str}/glb", READ)
async def get_file_glb(request: Request, file_id: FileId, query: ViewQuery) -> StreamedFile:
    """The model of a STEP file for viewers: binary glTF, in metres."""
    version = (await seen_file(request, file_id, query)).shown
    content = await geometry_service.viewer_model(*_stores(request), version)
    return StreamedFile(
        partial(request.services.contents.read, content),
        size=content.size,
        etag=f'"{content.digest}"',
        media_type="model/gltf-binary",
        file_name=f"{PurePosixPath(version.original_file_name).stem}.glb",
        sent=request.services.metrics.bytes_out.inc,
    )


@routes.get("/api/files/{file_id:str}/properties", READ, response=property_wire.CadProperties)
async def get_file_properties(request: Request, file_id: FileId, query: ViewQuery) -> DataResponse:
    """The measures of a STEP file, or that it is still pending, or why it failed."""
    file = await seen_file(request, file_id, query)
    known = await geometry_service.find_geometry(*_stores(request), file.shown)
    return DataResponse(property_wire.cad_properties(known, file.item.material))


async def _preview(request: Request, version: FileVersion, query: ThumbnailQuery) -> Response:
    draw = _drawing if is_step(version.original_file_name) else _image
    return await draw(request, version, query)


async def _drawing(request: Request, version: FileVersion, query: ThumbnailQuery) -> Response:
    svg = await geometry_service.read_svg_drawing(*_stores(request), version)
    svg = lined(svg, pixels=query.size)
    etag = f'"{version.digest}-svg-{query.size}"'
    return image_response(request, svg, etag=etag, media_type="image/svg+xml")


async def _image(request: Request, version: FileVersion, query: ThumbnailQuery) -> Response:
    drawing = previews_of(request).thumbnail(version, size=query.size)
    png = await request.while_connected(drawing)
    return image_response(request, png, etag=f'"{version.digest}-{query.size}"')


def _stores(request: Request) -> tuple[geometry_service.Database, GeometryWorker]:
    return request.services.database, request.services.of(GeometryWorker)
