"""Definitions of state machines: states, transitions, and what they bring about."""

from typing import Any, Literal

import msgspec

from partwright.kit.ids import WorkflowId

Category = Literal["draft", "review", "released", "superseded", "obsolete", "cancelled"]
Outcome = Literal["release", "cancel", "none"]


class State(msgspec.Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """One state of a definition."""

    id: str
    name: str
    is_initial: bool = False
    is_final: bool = False
    color: str | None = None
    category: Category | None = None
    outcome: Outcome | None = None

    @property
    def stage(self) -> Category | None:
        """The category, inferred from name and flags where none is given."""
        if self.category is not None:
            return self.category
        by_name = _BY_NAME.get(self.name.casefold())
        if by_name is not None:
            return by_name
        return "draft" if self.is_initial else None


_BY_NAME: dict[str, Category] = {
    "draft": "draft",
    "in review": "review",
    "review": "review",
    "under review": "review",
    "released": "released",
    "superseded": "superseded",
    "obsolete": "obsolete",
    "cancelled": "cancelled",
    "canceled": "cancelled",
}


class Transition(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A way from one state to another."""

    id: str
    name: str
    from_state_id: str
    to_state_id: str
    guards: tuple[dict[str, Any], ...] = ()
    lifecycle_effects: tuple[dict[str, Any], ...] = ()


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A state machine as it stands in one version of it."""

    id: WorkflowId
    name: str
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]

    @property
    def initial(self) -> State | None:
        return next((state for state in self.states if state.is_initial), None)

    def named(self, name: str) -> State | None:
        return next((state for state in self.states if state.name == name), None)

    def state(self, state_id: str) -> State:
        return next(state for state in self.states if state.id == state_id)

    def leaving(self, state: State) -> tuple[Transition, ...]:
        return tuple(t for t in self.transitions if t.from_state_id == state.id)
