"""The structure below the affected items, as the change has it."""

from collections.abc import Sequence

from partwright.change_orders.model import AffectedItem
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.ids import ItemId
from partwright.programs.visibility import HIDDEN, visibility_params
from partwright.relationships import queries as relationship_queries
from partwright.relationships.structure import LARGEST, StructureLink
from partwright.versioning.model import Branch, BranchView
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles

_LEAVING = frozenset({"obsolete", "remove"})


def change_view(branches: Sequence[Branch]) -> BranchView:
    """Where all branches of a change are seen together; main where it has none."""
    if not branches:
        return BranchView()
    first = branches[0]
    if first.is_archived:
        return first.view
    return BranchView(first.id, change_order_id=first.change_order_id)


async def unreleased_children(
    snapshot: Snapshot, actor: Actor, entries: Sequence[AffectedItem], branches: Sequence[Branch]
) -> list[str]:
    """The children that a release would leave unreleased or obsolete, each with its parent."""
    released = [e for e in entries if not e.is_removed and e.change_action not in _LEAVING]
    inside = {entry.master_id for entry in released}
    parents = {
        item_id: entry.item_number
        for entry in released
        if (entry.working_copy_id or entry.change_action == "release")
        and (item_id := entry.branch_item_id or entry.main_item_id) is not None
    }
    links = await _level_down(snapshot, actor, list(parents), change_view(branches))
    lifecycles = await workflow_service.read_lifecycles(snapshot)
    return [
        f"{link.item_number if link.is_visible else HIDDEN} in {parents[link.near_id]}"
        for link in links
        if link.master_id not in inside and not is_released(lifecycles, link)
    ]


async def unreleased_below(
    snapshot: Snapshot, actor: Actor, item_ids: list[ItemId], view: BranchView
) -> list[StructureLink]:
    """Every unreleased item below some items, as far as the actor sees; each once."""
    lifecycles = await workflow_service.read_lifecycles(snapshot)
    found: dict[ItemId, StructureLink] = {}
    seen = set(item_ids)
    frontier = item_ids
    while frontier and len(seen) < LARGEST:
        links = await _level_down(snapshot, actor, frontier, view)
        new = {link.item_id: link for link in links if link.item_id not in seen}
        seen |= new.keys()
        found |= {
            item_id: link
            for item_id, link in new.items()
            if link.is_visible and not is_released(lifecycles, link)
        }
        frontier = list(new)
    return list(found.values())


async def _level_down(
    snapshot: Snapshot, actor: Actor, item_ids: list[ItemId], view: BranchView
) -> list[StructureLink]:
    params: dict[str, Value] = {"type": "bom", **visibility_params(actor)}
    sql = relationship_queries.LEVEL_DOWN
    if not view.is_main_now:
        sql = relationship_queries.LEVEL_DOWN_IN_VIEW
        params |= view.params
    links = await snapshot.all(StructureLink, sql, item_ids=list[str](item_ids), **params)
    return [link for link in links if TYPES[link.item_type].is_branched]


def is_released(lifecycles: Lifecycles, link: StructureLink) -> bool:
    """Whether a child stands in a released state of its lifecycle."""
    lifecycle = lifecycles.find(link.item_type)
    state = None if lifecycle is None else lifecycle.named(link.state)
    return state is not None and state.stage == "released"
