"""States and transitions as clients send them."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.fields import RawObject
from partwright.workflows.model import Guard, StateMachine
from partwright.workflows.state_machine_input import NOTHING, parse_state_machine

UUID = "0192f0c1-0000-7000-8000-000000000001"
A, B = {"id": "a", "name": "A", "isInitial": True}, {"id": "b", "name": "B", "isFinal": True}
GO = {"id": "go", "name": "Go", "fromStateId": "a", "toStateId": "b"}
EFFECT = {
    "changeAction": "modify",
    "lifecycleDefinitionId": UUID,
    "fromStateId": "draft",
    "toStateId": "Released",
}

_objects = msgspec.json.Decoder(dict[str, msgspec.Raw])


def raw(**body: Any) -> RawObject:
    return _objects.decode(msgspec.json.encode(body))


def read(present: StateMachine = NOTHING, **body: Any) -> StateMachine:
    return parse_state_machine(raw(**body), present=present)


def faults(present: StateMachine = NOTHING, **body: Any) -> dict[str, str]:
    with pytest.raises(InvalidInput) as refused:
        read(present, **body)
    details = [d for d in refused.value.details if isinstance(d, ErrorDetail)]
    return {detail.field: detail.message for detail in details}


def guarded(**guard: Any) -> dict[str, Any]:
    return {"states": [A, B], "transitions": [GO | {"guards": [guard]}]}


def shown(structure: StateMachine) -> Any:
    return msgspec.json.decode(msgspec.json.encode(structure))


def test_a_structure_is_read_with_what_it_leaves_out() -> None:
    guards = [
        {"type": "requires_approval", "requiredCount": 2, "roleIds": [UUID]},
        {"type": "requires_approval"},
        {"type": "role_required", "roles": ["Quality", UUID]},
        {"type": "all_items_reviewed"},
    ]
    found = shown(
        read(states=[A, B], transitions=[GO | {"guards": guards, "lifecycleEffects": [EFFECT]}])
    )
    extra = {"color": None}
    assert found["states"] == [
        A | extra | {"isFinal": False, "category": "draft", "outcome": None},
        B | extra | {"isInitial": False, "category": "released", "outcome": "release"},
    ]
    assert found["transitions"] == [GO | {"guards": guards, "lifecycleEffects": [EFFECT]}]


def test_what_was_shown_can_be_sent_back() -> None:
    found = read(states=[A, B, {"id": "c", "name": "In Review", "color": "#f00"}], transitions=[GO])
    assert read(**shown(found)) == found


def test_texts_are_trimmed_and_roles_named_once() -> None:
    state = {"id": " a ", "name": " A "}
    found = read(
        states=[state],
        transitions=[
            {
                "name": " Again ",
                "fromStateId": " a",
                "toStateId": "a ",
                "guards": [{"type": "role_required", "roles": [" Lead", "Lead "]}],
            }
        ],
    )
    (again,) = found.transitions
    assert (found.states[0].id, found.states[0].name, again.name) == ("a", "A", "Again")
    assert shown(found)["transitions"][0]["guards"] == [
        {"type": "role_required", "roles": ["Lead"]}
    ]


def test_transitions_without_an_id_get_one_each() -> None:
    bare = {key: value for key, value in GO.items() if key != "id"}
    found = read(states=[A, B], transitions=[bare, bare, GO | {"id": None}])
    assert len({way.id for way in found.transitions}) == 3


def test_a_list_that_is_not_sent_stays() -> None:
    present = read(states=[A, B], transitions=[GO])
    assert read(present) == present
    assert read(present, transitions=[]).states == present.states
    assert read(present, states=[B, A]).transitions == present.transitions
    assert faults(present, states=[A]) == {"transitions[0].toStateId": "state 'b' does not exist"}


def test_every_problem_is_named_with_its_path() -> None:
    found = faults(
        states=[
            {"id": "a", "name": "A", "isInitial": True},
            {"id": "a", "name": " "},
            {"name": "C", "colour": "red"},
            {"id": "d", "name": "D", "isInitial": True, "outcome": "release"},
            {"id": "e/f", "name": "E", "isFinal": "yes", "category": "gone"},
            7,
        ],
        transitions=[
            {"fromStateId": "a", "toStateId": "nowhere"},
            {"id": "go", "name": "Go", "fromStateId": "a", "toStateId": "d"},
            {"id": "go", "name": "Go", "fromStateId": "d"},
            {"name": "To e", "fromStateId": "a", "toStateId": "e/f", "guards": "none"},
        ],
    )
    assert found.keys() == {
        *("states[1].id", "states[1].name", "states[2].id", "states[2].colour"),
        *("states[3].isInitial", "states[3].outcome"),
        *("states[4].isFinal", "states[4].category", "states[5]"),
        *("transitions[0].name", "transitions[2].toStateId", "transitions[3].guards"),
        "transitions[2].id",
    }


@pytest.mark.parametrize(
    ("guard", "path"),
    [
        ({}, "type"),
        ({"type": 5}, "type"),
        ({"type": "script"}, "type"),
        ({"type": "requires_approval", "requiredCount": 0}, "requiredCount"),
        ({"type": "requires_approval", "requiredCount": 1.5}, "requiredCount"),
        ({"type": "requires_approval", "requiredCount": "2"}, "requiredCount"),
        ({"type": "requires_approval", "roleIds": ["Quality"]}, "roleIds"),
        ({"type": "requires_approval", "roles": ["Quality"]}, "roles"),
        ({"type": "role_required"}, "roles"),
        ({"type": "role_required", "roles": []}, "roles"),
        ({"type": "role_required", "roles": [""]}, "roles"),
        ({"type": "role_required", "roles": "Quality"}, "roles"),
        ({"type": "all_items_reviewed", "roles": ["Quality"]}, "roles"),
    ],
)
def test_a_guard_has_the_shape_of_its_type(guard: dict[str, Any], path: str) -> None:
    assert faults(**guarded(**guard)).keys() == {f"transitions[0].guards[0].{path}"}


def test_every_guard_can_be_sent() -> None:
    """By its tag; what else it needs is another matter."""
    unknown = faults(**guarded(type="script"))["transitions[0].guards[0].type"]
    for guard in get_args(Guard):
        assert str(guard.__struct_config__.tag) in unknown


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"changeAction": "explode"}, "changeAction"),
        ({"lifecycleDefinitionId": "x"}, "lifecycleDefinitionId"),
        ({"fromStateId": None}, "fromStateId"),
        ({"toStateId": " "}, "toStateId"),
        ({"script": "x"}, "script"),
    ],
)
def test_an_effect_is_whole(change: dict[str, Any], path: str) -> None:
    way = GO | {"lifecycleEffects": [EFFECT, EFFECT | change]}
    body = {"states": [A, B], "transitions": [way]}
    assert faults(**body).keys() == {f"transitions[0].lifecycleEffects[1].{path}"}


@pytest.mark.parametrize("key", ["states", "transitions"])
@pytest.mark.parametrize("value", [None, 5, "x", {}, [None], [[]], ["a"]])
def test_lists_are_lists_of_objects(key: str, value: Any) -> None:
    assert faults(**{key: value}).keys() <= {key, f"{key}[0]"}


def test_nothing_is_read_without_limit() -> None:
    states = [{"id": str(number), "name": str(number)} for number in range(201)]
    assert faults(states=states).keys() == {"states"}
    assert len(read(states=states[:200]).states) == 200
    ways = [{"name": "x", "fromStateId": "a", "toStateId": "b"}] * 1001
    assert faults(states=[A, B], transitions=ways).keys() == {"transitions"}
    assert len(read(states=[A, B], transitions=ways[:1000]).transitions) == 1000
    guards = [{"type": "all_items_reviewed"}] * 51
    assert faults(states=[A, B], transitions=[GO | {"guards": guards}]).keys() == {
        "transitions[0].guards"
    }
    effects = [EFFECT] * 201
    assert faults(states=[A, B], transitions=[GO | {"lifecycleEffects": effects}]).keys() == {
        "transitions[0].lifecycleEffects"
    }
    long = {"type": "role_required", "roles": [f"{n:x<500}" for n in range(100)]}
    body: Any = {"states": [A, B], "transitions": [GO | {"guards": [long] * 10}]}
    assert read(**body)
    body["transitions"] = [GO | {"guards": [long] * 11}]
    assert faults(**body).keys() == {"transitions"}
    for field, most in (("id", 100), ("name", 500), ("color", 100)):
        assert faults(states=[A | {field: "x" * (most + 1)}]).keys() == {f"states[0].{field}"}
        assert read(states=[A | {field: "x" * most}])


_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "a", "b", "draft", UUID]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*A, *GO, *EFFECT, "guards", "type", "roles", "isFinal", "outcome"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(states=_values, transitions=_values)
def test_whatever_is_sent_is_read_or_refused_with_paths(states: Any, transitions: Any) -> None:
    found, refusal = _tried(states=states, transitions=transitions)
    if refusal is not None:
        paths = [detail.field for detail in refusal.details if isinstance(detail, ErrorDetail)]
        assert paths
        assert all(path.startswith(("states", "transitions")) for path in paths)
        return
    ids = [state.id for state in found.states]
    assert len(set(ids)) == len(ids)
    assert sum(state.is_initial for state in found.states) <= 1
    assert all({way.from_state_id, way.to_state_id} <= set(ids) for way in found.transitions)
    assert read(**shown(found)) == found


def _tried(**body: Any) -> tuple[StateMachine, InvalidInput | None]:
    try:
        return read(**body), None
    except InvalidInput as refusal:
        return NOTHING, refusal
