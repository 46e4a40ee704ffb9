"""Submit, approve, reject, release: the verbs over the transitions of a change order."""

from typing import Any

import msgspec

from partwright.change_orders import approval_service, order_service, workflow_service
from partwright.change_orders.approval_service import TransitionContext
from partwright.change_orders.model import (
    ApprovalRecord,
    DecisionInput,
    NotAnApprover,
    is_drafting_state,
)
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.change_orders.transition_service import take_transition
from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.items import wire
from partwright.kit.db import Transaction
from partwright.kit.errors import (
    InvalidStateTransition,
    PermissionDenied,
)
from partwright.kit.ids import ItemId
from partwright.programs.access import check_program_writable
from partwright.settings import Settings
from partwright.versioning.model import ShownVersion
from partwright.workflows import guards
from partwright.workflows.model import Transition


async def submit_change_order(
    tx: Transaction, actor: Actor, order_id: ItemId, decision: DecisionInput, *, settings: Settings
) -> ChangeOrderEdit:
    """Submit the change: out of the initial state, its content frozen."""
    async with order_service.open_change_order(tx, actor, order_id) as work:
        work.check_open()
        if work.instance is None:
            await workflow_service.begin_workflow(tx, work)
        instance = work.started
        if not instance.state.is_initial:
            raise InvalidStateTransition(
                f"{work.number} is {instance.state.name}: it has already been submitted"
            )
        context = await approval_service.transition_context(tx, actor, order_id, instance)
        structure = instance.structure
        forward = [
            transition
            for transition in context.transitions
            if not structure.state(transition.to_state_id).is_final
        ]
        if not forward:
            raise InvalidStateTransition(
                f"No transition leads from {instance.state.name} into review"
            )
        passing = [
            transition
            for transition in forward
            if all(v.passed for v in guards.judge_guards(transition, context.facts))
        ]
        transition = (passing or forward)[0]
        await take_transition(
            tx, work, context, transition, comment=decision.comment, settings=settings
        )
    return work


class ApprovalOutcome(msgspec.Struct, frozen=True):
    """A vote, and whether it set off the next step."""

    order: ShownVersion
    approval: ApprovalRecord
    transitioned: bool

    def to_record(self) -> dict[str, Any]:
        return {
            "changeOrder": wire.item_to_record(self.order),
            "approval": self.approval,
            "transitioned": self.transitioned,
        }


async def approve_change_order(
    tx: Transaction, actor: Actor, order_id: ItemId, decision: DecisionInput, *, settings: Settings
) -> ApprovalOutcome:
    """Vote for the change, and take the step that waited for it if nothing is missing now."""
    async with order_service.open_change_order(tx, actor, order_id, action=None) as work:
        work.check_open()
        context = await _voting_context(tx, work)
        vote = decision.as_vote("approve")
        approval = await approval_service.cast_vote(tx, work, context, vote)
        await approval_service.request_votes(tx, work, is_new=False)
        context = await approval_service.transition_context(tx, actor, order_id, work.started)
        transition = next(
            (
                transition
                for transition in context.transitions
                if transition.asks_approval and _is_open(transition, context)
            ),
            None,
        )
        if transition is not None:
            await take_transition(
                tx, work, context, transition, comment=decision.comment, settings=settings
            )
    return ApprovalOutcome(
        await item_access.access_item(tx, actor, order_id), approval, transition is not None
    )


async def _voting_context(tx: Transaction, work: ChangeOrderEdit) -> TransitionContext:
    """The basis of votes; before the start nobody is named, so the right to approve decides."""
    if work.instance is None and not work.actor.may(approval_service.APPROVE):
        raise NotAnApprover(work.version.state)
    return await approval_service.transition_context(
        tx, work.actor, work.version.item_id, work.started
    )


def _is_open(transition: Transition, context: TransitionContext) -> bool:
    return all(verdict.passed for verdict in guards.judge_guards(transition, context.facts))


async def cast_single_vote(
    tx: Transaction,
    actor: Actor,
    order_id: ItemId,
    vote: approval_service.VoteInput,
    *,
    settings: Settings,
) -> ApprovalRecord:
    """Give a vote and take no step."""
    async with order_service.open_change_order(tx, actor, order_id, action=None) as work:
        work.check_open()
        context = await _voting_context(tx, work)
        approval = await approval_service.cast_vote(tx, work, context, vote)
        await approval_service.request_votes(tx, work, is_new=False)
    return approval


async def reject_change_order(
    tx: Transaction, actor: Actor, order_id: ItemId, decision: DecisionInput, *, settings: Settings
) -> ChangeOrderEdit:
    """Vote against the change where votes count, and send it back."""
    async with order_service.open_change_order(tx, actor, order_id, action=None) as work:
        work.check_open()
        if work.instance is None:
            await _check_may_send_back(tx, work)
        context = await approval_service.transition_context(tx, actor, order_id, work.started)
        vote = decision.as_vote("reject")
        if context.takes_votes:
            await approval_service.check_may_vote(tx, work, context, vote)
        else:
            await _check_may_send_back(tx, work)
        transition = _way_back(context)
        if context.takes_votes:
            await approval_service.cast_vote(tx, work, context, vote)
        await take_transition(
            tx, work, context, transition, comment=decision.comment, settings=settings
        )
    return work


async def _check_may_send_back(tx: Transaction, work: ChangeOrderEdit) -> None:
    """PermissionDenied, where no votes are taken, without the right to approve or to change."""
    rights = (approval_service.APPROVE, order_service.CHANGE_ORDER.may("update"))
    if not any(work.actor.may(right) for right in rights):
        raise PermissionDenied(
            "This requires the permission change_orders.approve or change_orders.update"
        )
    await check_program_writable(tx, work.actor, work.version.program_id)


_BACK = ("reject", "return", "send back", "rework", "back")


def _way_back(context: TransitionContext) -> Transition:
    """The transition to the initial state, else to a drafting one, else one called so."""
    structure = context.instance.structure

    def rank(transition: Transition) -> int:
        target = structure.state(transition.to_state_id)
        called = any(transition.name.casefold().startswith(word) for word in _BACK)
        return 0 if target.is_initial else 1 if is_drafting_state(target) else 2 if called else 3

    back = [
        transition
        for transition in sorted(context.transitions, key=rank)
        if rank(transition) < 3 and not structure.state(transition.to_state_id).is_final
    ]
    if not back or context.instance.state.is_initial:
        state = context.instance.state.name
        raise InvalidStateTransition(f"No transition from the state {state} sends the change back")
    return back[0]
