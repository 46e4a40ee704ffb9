"""What the modelling kernel knows of files, over HTTP."""

from functools import partial
from pathlib import PurePosixPath

from litestar.response.base import ASGIResponse

from partwright.geometry import service, wire
from partwright.geometry.worker import GeometryWorker
from partwright.kit.ids import FileId
from partwright.vault.model import FileVersion, is_step
from partwright.vault.preview_routes import ThumbnailQuery, previews_of, seen_file
from partwright.vault.routes import READ
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.downloads import Stream, picture
from partwright.web.endpoint import Routes
from partwright.web.query import ViewQuery

routes = Routes("Files")


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
    content = await service.glb(*_stores(call), version)
    return Stream(
        partial(call.services.contents.read, content),
        size=content.size,
        etag=f'"{content.digest}"',
        media_type="model/gltf-binary",
        file_name=f"{PurePosixPath(version.original_file_name).stem}.glb",
        sent=call.services.metrics.bytes_out.inc,
    )


@routes.get("/api/files/{file_id:str}/properties", READ, gives=wire.Properties)
async def get_properties(call: Call, file_id: FileId, query: ViewQuery) -> Answer:
    """What a STEP file measures, or that it is still pending, or why it failed."""
    file = await seen_file(call, file_id, query)
    known = await service.known(*_stores(call), file.shown)
    return Answer(wire.properties(known, file.item.material))


async def _drawing(call: Call, version: FileVersion, _: ThumbnailQuery) -> ASGIResponse:
    svg = await service.drawing(*_stores(call), version)
    return picture(call, svg, etag=f'"{version.digest}-svg"', media_type="image/svg+xml")


async def _image(call: Call, version: FileVersion, query: ThumbnailQuery) -> ASGIResponse:
    png = await previews_of(call).thumbnail(version, size=query.size)
    return picture(call, png, etag=f'"{version.digest}-{query.size}"')


def _stores(call: Call) -> tuple[service.Database, GeometryWorker]:
    return call.services.database, call.services.of(GeometryWorker)
