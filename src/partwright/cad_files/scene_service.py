"""The 3D scene of an item with all that it holds: which model stands for which part, and how often.

A STEP file stands for its item and all below; assemblies without one are opened, as far as their
parts have models. The structure knows no places: where the file of the assembly is missing, a
viewer lays the parts out.
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from decimal import Decimal

import msgspec

from partwright.cad.job_types import StepInspection
from partwright.cad.model import Vector
from partwright.cad_files.model import GeometryRow, ShownState
from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.kit.db import Snapshot
from partwright.kit.ids import FileId, ItemId
from partwright.relationships.structure import ItemStructure, walk_down
from partwright.vault import derived_queries
from partwright.vault.list_queries import list_files_of_items
from partwright.vault.model import ItemFile, is_step
from partwright.versioning.model import BranchView, ShownVersion

MOST_USES = 5_000
"""Places of parts in one scene; what lies beyond is left out, and the answer says so."""


class SceneModel(msgspec.Struct, rename="camel", frozen=True):
    """The model of an item's STEP file: its bytes are those of the digest for ever."""

    file_id: FileId
    version: int
    digest: str
    state: ShownState
    size_mm: Vector | None
    """Of the box around it."""


class SceneItem(msgspec.Struct, rename="camel", frozen=True):
    """An item of the scene, with its model if it has one of its own."""

    id: ItemId
    item_number: str
    name: str
    state: str
    material: str | None
    model: SceneModel | None


class SceneUse(msgspec.Struct, frozen=True):
    """One place of an item; both are places in the lists of the scene."""

    item: int
    parent: int | None
    """The use that holds it; None for the item itself."""


class ItemScene(msgspec.Struct, frozen=True):
    """An item's own tree of models."""

    items: list[SceneItem]
    """Those of the uses, then those below an item with a file, which products of its model may be."""
    uses: list[SceneUse]
    truncated: bool
    """Whether there are more places than are told."""
    incomplete: bool
    """Whether something was left out that the caller may not see."""


async def read_scene(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, view: BranchView | None
) -> ItemScene:
    """The scene of an item; NotFound for one that the actor does not see."""
    found = await walk_down(snapshot, actor, item_id, view=view, depth=None)
    ids = [found.root.item_id, *(id for id in found.level if id != found.root.item_id)]
    models = await _read_models(snapshot, actor, ids, view)
    items = await item_access.access_items(snapshot, actor, ids, found.view)
    # A hundred thousand lines would hold the event loop.
    return await asyncio.to_thread(lambda: _Builder(found, models, items).build())


async def _read_models(
    snapshot: Snapshot, actor: Actor, ids: list[ItemId], view: BranchView | None
) -> dict[ItemId, SceneModel]:
    """The model of each item that has a STEP file: its main file, else the oldest."""
    files: dict[ItemId, ItemFile] = {}
    for file in await list_files_of_items(snapshot, actor, ids, view):
        if is_step(file.name):
            best = files.get(file.item.item_id)
            if best is None or (file.is_primary and not best.is_primary):
                files[file.item.item_id] = file
    digests = sorted({file.shown.digest for file in files.values()})
    rows = await snapshot.all(GeometryRow, derived_queries.KNOWN_AMONG, digests=digests)
    known = {row.digest: row for row in rows}
    return {id: _model(file, known.get(file.shown.digest)) for id, file in files.items()}


def _model(file: ItemFile, known: GeometryRow | None) -> SceneModel:
    size = None
    if known is not None and known.inspection is not None:
        size = msgspec.json.decode(known.inspection, type=StepInspection).bounds.size
    state = known.shown_state if known else "pending"
    return SceneModel(file.id, file.shown.version, file.shown.digest, state, size)


class _Builder:
    """Opens the structure from the top, each use in its place."""

    def __init__(
        self,
        found: ItemStructure,
        models: dict[ItemId, SceneModel],
        items: Mapping[str, ShownVersion],
    ) -> None:
        self._found = found
        self._models = models
        self._known = items
        self._holds = self._with_models()
        self._place: dict[ItemId, int] = {}
        self._items: list[SceneItem] = []
        self._uses: list[SceneUse] = []

    def build(self) -> ItemScene:
        top = self._found.root.item_id
        self._use(top, None)
        pending = deque([(top, 0)])
        is_cut = False
        while pending and not is_cut:
            item, place = pending.popleft()
            for child in self._children(item):
                if len(self._uses) >= MOST_USES:
                    is_cut = True
                    break
                pending.append((child, self._use(child, place)))
        self._name_products()
        truncated = is_cut or self._found.truncated
        return ItemScene(self._items, self._uses, truncated, self._found.incomplete)

    def _name_products(self) -> None:
        """The items below those that are shown whole, each once."""
        pending = deque(item for item in self._place if item in self._models)
        while pending and len(self._items) < MOST_USES:
            for link in self._found.links.get(pending.popleft(), ()):
                if link.item_id in self._known and link.item_id not in self._place:
                    self._add(link.item_id)
                    pending.append(link.item_id)

    def _children(self, item: ItemId) -> Iterator[ItemId]:
        # Its own file shows the item whole.
        if item in self._models:
            return
        for link in self._found.links.get(item, ()):
            if link.item_id in self._holds and link.item_id in self._known:
                for _ in range(max(1, min(int(Decimal(link.quantity)), MOST_USES))):
                    yield link.item_id

    def _with_models(self) -> set[ItemId]:
        """The items that have a model, or hold one that has."""
        above: dict[ItemId, list[ItemId]] = {}
        for item, links in self._found.links.items():
            for link in links:
                above.setdefault(link.item_id, []).append(item)
        holds = set(self._models) & self._known.keys()
        pending = list(holds)
        while pending:
            more = [item for item in above.get(pending.pop(), ()) if item not in holds]
            holds.update(more)
            pending += more
        return holds

    def _use(self, item: ItemId, parent: int | None) -> int:
        if item not in self._place:
            self._add(item)
        self._uses.append(SceneUse(self._place[item], parent))
        return len(self._uses) - 1

    def _add(self, item: ItemId) -> None:
        self._place[item] = len(self._items)
        self._items.append(self._item(item))

    def _item(self, item: ItemId) -> SceneItem:
        known = self._known[item]
        return SceneItem(
            item,
            known.item_number,
            known.name,
            known.state,
            known.material,
            self._models.get(item),
        )
