"""Checks before a branch's content goes anywhere."""

from collections.abc import Iterable
from typing import Any

from partwright.identity.model import Actor
from partwright.kit.db import Transaction
from partwright.kit.errors import ItemLocked
from partwright.kit.ids import MasterId
from partwright.locks import queries as lock_queries
from partwright.locks.checkouts import checkout_conflict, held_by_others
from partwright.locks.queries import CheckoutRow
from partwright.merging.item_states import visible_item_numbers
from partwright.programs.visibility import HIDDEN
from partwright.relationships.cycles import ancestry_between
from partwright.relationships.model import BOM, ClosesCycle
from partwright.versioning import queries as version_queries
from partwright.versioning.model import Branch, BranchView, RelationshipRow


async def check_not_checked_out_by_others(tx: Transaction, actor: Actor, branch: Branch) -> None:
    """CheckoutConflict while somebody else works on the branch; one's own end here."""
    rows = await tx.all(CheckoutRow, lock_queries.CHECKOUTS_ON, branch_id=branch.id)
    for row in rows:
        if row.holder != actor.id:
            raise checkout_conflict(row)
    await tx.run(lock_queries.END_CHECKOUTS_ON, branch_id=branch.id)


async def check_items_not_checked_out(
    tx: Transaction, actor: Actor, branch: Branch, masters: Iterable[str]
) -> None:
    """CheckoutConflict while somebody else has one of the items checked out on the branch."""
    held = await held_by_others(
        tx, actor, masters=[MasterId(m) for m in masters], branch_id=branch.id
    )
    for refusal in held.values():
        raise refusal


async def check_unlocked(tx: Transaction, actor: Actor, masters: Iterable[str]) -> None:
    """ItemLocked when somebody else holds one of the items."""
    held = await tx.all(lock_queries.ItemLockRow, lock_queries.LOCKS, masters=list(masters))
    for row in held:
        if row.holder != actor.id:
            raise ItemLocked.by(row.holder_name, holder=row.holder, since=row.taken_at)


async def check_cycles(
    tx: Transaction, actor: Actor, view: BranchView, item_ids: list[Any]
) -> None:
    """RelationshipCycle when a structure below the items runs in a circle."""
    found = await tx.all(
        RelationshipRow, version_queries.RELATIONSHIPS_OF, item_ids=[str(i) for i in item_ids]
    )
    edges = [edge for edge in found if edge.type == BOM]
    if not edges:
        return
    sources = {edge.parent_master_id for edge in edges}
    ancestry = await ancestry_between(tx, view, sources=sources, targets=list(item_ids))
    for edge in edges:
        if ancestry.would_close(edge.parent_master_id, edge.child_master_id):
            ends = edge.parent_master_id, edge.child_master_id
            named = await visible_item_numbers(tx, actor, ends)
            raise ClosesCycle(*(named.get(end, HIDDEN) for end in ends))
