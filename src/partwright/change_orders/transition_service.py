"""Transitions of a change order: offered, taken, and their consequences."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from partwright.change_orders import (
    approval_service,
    change_content,
    lifecycle_effects,
    order_service,
)
from partwright.change_orders import release_service as releasing
from partwright.change_orders.approval_service import TransitionContext, VoteRow
from partwright.change_orders.lifecycle_effects import LifecycleMoveRecord
from partwright.change_orders.model import (
    DecisionInput,
    NoAffectedItems,
    StateRef,
    WorkflowInstance,
    instance_record,
    is_drafting_state,
)
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.change_orders.release_service import ReleaseResult
from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import (
    ErrorDetail,
    InvalidInput,
    InvalidStateTransition,
    StateConflict,
)
from partwright.kit.fields import LongText
from partwright.kit.ids import ItemId, MasterId
from partwright.kit.permissions import Action
from partwright.locks import checkouts
from partwright.merging.apply import check_cycles
from partwright.settings import Settings
from partwright.versioning import branch_service
from partwright.versioning import queries as version_queries
from partwright.versioning.model import ItemVersion
from partwright.workflows import guards, instance_queries
from partwright.workflows.guards import GuardVerdict
from partwright.workflows.model import Transition, WorkflowState, outcome_of_state


class TransitionRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A transition by its id, by the state it leads to, or by its name."""

    transition_id: Annotated[str, Meta(max_length=500)] | None = None
    to_state_id: Annotated[str, Meta(max_length=500)] | None = None
    transition: Annotated[str, Meta(max_length=500)] | None = None
    comment: LongText | None = None


class OfferedTransition(msgspec.Struct, frozen=True, rename="camel"):
    """A transition that leaves the current state, and whether the caller may take it now."""

    id: str
    name: str
    from_state_id: str
    to_state_id: str
    allowed: bool
    guards: tuple[GuardVerdict, ...]


class TakenTransition(msgspec.Struct, frozen=True):
    """A step that was taken."""

    instance: WorkflowInstance
    transition: Transition
    effects: list[LifecycleMoveRecord]
    released: ReleaseResult | None

    def to_record(self) -> dict[str, Any]:
        return {
            "instance": instance_record(self.instance),
            "transition": self.transition,
            "effects": self.effects,
            "release": self.released,
        }


async def offered_transitions(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> tuple[StateRef | None, list[OfferedTransition]]:
    """The current state, and what leaves it; a fixed number of statements."""
    version = await order_service.change_order(snapshot, actor, order_id)
    instance = await order_service.instance_of_order(snapshot, order_id)
    if instance is None:
        return None, []
    state = StateRef(instance.state_id, instance.state.name)
    if version.closed_at is not None:
        return state, []
    context = await approval_service.transition_context(snapshot, actor, order_id, instance)
    permitted = actor.may(order_service.CHANGE_ORDER.may("update"))
    return state, [
        offer_transition(transition, context, permitted=permitted)
        for transition in context.transitions
    ]


def offer_transition(
    transition: Transition, context: TransitionContext, *, permitted: bool
) -> OfferedTransition:
    """Whether the caller may take a transition now, by its guards, their rights and the content."""
    verdicts = guards.judge_guards(transition, context.facts)
    target = context.instance.structure.state(transition.to_state_id)
    if not context.affected and _needs_content(target):
        verdicts = (*verdicts, guards.NOTHING_AFFECTED)
    allowed = permitted and all(verdict.passed for verdict in verdicts)
    return OfferedTransition(
        transition.id,
        transition.name,
        transition.from_state_id,
        transition.to_state_id,
        allowed,
        verdicts,
    )


async def request_transition(
    tx: Transaction, actor: Actor, order_id: ItemId, step: TransitionRequest, *, settings: Settings
) -> TakenTransition:
    """Take a transition of the workflow."""
    if step.transition_id is None and step.to_state_id is None and step.transition is None:
        raise InvalidInput.field("transition", "transitionId, toStateId or transition is required")
    async with order_service.open_change_order(tx, actor, order_id) as work:
        work.check_open()
        context = await approval_service.transition_context(tx, actor, order_id, work.started)
        transition = _wanted(context, step)
        return await take_transition(
            tx, work, context, transition, comment=step.comment, settings=settings
        )


def _wanted(context: TransitionContext, step: TransitionRequest) -> Transition:
    named = (step.transition or "").casefold()
    found = [
        transition
        for transition in context.transitions
        if transition.id == step.transition_id
        or (step.transition_id is None and transition.to_state_id == step.to_state_id)
        or (
            step.transition_id is None
            and step.to_state_id is None
            and named == transition.name.casefold()
        )
    ]
    if not found:
        asked = step.transition_id or step.to_state_id or step.transition or ""
        state = context.instance.state.name
        names = (transition.name for transition in context.transitions)
        raise InvalidStateTransition.unknown(asked, state, names)
    passing = [
        transition
        for transition in found
        if all(v.passed for v in guards.judge_guards(transition, context.facts))
    ]
    return (passing or found)[0]


async def release_change_order(
    tx: Transaction,
    actor: Actor,
    order_id: ItemId,
    decision: DecisionInput,
    *,
    settings: Settings,
    action: Action | None = "update",
) -> tuple[ChangeOrderEdit, ReleaseResult]:
    """Take the transition into the final state that releases."""
    async with order_service.open_change_order(tx, actor, order_id, action=action) as work:
        work.check_open()
        context = await approval_service.transition_context(tx, actor, order_id, work.started)
        structure = context.instance.structure
        transition = next(
            (
                w
                for w in context.transitions
                if final_outcome(structure.state(w.to_state_id)) == "release"
            ),
            None,
        )
        if transition is None:
            raise InvalidStateTransition(_told_of_release(context))
        taken = await take_transition(
            tx, work, context, transition, comment=decision.comment, settings=settings
        )
    assert taken.released is not None
    return work, taken.released


def _told_of_release(context: TransitionContext) -> str:
    """The sentence on a release that no transition makes yet: which come first, and what they wait for."""
    structure, state = context.instance.structure, context.instance.state.name
    ways = (w for w in context.transitions if _needs_content(structure.state(w.to_state_id)))
    offers = [offer_transition(way, context, permitted=True) for way in ways]
    if not offers:
        return f"No transition from the state {state} releases the change"
    missing = [(offer.name, [v.message for v in offer.guards if not v.passed]) for offer in offers]
    steps = " or ".join(f"{name} ({'; '.join(why)})" if why else name for name, why in missing)
    return f"No transition from the state {state} releases the change; first comes {steps}"


def final_outcome(state: WorkflowState) -> str | None:
    return outcome_of_state(state, "workflow")


async def take_transition(
    tx: Transaction,
    work: ChangeOrderEdit,
    context: TransitionContext,
    transition: Transition,
    *,
    comment: str | None,
    settings: Settings,
) -> TakenTransition:
    """Take a transition with all that follows from it; GuardsNotMet when it is not allowed."""
    guards.check_guards(transition, context.facts)
    source, target = (
        context.instance.state,
        context.instance.structure.state(transition.to_state_id),
    )
    moved, released = await _move_items(tx, work, context, transition, settings=settings)
    await enter_state(tx, work, target, transition=transition.name, comment=comment)
    approval = _last_approval(context) if transition.asks_approval else None
    columns = _columns(work, source, target, approval)
    action = "Released" if released is not None else "Transitioned"
    await order_service.put_record(tx, work, action=action, comment=comment, columns=columns)
    return TakenTransition(work.started, transition, moved, released)


async def _move_items(
    tx: Transaction,
    work: ChangeOrderEdit,
    context: TransitionContext,
    transition: Transition,
    *,
    settings: Settings,
) -> tuple[list[LifecycleMoveRecord], ReleaseResult | None]:
    """Take the effects on the change's branches, or the branches into main at a release."""
    target = context.instance.structure.state(transition.to_state_id)
    is_drafting = is_drafting_state(target)
    if _ends_without_release(target):
        # What ends without a release leaves every item as it is.
        return [], None
    found = await lifecycle_effects.planned_moves(tx, context.affected, transition)
    wanted = {move.row.master_id: move.target.name for move in found}
    if not is_drafting:
        await _check_ready(tx, work, context, wanted)
    if not target.is_final:
        return await lifecycle_effects.apply_moves(tx, work, found, is_drafting=is_drafting), None
    await _check_approved(tx, work, context)
    released = await releasing.release_branches(
        tx, work, context.affected, wanted=wanted, scheme=settings.revision_scheme
    )
    return [lifecycle_effects.move_record(move) for move in found], released


def _ends_without_release(target: WorkflowState) -> bool:
    return target.is_final and final_outcome(target) != "release"


def _needs_content(target: WorkflowState) -> bool:
    """Whether a change goes there only with affected items: to review, or to a release."""
    return not is_drafting_state(target) and not _ends_without_release(target)


async def _check_ready(
    tx: Transaction, work: ChangeOrderEdit, context: TransitionContext, wanted: dict[MasterId, str]
) -> None:
    """Refuse a submit or release that affects nothing, makes obsolete what is used, or closes a
    cycle with what others have written meanwhile.
    """
    if not context.affected:
        raise NoAffectedItems(work.number)
    await releasing.check_unused(tx, work.actor, context.affected, wanted)
    for branch in work.branches:
        own = await tx.all(ItemVersion, version_queries.OPEN_ON, branch_id=branch.id)
        await check_cycles(tx, work.actor, branch.view, [row.item_id for row in own])


def _last_approval(context: TransitionContext) -> VoteRow | None:
    """The vote that completed the approval of the present state."""
    approving = [vote for vote in context.current_votes if vote.vote == "approve"]
    return approving[-1] if approving else None


async def enter_state(
    tx: Transaction,
    work: ChangeOrderEdit,
    target: WorkflowState,
    *,
    transition: str | None,
    comment: str | None,
) -> None:
    """Bring the instance into a state: earlier votes are void there; branches freeze or thaw."""
    instance, order_id = work.started, work.version.item_id
    status = "active"
    if target.is_final:
        status = "cancelled" if final_outcome(target) == "cancel" else "completed"
    await tx.run(
        instance_queries.MOVE_INSTANCE,
        id=instance.id,
        state_id=target.id,
        status=status,
        completed_at=clock.now() if target.is_final else None,
        is_drafting=is_drafting_state(target),
    )
    await order_service.note_transition(
        tx,
        work,
        transition=transition,
        source=instance.state.name,
        target=target.name,
        comment=comment,
    )
    work.instance = await order_service.instance_of_order(tx, order_id)
    if target.is_final:
        await checkouts.end_checkouts_of_change(tx, order_id)
        await branch_service.archive_change_branches(tx, order_id)
    else:
        if not work.is_frozen:
            entries = await order_service.all_affected_items(tx, order_id)
            await lifecycle_effects.return_to_draft(tx, work, entries)
        await branch_service.lock_change_branches(tx, order_id, is_locked=work.is_frozen)
    await approval_service.tell_authors(tx, work, instance.state, comment)
    await approval_service.request_votes(tx, work, is_new=True)


def _columns(
    work: ChangeOrderEdit,
    source: WorkflowState,
    target: WorkflowState,
    approval: VoteRow | None = None,
) -> dict[str, str | None]:
    """The fields of the order's record after a step."""
    now = work.commit.at
    columns: dict[str, str | None] = {"state": target.name}
    if target.is_initial:
        gone = ("submitted_at", "approved_at", "approved_by", "approved_by_name")
        return columns | dict.fromkeys(gone)
    if source.is_initial and not target.is_final:
        columns["submitted_at"] = now
    if approval is not None:
        columns["approved_at"] = now
        columns |= {"approved_by": approval.user_id, "approved_by_name": approval.user_name}
    if target.is_final:
        columns["closed_at"] = now
    if final_outcome(target) == "release":
        columns["released_at"] = now
    return columns


async def _check_approved(
    tx: Transaction, work: ChangeOrderEdit, context: TransitionContext
) -> None:
    """StateConflict when the content is not what the approvals since its last draft were given for."""
    standing = [v for v in context.votes if v.visit >= work.started.drafted_visit]
    approving = [vote for vote in standing if vote.vote == "approve"]
    if not approving:
        return
    digest = await change_content.content_digest(
        tx, work.branches, context.affected, context.instance
    )
    stale = [vote for vote in approving if vote.content_digest != digest]
    if stale:
        raise StateConflict(
            f"{work.number} was changed after {stale[0].user_name} approved it: reject and submit"
            " it again",
            details=[ErrorDetail("approvedBy", vote.user_id) for vote in stale],
        )


async def reopen_change_order(tx: Transaction, work: ChangeOrderEdit, *, why: str) -> None:
    """Send a change back to its initial state because its content is another now."""
    initial = work.started.structure.initial
    assert initial is not None
    await enter_state(tx, work, initial, transition=None, comment=why)
    columns = _columns(work, initial, initial)
    await order_service.put_record(tx, work, action="Transitioned", comment=why, columns=columns)
