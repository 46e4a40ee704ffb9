"""Approvers of states over HTTP."""

import asyncio
from typing import Any

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, VIEWER
from tests.workflows.scenes import (
    DRAFT,
    PATH,
    RELEASED,
    Record,
    change,
    define,
    make_role,
    name_approver,
    report,
)
from tests.world import NOBODY


async def listed(api: Api, workflow: Record) -> dict[str, tuple[str | None, list[Record]]]:
    found = data(await api.get(f"{PATH}/{workflow['id']}/approvers", as_=VIEWER))["approvers"]
    assert all(set(group) == {"stateId", "stateName", "approvers"} for group in found)
    return {group["stateId"]: (group["stateName"], group["approvers"]) for group in found}


async def of_state(api: Api, workflow: Record, state_id: str) -> list[Record]:
    path = f"{PATH}/{workflow['id']}/states/{state_id}/approvers"
    found = data(await api.get(path, as_=VIEWER))
    assert found["stateId"] == state_id
    return list(found["approvers"])


async def test_users_and_roles_approve_alone_and_together(api: Api) -> None:
    workflow, role_id = await define(api), await make_role(api, "Quality", APPROVER, VIEWER)
    user = await name_approver(api, workflow, "review", userId=APPROVER.id.upper())
    role = await name_approver(api, workflow, "review", roleId=role_id)
    both = await name_approver(api, workflow, "review", userId=VIEWER.id, roleId=role_id)
    drafter = await name_approver(api, workflow, "draft", userId=APPROVER.id)
    names = {"userName": APPROVER.name, "roleName": None}
    assert user == {"id": user["id"], "userId": APPROVER.id, "roleId": None, **names}
    names = {"userName": None, "roleName": "Quality"}
    assert role == {"id": role["id"], "userId": None, "roleId": role_id, **names}
    names = {"userName": VIEWER.name, "roleName": "Quality"}
    assert both == {"id": both["id"], "userId": VIEWER.id, "roleId": role_id, **names}
    assert await listed(api, workflow) == {
        "draft": ("Draft", [drafter]),
        "review": ("In Review", [user, role, both]),
        "released": ("Released", []),
    }
    assert await of_state(api, workflow, "review") == [user, role, both]
    assert await of_state(api, workflow, "released") == []
    path = f"{PATH}/{workflow['id']}/states"
    gone = await api.delete(f"{path}/review/approvers/{role['id']}", as_=ADMINISTRATOR)
    assert data(gone) == {"success": True}
    assert await of_state(api, workflow, "review") == [user, both]
    for missing in (
        f"{path}/review/approvers/{role['id']}",
        f"{path}/draft/approvers/{user['id']}",
        f"{path}/nowhere/approvers/{user['id']}",
        f"{PATH}/{NOBODY}/states/review/approvers/{user['id']}",
    ):
        refused(await api.delete(missing, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")


async def test_what_is_no_approver_is_refused(api: Api) -> None:
    workflow, role_id = await define(api), await make_role(api)
    path = f"{PATH}/{workflow['id']}/states/review/approvers"

    async def add(body: Any, at: str = path) -> Any:
        return await api.post(at, body, as_=ADMINISTRATOR)

    for body in ({}, {"userId": None, "roleId": None}):
        assert problems(await add(body)).keys() == {"userId", "roleId"}
    assert problems(await add({"userId": "x", "roleId": 5})).keys() == {"userId", "roleId"}
    assert problems(await add({"userId": VIEWER.id, "stateId": "draft"})).keys() == {"stateId"}
    for body in ({"userId": NOBODY}, {"roleId": NOBODY}, {"userId": role_id}):
        refused(await add(body), 404, "RESOURCE_NOT_FOUND")
    who = {"userId": VIEWER.id}
    for at in (path.replace("review", "nowhere"), path.replace(workflow["id"], NOBODY)):
        refused(await add(who, at), 404, "RESOURCE_NOT_FOUND")
        refused(await api.get(at, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    for once in (who, {"roleId": role_id}, {**who, "roleId": role_id}):
        data(await add(once), 201)
        refused(await add(once), 409, "CONFLICT")
    answers = await asyncio.gather(*(add({"userId": ENGINEER.id}) for _ in range(3)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    assert len(await of_state(api, workflow, "review")) == 4


async def test_who_has_left_does_not_become_an_approver_and_is_told_of(api: Api) -> None:
    workflow = await define(api)
    await name_approver(api, workflow, "review", userId=ENGINEER.id)
    leaving = await api.put(f"/api/users/{ENGINEER.id}", {"active": False}, as_=ADMINISTRATOR)
    assert data(leaving)["active"] is False
    path = f"{PATH}/{workflow['id']}/states/draft/approvers"
    again = await api.post(path, {"userId": ENGINEER.id}, as_=ADMINISTRATOR)
    refused(again, 422, "UNPROCESSABLE")
    warning = ("INACTIVE_APPROVER", "states[1].approvers[0].userId")
    assert await report(api, workflow) == {"errors": [], "warnings": [warning]}


async def test_approvers_of_a_state_that_an_edit_removes_stay_until_they_are_taken_out(
    api: Api,
) -> None:
    workflow, role_id = await define(api), await make_role(api)
    kept = await name_approver(api, workflow, "review", userId=APPROVER.id)
    other = await name_approver(api, workflow, "draft", roleId=role_id)
    await change(api, workflow, states=[DRAFT, RELEASED], transitions=[])
    data(await api.delete(f"/api/roles/{role_id}", as_=ADMINISTRATOR))
    other["roleName"] = None
    assert await listed(api, workflow) == {
        "draft": ("Draft", [other]),
        "released": ("Released", []),
        "review": (None, [kept]),
    }
    assert await of_state(api, workflow, "review") == [kept]
    errors = [
        ("UNKNOWN_STATE", "states[review].approvers[0].stateId"),
        ("UNKNOWN_ROLE", "states[0].approvers[0].roleId"),
    ]
    assert sorted((await report(api, workflow))["errors"]) == sorted(errors)
    path = f"{PATH}/{workflow['id']}/states/review/approvers"
    refused(
        await api.post(path, {"userId": VIEWER.id}, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND"
    )
    data(await api.delete(f"{path}/{kept['id']}", as_=ADMINISTRATOR))
    refused(await api.get(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    assert (await report(api, workflow))["errors"] == errors[1:]


async def test_a_state_may_be_called_anything_that_a_path_can_say(api: Api) -> None:
    ids = ["ÄB c?#%", "0192F0C1-0000-7000-8000-00000000ABCD"]
    states = [{"id": state_id, "name": state_id} for state_id in ids]
    workflow = await define(api, states=states, transitions=[])
    for state_id, spelled in zip(ids, ("%C3%84B%20c%3F%23%25", ids[1]), strict=True):
        path = f"{PATH}/{workflow['id']}/states/{spelled}/approvers"
        made = await api.post(path, {"userId": APPROVER.id}, as_=ADMINISTRATOR)
        shown = data(await api.get(path, as_=VIEWER))
        assert (shown["stateId"], shown["approvers"]) == (state_id, [data(made, 201)["approver"]])
        data(await api.delete(f"{path}/{shown['approvers'][0]['id']}", as_=ADMINISTRATOR))


async def test_the_list_costs_the_same_for_few_approvers_and_for_many(api: Api) -> None:
    workflow = await define(api)
    assert (await listed(api, workflow)).keys() == {"draft", "review", "released"}
    counts: list[int] = []
    for people in ((APPROVER,), (ENGINEER, VIEWER, ADMINISTRATOR)):
        for person in people:
            for state_id in ("draft", "review", "released"):
                await name_approver(api, workflow, state_id, userId=person.id)
        for call in ("approvers", "validate", "states/review/approvers"):
            with api.counting() as counted:
                data(await api.get(f"{PATH}/{workflow['id']}/{call}", as_=VIEWER))
            counts.append(counted.statements)
    assert counts[:3] == counts[3:]
