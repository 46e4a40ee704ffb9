"""Previews of files over HTTP."""

from typing import Literal

import msgspec

from partwright.items.routes import requested_view
from partwright.kit.ids import FileId
from partwright.vault import access
from partwright.vault.model import File
from partwright.vault.previews import Previews, ProductTree
from partwright.vault.routes import READ
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.endpoint import Routes
from partwright.web.query import ViewQuery

routes = Routes("Files")


class ThumbnailQuery(ViewQuery, rename="camel", kw_only=True):
    """How large a thumbnail is wanted, in pixels of its longer side."""

    size: Literal[64, 128, 256, 512] = 256


async def seen_file(call: Call, file_id: FileId, query: ViewQuery) -> File:
    """The file, looked up in a moment of its own: making a preview takes a while."""
    async with call.services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, call, query)
        return await access.file(snapshot, call.actor, file_id, view)


def previews_of(call: Call) -> Previews:
    """Of the process's stores."""
    return Previews(call.services.database, call.services.contents)


@routes.get("/api/files/{file_id:str}/structure", READ, gives=ProductTree)
async def get_structure(call: Call, file_id: FileId, query: ViewQuery) -> Answer:
    """The product tree of a STEP file: products, usages, quantities, and all nested."""
    file = await seen_file(call, file_id, query)
    tree = await previews_of(call).product_tree(file.shown)
    return Answer(msgspec.Raw(tree), etag=file.shown.etag)
