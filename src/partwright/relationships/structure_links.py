"""Edges of structures with the items at their far ends, and how the edges of a level are read.

Where items of a large structure stand on several lines each, the lines below many items are read without their items, and each
item that is new once: its fields are most of what a line weighs. Where they stand on one, a single statement reads both in less time.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

import msgspec

from partwright.identity.model import Actor
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value, whole_row
from partwright.kit.ids import ItemId, MasterId, RelationshipId
from partwright.kit.memory import given_up
from partwright.programs.access import visibility_params
from partwright.relationships import queries as relationship_queries
from partwright.versioning.model import BranchView

T = TypeVar("T")

MANY = 200
"""Items whose lines can be read without the items at their ends."""
_SHARED = 1.25
"""Lines of an item, in the mean of what was read, from which on they are."""
_AT_ONCE = 1_000
"""Items whose lines are read by one statement, so that little is held twice and nobody waits for long."""
_COMMON = itemgetter(3, 4, 5, 7, 9, 11, 12, 13)
"""Columns of an item that have few values: revision, type, state, currency, unit, part type, bases."""


class StructureItem(msgspec.Struct, frozen=True, gc=False):
    """An item of a structure; there is one however many lines name it.

    Like a link it refers to nothing that refers back: the collector has no need to walk the many of a structure.
    """

    item_id: ItemId
    item_number: str
    name: str
    revision: str
    item_type: str
    state: str
    cost: str | None
    cost_currency: str | None
    weight: str | None
    weight_unit: str | None
    lead_time: int | None
    part_type: str | None
    mass_basis: str | None
    cost_basis: str | None
    is_family: bool
    is_visible: bool
    master_id: MasterId

    def summary(self) -> ItemSummary:
        return ItemSummary(
            self.item_id,
            self.item_number,
            self.name,
            self.revision,
            self.item_type,
            self.state,
            self.is_family,
        )


class StructureLink(msgspec.Struct, frozen=True, gc=False):
    """One edge with the item at its far end: below, the child; above, the parent."""

    id: RelationshipId
    near_id: ItemId
    type: str
    quantity: str
    find_number: int | None
    reference_designator: str | None
    item: StructureItem

    @property
    def item_id(self) -> ItemId:
        return self.item.item_id

    @property
    def master_id(self) -> MasterId:
        return self.item.master_id

    def summary(self) -> ItemSummary:
        return self.item.summary()


def structure_link(
    id: RelationshipId,
    near_id: ItemId,
    type: str,
    quantity: str,
    find_number: int | None,
    designator: str | None,
    *item: Any,
) -> StructureLink:
    """The edge of a row that tells of its item as well; SQLite keeps booleans as 0 and 1."""
    *figures, is_family, is_visible, master_id = item
    values: list[Any] = [*figures, is_family == 1, is_visible == 1, master_id]
    return StructureLink(
        id,
        near_id,
        type,
        quantity,
        find_number,
        designator,
        StructureItem(*values),
    )


_DOWN = (relationship_queries.LEVEL_DOWN, relationship_queries.LEVEL_DOWN_IN_VIEW)
_UP = (relationship_queries.LEVEL_UP, relationship_queries.LEVEL_UP_IN_VIEW)
_LINES = (relationship_queries.LINES_BELOW, relationship_queries.LINES_BELOW_IN_VIEW)
_ITEMS = (relationship_queries.STRUCTURE_ITEMS, relationship_queries.STRUCTURE_ITEMS_IN_VIEW)
"""Statements for main as it is now, and for every other view."""


def level_batches(item_ids: Sequence[ItemId]) -> Iterator[Sequence[ItemId]]:
    """The items of a level, some at a time."""
    return (item_ids[n : n + _AT_ONCE] for n in range(0, len(item_ids), _AT_ONCE))


class LevelReader:
    """Reads the edges beside some items, of one level after the other."""

    def __init__(
        self, snapshot: Snapshot, actor: Actor, view: BranchView, type: str | None, *, up: bool
    ) -> None:
        self._snapshot = snapshot
        self._is_main = view.is_main_now
        self._params: dict[str, Value] = {"type": type, **visibility_params(actor)}
        if not self._is_main:
            self._params |= view.params
        self._up = up
        self._items: dict[str, StructureItem | None] = {}
        """By their masters, those that were read by themselves; None for what is deleted."""
        self._met: set[MasterId] = set()
        """Masters at the ends of the lines that were read together with their items."""
        self._lines = 0
        """How many lines those were."""
        self._texts: dict[Any, Any] = {}
        """Texts that many rows have, each kept once."""

    async def read(self, item_ids: Sequence[ItemId]) -> list[StructureLink]:
        """The edges of the items, each item's in one piece."""
        if self._up:
            return await self._all(structure_link, _UP, item_ids=item_ids)
        if len(item_ids) <= MANY or self._lines < _SHARED * len(self._met):
            links = await self._all(structure_link, _DOWN, item_ids=item_ids)
            self._lines += len(links)
            self._met.update(link.item.master_id for link in links)
            return links
        lines = await self._all(whole_row, _LINES, item_ids=item_ids)
        unknown = [one for one in {row[-1] for row in lines} if one not in self._items]
        for start in range(0, len(unknown), _AT_ONCE):
            masters = unknown[start : start + _AT_ONCE]
            self._items |= dict.fromkeys(masters)
            for row in await self._all(whole_row, _ITEMS, master_ids=masters):
                self._items[row[-1]] = self._item(*row)
        return await asyncio.to_thread(
            self._links, lines, {item_id: item_id for item_id in item_ids}
        )

    def _item(self, *columns: Any) -> StructureItem:
        """The item of a row, its common texts shared with others."""
        common = self._texts.setdefault
        shared = [common(text, text) for text in _COMMON(columns)]
        revision, item_type, state, currency, unit, part_type, mass_basis, cost_basis = shared
        item_id, number, name, *_ = columns
        return StructureItem(
            item_id,
            number,
            name,
            revision,
            item_type,
            state,
            columns[6],
            currency,
            columns[8],
            unit,
            columns[10],
            part_type,
            mass_basis,
            cost_basis,
            bool(columns[14]),
            bool(columns[15]),
            columns[16],
        )

    def _links(
        self, lines: list[tuple[Any, ...]], near_ids: dict[ItemId, ItemId]
    ) -> list[StructureLink]:
        items, shared = self._items, self._texts.setdefault
        links: list[StructureLink] = []
        for id, near_id, type, quantity, find_number, designator, master_id in given_up(lines):
            if (item := items[master_id]) is not None:
                links.append(
                    StructureLink(
                        id,
                        near_ids[near_id],
                        shared(type, type),
                        shared(quantity, quantity),
                        find_number,
                        designator,
                        item,
                    )
                )
        return links

    async def _all(
        self, row: Callable[..., T], statements: tuple[str, str], **more: Sequence[str]
    ) -> list[T]:
        sql = statements[0 if self._is_main else 1]
        lists: dict[str, Value] = {name: list(texts) for name, texts in more.items()}
        return await self._snapshot.all(row, sql, **lists, **self._params)
