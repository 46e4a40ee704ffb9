"""Pictures of parts for documents: of their image files, or of their STEP files' drawings."""

import asyncio
from collections.abc import Iterable, Sequence

from partwright.cad_files.geometry_service import read_svg_drawing
from partwright.cad_files.line_drawings import lined
from partwright.cad_files.preview_service import FilePreviews
from partwright.cad_files.worker import GeometryWorker
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database, Snapshot
from partwright.kit.errors import NotFound, StateConflict, UnprocessableInput
from partwright.kit.ids import ItemId
from partwright.packages.bom_table import BomTable
from partwright.packages.documents import drawn_as_png
from partwright.packages.model import ItemPicture
from partwright.vault.list_queries import list_files_of_items
from partwright.vault.model import FileVersion, ItemFile, is_step
from partwright.versioning.model import BranchView

MOST = 500
"""Items whose pictures one file shows."""
SIZE = 128
"""Pixels of the longer side."""
_IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff")


class TooManyPictures(UnprocessableInput):
    """A table of so many parts that its pictures would take minutes."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"The BOM has {count} different items; pictures are shown for up to {MOST}."
            " Leave out the column thumbnail, or ask for less depth"
        )


class Pictures:
    """Finds the pictures of items, each made once and kept."""

    def __init__(self, database: Database, contents: ContentStore, worker: GeometryWorker) -> None:
        self._database = database
        self._worker = worker
        self._previews = FilePreviews(database, contents)

    async def of_table(self, actor: Actor, table: BomTable, *, as_png: bool) -> dict[ItemId, bytes]:
        """The picture of each item that has one, PNG or SVG; of none where no column shows them."""
        ids = list(dict.fromkeys(table.items))
        if table.pictures_column is None or not actor.may(may("documents", "read")):
            return {}
        if len(ids) > MOST:
            raise TooManyPictures(len(ids))
        async with self._database.snapshot() as snapshot:
            files = await list_files_of_items(snapshot, actor, ids, table.view)
        found: dict[ItemId, bytes] = {}
        for item_id in ids:
            version = best_picture(file for file in files if file.item.item_id == item_id)
            picture = None if version is None else await self._picture(version, as_png=as_png)
            if picture is not None:
                found[item_id] = picture
        return found

    async def _picture(self, version: FileVersion, *, as_png: bool) -> bytes | None:
        """The picture; None for a file that shows none, or none yet."""
        try:
            if not is_step(version.original_file_name):
                return await self._previews.thumbnail(version, size=SIZE)
            svg = await read_svg_drawing(self._database, self._worker, version)
            svg = lined(svg, pixels=SIZE)
        except (NotFound, StateConflict):
            return None
        return await asyncio.to_thread(drawn_as_png, svg, pixels=SIZE) if as_png else svg


def best_picture(files: Iterable[ItemFile]) -> FileVersion | None:
    """An image before a STEP file, that before a PDF, and the primary file before the others."""
    known: Sequence[ItemFile] = sorted(files, key=lambda file: (not file.is_primary, file.id))
    for file in known:
        if file.shown.mime_type in _IMAGES:
            return file.shown
    return next((f.shown for f in known if is_step(f.shown.original_file_name)), None) or next(
        (f.shown for f in known if f.shown.mime_type == "application/pdf"), None
    )


async def list_pictures(
    snapshot: Snapshot, actor: Actor, item_ids: Sequence[ItemId], view: BranchView | None
) -> list[ItemPicture]:
    """The file of each item that shows it, where it has one and the actor sees it."""
    files: dict[ItemId, list[ItemFile]] = {}
    for file in await list_files_of_items(snapshot, actor, item_ids, view):
        files.setdefault(file.item.item_id, []).append(file)
    best = [(item_id, best_picture(each)) for item_id, each in files.items()]
    return [ItemPicture(item_id, found.file_id) for item_id, found in best if found is not None]
