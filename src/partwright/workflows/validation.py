"""Validation of definitions: faults nothing starts with, and likely mistakes; pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from partwright.workflows.model import (
    AllItemsReviewed,
    Approver,
    ChildrenReleased,
    Guard,
    Kind,
    LifecycleEffect,
    RequiresApproval,
    RoleRequired,
    StateMachine,
    ValidationFinding,
    WorkflowDefinition,
    WorkflowState,
)


class KnownReferences(msgspec.Struct, frozen=True, kw_only=True):
    """Objects that the definition refers to, as far as they exist."""

    lifecycles: Mapping[str, StateMachine] = {}
    """Lifecycle definitions by id, as they stand now."""
    roles: Mapping[str, str] = {}
    """Role id -> name."""
    approvers: Sequence[Approver] = ()


def structural_errors(structure: StateMachine, kind: Kind) -> list[ValidationFinding]:
    """Faults that the states have by themselves."""
    if not structure.states:
        return [ValidationFinding("NO_STATES", "states", "There are no states")]
    found: list[ValidationFinding] = []
    if structure.initial is None:
        found.append(
            ValidationFinding("NO_INITIAL_STATE", "states", "No state is marked as initial")
        )
    if not any(state.is_final for state in structure.states):
        found.append(ValidationFinding("NO_FINAL_STATE", "states", "No state is marked as final"))
    placed = ((f"states[{place}]", state) for place, state in enumerate(structure.states))
    return found + (ambiguous_names(placed) if kind == "lifecycle" else [])


def ambiguous_names(states: Iterable[tuple[str, WorkflowState]]) -> list[ValidationFinding]:
    """States, each with its path, whose name another has: items are in a state by its name."""
    first: dict[str, str] = {}
    return [
        ValidationFinding(
            "DUPLICATE_STATE_NAME",
            f"{path}.name",
            f"{state.name} is already the name of {first[state.name]}",
        )
        for path, state in states
        if first.setdefault(state.name, path) != path
    ]


def validation_errors(
    definition: WorkflowDefinition, known: KnownReferences
) -> list[ValidationFinding]:
    """All that keeps anything from starting on the definition."""
    return [
        *structural_errors(definition, definition.definition_type),
        *_dead_effects(definition, known),
        *_dead_roles(definition, known),
        *_dead_approvers(definition, known),
    ]


def _effects(structure: StateMachine) -> Iterator[tuple[str, LifecycleEffect]]:
    for place, transition in enumerate(structure.transitions):
        for number, effect in enumerate(transition.lifecycle_effects):
            yield f"transitions[{place}].lifecycleEffects[{number}]", effect


def _guards(structure: StateMachine) -> Iterator[tuple[str, Guard]]:
    for place, transition in enumerate(structure.transitions):
        for number, guard in enumerate(transition.guards):
            yield f"transitions[{place}].guards[{number}]", guard


def _dead_effects(structure: StateMachine, known: KnownReferences) -> Iterator[ValidationFinding]:
    for path, effect in _effects(structure):
        lifecycle = known.lifecycles.get(effect.lifecycle_definition_id)
        if lifecycle is None:
            yield ValidationFinding(
                "UNKNOWN_LIFECYCLE",
                f"{path}.lifecycleDefinitionId",
                f"There is no lifecycle {effect.lifecycle_definition_id}",
            )
            continue
        for key, reference in (
            ("fromStateId", effect.from_state_id),
            ("toStateId", effect.to_state_id),
        ):
            if lifecycle.referred(reference) is None:
                message = f"That lifecycle has no state {reference!r}"
                yield ValidationFinding("UNKNOWN_STATE", f"{path}.{key}", message)


def _dead_roles(structure: StateMachine, known: KnownReferences) -> Iterator[ValidationFinding]:
    names = {name.casefold() for name in known.roles.values()}
    for path, guard in _guards(structure):
        named: Iterable[str] = ()
        key = "roles"
        if isinstance(guard, RoleRequired):
            named = guard.roles
        elif isinstance(guard, RequiresApproval):
            named, key = guard.role_ids, "roleIds"
        for number, role in enumerate(named):
            if role.lower() not in known.roles and role.casefold() not in names:
                message = f"There is no role {role!r}"
                yield ValidationFinding("UNKNOWN_ROLE", f"{path}.{key}[{number}]", message)


def _dead_approvers(structure: StateMachine, known: KnownReferences) -> Iterator[ValidationFinding]:
    for path, approver in _by_state(structure, known.approvers):
        if structure.find(approver.state_id) is None:
            message = f"There is no state {approver.state_id!r} any more, but it has approvers"
            yield ValidationFinding("UNKNOWN_STATE", f"{path}.stateId", message)
        if approver.role_id is not None and approver.role_name is None:
            message = "The role of an approver no longer exists"
            yield ValidationFinding("UNKNOWN_ROLE", f"{path}.roleId", message)


def _by_state(
    structure: StateMachine, approvers: Sequence[Approver]
) -> Iterator[tuple[str, Approver]]:
    """Each approver with their path: the place among those of their state."""
    places = {state.id: place for place, state in enumerate(structure.states)}
    numbers: Counter[str] = Counter()
    for approver in approvers:
        number = numbers[approver.state_id]
        numbers[approver.state_id] += 1
        state = places.get(approver.state_id, approver.state_id)
        yield f"states[{state}].approvers[{number}]", approver


def validation_warnings(
    definition: WorkflowDefinition, known: KnownReferences
) -> list[ValidationFinding]:
    """Findings about parts that a definition may have, but hardly means."""
    kind = definition.definition_type
    return [
        *_unreachable(definition),
        *_without_end(definition),
        *_unclear_transitions(definition),
        *_inactive_approvers(definition, known),
        *_never_enough(definition, kind, known),
        *_applied_to_nothing(definition),
        *(_changes_only(definition) if kind == "lifecycle" else _endings(definition)),
    ]


def _reached(starts: Iterable[str], transitions: Iterable[tuple[str, str]]) -> set[str]:
    """The ids that the ways lead to from the starts, over any number of steps."""
    onward: dict[str, list[str]] = {}
    for source, target in transitions:
        onward.setdefault(source, []).append(target)
    found = set(starts)
    waiting = list(found)
    while waiting:
        for target in onward.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def reachable_states(structure: StateMachine) -> set[str]:
    """The ids of the states that the initial one leads to."""
    transitions = (
        (transition.from_state_id, transition.to_state_id) for transition in structure.transitions
    )
    return _reached((s.id for s in structure.states if s.is_initial), transitions)


def ending_states(structure: StateMachine) -> set[str]:
    """The ids of the states from which a final one can be reached."""
    transitions = (
        (transition.to_state_id, transition.from_state_id) for transition in structure.transitions
    )
    return _reached((s.id for s in structure.states if s.is_final), transitions)


def _unreachable(structure: StateMachine) -> Iterator[ValidationFinding]:
    # Without an initial state nothing is reachable, which is said already.
    found = reachable_states(structure) if structure.initial else {s.id for s in structure.states}
    for place, state in enumerate(structure.states):
        # These are where changes bring items; an item's own transitions need not lead there.
        if state.id not in found and state.stage not in ("superseded", "obsolete"):
            message = f"No transitions lead from the initial state to {state.name}"
            yield ValidationFinding("UNREACHABLE_STATE", f"states[{place}]", message)


def _without_end(structure: StateMachine) -> Iterator[ValidationFinding]:
    found = ending_states(structure)
    if not found:
        return
    for place, state in enumerate(structure.states):
        if state.id not in found:
            message = f"No transitions lead from {state.name} to a final state"
            yield ValidationFinding("DEAD_END", f"states[{place}]", message)


def _unclear_transitions(structure: StateMachine) -> Iterator[ValidationFinding]:
    first: dict[tuple[str, str], int] = {}
    for place, transition in enumerate(structure.transitions):
        other = first.setdefault((transition.from_state_id, transition.name.casefold()), place)
        if other != place:
            message = f"transitions[{other}] leaves the same state under the name {transition.name}"
            yield ValidationFinding("AMBIGUOUS_TRANSITION", f"transitions[{place}].name", message)


def _inactive_approvers(
    structure: StateMachine, known: KnownReferences
) -> Iterator[ValidationFinding]:
    for path, approver in _by_state(structure, known.approvers):
        if not approver.is_active:
            message = f"{approver.user_name} is deactivated and cannot approve"
            yield ValidationFinding("INACTIVE_APPROVER", f"{path}.userId", message)


def _never_enough(
    structure: StateMachine, kind: Kind, known: KnownReferences
) -> Iterator[ValidationFinding]:
    """Guards that count more approvals than can come together."""
    for place, transition in enumerate(structure.transitions):
        named = [a for a in known.approvers if a.state_id == transition.from_state_id]
        people = {approver.user_id for approver in named}
        # The step of an item's own lifecycle is the approval of who takes it, and of no other.
        most = 1 if kind == "lifecycle" else len(people)
        bounded = kind == "lifecycle" or (named and None not in people)
        for number, guard in enumerate(transition.guards):
            required = guard.required_count if isinstance(guard, RequiresApproval) else None
            if bounded and required is not None and required > most:
                path = f"transitions[{place}].guards[{number}].requiredCount"
                message = f"{required} approvals can never be reached; at most {most} can be given"
                yield ValidationFinding("NEVER_APPROVED", path, message)


def _applied_to_nothing(definition: WorkflowDefinition) -> Iterator[ValidationFinding]:
    """Item and change types that the definition names without governing them."""
    is_workflow = definition.definition_type == "workflow"
    for place, name in enumerate(definition.applicable_item_types):
        if is_workflow != (name == "ChangeOrder"):
            kind = "lifecycle" if is_workflow else "workflow"
            message = f"{name}s follow a {kind}; this definition does not apply to them"
            yield ValidationFinding("NOT_APPLICABLE", f"applicableItemTypes[{place}]", message)
    if definition.change_types and not is_workflow:
        message = "Changes follow a workflow; this definition does not apply to them"
        yield ValidationFinding("NOT_APPLICABLE", "changeTypes", message)


def _changes_only(structure: StateMachine) -> Iterator[ValidationFinding]:
    """Findings about parts that have a meaning in the workflow of a change alone."""
    for path, guard in _guards(structure):
        if isinstance(guard, AllItemsReviewed | ChildrenReleased):
            message = "Items have no affected items, so in a lifecycle this guard always passes"
            yield ValidationFinding("ONLY_FOR_CHANGES", path, message)
    for path, _ in _effects(structure):
        message = "A lifecycle affects only its own item"
        yield ValidationFinding("ONLY_FOR_CHANGES", path, message)


def _endings(structure: StateMachine) -> Iterator[ValidationFinding]:
    finals = [(place, s) for place, s in enumerate(structure.states) if s.is_final]
    if finals and not any(state.outcome == "release" for _, state in finals):
        message = "No final state releases the change"
        yield ValidationFinding("NO_RELEASE", "states", message)
