"""Reviews of a change by those who do not change it: approvers, and who is named to vote."""

from typing import Any

from partwright.change_orders import affected_item_service, approval_service, order_service
from partwright.change_orders.model import AffectedItem, AffectedItemEdit
from partwright.change_orders.order_service import CHANGE_ORDER
from partwright.identity.model import Actor
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import ItemId
from partwright.programs.access import check_program_writable

UPDATE = CHANGE_ORDER.may("update")


async def edit_affected_item(
    tx: Transaction,
    actor: Actor,
    order_id: ItemId,
    entry_id: str,
    update: PartialUpdate[AffectedItemEdit],
) -> AffectedItem:
    """Change an entry; under review and when approved, its review mark alone.

    Who reviews the change sets the mark and nothing else; PermissionDenied for all others
    without the right to change it.
    """
    may_edit = actor.may(UPDATE)
    order = order_service.open_change_order(
        tx, actor, order_id, action="update" if may_edit else None
    )
    async with order as work:
        if not may_edit:
            _check_mark_alone(actor, update.raw)
            await check_may_review(tx, actor, order_id)
            await check_program_writable(tx, actor, work.version.program_id)
        work.check_open()
        return await affected_item_service.edit_entry(tx, work, entry_id, update)


def _check_mark_alone(actor: Actor, given: Any) -> None:
    if set(given) - {"reviewed"}:
        actor.require(UPDATE)


async def check_may_review(snapshot: Snapshot, actor: Actor, order_id: ItemId) -> None:
    """PermissionDenied unless they change the order, approve, or are named to vote on it now."""
    await order_service.change_order(snapshot, actor, order_id)
    if actor.may(UPDATE) or actor.may(approval_service.APPROVE):
        return
    instance = await order_service.instance_of_order(snapshot, order_id)
    if instance is None or actor.is_scoped:
        actor.require(UPDATE)
        return
    found = await approval_service.transition_context(snapshot, actor, order_id, instance)
    if not approval_service.is_named(actor, found, actor.role_ids):
        actor.require(UPDATE)
