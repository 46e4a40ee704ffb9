"""Definitions of state machines: states, transitions, and what they bring about."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from partwright.identity.permissions import may
from partwright.kit.errors import ErrorDetail, NotFound, StateConflict, UnprocessableInput
from partwright.kit.field_problems import shown
from partwright.kit.fields import FieldProblem, Name, Uuid, cleaned, trimmed
from partwright.kit.ids import ApproverId, RoleId, UserId, WorkflowId, as_uuid
from partwright.workflows.inference import Category, Kind, Outcome, stage_of_state

__all__ = ["Category", "Kind", "Outcome"]

Style = Literal["strict", "flexible"]
ChangeType = Literal["ECO", "ECN", "MCO", "Deviation"]
ChangeAction = Literal["release", "revise", "modify", "obsolete", "add", "remove"]


def _ids(texts: tuple[str, ...]) -> tuple[str, ...]:
    for text in texts:
        if as_uuid(text) is None:
            raise FieldProblem(f"expected a UUID, got {shown(text)}")
    return tuple(dict.fromkeys(text.lower() for text in texts))


def _names(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trimmed(text) for text in texts))


Key = Annotated[str, Meta(max_length=100, extra=cleaned(trimmed))]
"""What names a state or a transition within its definition."""
Color = Annotated[str, Meta(max_length=100)]
RoleIds = Annotated[tuple[str, ...], Meta(max_length=100, extra=cleaned(_ids))]
RoleNames = Annotated[
    tuple[Annotated[str, Meta(max_length=500)], ...],
    Meta(min_length=1, max_length=100, extra=cleaned(_names)),
]

READ = may("workflows", "read")
CREATE = may("workflows", "create")
UPDATE = may("workflows", "update")
DELETE = may("workflows", "delete")


class WorkflowState(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One state of a definition."""

    id: Key
    name: Name
    is_initial: bool = False
    is_final: bool = False
    color: Color | None = None
    category: Category | None = None
    outcome: Outcome | None = None
    """What becomes of a change that ends here; of final states only."""

    @property
    def stage(self) -> Category | None:
        """The category, inferred from name and flags where none is given."""
        return stage_of_state(self)


class RequiresApproval(
    msgspec.Struct, frozen=True, rename="camel", tag="requires_approval", omit_defaults=True
):
    """Holds when the approvers of the state that is left have approved."""

    required_count: Annotated[int, Meta(ge=1, le=1000)] | None = None
    role_ids: RoleIds = ()


class RoleRequired(msgspec.Struct, frozen=True, rename="camel", tag="role_required"):
    """Holds for who has one of the roles, each by its name or id."""

    roles: RoleNames


class AllItemsReviewed(msgspec.Struct, frozen=True, tag="all_items_reviewed"):
    """Holds when every affected item is marked reviewed."""


class ChildrenReleased(msgspec.Struct, frozen=True, tag="children_released"):
    """Holds when every child of what the change releases is released, or is so by the same change."""


Guard = RequiresApproval | RoleRequired | AllItemsReviewed | ChildrenReleased


class LifecycleEffect(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A move in their own lifecycle of the affected items with the action."""

    change_action: ChangeAction
    lifecycle_definition_id: Uuid
    from_state_id: Key
    """A state of that lifecycle, by its id or its name."""
    to_state_id: Key


class Transition(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A step from one state to another."""

    id: Key
    name: Name
    from_state_id: Key
    to_state_id: Key
    guards: tuple[Guard, ...] = ()
    lifecycle_effects: tuple[LifecycleEffect, ...] = ()


class SentTransition(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A transition as a client sends it; without an id it gets one."""

    id: Key | None = None
    name: Name
    from_state_id: Key
    to_state_id: Key
    guards: tuple[Guard, ...] = ()
    lifecycle_effects: tuple[LifecycleEffect, ...] = ()


class StateMachine(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """States and the transitions between them."""

    states: tuple[WorkflowState, ...]
    transitions: tuple[Transition, ...]

    @property
    def initial(self) -> WorkflowState | None:
        return next((state for state in self.states if state.is_initial), None)

    def named(self, name: str) -> WorkflowState | None:
        return next((state for state in self.states if state.name == name), None)

    def state(self, state_id: str) -> WorkflowState:
        """The state of an id that is known to be there."""
        return next(state for state in self.states if state.id == state_id)

    def find(self, state_id: str) -> WorkflowState | None:
        """The state of an id as a path or body gives it."""
        # The HTTP layer writes every UUID in a path in its canonical form.
        return next((s for s in self.states if state_id in (s.id, as_uuid(s.id))), None)

    def referred(self, reference: str) -> WorkflowState | None:
        """The state that an effect means: by its id, or else by its name."""
        return self.find(reference) or next(
            (s for s in self.states if s.name.casefold() == reference.casefold()), None
        )

    def leaving(self, state: WorkflowState) -> tuple[Transition, ...]:
        return tuple(t for t in self.transitions if t.from_state_id == state.id)


class WorkflowDefinition(StateMachine, frozen=True, rename="camel", kw_only=True):
    """A state machine as it stands in one version of it."""

    id: WorkflowId
    version: int
    name: str
    definition_type: Kind
    workflow_type: Style
    description: str | None
    applicable_item_types: tuple[str, ...]
    change_types: tuple[str, ...]
    is_active: bool
    created_at: str
    updated_at: str


class Approver(msgspec.Struct, frozen=True, kw_only=True):
    """Who approves in a state: a user, whoever has a role, or a user as long as they have it."""

    id: ApproverId
    state_id: str
    user_id: UserId | None
    role_id: RoleId | None
    user_name: str | None = None
    role_name: str | None = None
    """None for a role that no longer exists."""
    is_active: bool = True
    """Whether the user named, if one is, may still sign on."""
    user_role_ids: tuple[str, ...] = ()
    """The roles that the user named has now."""


class ValidationFinding(msgspec.Struct, frozen=True):
    """What is wrong with a definition, and where."""

    code: str
    path: str
    message: str


class NameTaken(StateConflict):
    """Names of definitions are unique, letter case apart."""

    def __init__(self, name: str) -> None:
        message = f"A workflow named {name} already exists"
        super().__init__(message, details=[ErrorDetail("name", message)])


class HasRunningInstances(StateConflict):
    """Changes are under way by the definition."""

    def __init__(self, name: str, count: int) -> None:
        changes = "1 open change" if count == 1 else f"{count} open changes"
        super().__init__(f"{name} has {changes} running on it")


class AlreadyApprover(StateConflict):
    """A user, a role, or a user in a role approves in a state once."""

    def __init__(self, who: str, state: str) -> None:
        super().__init__(f"{who} is already an approver of {state}")


class UnknownState(NotFound):
    """The definition has no such state."""

    def __init__(self, state_id: str) -> None:
        super().__init__(f"State {state_id!r} does not exist")


class CannotStart(UnprocessableInput):
    """Nothing starts on a lifecycle, on what is switched off, or on what is not finished."""

    def __init__(self, name: str, why: str, findings: Sequence[ValidationFinding] = ()) -> None:
        told = "; ".join(finding.message for finding in findings)
        super().__init__(
            f"{name} {why}" + (f": {told}" if told else ""),
            details=[ErrorDetail(finding.path, finding.message) for finding in findings],
        )
