"""Definitions of state machines: states, transitions, and what they bring about."""

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import Meta

from partwright.identity.permissions import may
from partwright.kit.errors import ErrorDetail, NotFound, StateConflict, UnprocessableInput
from partwright.kit.field_problems import shown
from partwright.kit.fields import FieldProblem, Name, Uuid, cleaned, trimmed
from partwright.kit.ids import ApproverId, RoleId, UserId, WorkflowId, as_uuid

Category = Literal["draft", "review", "released", "superseded", "obsolete", "cancelled"]
Outcome = Literal["release", "cancel", "none"]
Kind = Literal["lifecycle", "workflow"]
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
"""The name of a state or a transition within its definition."""
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
    """The outcome for a change that ends here; of final states only."""

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
    """Holds for whoever has one of the roles, each by its name or id."""

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

    @property
    def asks_approval(self) -> bool:
        """Whether a guard of it counts votes."""
        return any(isinstance(guard, RequiresApproval) for guard in self.guards)


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
    """Approver in a state: a user, whoever has a role, or a user as long as they have it."""

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
    """Fault of a definition, and where it is."""

    code: str
    path: str
    message: str


class NameTaken(StateConflict):
    """Names of definitions are unique, ignoring case."""

    def __init__(self, name: str) -> None:
        message = f"A workflow named {name} already exists"
        super().__init__(message, details=[ErrorDetail("name", message)])


class HasRunningInstances(StateConflict):
    """Changes are under way by the definition."""

    def __init__(self, name: str, count: int) -> None:
        changes = "1 open change" if count == 1 else f"{count} open changes"
        super().__init__(f"{name} is in use by {changes}")


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


class DescribedState(Protocol):
    """A state, as far as its meaning goes."""

    @property
    def name(self) -> str: ...
    @property
    def is_initial(self) -> bool: ...
    @property
    def is_final(self) -> bool: ...
    @property
    def category(self) -> Category | None: ...
    @property
    def outcome(self) -> Outcome | None: ...


_NAMES: dict[Category, str] = {
    "draft": "draft|in work|work in progress",
    "review": "review|in review|under review|submitted|in approval|pending approval|approval",
    "released": "released|effective|production|in production",
    "superseded": "superseded|replaced",
    "obsolete": "obsolete|obsoleted|retired|end of life",
    "cancelled": "cancelled|canceled|withdrawn|abandoned",
}
_BY_NAME: dict[str, Category] = {
    name: category for category, names in _NAMES.items() for name in names.split("|")
}

_WORK_DONE = frozenset({"done", "closed", "complete", "completed", "resolved", "finished"})
"""Ends of tasks and issues, which release nothing."""
_REFUSED = frozenset({"rejected", "declined", "refused", "void", "voided", "denied"})
_BEING_WORKED_ON = frozenset({"in progress", "rework", "working", "drafting", "editing"})


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def stage_named(name: str) -> Category | None:
    """The category of a state by its name alone, as for items in a state that no lifecycle knows."""
    return _BY_NAME.get(_plain(name))


def stage_of_state(state: DescribedState, kind: Kind = "lifecycle") -> Category | None:
    """The category given, or else the one that outcome, name and flags suggest."""
    if state.category is not None:
        return state.category
    if state.outcome in ("release", "cancel"):
        return "released" if state.outcome == "release" else "cancelled"
    name = _plain(state.name)
    if name in _BY_NAME:
        return _BY_NAME[name]
    if state.is_final:
        return _last_stage(name, kind)
    if state.is_initial:
        return "draft"
    if name == "approved":
        return "review"
    # Between its drafting and its end a change is under review, unless it is said to be at work.
    return "review" if kind == "workflow" and name not in _BEING_WORKED_ON else None


def _last_stage(name: str, kind: Kind) -> Category | None:
    if name in _REFUSED:
        return "cancelled"
    return None if kind == "lifecycle" and name in _WORK_DONE else "released"


def outcome_of_state(state: DescribedState, kind: Kind = "lifecycle") -> Outcome | None:
    """The outcome of a change in the state: as given, else by its category; final ones only."""
    if not state.is_final or state.outcome is not None:
        return state.outcome
    stage = stage_of_state(state, kind)
    if stage == "released":
        return "release"
    return "cancel" if stage == "cancelled" else "none"
