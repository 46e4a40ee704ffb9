"""Reads of structures, level by level, one statement a level."""

from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.ids import ItemId, MasterId
from partwright.relationships import queries
from partwright.relationships.plan import Ancestry
from partwright.versioning.model import View


def _child(parent: MasterId, child: MasterId, item_id: ItemId) -> tuple[MasterId, MasterId, ItemId]:
    return parent, child, item_id


async def ancestry_below(snapshot: Snapshot, view: View, item_ids: list[ItemId]) -> Ancestry:
    """Who stands above whom among everything below some items."""
    sql = queries.CHILDREN if view.is_main_now else queries.CHILDREN_IN_VIEW
    params: dict[str, Value] = {} if view.is_main_now else dict(view.params)
    found: list[tuple[MasterId, MasterId]] = []
    seen = set(item_ids)
    frontier: list[str] = list(seen)
    while frontier:
        rows = await snapshot.all(_child, sql, item_ids=frontier, **params)
        found += [(parent, child) for parent, child, _ in rows]
        fresh = {item_id for _, _, item_id in rows} - seen
        seen |= fresh
        frontier = list(fresh)
    return Ancestry(found)
