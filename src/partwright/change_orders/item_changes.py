"""Change orders that affect one item, the open ones first."""

import msgspec

from partwright.change_orders import queries
from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.programs.access import visibility_params

MOST_CHANGES = 500
"""The newest of so many are told."""


class ItemChangeOrder(msgspec.Struct, frozen=True, rename="camel"):
    """Change order that affects an item; the fields are columns."""

    id: ItemId
    item_number: str
    name: str
    state: str
    change_action: str
    created_at: str
    closed_at: str | None
    """The time at which it was released or cancelled."""


async def list_item_changes(
    snapshot: Snapshot, actor: Actor, item_id: ItemId
) -> list[ItemChangeOrder]:
    """The change orders that affect the item in any revision, as far as the actor sees them."""
    version = await item_access.read_item_version(snapshot, actor, item_id, None)
    return await snapshot.all(
        ItemChangeOrder,
        queries.CHANGES_OF_ITEM,
        master_id=version.master_id,
        limit=MOST_CHANGES,
        **visibility_params(actor),
    )
