"""Checkouts: one person's edit session of one item on one branch."""

from collections.abc import Sequence

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import CheckoutConflict, Detail
from partwright.kit.ids import BranchId, MasterId
from partwright.locks import queries


async def check_not_checked_out(
    snapshot: Snapshot, actor: Actor, *, master_id: MasterId, branch_id: BranchId
) -> None:
    """CheckoutConflict when somebody else has the item checked out on the branch."""
    held = await snapshot.one(
        queries.Holder, queries.CHECKOUT_HOLDER, master_id=master_id, branch_id=branch_id
    )
    if held is not None and held.id != actor.id:
        raise _conflict(held)


def _conflict(held: queries.Holder) -> CheckoutConflict:
    return CheckoutConflict(
        f"Item is already checked out by {held.name}",
        details=[Detail("checkedOutBy", held.id), Detail("checkedOutAt", held.taken_at)],
    )


async def held_by_others(
    snapshot: Snapshot, actor: Actor, *, masters: Sequence[MasterId], branch_id: BranchId
) -> dict[MasterId, CheckoutConflict]:
    """Of some items those that somebody else has checked out on the branch, with the refusal."""
    rows = await snapshot.all(
        _held, queries.CHECKOUT_HOLDERS, masters=list[str](masters), branch_id=branch_id
    )
    return {master_id: _conflict(held) for master_id, held in rows if held.id != actor.id}


def _held(master_id: MasterId, *columns: str) -> tuple[MasterId, queries.Holder]:
    return master_id, queries.Holder(*columns)  # pyright: ignore[reportArgumentType]
