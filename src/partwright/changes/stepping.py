"""Steps of a change: offered, taken, and what each brings about."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.changes import approvals, effects, instances, orders, queries, signing
from partwright.changes import release as releasing
from partwright.changes.approvals import Approval, Room
from partwright.changes.effects import Effected
from partwright.changes.order_model import Instance, NotAnApprover, NothingAffected, Opinion
from partwright.changes.orders import Work
from partwright.changes.release import Released
from partwright.identity.model import Actor
from partwright.items import access
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import (
    ErrorDetail,
    InvalidInput,
    InvalidStateTransition,
    PermissionDenied,
    StateConflict,
)
from partwright.kit.fields import LongText
from partwright.kit.ids import ItemId
from partwright.locks import checkouts
from partwright.programs.access import check_program_writable
from partwright.settings import Settings
from partwright.versioning import branches
from partwright.versioning.model import ShownVersion
from partwright.workflows import guards
from partwright.workflows.guards import Verdict
from partwright.workflows.inference import outcome_of
from partwright.workflows.model import RequiresApproval, State, Transition


class Step(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A transition by its id, by the state it leads to, or by its name."""

    transition_id: Annotated[str, Meta(max_length=500)] | None = None
    to_state_id: Annotated[str, Meta(max_length=500)] | None = None
    transition: Annotated[str, Meta(max_length=500)] | None = None
    comment: LongText | None = None


class Offer(msgspec.Struct, frozen=True, rename="camel"):
    """A transition that leaves the current state, and whether the caller may take it now."""

    id: str
    name: str
    from_state_id: str
    to_state_id: str
    allowed: bool
    guards: tuple[Verdict, ...]


class Taken(msgspec.Struct, frozen=True):
    """A step that was taken."""

    instance: Instance
    way: Transition
    effects: list[Effected]
    released: Released | None


async def offers(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> tuple[Instance | None, list[Offer]]:
    """What leaves the current state; a fixed number of statements."""
    version = await orders.order(snapshot, actor, order_id)
    instance = await orders.instance_of(snapshot, order_id)
    if instance is None or version.closed_at is not None:
        return instance, []
    room = await approvals.room(snapshot, actor, order_id, instance)
    permitted = actor.may(orders.CHANGE_ORDER.may("update"))
    return instance, [_offer(way, room, permitted=permitted) for way in room.ways]


def _offer(way: Transition, room: Room, *, permitted: bool) -> Offer:
    verdicts = guards.judge(way, room.facts)
    allowed = permitted and all(verdict.passed for verdict in verdicts)
    return Offer(way.id, way.name, way.from_state_id, way.to_state_id, allowed, verdicts)


async def move(
    tx: Transaction, actor: Actor, order_id: ItemId, step: Step, *, settings: Settings
) -> Taken:
    """Take a transition of the workflow."""
    if step.transition_id is None and step.to_state_id is None and step.transition is None:
        raise InvalidInput.field("transition", "transitionId, toStateId or transition is required")
    work = await orders.opened(tx, actor, order_id)
    work.check_open()
    room = await approvals.room(tx, actor, order_id, work.started)
    way = _wanted(room, step)
    taken = await take(tx, work, room, way, comment=step.comment, settings=settings)
    await orders.commit(tx, work)
    return taken


def _wanted(room: Room, step: Step) -> Transition:
    named = (step.transition or "").casefold()
    found = [
        way
        for way in room.ways
        if way.id == step.transition_id
        or (step.transition_id is None and way.to_state_id == step.to_state_id)
        or (
            step.transition_id is None and step.to_state_id is None and named == way.name.casefold()
        )
    ]
    if not found:
        asked = step.transition_id or step.to_state_id or step.transition or ""
        state = room.instance.state.name
        raise InvalidStateTransition(f"No transition {asked!r} leaves the state {state}")
    passing = [way for way in found if all(v.passed for v in guards.judge(way, room.facts))]
    return (passing or found)[0]


async def submit(
    tx: Transaction, actor: Actor, order_id: ItemId, opinion: Opinion, *, settings: Settings
) -> Work:
    """Send the change on its way: out of the initial state, its content frozen."""
    work = await orders.opened(tx, actor, order_id)
    work.check_open()
    if work.instance is None:
        await instances.begin(tx, work)
    instance = work.started
    if not instance.state.is_initial:
        raise InvalidStateTransition(f"{work.number} is {instance.state.name}: it was submitted")
    room = await approvals.room(tx, actor, order_id, instance)
    if not room.affected:
        raise NothingAffected(work.number)
    structure = instance.structure
    forward = [way for way in room.ways if not structure.state(way.to_state_id).is_final]
    if not forward:
        raise InvalidStateTransition(f"No transition leads from {instance.state.name} to a review")
    passing = [way for way in forward if all(v.passed for v in guards.judge(way, room.facts))]
    way = (passing or forward)[0]
    await releasing.check_unused(tx, room.affected)
    await take(tx, work, room, way, comment=opinion.comment, settings=settings)
    await orders.commit(tx, work)
    return work


class Approved(msgspec.Struct, frozen=True):
    """A vote, and whether it set off the next step."""

    order: ShownVersion
    approval: Approval
    transitioned: bool


async def approve(
    tx: Transaction, actor: Actor, order_id: ItemId, opinion: Opinion, *, settings: Settings
) -> Approved:
    """Vote for the change, and take the step that waited for it if nothing is missing now."""
    work = await orders.opened(tx, actor, order_id, action=None)
    work.check_open()
    room = await _room_to_vote(tx, work)
    ballot = opinion.ballot("approve")
    approval = await approvals.cast(tx, work, room, ballot, must_sign=settings.sign_votes)
    room = await approvals.room(tx, actor, order_id, work.started)
    way = next((way for way in room.ways if _is_approval(way) and _is_open(way, room)), None)
    if way is not None:
        await take(tx, work, room, way, comment=opinion.comment, settings=settings)
    await orders.commit(tx, work)
    return Approved(await access.access_item(tx, actor, order_id), approval, way is not None)


async def _room_to_vote(tx: Transaction, work: Work) -> Room:
    """What votes are given on; before the start nobody is named, so the right to approve decides."""
    if work.instance is None and not work.actor.may(approvals.APPROVE):
        raise NotAnApprover(work.version.state)
    return await approvals.room(tx, work.actor, work.version.item_id, work.started)


def _is_approval(way: Transition) -> bool:
    return any(isinstance(guard, RequiresApproval) for guard in way.guards)


def _is_open(way: Transition, room: Room) -> bool:
    return all(verdict.passed for verdict in guards.judge(way, room.facts))


async def vote(
    tx: Transaction, actor: Actor, order_id: ItemId, ballot: approvals.Ballot, *, settings: Settings
) -> Approval:
    """Give a vote and take no step."""
    work = await orders.opened(tx, actor, order_id, action=None)
    work.check_open()
    room = await _room_to_vote(tx, work)
    return await approvals.cast(tx, work, room, ballot, must_sign=settings.sign_votes)


async def reject(
    tx: Transaction, actor: Actor, order_id: ItemId, opinion: Opinion, *, settings: Settings
) -> Work:
    """Vote against the change where votes count, and send it back."""
    work = await orders.opened(tx, actor, order_id, action=None)
    work.check_open()
    if work.instance is None:
        await _check_may_send_back(tx, work)
    room = await approvals.room(tx, actor, order_id, work.started)
    ballot = opinion.ballot("reject")
    if room.takes_votes:
        approvals.check_may_vote(work, room, ballot)
    else:
        await _check_may_send_back(tx, work)
    way = _way_back(room)
    if room.takes_votes:
        await approvals.cast(tx, work, room, ballot, must_sign=settings.sign_votes)
    await take(tx, work, room, way, comment=opinion.comment, settings=settings)
    await orders.commit(tx, work)
    return work


async def _check_may_send_back(tx: Transaction, work: Work) -> None:
    """PermissionDenied, where no votes are taken, without the right to approve or to change."""
    rights = (approvals.APPROVE, orders.CHANGE_ORDER.may("update"))
    if not any(work.actor.may(right) for right in rights):
        raise PermissionDenied(
            "This needs the permission change_orders.approve or change_orders.update"
        )
    await check_program_writable(tx, work.actor, work.version.program_id)


_BACK = ("reject", "return", "send back", "rework", "back")


def _way_back(room: Room) -> Transition:
    """The transition to the initial state, else to a drafting one, else one called so."""
    structure = room.instance.structure

    def rank(way: Transition) -> int:
        target = structure.state(way.to_state_id)
        called = any(way.name.casefold().startswith(word) for word in _BACK)
        return 0 if target.is_initial else 1 if orders.is_drafting(target) else 2 if called else 3

    back = [
        way
        for way in sorted(room.ways, key=rank)
        if rank(way) < 3 and not structure.state(way.to_state_id).is_final
    ]
    if not back or room.instance.state.is_initial:
        state = room.instance.state.name
        raise InvalidStateTransition(f"No transition leads back from the state {state}")
    return back[0]


async def release(
    tx: Transaction, actor: Actor, order_id: ItemId, opinion: Opinion, *, settings: Settings
) -> tuple[Work, Released]:
    """Take the transition into the final state that releases."""
    work = await orders.opened(tx, actor, order_id)
    work.check_open()
    room = await approvals.room(tx, actor, order_id, work.started)
    structure = room.instance.structure
    way = next(
        (w for w in room.ways if _outcome(structure.state(w.to_state_id)) == "release"), None
    )
    if way is None:
        state = room.instance.state.name
        raise InvalidStateTransition(f"No transition releases the change from the state {state}")
    taken = await take(tx, work, room, way, comment=opinion.comment, settings=settings)
    await orders.commit(tx, work)
    assert taken.released is not None
    return work, taken.released


def _outcome(state: State) -> str | None:
    return outcome_of(state, "workflow")


async def take(
    tx: Transaction,
    work: Work,
    room: Room,
    way: Transition,
    *,
    comment: str | None,
    settings: Settings,
) -> Taken:
    """Take a transition with all that follows from it; GuardsNotMet when it is not allowed."""
    guards.check(way, room.facts)
    scheme = settings.revision_scheme
    source, target = room.instance.state, room.instance.structure.state(way.to_state_id)
    found = await effects.aims(tx, room.affected, way)
    released: Released | None = None
    if _outcome(target) == "release":
        await _check_approved(tx, work, room)
        wanted = {aim.row.master_id: aim.target.name for aim in found}
        released = await releasing.release(tx, work, room.affected, wanted=wanted, scheme=scheme)
        moved = [effects.told(aim) for aim in found]
    else:
        moved = await effects.move(tx, work, found, scheme=scheme)
    await enter(tx, work, target, transition=way.name, comment=comment)
    columns = _columns(work, source, target, approved=_is_approval(way))
    action = "Released" if released is not None else "Transitioned"
    await orders.put(tx, work, action=action, comment=comment, columns=columns)
    return Taken(work.started, way, moved, released)


async def enter(
    tx: Transaction, work: Work, target: State, *, transition: str | None, comment: str | None
) -> None:
    """Bring the instance into a state: earlier votes are void there; branches freeze or thaw."""
    instance, order_id = work.started, work.version.item_id
    status = "active"
    if target.is_final:
        status = "completed" if _outcome(target) == "release" else "cancelled"
    await tx.run(
        queries.MOVE_INSTANCE,
        id=instance.id,
        state_id=target.id,
        status=status,
        completed_at=clock.now() if target.is_final else None,
        is_drafting=orders.is_drafting(target),
    )
    await instances.note_step(
        tx,
        work,
        transition=transition,
        source=instance.state.name,
        target=target.name,
        comment=comment,
    )
    work.instance = await orders.instance_of(tx, order_id)
    if target.is_final:
        await checkouts.end_checkouts_of_change(tx, order_id)
        await branches.archive_change_branches(tx, order_id)
    else:
        if not work.is_frozen:
            await effects.draft_again(tx, work)
        await tx.run(queries.FREEZE_BRANCHES, order_id=order_id, is_locked=work.is_frozen)


def _columns(work: Work, source: State, target: State, *, approved: bool) -> dict[str, str | None]:
    """What the order's record says after a step."""
    now = work.change.at
    columns: dict[str, str | None] = {"state": target.name}
    if target.is_initial:
        gone = ("submitted_at", "approved_at", "approved_by", "approved_by_name")
        return columns | dict.fromkeys(gone)
    if source.is_initial and not target.is_final:
        columns["submitted_at"] = now
    if approved:
        actor = work.actor
        columns |= {"approved_at": now, "approved_by": actor.id, "approved_by_name": actor.name}
    if target.is_final:
        columns["closed_at"] = now
    if _outcome(target) == "release":
        columns["released_at"] = now
    return columns


async def _check_approved(tx: Transaction, work: Work, room: Room) -> None:
    """StateConflict when the content is not what the approvals since its last draft were given for."""
    standing = [v for v in room.votes if v.visit >= work.started.drafted_visit]
    approving = [vote for vote in standing if vote.vote == "approve"]
    if not approving:
        return
    digest = await signing.digest(tx, work.lines, room.affected)
    stale = [vote for vote in approving if vote.content_digest != digest]
    if stale:
        raise StateConflict(
            f"{work.number} was changed after {stale[0].user_name} approved it: reject and submit"
            " it again",
            details=[ErrorDetail("approvedBy", vote.user_id) for vote in stale],
        )


async def reopen(tx: Transaction, work: Work, *, why: str) -> None:
    """Send a change back to its initial state because its content is another now."""
    initial = work.started.structure.initial
    assert initial is not None
    await enter(tx, work, initial, transition=None, comment=why)
    columns = _columns(work, initial, initial, approved=False)
    await orders.put(tx, work, action="Transitioned", comment=why, columns=columns)
