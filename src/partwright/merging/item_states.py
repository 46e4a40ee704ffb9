"""Items of a view as values that can be compared and merged, and the three views of a merge."""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.kit.db import Snapshot
from partwright.kit.db.base import tuple_of
from partwright.kit.ids import FileId, MasterId
from partwright.merging import queries
from partwright.programs.access import visibility_params
from partwright.versioning import queries as version_queries
from partwright.versioning.merge import ItemContent, MergeResult, merge_states
from partwright.versioning.model import Branch, BranchView, FileLink, ItemVersion, RelationshipRow

_COMMON = (
    "item_number",
    "name",
    "description",
    "attributes",
    "sources",
    "family_id",
    "variant_attributes",
)


class ItemStates(msgspec.Struct, frozen=True):
    """Some items as a view shows them."""

    rows: dict[MasterId, ItemVersion]
    edges: dict[MasterId, dict[tuple[str, str], RelationshipRow]]
    """By parent, then by type and child master."""
    links: dict[MasterId, dict[str, FileLink]]
    """By item, then by file."""

    def content(self, master_id: MasterId) -> ItemContent | None:
        """The item's content; None where the view does not show it."""
        row = self.rows.get(master_id)
        if row is None:
            return None
        lines = {key: line_values(edge) for key, edge in self.edges.get(master_id, {}).items()}
        fields = {column: getattr(row, column) for column in content_columns(row.type)}
        files = {key: link_values(link) for key, link in self.links.get(master_id, {}).items()}
        return ItemContent(fields, lines, files)

    def limited(self, children: Collection[str], *, files: bool) -> "ItemStates":
        """The same with lines to the children alone, and with files or without."""
        edges = {
            parent: {key: edge for key, edge in lines.items() if key[1] in children}
            for parent, lines in self.edges.items()
        }
        return ItemStates(self.rows, edges, self.links if files else {})

    def contents(self) -> dict[str, ItemContent | None]:
        return {master_id: self.content(master_id) for master_id in self.rows}


def content_columns(item_type: str) -> tuple[str, ...]:
    """The columns that make up the content of an item; state and revision are no content."""
    return (*_COMMON, *TYPES[item_type].columns)


LineValues = tuple[str, int | None, str | None, str]


def line_values(edge: RelationshipRow) -> LineValues:
    """The content of a line: quantity, find number, designators, metadata."""
    return (edge.quantity, edge.find_number, edge.reference_designator, edge.metadata)


FileValues = tuple[str, bool]


def link_values(link: FileLink) -> FileValues:
    """The content of a file link: the version it shows, and whether it is the item's primary file."""
    return (link.version_id, link.is_primary)


async def read_item_states(
    snapshot: Snapshot, view: BranchView, masters: Iterable[str]
) -> ItemStates:
    """Read items with their structure; three or five statements however many there are."""
    rows = await snapshot.all(
        ItemVersion, version_queries.MASTERS_IN_VIEW, masters=list(masters), **view.params
    )
    edges: dict[MasterId, dict[tuple[str, str], RelationshipRow]] = {}
    links: dict[MasterId, dict[str, FileLink]] = {}
    for item_ids, at in _by_line(rows, view):
        for edge in await snapshot.all(
            RelationshipRow, version_queries.EDGES_OF_AT, item_ids=item_ids, at=at
        ):
            lines = edges.setdefault(edge.parent_master_id, {})
            lines[edge.type, edge.child_master_id] = edge
        for link in await snapshot.all(
            FileLink, version_queries.LINKS_OF_AT, item_ids=item_ids, at=at
        ):
            links.setdefault(link.master_id, {})[link.file_id] = link
    return ItemStates({row.master_id: row for row in rows}, edges, links)


def _by_line(rows: Iterable[ItemVersion], view: BranchView) -> list[tuple[list[str], int]]:
    own: list[str] = []
    main: list[str] = []
    for row in rows:
        (main if row.branch_id is None else own).append(row.item_id)
    return [(ids, at) for ids, at in ((own, view.at), (main, view.base)) if ids]


async def item_numbers(snapshot: Snapshot, masters: Iterable[str]) -> dict[str, str]:
    """The item numbers of masters."""
    rows: list[Any] = await snapshot.all(
        tuple_of(str, str), version_queries.NUMBERS, masters=list(masters)
    )
    return dict(rows)


async def visible_item_numbers(
    snapshot: Snapshot, actor: Actor, masters: Iterable[str]
) -> dict[str, str]:
    """The item numbers of those masters that the actor sees."""
    wanted = list(masters)
    rows: list[Any] = await snapshot.all(
        tuple_of(str, str),
        version_queries.VISIBLE_NUMBERS,
        masters=wanted,
        **visibility_params(actor),
    )
    return dict(rows)


class ShownFileVersion(msgspec.Struct, rename="camel", frozen=True):
    """One version of a file, as differences and conflicts tell it."""

    file_id: FileId
    version: int
    original_file_name: str
    checksum: str


async def shown_file_versions(
    snapshot: Snapshot, version_ids: Iterable[str]
) -> dict[str, ShownFileVersion]:
    """File versions by their ids."""
    wanted = list(version_ids)
    if not wanted:
        return {}
    rows: list[Any] = await snapshot.all(_shown, queries.FILE_VERSIONS, ids=wanted)
    return dict(rows)


def _shown(version_id: str, file_id: FileId, number: int, name: str, digest: str) -> Any:
    return version_id, ShownFileVersion(file_id, number, name, f"sha256:{digest}")


Side = Literal["base", "ours", "theirs"]
SIDES: tuple[Side, ...] = ("base", "ours", "theirs")


class ThreeWay(msgspec.Struct, frozen=True):
    """Base, branch and main of everything that either has touched, and the branch's own items."""

    base: ItemStates
    ours: ItemStates
    theirs: ItemStates
    own: frozenset[str]
    decided: Mapping[Side, Mapping[str, ItemContent | None]] = {}
    """What the merge takes a side to hold instead, where somebody has decided."""

    def contents(self, side: Side) -> Mapping[str, ItemContent | None]:
        """The content of a side for the merge."""
        states: ItemStates = getattr(self, side)
        return {**states.contents(), **self.decided.get(side, {})}

    def content(self, side: Side, master_id: str) -> ItemContent | None:
        """The content of one item of a side for the merge."""
        decided = self.decided.get(side, {})
        states: ItemStates = getattr(self, side)
        return decided[master_id] if master_id in decided else states.content(MasterId(master_id))

    def holding(self, more: Mapping[Side, Mapping[str, ItemContent | None]]) -> "ThreeWay":
        """The same with more that is decided."""
        decided = {side: {**self.decided.get(side, {}), **more.get(side, {})} for side in SIDES}
        return msgspec.structs.replace(self, decided=decided)

    async def merged(self) -> MergeResult:
        """The merge of the three; in a thread, so that nobody waits for that of many items."""
        return await asyncio.to_thread(self._merge)

    def _merge(self) -> MergeResult:
        return merge_states(self.contents("base"), self.contents("ours"), self.contents("theirs"))


async def read_three_way(snapshot: Snapshot, branch: Branch, main: Branch) -> ThreeWay:
    """Read base, branch and main; a bounded number of statements, however much was changed."""
    view = branch.view
    own = await snapshot.all(str, version_queries.OWN_MASTERS, branch_id=branch.id, at=view.at)
    changed = await snapshot.all(
        str, version_queries.CHANGED_ON_MAIN, main_id=main.id, base=view.base
    )
    masters = {*own, *changed}
    return ThreeWay(
        await read_item_states(snapshot, BranchView(None, view.base, view.base), masters),
        await read_item_states(snapshot, view, masters),
        await read_item_states(snapshot, BranchView(), masters),
        frozenset(own),
    )
