"""Definitions, their states and approvers by their ids, or a refusal."""

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.ids import WorkflowId
from partwright.workflows import queries as workflow_queries
from partwright.workflows.model import READ, UnknownState, WorkflowDefinition, WorkflowState
from partwright.workflows.queries import DefinitionRow
from partwright.workflows.rows import definition_of
from partwright.workflows.service import hold_definition


async def access_definition(
    snapshot: Snapshot, actor: Actor, definition_id: WorkflowId, *, version: int | None = None
) -> WorkflowDefinition:
    """The definition as it stands now, or as it stood in a version.

    PermissionDenied without the right to read workflows; NotFound when it is unknown. A version stays
    readable after its definition was deleted.
    """
    actor.require(READ)
    if version is None:
        row = await snapshot.one(DefinitionRow, workflow_queries.DEFINITION, id=definition_id)
    else:
        row = await snapshot.one(
            DefinitionRow, workflow_queries.VERSION, id=definition_id, version=version
        )
    if row is None:
        raise NotFound.of("Workflow", definition_id)
    return definition_of(row)


async def definition_to_change(
    tx: Transaction, actor: Actor, definition_id: WorkflowId
) -> WorkflowDefinition:
    """The definition; until the end of the transaction nobody else changes it or starts on it."""
    await hold_definition(tx, definition_id)
    return await access_definition(tx, actor, definition_id)


def access_state(found: WorkflowDefinition, state_id: str) -> WorkflowState:
    """The state of the definition; UnknownState when it has none of the id."""
    known = found.find(state_id)
    if known is None:
        raise UnknownState(state_id)
    return known
