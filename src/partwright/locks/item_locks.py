"""Item locks: one person's exclusive right to an item, on every branch."""

from datetime import UTC, datetime

import msgspec

from partwright.identity.model import Actor, UserCard
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import ItemLocked, PermissionDenied
from partwright.kit.ids import MasterId, UserId
from partwright.locks import queries as lock_queries
from partwright.locks.queries import LockHolder


class LockStatus(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """An item's lock as the wire shows it; only `isLocked` where there is none."""

    is_locked: bool
    lock_type: str = ""
    locked_by: UserCard | None = None
    locked_at: str = ""
    locked_for: int = -1
    """Whole minutes."""
    scope: str = ""


async def item_lock_status(snapshot: Snapshot, master_id: MasterId) -> LockStatus:
    """The holder of the item's lock, and for how long."""
    held = await snapshot.one(LockHolder, lock_queries.LOCK_HOLDER, master_id=master_id)
    if held is None:
        return LockStatus(is_locked=False)
    minutes = int((datetime.now(UTC) - clock.parse_moment(held.taken_at)).total_seconds() // 60)
    card = UserCard(held.id, held.name, held.email)
    return LockStatus(True, "lock", card, held.taken_at, max(0, minutes), "item")


async def take_item_lock(
    tx: Transaction, actor: Actor, master_id: MasterId, *, force: bool
) -> bool:
    """Give the actor the lock; answers whether they did not have it before.

    ItemLocked when another holds it; with `force`, which needs an administrator, it is taken
    from them.
    """
    if force and not actor.is_administrator:
        raise PermissionDenied("Only administrators may take a lock from its holder")
    taken = await tx.one(
        UserId,
        lock_queries.TAKE_LOCK,
        master_id=master_id,
        holder=actor.id,
        now=clock.now(),
        force=force,
    )
    if taken is None:
        await _refuse_unless_held_by(tx, actor, master_id)
    return taken is not None


async def _refuse_unless_held_by(tx: Transaction, actor: Actor, master_id: MasterId) -> None:
    held = await tx.one(LockHolder, lock_queries.LOCK_HOLDER, master_id=master_id)
    if held is not None and held.id != actor.id:
        raise ItemLocked.by(held.name, holder=held.id, since=held.taken_at)


async def release_item_lock(tx: Transaction, actor: Actor, master_id: MasterId) -> bool:
    """Give the lock back; answers whether there was one. PermissionDenied for another's lock."""
    released = await tx.run(
        lock_queries.RELEASE_LOCK,
        master_id=master_id,
        holder=actor.id,
        any_holder=actor.is_administrator,
    )
    if not released:
        held = await tx.one(LockHolder, lock_queries.LOCK_HOLDER, master_id=master_id)
        if held is not None:
            raise PermissionDenied(f"{held.name} holds the lock")
    return bool(released)
