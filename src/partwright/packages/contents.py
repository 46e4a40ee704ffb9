"""Contents of a package: the structure, its bill of materials, and the files of its parts."""

from collections.abc import Iterable, Mapping

import msgspec

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.items.history_service import list_revisions
from partwright.kit.db import Snapshot
from partwright.kit.errors import NotFound
from partwright.kit.file_names import safe_name
from partwright.kit.ids import ItemId
from partwright.packages.bom_table import BomTable, BomTableQuery, order_as_made, read_bom_table
from partwright.packages.columns import DEFAULT_COLUMNS, as_text
from partwright.packages.model import (
    MOST_FILES,
    PackageQuery,
    PackedFile,
    PackedItem,
    TooManyFiles,
    file_kind,
)
from partwright.relationships.explosion_service import flat_bom_lines
from partwright.relationships.structure import (
    ItemStructure,
    compute_in_thread,
    compute_last,
    walk_down,
)
from partwright.vault.list_queries import list_files_of_items
from partwright.vault.model import ItemFile
from partwright.versioning.model import BranchView


class PackageContents(msgspec.Struct, frozen=True):
    """Everything that the package is made of; no byte of it is read yet."""

    table: BomTable
    items: list[PackedItem]
    sources: Mapping[str, ItemFile]
    """The file of each path."""


async def read_contents(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    query: PackageQuery,
    *,
    view: BranchView | None,
) -> PackageContents:
    """The package of an item, or of one of its revisions, as the actor may see it."""
    root_id = await revision_id(snapshot, actor, item_id, query.revision, view)
    columns = query.columns or ",".join((*DEFAULT_COLUMNS, "state"))
    wanted = BomTableQuery(columns=columns, order=query.order, omit_empty=not query.columns)
    table = await read_bom_table(snapshot, actor, root_id, wanted, view=view, is_document=True)
    found = await walk_down(snapshot, actor, root_id, view=view, depth=None)
    if query.order == "source":
        await compute_in_thread(order_as_made, found)
    kinds, ids = query.file_kinds(), [found.root.item_id, *_below(found)]
    files = [
        file
        for file in await list_files_of_items(snapshot, actor, ids, found.view)
        if file_kind(file.name) in kinds
    ]
    if len(files) > MOST_FILES:
        raise TooManyFiles(len(files))
    released = await _released(snapshot, actor, found)
    packer = _Packer(files, released, include_unreleased=query.include_unreleased)
    items = await compute_last(packer.pack, found)
    return PackageContents(table, items, packer.sources)


def _below(found: ItemStructure) -> list[ItemId]:
    return [item_id for item_id in found.level if item_id != found.root.item_id]


async def revision_id(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    revision: str | None,
    view: BranchView | None,
) -> ItemId:
    """The id of a revision of the item; NotFound where there is none of the name."""
    if revision is None:
        return item_id
    for row in await list_revisions(snapshot, actor, item_id, view):
        if row.revision.casefold() == revision.casefold():
            return row.id
    raise NotFound(f"The item has no revision {revision}")


async def _released(snapshot: Snapshot, actor: Actor, found: ItemStructure) -> set[str]:
    """The items that are released where the structure is read."""
    ids = [str(item_id) for item_id in _below(found)]
    rows = await item_access.access_items(snapshot, actor, ids, found.view)
    released = {item_id for item_id, row in rows.items() if row.released_at is not None}
    return released | ({found.root.item_id} if found.root.released_at is not None else set())


class _Packer:
    """Gives every file its path, and every item its entry in the manifest."""

    def __init__(
        self, files: Iterable[ItemFile], released: set[str], *, include_unreleased: bool
    ) -> None:
        self.sources: dict[str, ItemFile] = {}
        self._released = released
        self._include_unreleased = include_unreleased
        self._taken: set[str] = set()
        self._files: dict[str, list[ItemFile]] = {}
        for file in files:
            self._files.setdefault(file.item.item_id, []).append(file)

    def pack(self, found: ItemStructure) -> list[PackedItem]:
        """The top item first, then the others by number."""
        top = found.top
        lines = [(line.item, as_text(line.quantity)) for line in flat_bom_lines(found, depth=None)]
        entries: list[PackedItem] = []
        for item, quantity in [(top, "1"), *lines]:
            reason = self._why_left_out(item.id)
            folder = f"files/{safe_name(item.item_number)}"
            folder += "" if item.revision == "-" else f" {safe_name(item.revision)}"
            files = [] if reason else [self._put(folder, f) for f in self._files.get(item.id, [])]
            entries.append(
                PackedItem(
                    item.item_number, item.name, item.revision, item.state, quantity, files, reason
                )
            )
        return entries

    def _why_left_out(self, item_id: str) -> str | None:
        if self._include_unreleased or item_id in self._released:
            return None
        return "not released"

    def _put(self, folder: str, file: ItemFile) -> PackedFile:
        path = self._free(folder, safe_name(file.name))
        self.sources[path] = file
        shown = file.shown
        return PackedFile(path, shown.size, shown.digest, file.name, shown.version)

    def _free(self, folder: str, name: str) -> str:
        """The path, numbered where another file of the folder has it in any case of letters."""
        stem, dot, end = name.rpartition(".")
        stem, end = (stem, dot + end) if dot and stem else (name, "")
        path, number = f"{folder}/{name}", 1
        while path.casefold() in self._taken:
            number += 1
            path = f"{folder}/{stem} ({number}){end}"
        self._taken.add(path.casefold())
        return path
