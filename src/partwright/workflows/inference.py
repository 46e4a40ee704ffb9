"""Meaning of states where their definition does not say: from flags and names; pure."""

from typing import Literal, Protocol

Category = Literal["draft", "review", "released", "superseded", "obsolete", "cancelled"]
Outcome = Literal["release", "cancel", "none"]
Kind = Literal["lifecycle", "workflow"]


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
    """What a state is by its name alone, as for items in a state that no lifecycle knows."""
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
    """What becomes of a change in the state: as given, else by its category; final ones only."""
    if not state.is_final or state.outcome is not None:
        return state.outcome
    stage = stage_of_state(state, kind)
    if stage == "released":
        return "release"
    return "cancel" if stage == "cancelled" else "none"
