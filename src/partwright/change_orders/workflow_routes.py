"""The workflow of a change order over HTTP."""

import msgspec

from partwright.change_orders import (
    approval_service,
    decision_service,
    transition_service,
    upcoming,
    workflow_service,
)
from partwright.change_orders.approval_service import ApprovalStatus
from partwright.change_orders.lifecycle_effects import LifecycleMoveRecord
from partwright.change_orders.model import (
    ApprovalRecord,
    InstanceRecord,
    StateRef,
    TransitionRecord,
    VoteInput,
    instance_record,
)
from partwright.change_orders.release_service import ReleaseResult
from partwright.change_orders.signatures import check_signature
from partwright.change_orders.transition_service import TransitionRequest
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject, Uuid
from partwright.kit.ids import ItemId, WorkflowId
from partwright.web.endpoint import SIGNED_IN, RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, created_response
from partwright.workflows.model import Transition

routes = RouteTable("Workflows of change orders")

READ = may("change_orders", "read")
UPDATE = may("change_orders", "update")
WORKFLOW = "/api/change-orders/{order_id:str}/workflow"


class WorkflowStart(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The definition to follow; the one for the change's type when none is named."""

    workflow_definition_id: Uuid | None = None

    @property
    def definition_id(self) -> WorkflowId | None:
        named = self.workflow_definition_id
        return None if named is None else WorkflowId(named)


@routes.get(
    WORKFLOW,
    READ,
    response={"instance": InstanceRecord | None, "upcoming": upcoming.UpcomingWorkflow | None},
)
async def get_change_order_workflow(
    request: Request, snapshot: Snapshot, order_id: ItemId
) -> DataResponse:
    """The progress of the change in its workflow; before its start, the workflow it would start on."""
    actor = request.actor
    instance = await workflow_service.instance_shown(snapshot, actor, order_id)
    would_start = await upcoming.upcoming_workflow(snapshot, actor, order_id)
    return DataResponse({"instance": instance, "upcoming": would_start})


@routes.post(WORKFLOW, UPDATE, statuses=(201,), response={"instance": InstanceRecord})
async def start_change_order_workflow(
    request: Request, tx: Transaction, order_id: ItemId, body: WorkflowStart
) -> DataResponse:
    """Start the change on its workflow."""
    instance = await workflow_service.start_workflow(
        tx, request.actor, order_id, body.definition_id
    )
    return created_response({"instance": instance_record(instance)})


@routes.get(
    WORKFLOW + "/transition",
    READ,
    response={
        "currentState": StateRef | None,
        "availableTransitions": list[transition_service.OfferedTransition],
    },
)
async def list_change_order_transitions(
    request: Request, snapshot: Snapshot, order_id: ItemId
) -> DataResponse:
    """The transitions that leave the current state, each with what its guards say."""
    state, offers = await transition_service.offered_transitions(snapshot, request.actor, order_id)
    return DataResponse({"currentState": state, "availableTransitions": offers})


@routes.post(
    WORKFLOW + "/transition",
    UPDATE,
    example={"transition": "Submit"},
    response={
        "instance": InstanceRecord,
        "transition": Transition,
        "effects": list[LifecycleMoveRecord],
        "release": ReleaseResult | None,
    },
)
async def transition_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: TransitionRequest
) -> DataResponse:
    """Take a transition of the workflow."""
    settings = request.services.settings
    taken = await transition_service.request_transition(
        tx, request.actor, order_id, body, settings=settings
    )
    return DataResponse(taken.to_record())


@routes.get(WORKFLOW + "/history", READ, response={"history": list[TransitionRecord]})
async def get_change_order_history(
    request: Request, snapshot: Snapshot, order_id: ItemId
) -> DataResponse:
    """Every step that was taken, newest first."""
    return DataResponse(
        {"history": await workflow_service.transition_history(snapshot, request.actor, order_id)}
    )


@routes.put(WORKFLOW + "/structure", UPDATE, response={"instance": InstanceRecord})
async def update_change_order_workflow(
    request: Request, tx: Transaction, order_id: ItemId, body: RawObject
) -> DataResponse:
    """Give a flexible instance other states and transitions."""
    instance = await workflow_service.restructure_workflow(tx, request.actor, order_id, body)
    return DataResponse({"instance": instance_record(instance)})


@routes.get("/api/change-orders/{order_id:str}/approvals", READ, response=ApprovalStatus)
async def list_change_order_approvals(
    request: Request, snapshot: Snapshot, order_id: ItemId
) -> DataResponse:
    """The people and roles asked in the current state, and the votes so far."""
    return DataResponse(await approval_service.approval_status(snapshot, request.actor, order_id))


@routes.post(
    "/api/change-orders/{order_id:str}/approvals",
    SIGNED_IN,
    before_write=check_signature,
    statuses=(201,),
    example={"vote": "approve"},
    response={"approval": ApprovalRecord},
)
async def vote_on_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: VoteInput
) -> DataResponse:
    """Vote in the current state; a second vote replaces the first."""
    settings = request.services.settings
    approval = await decision_service.cast_single_vote(
        tx, request.actor, order_id, body, settings=settings
    )
    return created_response({"approval": approval})
