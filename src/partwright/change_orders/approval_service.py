"""Votes on a change: who is asked for them, what stands, what they are worth to guards, and who is told of it."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from partwright.change_orders import affected_item_service, change_content, order_service, queries
from partwright.change_orders.change_content import OpenChildren, open_children
from partwright.change_orders.model import (
    AffectedItem,
    ApprovalRecord,
    ApproverRecord,
    ContentChanged,
    NotAnApprover,
    StateRef,
    VoteInput,
    WorkflowInstance,
    is_drafting_state,
)
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.change_orders.signatures import SignedVote, sign, signed_vote
from partwright.events import outbox
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.inbox import queries as inbox_queries
from partwright.inbox.model import Notice, NoticeKind
from partwright.inbox.notices import finish, item_subject, notify
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidStateTransition, PermissionDenied
from partwright.kit.ids import ItemId, RoleId, UserId, new_id
from partwright.programs.access import check_program_writable
from partwright.workflows import guards
from partwright.workflows import service as workflow_service
from partwright.workflows.guards import GuardFacts
from partwright.workflows.model import (
    Approver,
    ChildrenReleased,
    Transition,
    WorkflowState,
)

APPROVE = may("change_orders", "approve")


class VoteRow(msgspec.Struct, frozen=True):
    """A vote that was given."""

    id: str
    state_id: str
    visit: int
    user_id: UserId
    user_name: str
    role_id: RoleId | None
    vote: Literal["approve", "reject"]
    comment: str | None
    voted_at: str
    content_digest: str
    signed_name: str | None
    """The voter's name as it was; None for votes from before there were signatures."""
    meaning: str | None
    is_signed: bool
    """Whether the password was given again."""
    signature: str | None


class ApprovalStatus(msgspec.Struct, frozen=True, rename="camel"):
    """Status of the approval of the current state."""

    current_state: StateRef | None
    approvals: list[ApprovalRecord]
    complete: bool
    approved: int
    rejected: int
    incomplete: bool
    """Whether some of the affected items are hidden from the caller."""
    content_digest: str | None = None
    """The digest of the content that a vote would be bound to now; null where no votes are taken."""
    voters_asked: int | None = None
    """How many may give a vote that is missing; null where no votes are taken."""


class _VoterRole(msgspec.Struct, frozen=True):
    user_id: UserId
    role_id: RoleId
    name: str
    permissions: str


class TransitionContext(msgspec.Struct, frozen=True):
    """Facts that the guards of the current state look at; a fixed number of statements."""

    instance: WorkflowInstance
    approvers: list[Approver]
    """Of the current state."""
    votes: list[VoteRow]
    """Of all visits."""
    facts: GuardFacts
    affected: list[AffectedItem]

    @property
    def current_votes(self) -> list[VoteRow]:
        return [vote for vote in self.votes if vote.visit == self.instance.visit]

    @property
    def transitions(self) -> tuple[Transition, ...]:
        return self.instance.structure.leaving(self.instance.state)

    @property
    def takes_votes(self) -> bool:
        """Whether anything of the state depends on votes."""
        return bool(self.approvers) or self.asks_approval

    @property
    def asks_approval(self) -> bool:
        return any(transition.asks_approval for transition in self.transitions)


async def transition_context(
    snapshot: Snapshot, actor: Actor, order_id: ItemId, instance: WorkflowInstance
) -> TransitionContext:
    """Read all that a step out of the current state depends on, for one caller."""
    named = await workflow_service.approvers_of(snapshot, instance.definition_id)
    votes = await snapshot.all(VoteRow, queries.VOTES, instance_id=instance.id)
    roles = await snapshot.all(
        _VoterRole, queries.ROLES_OF_VOTERS, instance_id=instance.id, visit=instance.visit
    )
    entries = await order_service.all_affected_items(snapshot, order_id)
    author = await snapshot.one(UserId, queries.AUTHOR, order_id=order_id)
    names = await workflow_service.read_role_names(snapshot, instance.structure, actor.role_ids)
    approvers = [one for one in named if one.state_id == instance.state_id]
    leaving = instance.structure.leaving(instance.state)
    children = OpenChildren()
    if any(isinstance(guard, ChildrenReleased) for one in leaving for guard in one.guards):
        branches = await order_service.branches_of_order(snapshot, order_id)
        children = await open_children(snapshot, actor, entries, branches)
    return TransitionContext(
        instance=instance,
        approvers=approvers,
        votes=votes,
        facts=GuardFacts(
            caller_role_ids=actor.role_ids,
            author_id=author or UserId(""),
            approvers=approvers,
            votes=[_counted(v, roles) for v in votes if v.visit == instance.visit],
            unreviewed=[entry.item_number for entry in entries if not entry.reviewed],
            unreleased_children=children.unreleased,
            open_families=children.families,
            role_names=names,
        ),
        affected=entries,
    )


def _counted(vote: VoteRow, roles: list[_VoterRole]) -> guards.CountedVote:
    held = [role for role in roles if role.user_id == vote.user_id]
    acting = [role.role_id for role in held if vote.role_id in (None, role.role_id)]
    return guards.CountedVote(
        user_id=vote.user_id,
        user_name=vote.user_name,
        role_ids=tuple(acting),
        approves=vote.vote == "approve",
        may_approve=any(_grants(role.permissions) for role in held),
    )


def _grants(permissions: str) -> bool:
    granted: list[str] = msgspec.json.decode(permissions)
    return "change_orders.approve" in granted or "change_orders.manage" in granted


async def approval_status(snapshot: Snapshot, actor: Actor, order_id: ItemId) -> ApprovalStatus:
    """The approvers of the current state, and all votes of all visits, newest visit first."""
    await order_service.change_order(snapshot, actor, order_id)
    instance = await order_service.instance_of_order(snapshot, order_id)
    if instance is None:
        return ApprovalStatus(None, [], complete=False, approved=0, rejected=0, incomplete=False)
    found = await transition_context(snapshot, actor, order_id, instance)
    seen = await affected_item_service.list_affected_items(snapshot, actor, order_id)
    now = found.current_votes
    digest = asked = None
    if found.takes_votes:
        asked = len(await voters_asked(snapshot, found))
    if (found.votes or found.takes_votes) and not instance.state.is_final:
        branches = await order_service.branches_of_order(snapshot, order_id)
        digest = await change_content.content_digest(snapshot, branches, found.affected, instance)
    given = (_shown(found, order_id, vote, digest) for vote in reversed(found.votes))
    rows = [*_awaited(found), *given]
    asking = [transition for transition in found.transitions if transition.asks_approval]
    return ApprovalStatus(
        StateRef(instance.state_id, instance.state.name),
        rows,
        complete=any(_holds(transition, found.facts) for transition in asking),
        approved=sum(vote.vote == "approve" for vote in now),
        rejected=sum(vote.vote == "reject" for vote in now),
        incomplete=len(seen) < len(found.affected),
        content_digest=digest if found.takes_votes else None,
        voters_asked=asked,
    )


def _holds(transition: Transition, facts: GuardFacts) -> bool:
    verdicts = guards.judge_guards(transition, facts)
    return all(v.passed for v in verdicts if v.type == "requires_approval")


def awaited_approvers(found: TransitionContext) -> list[Approver]:
    """Those of the named approvers whose vote is missing in this visit."""
    voted = {vote.user_id for vote in found.current_votes}
    by_role = {role for vote in found.facts.votes for role in vote.role_ids}
    return [
        one
        for one in found.approvers
        if (one.user_id not in voted if one.user_id is not None else one.role_id not in by_role)
    ]


def _awaited(found: TransitionContext) -> list[ApprovalRecord]:
    return [
        ApprovalRecord(
            found.instance.state_id,
            found.instance.state.name,
            found.instance.visit,
            ApproverRecord(one.user_id, one.role_id, one.user_name, one.role_name),
            vote=None,
            comment=None,
            voted_at=None,
            content_digest=None,
        )
        for one in awaited_approvers(found)
    ]


def _shown(
    found: TransitionContext, order_id: ItemId, vote: VoteRow, digest: str | None = None
) -> ApprovalRecord:
    state = next((s for s in found.instance.structure.states if s.id == vote.state_id), None)
    role = None if vote.role_id is None else found.facts.role_names.get(vote.role_id)
    return ApprovalRecord(
        vote.state_id,
        vote.state_id if state is None else state.name,
        vote.visit,
        ApproverRecord(vote.user_id, vote.role_id, vote.user_name, role),
        vote.vote,
        vote.comment,
        vote.voted_at,
        vote.content_digest,
        signed_name=vote.signed_name,
        meaning=vote.meaning,
        is_signed=bool(vote.is_signed),
        signature=vote.signature,
        is_valid=None
        if vote.signature is None
        else vote.signature == sign(signed_vote(order_id, found.instance.id, vote)),
        is_current=None if digest is None else vote.content_digest == digest,
    )


async def check_may_vote(
    tx: Transaction, work: ChangeOrderEdit, found: TransitionContext, vote: VoteInput
) -> None:
    """PermissionDenied for whoever is not asked, or cannot see what they would vote on."""
    actor = work.actor
    if actor.is_scoped:
        actor.require(APPROVE)
    _check_asked(actor, found, vote)
    for program_id in {work.version.program_id, *(entry.program_id for entry in found.affected)}:
        await check_program_writable(tx, actor, program_id)
    seen = await affected_item_service.list_affected_items(tx, actor, work.version.item_id)
    hidden = len(found.affected) - len(seen)
    if hidden:
        raise PermissionDenied(f"{hidden} of the affected items are hidden from you")


def _check_asked(actor: Actor, found: TransitionContext, vote: VoteInput) -> None:
    """Nobody votes for another, nor in a role they lack."""
    state = found.instance.state
    if not found.takes_votes:
        if not actor.may(APPROVE):
            raise NotAnApprover(state.name)
        raise InvalidStateTransition(f"No votes are taken in the state {state.name}")
    if vote.role_id is not None and vote.role_id not in actor.role_ids:
        raise PermissionDenied("You do not have the role that this vote is for")
    if found.approvers:
        acting = actor.role_ids if vote.role_id is None else (vote.role_id,)
        if not is_named(actor, found, acting):
            raise NotAnApprover(state.name)
    elif not actor.may(APPROVE):
        raise NotAnApprover(state.name)
    elif actor.id == found.facts.author_id:
        raise PermissionDenied("Authors cannot vote on their own changes")


def is_named(actor: Actor, found: TransitionContext, role_ids: Iterable[str]) -> bool:
    """Whether the current state names them among its approvers, by themselves or by a role."""
    return any(
        one.user_id in (None, actor.id) and one.role_id in (None, *role_ids)
        for one in found.approvers
    )


async def cast_vote(
    tx: Transaction,
    work: ChangeOrderEdit,
    found: TransitionContext,
    vote: VoteInput,
) -> ApprovalRecord:
    """Give the vote; a second one in the same visit replaces the first."""
    await check_may_vote(tx, work, found, vote)
    instance, order_id = found.instance, work.version.item_id
    digest = await change_content.content_digest(tx, work.branches, found.affected, instance)
    if vote.content_digest not in (None, digest):
        raise ContentChanged(work.number)
    deed = "Approval of" if vote.vote == "approve" else "Rejection of"
    signed = SignedVote(
        change_order_id=order_id,
        instance_id=instance.id,
        state_id=instance.state_id,
        visit=instance.visit,
        user_id=work.actor.id,
        signed_name=work.actor.name,
        role_id=vote.role_id,
        vote=vote.vote,
        comment=vote.comment,
        voted_at=clock.now(),
        meaning=f"{deed} {work.number} in the state {instance.state.name}",
        is_signed=vote.password is not None,
        content_digest=digest,
    )
    columns = msgspec.structs.asdict(signed)
    del columns["change_order_id"]
    await tx.run(queries.VOTE, id=new_id(), signature=sign(signed), **columns)
    said = "approves" if vote.vote == "approve" else "rejects"
    text = f"{work.actor.name} {said} {work.number}"
    order = work.version.master_id
    await outbox.publish(tx, work.actor, "vote", order, action=vote.vote, text=text)
    votes = await tx.all(VoteRow, queries.VOTES, instance_id=instance.id)
    mine = next(v for v in votes if (v.user_id, v.visit) == (work.actor.id, instance.visit))
    return _shown(found, order_id, mine)


async def voters_asked(snapshot: Snapshot, found: TransitionContext) -> list[UserId]:
    """Those whose vote the present state still waits for."""
    voted = {vote.user_id for vote in found.current_votes}
    roles = [
        str(one.role_id)
        for one in awaited_approvers(found)
        if one.user_id is None and one.role_id is not None
    ]
    asked = {one.user_id for one in awaited_approvers(found) if one.user_id is not None}
    if roles:
        asked |= set(await snapshot.all(UserId, queries.USERS_IN_ROLES, roles=roles))
    elif found.asks_approval and not found.approvers:
        asked = set(await snapshot.all(UserId, queries.USERS_WHO_APPROVE))
        asked.discard(found.facts.author_id)
    active = inbox_queries.ACTIVE_AMONG
    return await snapshot.all(UserId, active, users=sorted(asked - voted))


async def request_votes(tx: Transaction, work: ChangeOrderEdit, *, is_new: bool) -> None:
    """Ask those who are still to vote, when a state is entered; tell the others that it is done."""
    subject = item_subject(work.version.master_id, work.version.type)
    asked: list[UserId] = []
    if work.is_frozen and work.started.status == "active":
        order_id = work.version.item_id
        found = await transition_context(tx, work.actor, order_id, work.started)
        asked = await voters_asked(tx, found)
    await finish(tx, "vote", subject, but=asked)
    if is_new and asked:
        text = f"{work.number} is waiting for your vote: {work.version.name}"
        await notify(tx, asked, Notice(kind="vote", subject=subject, text=text, by=work.actor.id))


async def tell_authors(
    tx: Transaction, work: ChangeOrderEdit, source: WorkflowState, why: str | None
) -> None:
    """Tell who made and who submitted a change that another sent it back or brought it on."""
    subject = item_subject(work.version.master_id, work.version.type)
    for told in ("sent_back", "moved_on"):
        await finish(tx, told, subject)
    is_theirs = is_drafting_state(work.started.state)
    if is_theirs and is_drafting_state(source):
        return
    drafting = [s.name for s in work.started.structure.states if is_drafting_state(s)]
    submitter = await tx.all(
        UserId, queries.LAST_SUBMITTER, instance_id=work.started.id, drafting=drafting
    )
    whose = {UserId(work.version.created_by), *submitter} - {work.actor.id}
    kind: NoticeKind = "moved_on"
    text = f"{work.actor.name} moved {work.number} to {work.started.state.name}"
    if is_theirs:
        kind, text = "sent_back", f"{work.actor.name} sent {work.number} back"
    text += f": {why}" if why else ""
    await notify(tx, whose, Notice(kind=kind, subject=subject, text=text, by=work.actor.id))
