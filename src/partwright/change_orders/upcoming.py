"""The workflow that a change order would start on, and what could be done first."""

import msgspec

from partwright.change_orders import approval_service, order_service
from partwright.change_orders.model import WorkflowInstance
from partwright.change_orders.transition_service import OfferedTransition, offer_transition
from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId, WorkflowId
from partwright.workflows import service as workflow_service
from partwright.workflows.model import Transition, WorkflowDefinition, WorkflowState
from partwright.workflows.rows import json_of


class UpcomingWorkflow(msgspec.Struct, frozen=True, rename="camel"):
    """States and steps of a workflow, and the steps that would be offered at its start."""

    workflow_definition_id: WorkflowId
    name: str
    states: tuple[WorkflowState, ...]
    transitions: tuple[Transition, ...]
    available_transitions: list[OfferedTransition]


async def upcoming_workflow(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> UpcomingWorkflow | None:
    """The definition that an order starts on where nobody names another workflow."""
    version = await order_service.change_order(snapshot, actor, order_id)
    if await order_service.instance_of_order(snapshot, order_id) is not None:
        return None
    found = await workflow_service.default_definition_for(snapshot, version.change_type or "ECO")
    if found is None or found.initial is None:
        return None
    context = await approval_service.transition_context(
        snapshot, actor, order_id, _unstarted(found, found.initial)
    )
    permitted = actor.may(order_service.CHANGE_ORDER.may("update"))
    offered = [offer_transition(one, context, permitted=permitted) for one in context.transitions]
    return UpcomingWorkflow(found.id, found.name, found.states, found.transitions, offered)


def _unstarted(definition: WorkflowDefinition, initial: WorkflowState) -> WorkflowInstance:
    """An instance as it would begin; it has no id, and so no votes."""
    return WorkflowInstance(
        id="",
        definition_id=definition.id,
        definition_version=definition.version,
        workflow_type=definition.workflow_type,
        states=json_of(definition.states),
        transitions=json_of(definition.transitions),
        state_id=initial.id,
        visit=0,
        drafted_visit=0,
        status="active",
        started_at="",
        completed_at=None,
    )
