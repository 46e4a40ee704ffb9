"""Locking items: exclusive rights on every branch."""

from partwright.events import outbox
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import check_item_open
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import ItemId
from partwright.locks import item_locks
from partwright.locks.item_locks import LockStatus
from partwright.programs.access import check_program_writable
from partwright.versioning.access import check_design_open
from partwright.versioning.commits import hold_commit_order, record_history
from partwright.versioning.model import BranchView, ShownVersion


async def check_lockable(snapshot: Snapshot, actor: Actor, version: ShownVersion) -> None:
    """Refuse a lock on what takes no write whoever holds it."""
    await check_program_writable(snapshot, actor, version.program_id)
    check_item_open(version)
    if TYPES[version.type].is_branched:
        await check_design_open(snapshot, version.design_id)


async def lock_item(
    tx: Transaction, actor: Actor, item_id: ItemId, view: BranchView | None, *, force: bool
) -> LockStatus:
    """Take the item's lock; again by its holder it is unchanged."""
    # After all edits that looked before the lock stood: none may appear under its holder's eyes.
    await hold_commit_order(tx)
    version = await item_access.access_item(tx, actor, item_id, view=view, action="update")
    await check_lockable(tx, actor, version)
    if await item_locks.take_item_lock(tx, actor, version.master_id, force=force):
        comment = None
        if force and version.locked_by not in (None, actor.id):
            comment = f"Taken from {version.locked_by_name}"
        await record_history(tx, actor, version, "Locked", comment=comment)
        text = f"{actor.name} locked {version.item_number}"
        await outbox.publish(tx, actor, "lock", version.master_id, action="Locked", text=text)
    return await item_locks.item_lock_status(tx, version.master_id)


async def unlock_item(
    tx: Transaction, actor: Actor, item_id: ItemId, view: BranchView | None
) -> LockStatus:
    """Give the lock back; an unlocked item stays unlocked."""
    version = await item_access.access_item(tx, actor, item_id, view=view, action="update")
    await check_program_writable(tx, actor, version.program_id)
    if await item_locks.release_item_lock(tx, actor, version.master_id):
        await record_history(tx, actor, version, "Unlocked")
        text = f"{actor.name} unlocked {version.item_number}"
        await outbox.publish(tx, actor, "lock", version.master_id, action="Unlocked", text=text)
    return await item_locks.item_lock_status(tx, version.master_id)


async def lock_status(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, view: BranchView | None
) -> LockStatus:
    """The holder of the item's lock."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    return await item_locks.item_lock_status(snapshot, version.master_id)
