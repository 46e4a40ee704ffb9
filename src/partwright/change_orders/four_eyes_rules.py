"""Comparison of two structures of a workflow: whether approvals still rest on as much; pure."""

from collections.abc import Collection

from partwright.workflows.model import (
    StateMachine,
    Transition,
    WorkflowState,
    outcome_of_state,
)


def weakened(old: StateMachine, new: StateMachine, approving: Collection[str]) -> list[str]:
    """The guards, approval states and edges into release that the new structure takes away, in words.

    `approving` are the ids of the states that have approvers.
    """
    return [
        *_states_gone(old, new, approving),
        *_guards_gone(old, new),
        *_ways_around(old, new),
    ]


def _states_gone(old: StateMachine, new: StateMachine, approving: Collection[str]) -> list[str]:
    asking = {t.from_state_id for t in old.transitions if t.asks_approval} | set(approving)
    found: list[str] = []
    for state in old.states:
        kept = new.find(state.id)
        if kept is None and state.id in asking:
            found.append(f"the approval state {state.name} is removed")
        elif kept is not None and state.id in asking and _meaning(kept) != _meaning(state):
            found.append(f"the approval state {state.name} is changed")
    return found


def _guards_gone(old: StateMachine, new: StateMachine) -> list[str]:
    by_id = {transition.id: transition for transition in new.transitions}
    found: list[str] = []
    for transition in old.transitions:
        if not (transition.guards or _releases(old, transition)):
            continue
        kept = by_id.get(transition.id)
        if kept is None:
            found.append(f"the transition {transition.name} is removed")
        elif _ends(kept) != _ends(transition):
            found.append(f"the transition {transition.name} leads to another state")
        elif any(guard not in kept.guards for guard in transition.guards):
            found.append(f"a guard of {transition.name} is removed or changed")
    return found


def _ways_around(old: StateMachine, new: StateMachine) -> list[str]:
    """New transitions into release, or past guards that stand before a state."""
    before = {(t.id, *_ends(t)) for t in old.transitions}
    guarded = {t.to_state_id: t.guards for t in old.transitions if t.guards}
    found: list[str] = []
    for transition in new.transitions:
        target = transition.to_state_id
        is_known = (transition.id, *_ends(transition)) in before
        if _releases(new, transition) and not (is_known and _releases(old, transition)):
            found.append(f"{transition.name} is a new transition into release")
        elif not is_known and any(
            guard not in transition.guards for guard in guarded.get(target, ())
        ):
            found.append(f"{transition.name} bypasses the guards before {target}")
    return found


def _releases(machine: StateMachine, transition: Transition) -> bool:
    target = machine.find(transition.to_state_id)
    return target is not None and outcome_of_state(target, "workflow") == "release"


def _ends(transition: Transition) -> tuple[str, str]:
    return transition.from_state_id, transition.to_state_id


def _meaning(state: WorkflowState) -> tuple[object, ...]:
    return state.is_initial, state.is_final, state.category, state.outcome
