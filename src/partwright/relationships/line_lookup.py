"""The lines that stand below items."""

from collections.abc import Sequence

from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.ids import ItemId, MasterId
from partwright.relationships import queries as relationship_queries
from partwright.relationships.plan import RelationshipKey
from partwright.versioning import queries as version_queries
from partwright.versioning.model import BranchView, RelationshipRow


async def find_line(
    snapshot: Snapshot, item_id: ItemId, child: MasterId, type: str, view: BranchView
) -> RelationshipRow | None:
    """The line that relates the item to the child by the type in a view."""
    params: dict[str, Value] = {"item_id": item_id, "child_master_id": child, "type": type}
    if view.is_main_now:
        return await snapshot.one(RelationshipRow, relationship_queries.SAME_EDGE, **params)
    sql = relationship_queries.SAME_EDGE_IN_VIEW
    return await snapshot.one(RelationshipRow, sql, **params, **view.params)


async def lines_below(
    snapshot: Snapshot, item_ids: Sequence[str], view: BranchView
) -> dict[RelationshipKey, RelationshipRow]:
    """The lines below items in a view."""
    sql = version_queries.RELATIONSHIPS_OF
    params: dict[str, Value] = {"item_ids": list(dict.fromkeys(item_ids))}
    if not view.is_main_now:
        sql = version_queries.RELATIONSHIPS_IN_VIEW
        params |= view.params
    edges = await snapshot.all(RelationshipRow, sql, **params)
    return {(edge.parent_item_id, edge.type, edge.child_master_id): edge for edge in edges}
