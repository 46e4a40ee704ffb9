"""Faults of a definition, and what looks like a mistake in it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.ids import ApproverId, RoleId, UserId, WorkflowId
from partwright.workflows import validation
from partwright.workflows.defaults import DEFAULTS
from partwright.workflows.model import Approver, Kind, StateMachine, WorkflowDefinition
from partwright.workflows.state_machine_input import parse_state_machine, with_inferred_meaning
from partwright.workflows.validation import KnownReferences

UUID = "0192f0c1-0000-7000-8000-000000000001"
ROLE = "0192f0c1-0000-7000-8000-000000000002"
Found = list[tuple[str, str]]


def structure(
    states: list[dict[str, Any]], ways: list[dict[str, Any]], kind: Kind = "workflow"
) -> StateMachine:
    body = msgspec.json.encode({"states": states, "transitions": ways})
    return parse_state_machine(msgspec.json.decode(body, type=dict[str, msgspec.Raw]), kind=kind)


def defined(found: StateMachine, kind: Kind = "workflow", **more: Any) -> WorkflowDefinition:
    definition = WorkflowDefinition(
        id=WorkflowId(UUID),
        version=1,
        name="W",
        definition_type=kind,
        workflow_type="strict",
        description=None,
        applicable_item_types=(),
        change_types=(),
        is_active=True,
        created_at="",
        updated_at="",
        states=found.states,
        transitions=found.transitions,
    )
    return msgspec.structs.replace(definition, **more)


def state(key: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "name": key.title(), **more}


def way(source: str, target: str, **more: Any) -> dict[str, Any]:
    return {"name": f"To {target}", "fromStateId": source, "toStateId": target, **more}


START, END = state("draft", isInitial=True), state("released", isFinal=True)


def errors(found: StateMachine, kind: Kind = "workflow", **known: Any) -> Found:
    return [
        (f.code, f.path)
        for f in validation.validation_errors(defined(found, kind), KnownReferences(**known))
    ]


def warnings(found: StateMachine, kind: Kind = "workflow", **known: Any) -> Found:
    return [
        (f.code, f.path)
        for f in validation.validation_warnings(defined(found, kind), KnownReferences(**known))
    ]


@pytest.mark.parametrize("default", DEFAULTS, ids=lambda default: default.name)
def test_the_built_in_definitions_are_without_fault(default: Any) -> None:
    kind = default.definition_type
    found = StateMachine(
        states=tuple(with_inferred_meaning(s, kind) for s in default.states),
        transitions=default.transitions,
    )
    assert errors(found, kind) == []
    assert warnings(found, kind) == []


@pytest.mark.parametrize(
    ("states", "found"),
    [
        ([], [("NO_STATES", "states")]),
        ([state("a")], [("NO_INITIAL_STATE", "states"), ("NO_FINAL_STATE", "states")]),
        ([START], [("NO_FINAL_STATE", "states")]),
        ([END], [("NO_INITIAL_STATE", "states")]),
        ([START, END], []),
    ],
)
def test_a_definition_begins_and_ends(states: list[dict[str, Any]], found: Found) -> None:
    assert errors(structure(states, [])) == found


def test_a_lifecycle_has_each_name_once() -> None:
    found = structure([START, END, END | {"id": "again"}], [])
    assert errors(found, "lifecycle") == [("DUPLICATE_STATE_NAME", "states[2].name")]
    assert errors(found) == []


def test_effects_name_what_exists() -> None:
    effect = {
        "changeAction": "modify",
        "lifecycleDefinitionId": UUID,
        "fromStateId": "DRAFT",
        "toStateId": "released",
    }
    effects = [effect, effect | {"fromStateId": "gone"}, effect | {"lifecycleDefinitionId": ROLE}]
    found = structure([START, END], [way("draft", "released", lifecycleEffects=effects)])
    lifecycles = {UUID: structure([START, END], [])}
    place = "transitions[0].lifecycleEffects"
    assert errors(found, lifecycles=lifecycles) == [
        ("UNKNOWN_STATE", f"{place}[1].fromStateId"),
        ("UNKNOWN_LIFECYCLE", f"{place}[2].lifecycleDefinitionId"),
    ]
    assert warnings(found, "lifecycle") == [("ONLY_FOR_CHANGES", f"{place}[{n}]") for n in range(3)]


def test_guards_name_roles_that_exist() -> None:
    guards = [
        {"type": "role_required", "roles": ["quality", "Ghost", ROLE]},
        {"type": "requires_approval", "roleIds": [ROLE, UUID]},
        {"type": "all_items_reviewed"},
    ]
    found = structure([START, END], [way("draft", "released", guards=guards)])
    place = "transitions[0].guards"
    assert errors(found, roles={ROLE: "Quality"}) == [
        ("UNKNOWN_ROLE", f"{place}[0].roles[1]"),
        ("UNKNOWN_ROLE", f"{place}[1].roleIds[1]"),
    ]
    assert warnings(found, "lifecycle") == [("ONLY_FOR_CHANGES", f"{place}[2]")]


def test_approvers_are_people_and_roles_of_states_that_exist() -> None:
    named = [
        Approver(id=ApproverId("1"), state_id="draft", user_id=UserId("u"), role_id=None),
        Approver(id=ApproverId("2"), state_id="gone", user_id=UserId("u"), role_id=None),
        Approver(id=ApproverId("3"), state_id="draft", user_id=None, role_id=RoleId(ROLE)),
        Approver(
            id=ApproverId("4"),
            state_id="released",
            user_id=UserId("v"),
            role_id=None,
            is_active=False,
        ),
    ]
    found = structure([START, END], [way("draft", "released")])
    assert errors(found, approvers=named) == [
        ("UNKNOWN_STATE", "states[gone].approvers[0].stateId"),
        ("UNKNOWN_ROLE", "states[0].approvers[1].roleId"),
    ]
    assert warnings(found, approvers=named) == [
        ("INACTIVE_APPROVER", "states[1].approvers[0].userId")
    ]


def test_more_approvals_than_can_be_given_are_warned_of() -> None:
    guards = [{"type": "requires_approval", "requiredCount": count} for count in (1, 2, 3)]
    found = structure([START, END], [way("draft", "released", guards=guards)])
    place = "transitions[0].guards"
    people = [
        Approver(id=ApproverId(name), state_id="draft", user_id=UserId(name), role_id=None)
        for name in ("ann", "bob")
    ]
    role = Approver(id=ApproverId("r"), state_id="draft", user_id=None, role_id=RoleId(ROLE))
    expected = [("NEVER_APPROVED", f"{place}[{number}].requiredCount") for number in (1, 2)]
    assert warnings(found) == []
    assert warnings(found, approvers=people) == expected[1:]
    assert warnings(found, approvers=[*people, role]) == []
    assert warnings(found, "lifecycle") == expected


def test_states_that_nothing_leads_to_or_out_of_are_warned_of() -> None:
    found = structure(
        [START, END, state("island"), state("trap"), state("obsolete", isFinal=True)],
        [way("draft", "released"), way("draft", "trap"), way("island", "draft")],
    )
    assert warnings(found) == [("UNREACHABLE_STATE", "states[2]"), ("DEAD_END", "states[3]")]


def test_what_has_no_clear_name_or_never_releases_is_warned_of() -> None:
    found = structure(
        [START, state("cancelled", isFinal=True)],
        [way("draft", "cancelled"), way("draft", "cancelled", name="TO CANCELLED")],
    )
    assert warnings(found) == [
        ("AMBIGUOUS_TRANSITION", "transitions[1].name"),
        ("NO_RELEASE", "states"),
    ]


@pytest.mark.parametrize(
    ("kind", "item_types", "change_types", "paths"),
    [
        ("lifecycle", ("Part", "Task"), (), []),
        ("lifecycle", ("Part", "ChangeOrder"), (), ["applicableItemTypes[1]"]),
        ("lifecycle", (), ("ECO",), ["changeTypes"]),
        ("workflow", ("ChangeOrder",), ("ECO",), []),
        ("workflow", ("Part", "ChangeOrder"), (), ["applicableItemTypes[0]"]),
    ],
)
def test_types_that_a_definition_cannot_govern_are_warned_of(
    kind: Kind, item_types: tuple[str, ...], change_types: tuple[str, ...], paths: list[str]
) -> None:
    found = structure([START, END], [way("draft", "released")])
    named = {"applicable_item_types": item_types, "change_types": change_types}
    told = validation.validation_warnings(defined(found, kind, **named), KnownReferences())
    assert [(f.code, f.path) for f in told] == [("NOT_APPLICABLE", path) for path in paths]


_ways = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


@settings(max_examples=150, deadline=None)
@given(ways=_ways, finals=st.sets(st.integers(0, 5)))
def test_reachability_is_the_closure_of_the_steps(
    ways: list[tuple[int, int]], finals: set[int]
) -> None:
    states = [state(str(n), isInitial=n == 0, isFinal=n in finals) for n in range(6)]
    found = structure(states, [way(str(a), str(b)) for a, b in ways])
    onward = {n: {n} for n in range(6)}
    for _ in range(6):
        for source, target in ways:
            for reached in onward.values():
                if source in reached:
                    reached.add(target)
    assert validation.reachable_states(found) == {str(n) for n in onward[0]}
    assert validation.ending_states(found) == {str(n) for n in range(6) if onward[n] & finals}
