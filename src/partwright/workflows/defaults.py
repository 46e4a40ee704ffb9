"""The definitions that a new server starts with."""

from itertools import permutations

import msgspec

from partwright.item_types import TYPES
from partwright.item_types.base import STANDARD_LIFECYCLE
from partwright.workflows.model import (
    ChildrenReleased,
    Guard,
    Kind,
    RequiresApproval,
    Style,
    Transition,
    WorkflowState,
)


class DefaultDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """A definition to be made at the first start."""

    name: str
    definition_type: Kind
    workflow_type: Style = "strict"
    description: str
    change_types: tuple[str, ...] = ()
    states: tuple[WorkflowState, ...]
    transitions: tuple[Transition, ...]

    @property
    def item_types(self) -> tuple[str, ...]:
        """The types that say that they follow it."""
        return tuple(name for name, type in TYPES.items() if type.lifecycle == self.name)


def _step(name: str, source: str, target: str, *guards: Guard) -> Transition:
    return Transition(
        id=f"{name.lower()}-{source}",
        name=name,
        from_state_id=source,
        to_state_id=target,
        guards=guards,
    )


_RELEASING = DefaultDefinition(
    name=STANDARD_LIFECYCLE,
    definition_type="lifecycle",
    description="Drafted, reviewed, released; later superseded or obsolete",
    states=(
        WorkflowState(id="draft", name="Draft", is_initial=True, category="draft"),
        WorkflowState(id="in-review", name="In Review", category="review"),
        WorkflowState(id="released", name="Released", is_final=True, category="released"),
        WorkflowState(id="superseded", name="Superseded", is_final=True, category="superseded"),
        WorkflowState(id="obsolete", name="Obsolete", is_final=True, category="obsolete"),
    ),
    transitions=(
        _step("Submit", "draft", "in-review"),
        _step("Approve", "in-review", "released"),
        _step("Reject", "in-review", "draft"),
    ),
)

_TASK = DefaultDefinition(
    name="Task lifecycle",
    definition_type="lifecycle",
    description="Started and completed",
    states=(
        WorkflowState(id="draft", name="Draft", is_initial=True, category="draft"),
        WorkflowState(id="in-progress", name="In Progress"),
        WorkflowState(id="done", name="Done", is_final=True),
    ),
    transitions=(
        _step("Start", "draft", "in-progress"),
        _step("Complete", "in-progress", "done"),
    ),
)

_ISSUE_STATES = {
    "open": ("Open", "Reopen"),
    "in-progress": ("In Progress", "Start"),
    "resolved": ("Resolved", "Resolve"),
    "closed": ("Closed", "Close"),
    "cancelled": ("Cancelled", "Cancel"),
}
"""State id -> (its name, the name of the step that leads there)."""

_ISSUE = DefaultDefinition(
    name="Issue lifecycle",
    definition_type="lifecycle",
    workflow_type="flexible",
    description="Free: from any state to any other",
    states=tuple(
        WorkflowState(
            id=key,
            name=name,
            is_initial=key == "open",
            is_final=key in ("closed", "cancelled"),
            category="cancelled" if key == "cancelled" else "draft" if key == "open" else None,
        )
        for key, (name, _) in _ISSUE_STATES.items()
    ),
    transitions=tuple(
        _step(_ISSUE_STATES[target][1], source, target)
        for source, target in permutations(_ISSUE_STATES, 2)
    ),
)

_CHANGE = DefaultDefinition(
    name="Change order workflow",
    definition_type="workflow",
    description="Drafted, reviewed, approved, released",
    change_types=("ECO", "ECN", "MCO", "Deviation"),
    states=(
        WorkflowState(id="draft", name="Draft", is_initial=True, category="draft"),
        WorkflowState(id="in-review", name="In Review", category="review"),
        WorkflowState(id="approved", name="Approved", category="review"),
        WorkflowState(
            id="released", name="Released", is_final=True, category="released", outcome="release"
        ),
        WorkflowState(
            id="cancelled", name="Cancelled", is_final=True, category="cancelled", outcome="cancel"
        ),
    ),
    transitions=(
        _step("Submit", "draft", "in-review", ChildrenReleased()),
        _step("Approve", "in-review", "approved", RequiresApproval()),
        _step("Reject", "in-review", "draft"),
        _step("Release", "approved", "released", ChildrenReleased()),
        _step("Reject", "approved", "draft"),
        _step("Cancel", "draft", "cancelled"),
        _step("Cancel", "in-review", "cancelled"),
        _step("Cancel", "approved", "cancelled"),
    ),
)

DEFAULTS = (_RELEASING, _TASK, _ISSUE, _CHANGE)
