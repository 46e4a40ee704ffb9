"""Approvers of the states of a definition.

Approvers belong to the definition, not to a version of it: whoever is named or taken out counts
at once, also for what runs. Those of a state that an edit removes stay with what still runs
through that state; until they are taken out, validation tells of them and nothing new starts.
"""

from collections.abc import Sequence

from partwright.identity import access as identity_access
from partwright.identity.model import Actor
from partwright.identity.rights_listeners import tell_of_rights
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import ErrorDetail, InvalidInput, NotFound, UnprocessableInput
from partwright.kit.ids import ApproverId, RoleId, UserId, WorkflowId, new_id
from partwright.workflows import access as workflow_access
from partwright.workflows import queries as workflow_queries
from partwright.workflows.model import AlreadyApprover, Approver, WorkflowDefinition
from partwright.workflows.service import approvers_of
from partwright.workflows.wire import NewApprover, StateApprovers, show_approver


class CannotApprove(UnprocessableInput):
    """A deactivated user never votes, and would hold every change up."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is deactivated and cannot approve")


async def of_definition(
    snapshot: Snapshot, actor: Actor, definition_id: WorkflowId
) -> list[StateApprovers]:
    """The approvers of every state, also of states that are gone but still have some."""
    found = await workflow_access.access_definition(snapshot, actor, definition_id)
    named = await approvers_of(snapshot, definition_id)
    states: dict[str, str | None] = {state.id: state.name for state in found.states}
    for approver in named:
        states.setdefault(approver.state_id, None)
    return [_of(state_id, name, named) for state_id, name in states.items()]


def _of(state_id: str, name: str | None, named: Sequence[Approver]) -> StateApprovers:
    shown = [show_approver(approver) for approver in named if approver.state_id == state_id]
    return StateApprovers(state_id, name, shown)


async def approvers_of_state(
    snapshot: Snapshot, actor: Actor, definition_id: WorkflowId, state_id: str
) -> StateApprovers:
    """The approvers of one state; UnknownState when there is neither the state nor an approver."""
    found = await workflow_access.access_definition(snapshot, actor, definition_id)
    named = await approvers_of(snapshot, definition_id)
    known = _known(found, state_id, named)
    state = found.find(known)
    return _of(known, state.name if state else None, named)


def _known(found: WorkflowDefinition, state_id: str, named: Sequence[Approver]) -> str:
    """The id of the state as the definition spells it."""
    if found.find(state_id) is None and any(a.state_id == state_id for a in named):
        return state_id
    return workflow_access.access_state(found, state_id).id


async def add_approver(
    tx: Transaction, actor: Actor, definition_id: WorkflowId, state_id: str, new: NewApprover
) -> Approver:
    """Name an approver of a state."""
    if new.user_id is None and new.role_id is None:
        message = "userId or roleId is required"
        raise InvalidInput.fields([ErrorDetail("userId", message), ErrorDetail("roleId", message)])
    found = await workflow_access.definition_to_change(tx, actor, definition_id)
    state = workflow_access.access_state(found, state_id)
    called: list[str] = []
    if new.user_id is not None:
        user = await identity_access.user(tx, UserId(new.user_id))
        if not user.active:
            raise CannotApprove(user.name)
        called.append(user.name)
    if new.role_id is not None:
        called.append((await identity_access.role(tx, RoleId(new.role_id))).name)
    approver_id = new_id()
    row = {"id": approver_id, "definition_id": definition_id, "state_id": state.id}
    row |= {"user_id": new.user_id, "role_id": new.role_id, "now": clock.now()}
    if not await tx.run(workflow_queries.INSERT_APPROVER, **row):
        raise AlreadyApprover(" as ".join(called), state.name)
    await tell_of_rights(tx)
    named = await approvers_of(tx, definition_id)
    return next(approver for approver in named if approver.id == approver_id)


async def remove_approver(
    tx: Transaction,
    actor: Actor,
    definition_id: WorkflowId,
    state_id: str,
    approver_id: ApproverId,
) -> None:
    """Take an approver out; what waits for them waits no longer."""
    found = await workflow_access.definition_to_change(tx, actor, definition_id)
    named = await approvers_of(tx, definition_id)
    known = _known(found, state_id, named)
    if not await tx.run(
        workflow_queries.DELETE_APPROVER,
        id=approver_id,
        definition_id=definition_id,
        state_id=known,
    ):
        raise NotFound.of("Approver", approver_id)
