"""The workflow of a change order over HTTP."""

import msgspec

from partwright.changes import approvals, instances, stepping
from partwright.changes.approvals import Approval, Standing
from partwright.changes.effects import Effected
from partwright.changes.order_model import (
    Ballot,
    InstanceShown,
    StateRef,
    StepShown,
    instance_shown,
)
from partwright.changes.release import Released
from partwright.changes.stepping import Step
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


class Start(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The definition to follow; the one for the change's type when none is named."""

    workflow_definition_id: Uuid | None = None


@routes.get(WORKFLOW, READ, gives={"instance": InstanceShown | None})
async def get_instance(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """How far the change has come."""
    found = await instances.shown(snapshot, call.actor, order_id)
    return Answer({"instance": None if found is None else instance_shown(found)})


@routes.post(WORKFLOW, UPDATE, answers=(201,), gives={"instance": InstanceShown})
async def start_instance(call: Call, tx: Transaction, order_id: ItemId, body: Start) -> Answer:
    """Start the change on its workflow."""
    named = body.workflow_definition_id
    definition_id = None if named is None else WorkflowId(named)
    instance = await instances.start(tx, call.actor, order_id, definition_id)
    return created({"instance": instance_shown(instance)})


@routes.get(
    WORKFLOW + "/transition",
    READ,
    gives={"currentState": StateRef | None, "availableTransitions": list[stepping.Offer]},
)
async def list_steps(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """The transitions that leave the current state, each with what its guards say."""
    instance, offers = await stepping.offers(snapshot, call.actor, order_id)
    state = None if instance is None else StateRef(instance.state_id, instance.state.name)
    return Answer({"currentState": state, "availableTransitions": offers})


@routes.post(
    WORKFLOW + "/transition",
    UPDATE,
    example={"transition": "Submit"},
    gives={
        "instance": InstanceShown,
        "transition": Transition,
        "effects": list[Effected],
        "release": Released | None,
    },
)
async def take_step(call: Call, tx: Transaction, order_id: ItemId, body: Step) -> Answer:
    """Take a transition of the workflow."""
    settings = call.services.settings
    taken = await stepping.move(tx, call.actor, order_id, body, settings=settings)
    return Answer(
        {
            "instance": instance_shown(taken.instance),
            "transition": taken.way,
            "effects": taken.effects,
            "release": taken.released,
        }
    )


@routes.get(WORKFLOW + "/history", READ, gives={"history": list[StepShown]})
async def list_history(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """Every step that was taken, newest first."""
    return Answer({"history": await instances.history(snapshot, call.actor, order_id)})


@routes.put(WORKFLOW + "/structure", UPDATE, gives={"instance": InstanceShown})
async def restructure(call: Call, tx: Transaction, order_id: ItemId, body: RawObject) -> Answer:
    """Give a flexible instance other states and transitions."""
    instance = await instances.restructure(tx, call.actor, order_id, body)
    return Answer({"instance": instance_shown(instance)})


@routes.get("/api/change-orders/{order_id:str}/approvals", READ, gives=Standing)
async def list_approvals(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """Who is asked in the current state, and who has voted."""
    return Answer(await approvals.standing(snapshot, call.actor, order_id))


@routes.post(
    "/api/change-orders/{order_id:str}/approvals",
    SIGNED_IN,
    answers=(201,),
    example={"vote": "approve"},
    gives={"approval": Approval},
)
async def vote(call: Call, tx: Transaction, order_id: ItemId, body: Ballot) -> Answer:
    """Vote in the current state; a second vote replaces the first."""
    settings = call.services.settings
    approval = await stepping.vote(tx, call.actor, order_id, body, settings=settings)
    return created({"approval": approval})
