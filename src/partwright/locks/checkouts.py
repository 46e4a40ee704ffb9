"""Checkouts: one person's edit session of one item on one branch."""

from collections.abc import Sequence

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import CheckoutConflict, ErrorDetail
from partwright.kit.ids import BranchId, ItemId, MasterId
from partwright.locks import queries as lock_queries
from partwright.locks.queries import CheckoutRow


def checkout_conflict(held: CheckoutRow) -> CheckoutConflict:
    """The refusal that names the holder."""
    return CheckoutConflict(
        f"Item is already checked out by {held.holder_name}",
        details=[
            ErrorDetail("checkedOutBy", held.holder),
            ErrorDetail("checkedOutAt", held.taken_at),
        ],
    )


async def find_checkouts(
    snapshot: Snapshot, *, masters: Sequence[MasterId], branch_id: BranchId
) -> dict[MasterId, CheckoutRow]:
    """The checkouts of some items on a branch."""
    rows = await snapshot.all(
        CheckoutRow, lock_queries.CHECKOUTS, masters=list[str](masters), branch_id=branch_id
    )
    return {row.master_id: row for row in rows}


async def check_not_checked_out(
    snapshot: Snapshot, actor: Actor, *, master_id: MasterId, branch_id: BranchId
) -> None:
    """CheckoutConflict when somebody else has the item checked out on the branch."""
    found = (await find_checkouts(snapshot, masters=[master_id], branch_id=branch_id)).get(
        master_id
    )
    if found is not None and found.holder != actor.id:
        raise checkout_conflict(found)


async def held_by_others(
    snapshot: Snapshot, actor: Actor, *, masters: Sequence[MasterId], branch_id: BranchId
) -> dict[MasterId, CheckoutConflict]:
    """Of some items those that somebody else has checked out on the branch, with the refusal."""
    found = await find_checkouts(snapshot, masters=masters, branch_id=branch_id)
    return {m: checkout_conflict(row) for m, row in found.items() if row.holder != actor.id}


async def take_checkouts(
    tx: Transaction,
    actor: Actor,
    *,
    masters: Sequence[MasterId],
    branch_id: BranchId,
    since: int,
) -> dict[MasterId, CheckoutRow]:
    """Check items out where nobody has them yet; answers who holds each one now."""
    now = clock.now()
    await tx.run_many(
        lock_queries.TAKE_CHECKOUT,
        [
            {
                "master_id": master_id,
                "branch_id": branch_id,
                "holder": actor.id,
                "now": now,
                "since": since,
            }
            for master_id in masters
        ],
    )
    return await find_checkouts(tx, masters=masters, branch_id=branch_id)


async def end_checkouts(
    tx: Transaction, *, masters: Sequence[MasterId], branch_id: BranchId
) -> None:
    """End the checkouts of items on a branch, whoever holds them."""
    await tx.run(lock_queries.END_CHECKOUTS, masters=list[str](masters), branch_id=branch_id)


async def end_checkouts_of_change(tx: Transaction, change_order_id: ItemId) -> None:
    """End all checkouts on a change order's branches, whoever holds them."""
    await tx.run(lock_queries.END_CHECKOUTS_OF_CHANGE, change_order_id=change_order_id)
