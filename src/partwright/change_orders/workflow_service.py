"""The course of a change through its workflow: started, shown, restructured."""

import msgspec

from partwright.change_orders import order_service
from partwright.change_orders.four_eyes_rules import weakened
from partwright.change_orders.model import (
    InstanceRecord,
    TransitionRecord,
    WorkflowAlreadyStarted,
    WorkflowInstance,
    instance_record,
)
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.identity.model import Actor, UserRef
from partwright.identity.permissions import may
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import (
    ErrorDetail,
    InvalidInput,
    PermissionDenied,
    StateConflict,
    UnprocessableInput,
)
from partwright.kit.field_problems import unknown_key
from partwright.kit.fields import RawObject
from partwright.kit.ids import ItemId, UserId, WorkflowId, new_id
from partwright.versioning import branch_service
from partwright.workflows import access as workflow_access
from partwright.workflows import instance_queries, validation
from partwright.workflows import service as workflow_service
from partwright.workflows.model import StateMachine
from partwright.workflows.rows import json_of
from partwright.workflows.state_machine_input import parse_state_machine


async def find_instance(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> WorkflowInstance | None:
    """The order's instance; None before its start."""
    await order_service.change_order(snapshot, actor, order_id)
    return await order_service.instance_of_order(snapshot, order_id)


async def instance_shown(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> InstanceRecord | None:
    """The order's instance as the wire shows it; None before its start."""
    found = await find_instance(snapshot, actor, order_id)
    return None if found is None else instance_record(found)


async def transition_history(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> list[TransitionRecord]:
    """Every step that was taken, newest first."""
    instance = await find_instance(snapshot, actor, order_id)
    if instance is None:
        return []
    return await snapshot.all(_step, instance_queries.STEPS, instance_id=instance.id)


def _step(
    step_id: str,
    transition: str | None,
    from_state: str | None,
    to_state: str,
    user_id: UserId,
    user_name: str,
    happened_at: str,
    comment: str | None,
) -> TransitionRecord:
    user = UserRef(user_id, user_name)
    return TransitionRecord(step_id, transition, from_state, to_state, user, happened_at, comment)


async def start_workflow(
    tx: Transaction, actor: Actor, order_id: ItemId, definition_id: WorkflowId | None
) -> WorkflowInstance:
    """Start the order on a definition, or on the one for its change type."""
    async with order_service.open_change_order(tx, actor, order_id) as work:
        work.check_open()
        return await begin_workflow(tx, work, definition_id)


async def begin_workflow(
    tx: Transaction, work: ChangeOrderEdit, definition_id: WorkflowId | None = None
) -> WorkflowInstance:
    """Start the opened order; AlreadyStarted, or CannotStart with what is unfinished."""
    if work.instance is not None:
        raise WorkflowAlreadyStarted(work.number)
    if definition_id is None:
        definition = await workflow_service.default_definition_for(
            tx, work.version.change_type or "ECO"
        )
        if definition is None:
            raise UnprocessableInput("No active, complete workflow applies to change orders")
    else:
        definition = await workflow_access.definition_to_change(tx, work.actor, definition_id)
    await workflow_service.check_can_start(tx, definition)
    initial = definition.initial
    assert initial is not None
    await tx.run(
        instance_queries.INSERT_INSTANCE,
        id=new_id(),
        order_id=work.version.item_id,
        definition_id=definition.id,
        definition_version=definition.version,
        workflow_type=definition.workflow_type,
        states=json_of(definition.states),
        transitions=json_of(definition.transitions),
        state_id=initial.id,
        now=clock.now(),
    )
    work.instance = await order_service.instance_of_order(tx, work.version.item_id)
    assert work.instance is not None
    await order_service.note_transition(tx, work, transition=None, source=None, target=initial.name)
    if work.version.state != initial.name:
        await order_service.put_record(
            tx, work, action="Transitioned", columns={"state": initial.name}
        )
    return work.instance


class FixedStructure(StateConflict):
    """A strict instance follows its definition."""

    def __init__(self, number: str) -> None:
        super().__init__(f"{number} follows a strict workflow, which cannot be changed")


async def restructure_workflow(
    tx: Transaction, actor: Actor, order_id: ItemId, body: RawObject
) -> WorkflowInstance:
    """Give a flexible instance other states and transitions; the current state stays."""
    async with order_service.open_change_order(tx, actor, order_id) as work:
        work.check_open()
        instance = work.started
        if instance.workflow_type != "flexible":
            raise FixedStructure(work.number)
        structure = _read_structure(body, instance.structure)
        state_id = instance.state_id
        if all(state.id != state_id for state in structure.states):
            raise StateConflict(f"The current state {instance.state.name} cannot be removed")
        _check_finished(structure)
        await _check_four_eyes(tx, work, structure)
        states, transitions = json_of(structure.states), json_of(structure.transitions)
        await tx.run(
            instance_queries.RESTRUCTURE, id=instance.id, states=states, transitions=transitions
        )
        work.instance = msgspec.structs.replace(instance, states=states, transitions=transitions)
        name = work.instance.state.name
        if name != work.version.state:
            await order_service.put_record(tx, work, action="Transitioned", columns={"state": name})
        await branch_service.lock_change_branches(
            tx, work.version.item_id, is_locked=work.is_frozen
        )
        await order_service.note_transition(
            tx, work, transition=None, source=name, target=name, comment="Workflow restructured"
        )
    return work.instance


def _read_structure(body: RawObject, present: StateMachine) -> StateMachine:
    """The structure of a body; InvalidInput for what is wrong with it."""
    known = ("states", "transitions")
    unknown = [ErrorDetail(key, unknown_key(known)) for key in body if key not in known]
    if unknown:
        raise InvalidInput.fields(unknown)
    return parse_state_machine(body, present=present)


def _check_finished(structure: StateMachine) -> None:
    """UnprocessableInput for a structure without an initial or a final state."""
    unfinished = validation.structural_errors(structure, "workflow")
    if unfinished:
        told = "; ".join(finding.message for finding in unfinished)
        details = [ErrorDetail(finding.path, finding.message) for finding in unfinished]
        raise UnprocessableInput(told, details=details)


async def _check_four_eyes(tx: Transaction, work: ChangeOrderEdit, structure: StateMachine) -> None:
    """PermissionDenied, without the right to manage, for what would weaken an approval.

    Before the change is submitted only states that have approvers are kept.
    """
    if work.actor.may(may("workflows", "manage")):
        return
    instance = work.started
    approvers = await workflow_service.approvers_of(tx, instance.definition_id)
    approving = {approver.state_id for approver in approvers}
    if instance.visit > 1:
        problems = weakened(instance.structure, structure, approving)
    else:
        kept = {state.id for state in structure.states}
        gone = [s for s in instance.structure.states if s.id in approving and s.id not in kept]
        problems = [f"the state {state.name} has approvers and would be removed" for state in gone]
    if problems:
        told = "; ".join(problems)
        raise PermissionDenied(f"This requires the permission workflows.manage: {told}")
