"""Edges that a cycle could run through, read level by level, one statement a level."""

from collections.abc import Iterable

from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.ids import ItemId, MasterId
from partwright.relationships import queries as relationship_queries
from partwright.relationships.plan import AncestorGraph
from partwright.versioning.model import BranchView


def _edge(parent: MasterId, child: MasterId, beyond: str) -> tuple[MasterId, MasterId, str]:
    return parent, child, beyond


class _Frontier:
    """All edges in one direction from some items, as far as it has got."""

    def __init__(self, sql: str, start: Iterable[str]) -> None:
        self._sql = sql
        self._seen = set(start)
        self.frontier = list(self._seen)
        self.edges: list[tuple[MasterId, MasterId]] = []

    async def step(self, snapshot: Snapshot, params: dict[str, Value]) -> None:
        rows = await snapshot.all(_edge, self._sql, frontier=self.frontier, **params)
        self.edges += [(parent, child) for parent, child, _ in rows]
        fresh = {beyond for _, _, beyond in rows} - self._seen
        self._seen |= fresh
        self.frontier = list(fresh)


async def ancestry_between(
    snapshot: Snapshot, view: BranchView, *, sources: Iterable[MasterId], targets: Iterable[ItemId]
) -> AncestorGraph:
    """The masters above masters on every way down from a target to a source.

    Such a way lies below the targets, and above the sources. Both are followed, always the one
    that is narrower at the moment, and the one that comes to its end first is the answer: a large
    assembly is not read to put it into a new product, nor a large product to add a screw.
    """
    now = view.is_main_now
    params: dict[str, Value] = {} if now else dict(view.params)
    down = _Frontier(
        relationship_queries.CHILDREN if now else relationship_queries.CHILDREN_IN_VIEW, targets
    )
    up = _Frontier(
        relationship_queries.PARENTS if now else relationship_queries.PARENTS_IN_VIEW, sources
    )
    while down.frontier and up.frontier:
        narrower = down if len(down.frontier) <= len(up.frontier) else up
        await narrower.step(snapshot, params)
    return AncestorGraph(up.edges if down.frontier else down.edges)
