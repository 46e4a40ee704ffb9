"""Differences of each affected item, beside the action that the change names."""

import msgspec

from partwright.change_orders import affected_items, orders
from partwright.identity.model import Actor
from partwright.items.wire import FieldChange
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.merging.diff import BomDiff, FilesDiff, ItemDiff, diff_views
from partwright.programs.access import sees_program
from partwright.versioning import queries as version_queries
from partwright.versioning.model import BranchView


class AffectedItemDiff(msgspec.Struct, rename="camel", frozen=True):
    """What differs of one affected item from main as the change saw it."""

    item_id: str
    item_number: str
    change_action: str
    action: str
    fields: dict[str, FieldChange]
    bom: BomDiff
    files: FilesDiff


async def diff_change_order(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> list[AffectedItemDiff]:
    """Every affected item with its differences, those without any too; by number."""
    entries = await affected_items.list_affected_items(snapshot, actor, order_id)
    found: dict[str, ItemDiff] = {}
    for line in await orders.branches_of(snapshot, order_id):
        if not await sees_program(snapshot, actor, line.program_id):
            continue
        view = line.view
        masters = await snapshot.all(
            str, version_queries.OWN_MASTERS, branch_id=line.id, at=view.at
        )
        before = BranchView(None, view.base, view.base)
        differing = await diff_views(snapshot, actor, before, view, masters)
        found |= {one.item_number: one for one in differing}
    shown = [
        _shown(entry.change_action, found[entry.item_number])
        if entry.item_number in found
        else _staged(entry)
        for entry in entries
    ]
    return sorted(shown, key=lambda one: one.item_number)


def _shown(change_action: str, one: ItemDiff) -> AffectedItemDiff:
    return AffectedItemDiff(
        one.item_id,
        one.item_number,
        change_action,
        one.action,
        one.fields,
        one.bom,
        one.files,
    )


def _staged(entry: affected_items.AffectedItem) -> AffectedItemDiff:
    """An entry whose content stays; effects of the workflow may have given it another state."""
    fields: dict[str, FieldChange] = {}
    if entry.is_staged and entry.state != entry.main_state:
        fields["state"] = FieldChange(entry.main_state, entry.state)
    return AffectedItemDiff(
        entry.item_id,
        entry.item_number,
        entry.change_action,
        "modified" if fields else "unchanged",
        fields,
        BomDiff([], [], []),
        FilesDiff([], [], []),
    )
