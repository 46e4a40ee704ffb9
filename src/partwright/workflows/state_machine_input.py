"""States and transitions as clients send them, read with every problem named; pure."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from partwright.kit import fields
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import one_of, shown
from partwright.kit.fields import FieldProblem, RawObject
from partwright.kit.ids import new_id
from partwright.workflows.model import (
    AllItemsReviewed,
    ChildrenReleased,
    Guard,
    Kind,
    LifecycleEffect,
    RequiresApproval,
    RoleRequired,
    SentTransition,
    StateMachine,
    Transition,
    WorkflowState,
    outcome_of_state,
    stage_of_state,
)
from partwright.workflows.validation import ambiguous_names

MOST_STATES = 200
MOST_TRANSITIONS = 1000
MOST_GUARDS = 50
MOST_EFFECTS = 200
MOST_BYTES = 512 << 10
"""Of states and transitions as JSON, since every write on items looks at lifecycles."""

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

_list: msgspec.json.Decoder[list[Raw]] = msgspec.json.Decoder(list[Raw])
_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])
_text: msgspec.json.Decoder[str] = msgspec.json.Decoder(str)

_GUARDS: dict[str, type[Guard]] = {
    "requires_approval": RequiresApproval,
    "role_required": RoleRequired,
    "all_items_reviewed": AllItemsReviewed,
    "children_released": ChildrenReleased,
}

NOTHING = StateMachine(states=(), transitions=())


class _Faults:
    """The problems found so far, and the ids that are there even where the rest is wrong."""

    def __init__(self) -> None:
        self.found: list[ErrorDetail] = []
        self.state_ids: dict[str, str] = {}
        """Id -> path of the first state that has it."""
        self.transition_ids: dict[str, str] = {}

    def add(self, path: str, message: str) -> None:
        self.found.append(ErrorDetail(path, message))

    def note(self, ids: dict[str, str], raw: RawObject, path: str) -> None:
        """Take down the id of an object, which no other of its list may have."""
        try:
            found = fields.decode_value(_text, raw["id"]).strip() if "id" in raw else ""
        except FieldProblem:
            return
        if found and ids.setdefault(found, path) != path:
            self.add(f"{path}.id", f"{found!r} is already the id of {ids[found]}")


def parse_state_machine(
    body: RawObject, *, present: StateMachine = NOTHING, kind: Kind = "workflow"
) -> StateMachine:
    """The states and transitions of a body; a list that it lacks stays as it is.

    InvalidInput with every problem, each under a path such as `states[1].id`.
    """
    structure, faults = parse_with_faults(body, present=present, kind=kind)
    if faults:
        raise InvalidInput.fields(faults)
    return structure


def parse_with_faults(
    body: RawObject, *, present: StateMachine, kind: Kind
) -> tuple[StateMachine, list[ErrorDetail]]:
    """The readable part of a structure, and the faults of the rest."""
    faults = _Faults()
    states, transitions = present.states, present.transitions
    read: list[tuple[str, WorkflowState]] = []
    if "states" in body:
        read = _each(body["states"], "states", MOST_STATES, faults, _state)
        states = tuple(with_inferred_meaning(state, kind) for _, state in read)
        _check_initial(read, faults)
    else:
        faults.state_ids = {s.id: f"states[{place}]" for place, s in enumerate(states)}
    if "transitions" in body:
        found = _each(body["transitions"], "transitions", MOST_TRANSITIONS, faults, _transition)
        transitions = tuple(transition for _, transition in found)
    else:
        found = [(f"transitions[{place}]", one) for place, one in enumerate(transitions)]
    if not any(detail.field == "states" for detail in faults.found):
        _check_ends(found, faults)
    structure = StateMachine(states=states, transitions=transitions)
    size = len(msgspec.json.encode(structure))
    if size > MOST_BYTES:
        faults.add("transitions", f"and states have {size} bytes; at most {MOST_BYTES} are allowed")
    # Beside other faults, with which no validation follows that would tell it.
    if faults.found and kind == "lifecycle":
        for finding in ambiguous_names(read):
            faults.add(finding.path, finding.message)
    return structure, faults.found


def with_inferred_meaning(state: WorkflowState, kind: Kind) -> WorkflowState:
    """The state with the category and outcome that it does not name itself."""
    return msgspec.structs.replace(
        state, category=stage_of_state(state, kind), outcome=outcome_of_state(state, kind)
    )


def _each(
    raw: Raw,
    path: str,
    most: int,
    faults: _Faults,
    read: Callable[[RawObject, str, _Faults], T | None],
) -> list[tuple[str, T]]:
    """The readable objects of a list, each with its path."""
    try:
        parts = fields.decode_value(_list, raw)
    except FieldProblem as problem:
        faults.add(path + problem.path, str(problem))
        return []
    if len(parts) > most:
        faults.add(path, f"has {len(parts)} entries; at most {most} are allowed")
        return []
    found: list[tuple[str, T]] = []
    for place, part in enumerate(parts):
        here = f"{path}[{place}]"
        try:
            value = read(fields.decode_value(_object, part), here, faults)
        except FieldProblem as problem:
            faults.add(here + problem.path, str(problem))
            continue
        if value is not None:
            found.append((here, value))
    return found


def _struct(raw: RawObject, struct: type[S], path: str, faults: _Faults) -> S | None:
    try:
        return fields.read_struct(raw, struct)
    except InvalidInput as invalid:
        for detail in invalid.details:
            assert isinstance(detail, ErrorDetail)
            faults.add(f"{path}.{detail.field}", detail.message)
        return None


def _state(raw: RawObject, path: str, faults: _Faults) -> WorkflowState | None:
    faults.note(faults.state_ids, raw, path)
    state = _struct(raw, WorkflowState, path, faults)
    if state is None:
        return None
    if "/" in state.id:
        faults.add(f"{path}.id", "must not contain /")
    if state.outcome is not None and not state.is_final:
        faults.add(f"{path}.outcome", "is allowed on final states only")
    return state


def _check_initial(states: list[tuple[str, WorkflowState]], faults: _Faults) -> None:
    initial = [path for path, state in states if state.is_initial]
    for path in initial[1:]:
        faults.add(f"{path}.isInitial", f"{initial[0]} is already the initial state")


def _transition(raw: RawObject, path: str, faults: _Faults) -> Transition | None:
    faults.note(faults.transition_ids, raw, path)
    plain = {key: value for key, value in raw.items() if key not in ("guards", "lifecycleEffects")}
    sent = _struct(plain, SentTransition, path, faults)
    guards = _listed(raw, "guards", path, MOST_GUARDS, faults, _guard)
    effects = _listed(raw, "lifecycleEffects", path, MOST_EFFECTS, faults, _effect)
    if sent is None:
        return None
    return Transition(
        id=sent.id or new_id(),
        name=sent.name,
        from_state_id=sent.from_state_id,
        to_state_id=sent.to_state_id,
        guards=guards,
        lifecycle_effects=effects,
    )


def _listed(
    raw: RawObject,
    key: str,
    path: str,
    most: int,
    faults: _Faults,
    read: Callable[[RawObject, str, _Faults], T | None],
) -> tuple[T, ...]:
    if key not in raw:
        return ()
    return tuple(value for _, value in _each(raw[key], f"{path}.{key}", most, faults, read))


def _guard(raw: RawObject, path: str, faults: _Faults) -> Guard | None:
    if "type" not in raw:
        faults.add(f"{path}.type", "is required")
        return None
    try:
        name = fields.decode_value(_text, raw["type"])
    except FieldProblem as problem:
        faults.add(f"{path}.type", str(problem))
        return None
    if name not in _GUARDS:
        faults.add(f"{path}.type", f"expected {one_of(tuple(_GUARDS))}, got {shown(name)}")
        return None
    rest = {key: value for key, value in raw.items() if key != "type"}
    struct: Any = _GUARDS[name]
    return _struct(rest, struct, path, faults)


def _effect(raw: RawObject, path: str, faults: _Faults) -> LifecycleEffect | None:
    return _struct(raw, LifecycleEffect, path, faults)


def _check_ends(transitions: list[tuple[str, Transition]], faults: _Faults) -> None:
    for path, transition in transitions:
        for key, state_id in (
            ("fromStateId", transition.from_state_id),
            ("toStateId", transition.to_state_id),
        ):
            if state_id not in faults.state_ids:
                faults.add(f"{path}.{key}", f"state {state_id!r} does not exist")
