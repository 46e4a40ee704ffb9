"""Previews of files over HTTP."""

from typing import Literal

import msgspec
from litestar.response.base import ASGIResponse

from partwright.items.routes import view_of
from partwright.kit.ids import FileId
from partwright.vault import access
from partwright.vault.model import File
from partwright.vault.previews import Previews
from partwright.vault.routes import READ
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.downloads import picture
from partwright.web.endpoint import Routes
from partwright.web.query import ViewQuery

routes = Routes("Files")


class ThumbnailQuery(ViewQuery, rename="camel", kw_only=True):
    """How large a thumbnail is wanted, in pixels of its longer side."""

    size: Literal[64, 128, 256, 512] = 256


async def _file(call: Call, file_id: FileId, query: ViewQuery) -> File:
    """The file, looked up in a moment of its own: making a preview takes a while."""
    async with call.services.database.snapshot() as snapshot:
        view = await view_of(snapshot, call, query)
        return await access.file(snapshot, call.actor, file_id, view)


def _previews(call: Call) -> Previews:
    return Previews(call.services.database, call.services.contents)


@routes.get("/api/files/{file_id:str}/thumbnail", READ)
async def get_thumbnail(call: Call, file_id: FileId, query: ThumbnailQuery) -> ASGIResponse:
    """A small PNG of an image file."""
    file = await _file(call, file_id, query)
    png = await _previews(call).thumbnail(file.shown, size=query.size)
    return picture(call, png, etag=f'"{file.shown.digest}-{query.size}"')


@routes.get("/api/files/{file_id:str}/structure", READ)
async def get_structure(call: Call, file_id: FileId, query: ViewQuery) -> Answer:
    """The product tree of a STEP file: products, usages, quantities, and all nested."""
    file = await _file(call, file_id, query)
    tree = await _previews(call).product_tree(file.shown)
    return Answer(msgspec.Raw(tree), etag=file.shown.etag)
