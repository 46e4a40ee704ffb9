"""Moving items through their lifecycles."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import Action
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items import revision_rules, wire
from partwright.items.access import branch_to_write, check_item_open
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidStateTransition, Refusal
from partwright.kit.fields import LongText, Name, ShortText
from partwright.kit.ids import BranchId, ItemId
from partwright.locks.checkouts import check_not_checked_out
from partwright.programs.access import check_program_writable
from partwright.settings import RevisionScheme
from partwright.versioning import access as branch_access
from partwright.versioning.branch_service import mark_post_release
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.model import Branch, BranchView, ForeignBranch, ShownVersion
from partwright.web.parameters import BranchParameters
from partwright.workflows import service as workflow_service
from partwright.workflows.guards import (
    CountedVote,
    GuardFacts,
    GuardVerdict,
    check_guards,
    judge_guards,
)
from partwright.workflows.model import Transition, WorkflowDefinition, WorkflowState

Step = tuple[Transition, WorkflowState]
"""A transition and the state it leads to."""


class TransitionInput(BranchParameters, rename="camel", kw_only=True):
    """A transition by its name."""

    transition: Name
    comment: LongText | None = None
    commit_message: ShortText | None = None


class AvailableTransition(msgspec.Struct, rename="camel", frozen=True):
    """A transition that leaves the item's state, and whether the actor may take it."""

    name: str
    to_state: str
    allowed: bool
    guards: tuple[GuardVerdict, ...] = ()


class TransitionResult(msgspec.Struct, frozen=True):
    """An item after a transition."""

    version: ShownVersion
    from_state: str
    to_state: str


async def available_transitions(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, view: BranchView | None
) -> tuple[str, list[AvailableTransition]]:
    """The item's state in the view and the transitions that leave it; main's move now only."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    return version.state, [
        offer for _, offer in await offered_transitions(snapshot, actor, version, view)
    ]


async def offered_transitions(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, view: BranchView | None
) -> list[tuple[WorkflowState, AvailableTransition]]:
    """The transitions that leave the item's state, each with the state that it leads to."""
    if not _moves_by_itself(version) or not (view is None or view.is_main_now):
        return []
    lifecycle = (await workflow_service.read_lifecycles(snapshot)).find(version.type)
    source = lifecycle.named(version.state) if lifecycle else None
    if lifecycle is None or source is None:
        return []
    steps = lifecycle.leaving(source)
    movable = await _is_movable(snapshot, actor, version)
    facts = await _facts(snapshot, actor, version, lifecycle, steps)
    found = [(step, lifecycle.state(step.to_state_id)) for step in steps]
    return [
        (step[1], _offer(actor, version, source, step, facts, movable=movable)) for step in found
    ]


async def check_movable(
    snapshot: Snapshot,
    actor: Actor,
    version: ShownVersion,
    target: WorkflowState,
    offer: AvailableTransition,
) -> None:
    """Refuse, with the reason, what is offered but not allowed."""
    lifecycle = (await workflow_service.read_lifecycles(snapshot)).of(version.type)
    source = lifecycle.named(version.state)
    assert source is not None
    item_access.check_permission(actor, version.type, _actions(version, source, target))
    await _movable_branch(snapshot, actor, version)
    missing = [verdict.message for verdict in offer.guards if not verdict.passed]
    if missing:
        raise InvalidStateTransition("; ".join(missing))


async def _is_movable(snapshot: Snapshot, actor: Actor, version: ShownVersion) -> bool:
    try:
        await _movable_branch(snapshot, actor, version)
    except Refusal:
        return False
    return True


async def _movable_branch(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, branch_id: BranchId | None = None
) -> Branch:
    """The state that the item moves to; refuses what is locked, checked out by another, or protected."""
    item_access.check_unlocked(actor, version)
    await check_program_writable(snapshot, actor, version.program_id)
    branch = await branch_to_write(
        snapshot, actor, item_type=version.type, design_id=version.design_id, branch_id=branch_id
    )
    await check_not_checked_out(snapshot, actor, master_id=version.master_id, branch_id=branch.id)
    return branch


def _moves_by_itself(version: ShownVersion) -> bool:
    """Working copies and change orders are moved by their change's workflow instead."""
    return version.branch_id is None and version.type != "ChangeOrder"


async def _facts(
    snapshot: Snapshot,
    actor: Actor,
    version: ShownVersion,
    lifecycle: WorkflowDefinition,
    steps: Sequence[Transition],
) -> GuardFacts:
    """The facts for guards. Who takes a step of an item's lifecycle approves it by that."""
    vote = CountedVote(
        user_id=actor.id,
        user_name=actor.name,
        role_ids=actor.role_ids,
        approves=True,
        may_approve=actor.may(TYPES[version.type].may("approve")),
    )
    if not any(step.guards for step in steps):
        return GuardFacts(
            caller_role_ids=actor.role_ids, author_id=version.created_by, votes=(vote,)
        )
    approvers = await workflow_service.approvers_of(snapshot, lifecycle.id)
    return GuardFacts(
        caller_role_ids=actor.role_ids,
        author_id=version.created_by,
        approvers=[a for a in approvers if a.state_id == steps[0].from_state_id],
        votes=(vote,),
        role_names=await workflow_service.read_role_names(snapshot, lifecycle, actor.role_ids),
    )


def _offer(
    actor: Actor,
    version: ShownVersion,
    source: WorkflowState,
    step: Step,
    facts: GuardFacts,
    *,
    movable: bool,
) -> AvailableTransition:
    transition, target = step
    kind = TYPES[version.type]
    permitted = any(actor.may(kind.may(a)) for a in _actions(version, source, target))
    verdicts = judge_guards(transition, facts)
    allowed = permitted and movable and all(verdict.passed for verdict in verdicts)
    return AvailableTransition(transition.name, target.name, allowed, verdicts)


async def take_transition(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    wanted: TransitionInput,
    *,
    branch_id: BranchId | None = None,
    scheme: RevisionScheme,
) -> TransitionResult:
    """Take a transition; InvalidStateTransition when it does not leave the present state."""
    await hold_commit_order(tx)
    version = await _on_main(tx, actor, item_id, branch_id)
    check_item_open(version)
    lifecycle = (await workflow_service.read_lifecycles(tx)).of(version.type)
    source, (step, target) = _step(lifecycle, version, wanted.transition)
    item_access.check_permission(actor, version.type, _actions(version, source, target))
    branch = await _movable_branch(tx, actor, version, branch_id)
    check_guards(step, await _facts(tx, actor, version, lifecycle, [step]))
    async with open_commit(tx, actor, branch, wanted.commit_message) as commit:
        after = _moved(version, target, commit, scheme)
        await commit.replace_items([after])
        released = target.stage == "released" and TYPES[version.type].is_branched
        commit.note(
            after,
            "Released" if released else "Transitioned",
            changes=wire.changes_json(version, after),
            comment=wanted.comment,
        )
        if released:
            commit.revisions[after.item_number] = after.revision
            if after.design_id is not None:
                await mark_post_release(tx, after.design_id, commit.at)
    return TransitionResult(
        await item_access.access_item(tx, actor, item_id), source.name, target.name
    )


async def _on_main(
    tx: Transaction, actor: Actor, item_id: ItemId, branch_id: BranchId | None
) -> ShownVersion:
    """The item to move; what a branch shows is moved by the branch's change instead."""
    if branch_id is None:
        return await item_access.access_item(tx, actor, item_id)
    branch = await branch_access.access_branch(tx, actor, branch_id)
    version = await item_access.access_item(tx, actor, item_id, view=branch.view)
    if TYPES[version.type].is_branched and version.design_id != branch.design_id:
        raise ForeignBranch
    if TYPES[version.type].is_branched and not branch.is_main:
        raise InvalidStateTransition(f"{version.item_number} cannot change its state on a branch")
    return version


def _actions(
    version: ShownVersion, source: WorkflowState, target: WorkflowState
) -> tuple[Action, ...]:
    """The actions of which an actor needs one to move an item from a state to another.

    Only content of branches is released; the end of a task needs no approval.
    """
    if target.stage == "released" and TYPES[version.type].is_branched:
        return ("approve",)
    if source.stage == "review":
        return ("approve", "update")
    return ("update",)


def _step(
    lifecycle: WorkflowDefinition, version: ShownVersion, name: str
) -> tuple[WorkflowState, Step]:
    source = lifecycle.named(version.state)
    if source is None or not _moves_by_itself(version):
        raise InvalidStateTransition(
            f"{version.item_number} changes its state through its change order only"
        )
    steps = [(step, lifecycle.state(step.to_state_id)) for step in lifecycle.leaving(source)]
    # A step is named by itself, or else by the state it leads to.
    named = [(step.name, (step, target)) for step, target in steps]
    named += [(target.name, (step, target)) for step, target in steps]
    for called, step in named:
        if name.casefold() == called.casefold():
            return source, step
    raise InvalidStateTransition.unknown(name, version.state, (step.name for step, _ in steps))


def _moved(
    version: ShownVersion, target: WorkflowState, commit: OpenCommit, scheme: RevisionScheme
) -> ShownVersion:
    if target.stage != "released" or not TYPES[version.type].is_branched:
        return msgspec.structs.replace(version, state=target.name)
    revision = (
        version.revision if version.revision != "-" else revision_rules.first_revision(scheme)
    )
    return msgspec.structs.replace(
        version, state=target.name, revision=revision, released_at=commit.at
    )
