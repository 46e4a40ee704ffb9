"""Definitions from and to the rows that keep them."""

from functools import lru_cache

import msgspec

from partwright.workflows.model import (
    Kind,
    StateMachine,
    Transition,
    WorkflowDefinition,
    WorkflowState,
)
from partwright.workflows.queries import DefinitionRow
from partwright.workflows.state_machine_input import with_inferred_meaning

_states = msgspec.json.Decoder(tuple[WorkflowState, ...])
_transitions = msgspec.json.Decoder(tuple[Transition, ...])
_names = msgspec.json.Decoder(tuple[str, ...])


def definition_of(row: DefinitionRow) -> WorkflowDefinition:
    """The definition of a row; its states tell their categories and outcomes."""
    structure = state_machine_of(row.states, row.transitions, row.definition_type)
    return WorkflowDefinition(
        id=row.id,
        version=row.version,
        name=row.name,
        definition_type=row.definition_type,
        workflow_type="flexible" if row.workflow_type == "flexible" else "strict",
        description=row.description,
        applicable_item_types=names_of(row.item_types),
        change_types=names_of(row.change_types),
        is_active=row.is_active,
        created_at=row.created_at,
        updated_at=row.updated_at,
        states=structure.states,
        transitions=structure.transitions,
    )


@lru_cache(maxsize=64)
def state_machine_of(states: str, transitions: str, kind: Kind = "workflow") -> StateMachine:
    """States and transitions out of JSON; every write asks for the same few."""
    return StateMachine(
        states=tuple(with_inferred_meaning(state, kind) for state in _states.decode(states)),
        transitions=_transitions.decode(transitions),
    )


@lru_cache(maxsize=128)
def names_of(text: str) -> tuple[str, ...]:
    return _names.decode(text)


def json_of(value: object) -> str:
    """States, transitions or names as the database keeps them."""
    return msgspec.json.encode(value).decode()
