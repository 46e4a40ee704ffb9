"""A definition tried before it is saved: what is wrong with it, and how a mock change fares."""

from typing import Any

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ROLELESS
from tests.workflows.scenes import APPROVE, PATH, STATES, SUBMIT, define, name_approver
from tests.world import NOBODY

GUARDS = [{"type": "requires_approval"}, {"type": "all_items_reviewed"}]
BODY: dict[str, Any] = {
    "name": "Tried",
    "definitionType": "workflow",
    "states": STATES,
    "transitions": [SUBMIT, {**APPROVE, "guards": GUARDS}],
}


async def preview(api: Api, **more: Any) -> Any:
    return data(await api.post(f"{PATH}/preview", BODY | more, as_=ADMINISTRATOR))


async def test_a_definition_is_checked_and_walked_through_unsaved(api: Api) -> None:
    found = await preview(api)
    assert (found["valid"], found["errors"], found["steps"]) == (True, [], None)
    assert found["outcomes"] == {"released": "release"}
    found = await preview(api, states=[{"id": "draft", "name": "Draft"}], transitions=[])
    assert [one["code"] for one in found["errors"]] == ["NO_INITIAL_STATE", "NO_FINAL_STATE"]

    async def steps(**mock: Any) -> list[tuple[str, bool, list[bool]]]:
        more = {"mockChange": {"stateId": "review", **mock}}
        found = await preview(api, workflowId=record["id"], **more)
        return [
            (one["id"], one["allowed"], [guard["passed"] for guard in one["guards"]])
            for one in found["steps"]
        ]

    record = await define(api, "Tried", definitionType="workflow")
    assert await steps() == [("approve", False, [False, False])]
    assert await steps(reviewed=True, approvals=1) == [("approve", True, [True, True])]
    approver = await name_approver(api, record, "review", userId=APPROVER.id)
    # Once somebody is named, others do not count.
    assert await steps(reviewed=True, approvals=3) == [("approve", False, [False, True])]
    said = {"reviewed": True, "approvedBy": [approver["id"]]}
    assert await steps(**said) == [("approve", True, [True, True])]
    assert await steps(**said, rejected=True) == [("approve", False, [False, True])]
    assert await steps(stateId="released") == []
    unchanged = data(await api.get(f"{PATH}/{record['id']}", as_=ADMINISTRATOR))["workflow"]
    assert (unchanged["version"], unchanged["transitions"]) == (1, record["transitions"])


async def test_what_cannot_be_tried_is_refused_by_name(api: Api) -> None:
    async def refusal(body: Any) -> set[str]:
        return set(problems(await api.post(f"{PATH}/preview", body, as_=ADMINISTRATOR)))

    assert await refusal(BODY | {"mockChange": {"stateId": "nowhere"}}) == {"mockChange.stateId"}
    assert await refusal(BODY | {"mockChange": {"votes": 1}})
    assert await refusal(BODY | {"mockChange": {"stateId": "draft", "approvals": 1001}})
    assert await refusal(BODY | {"states": [{"id": "a"}], "transitions": []}) == {"states[0].name"}
    # Beside other faults, two states of one name are told at once.
    states = [
        {"id": one, "name": name} for one, name in (("a", "Draft"), ("b", " "), ("c", "Draft"))
    ]
    twice = BODY | {"states": states, "transitions": []}
    assert await refusal(twice | {"definitionType": "workflow"}) == {"states[1].name"}
    both = {"states[1].name", "states[2].name"}
    assert await refusal(twice | {"definitionType": "lifecycle", "changeTypes": []}) == both
    gone = BODY | {"workflowId": NOBODY}
    refused(await api.post(f"{PATH}/preview", gone, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")
    refused(await api.post(f"{PATH}/preview", BODY, as_=ROLELESS), 403, "FORBIDDEN")
