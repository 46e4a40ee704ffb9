"""What the modelling kernel knows of files, over HTTP."""

from functools import partial
from pathlib import PurePosixPath
from typing import Literal

import msgspec
from litestar.response.base import ASGIResponse

from partwright.cad_files import geometry, properties
from partwright.cad_files.previews import FilePreviews, ProductTree
from partwright.cad_files.worker import GeometryWorker
from partwright.items.routes import requested_view
from partwright.kit.ids import FileId
from partwright.vault import access
from partwright.vault.model import FileVersion, ItemFile, is_step
from partwright.vault.routes import READ
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.downloads import Stream, picture
from partwright.web.endpoint import Routes
from partwright.web.query import ViewQuery

routes = Routes("Files")


class ThumbnailQuery(ViewQuery, rename="camel", kw_only=True):
    """How large a thumbnail is wanted, in pixels of its longer side."""

    size: Literal[64, 128, 256, 512] = 256


async def seen_file(call: Call, file_id: FileId, query: ViewQuery) -> ItemFile:
    """The file, looked up in a moment of its own: making a preview takes a while."""
    async with call.services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, call, query)
        return await access.file(snapshot, call.actor, file_id, view)


def previews_of(call: Call) -> FilePreviews:
    """Of the process's stores."""
    return FilePreviews(call.services.database, call.services.contents)


@routes.get("/api/files/{file_id:str}/structure", READ, gives=ProductTree)
async def get_structure(call: Call, file_id: FileId, query: ViewQuery) -> Answer:
    """The product tree of a STEP file: products, usages, quantities, and all nested."""
    file = await seen_file(call, file_id, query)
    tree = await previews_of(call).product_tree(file.shown)
    return Answer(msgspec.Raw(tree), etag=file.shown.etag)


@routes.get("/api/files/{file_id:str}/thumbnail", READ)
async def get_thumbnail(call: Call, file_id: FileId, query: ThumbnailQuery) -> ASGIResponse:
    """A small PNG of an image file, a drawing (SVG) of a STEP file."""
    version = (await seen_file(call, file_id, query)).shown
    draw = _drawing if is_step(version.original_file_name) else _image
    return await draw(call, version, query)


@routes.get("/api/files/{file_id:str}/glb", READ)
async def get_glb(call: Call, file_id: FileId, query: ViewQuery) -> Stream:
    """The model of a STEP file for viewers: binary glTF, in metres."""
    version = (await seen_file(call, file_id, query)).shown
    content = await geometry.viewer_model(*_stores(call), version)
    return Stream(
        partial(call.services.contents.read, content),
        size=content.size,
        etag=f'"{content.digest}"',
        media_type="model/gltf-binary",
        file_name=f"{PurePosixPath(version.original_file_name).stem}.glb",
        sent=call.services.metrics.bytes_out.inc,
    )


@routes.get("/api/files/{file_id:str}/properties", READ, gives=properties.CadProperties)
async def get_properties(call: Call, file_id: FileId, query: ViewQuery) -> Answer:
    """What a STEP file measures, or that it is still pending, or why it failed."""
    file = await seen_file(call, file_id, query)
    known = await geometry.find_geometry(*_stores(call), file.shown)
    return Answer(properties.cad_properties(known, file.item.material))


async def _drawing(call: Call, version: FileVersion, _: ThumbnailQuery) -> ASGIResponse:
    svg = await geometry.svg_drawing(*_stores(call), version)
    return picture(call, svg, etag=f'"{version.digest}-svg"', media_type="image/svg+xml")


async def _image(call: Call, version: FileVersion, query: ThumbnailQuery) -> ASGIResponse:
    png = await previews_of(call).thumbnail(version, size=query.size)
    return picture(call, png, etag=f'"{version.digest}-{query.size}"')


def _stores(call: Call) -> tuple[geometry.Database, GeometryWorker]:
    return call.services.database, call.services.of(GeometryWorker)
