"""The workflow of a change order over HTTP."""

import msgspec

from partwright.change_orders import approvals, decisions, transitions, workflow_instances
from partwright.change_orders.approvals import ApprovalRecord, ApprovalStatus
from partwright.change_orders.lifecycle_effects import LifecycleMoveRecord
from partwright.change_orders.model import (
    InstanceRecord,
    StateRef,
    TransitionRecord,
    VoteInput,
    instance_record,
)
from partwright.change_orders.release import ReleaseResult
from partwright.change_orders.transitions import TransitionRequest
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject, Uuid
from partwright.kit.ids import ItemId, WorkflowId
from partwright.web.answers import Answer, created
from partwright.web.call import Call
from partwright.web.endpoint import SIGNED_IN, Routes
from partwright.workflows.model import Transition

routes = Routes("Workflows of change orders")

READ = may("change_orders", "read")
UPDATE = may("change_orders", "update")
WORKFLOW = "/api/change-orders/{order_id:str}/workflow"


class WorkflowStart(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The definition to follow; the one for the change's type when none is named."""

    workflow_definition_id: Uuid | None = None


@routes.get(WORKFLOW, READ, gives={"instance": InstanceRecord | None})
async def get_instance(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """How far the change has come."""
    found = await workflow_instances.find_instance(snapshot, call.actor, order_id)
    return Answer({"instance": None if found is None else instance_record(found)})


@routes.post(WORKFLOW, UPDATE, answers=(201,), gives={"instance": InstanceRecord})
async def start_instance(
    call: Call, tx: Transaction, order_id: ItemId, body: WorkflowStart
) -> Answer:
    """Start the change on its workflow."""
    named = body.workflow_definition_id
    definition_id = None if named is None else WorkflowId(named)
    instance = await workflow_instances.start_workflow(tx, call.actor, order_id, definition_id)
    return created({"instance": instance_record(instance)})


@routes.get(
    WORKFLOW + "/transition",
    READ,
    gives={
        "currentState": StateRef | None,
        "availableTransitions": list[transitions.OfferedTransition],
    },
)
async def list_steps(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """The transitions that leave the current state, each with what its guards say."""
    instance, offers = await transitions.offered_transitions(snapshot, call.actor, order_id)
    state = None if instance is None else StateRef(instance.state_id, instance.state.name)
    return Answer({"currentState": state, "availableTransitions": offers})


@routes.post(
    WORKFLOW + "/transition",
    UPDATE,
    example={"transition": "Submit"},
    gives={
        "instance": InstanceRecord,
        "transition": Transition,
        "effects": list[LifecycleMoveRecord],
        "release": ReleaseResult | None,
    },
)
async def take_step(
    call: Call, tx: Transaction, order_id: ItemId, body: TransitionRequest
) -> Answer:
    """Take a transition of the workflow."""
    settings = call.services.settings
    taken = await transitions.request_transition(tx, call.actor, order_id, body, settings=settings)
    return Answer(
        {
            "instance": instance_record(taken.instance),
            "transition": taken.transition,
            "effects": taken.effects,
            "release": taken.released,
        }
    )


@routes.get(WORKFLOW + "/history", READ, gives={"history": list[TransitionRecord]})
async def list_history(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """Every step that was taken, newest first."""
    return Answer(
        {"history": await workflow_instances.transition_history(snapshot, call.actor, order_id)}
    )


@routes.put(WORKFLOW + "/structure", UPDATE, gives={"instance": InstanceRecord})
async def restructure(call: Call, tx: Transaction, order_id: ItemId, body: RawObject) -> Answer:
    """Give a flexible instance other states and transitions."""
    instance = await workflow_instances.restructure(tx, call.actor, order_id, body)
    return Answer({"instance": instance_record(instance)})


@routes.get("/api/change-orders/{order_id:str}/approvals", READ, gives=ApprovalStatus)
async def list_approvals(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """Who is asked in the current state, and who has voted."""
    return Answer(await approvals.approval_status(snapshot, call.actor, order_id))


@routes.post(
    "/api/change-orders/{order_id:str}/approvals",
    SIGNED_IN,
    answers=(201,),
    example={"vote": "approve"},
    gives={"approval": ApprovalRecord},
)
async def vote(call: Call, tx: Transaction, order_id: ItemId, body: VoteInput) -> Answer:
    """Vote in the current state; a second vote replaces the first."""
    settings = call.services.settings
    approval = await decisions.cast_single_vote(tx, call.actor, order_id, body, settings=settings)
    return created({"approval": approval})
