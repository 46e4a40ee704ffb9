import asyncio

import pytest

from tests.programs import scenes
from tests.programs.scenes import UNKNOWN
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER


async def members_path(api: Api) -> str:
    """The members of a program that the engineer leads and the administrator is not in."""
    program = await scenes.program(api, {ENGINEER: "lead"})
    path = f"/api/programs/{program['id']}/members"
    assert data(await api.delete(f"{path}/{ADMINISTRATOR.id}", as_=ADMINISTRATOR)) == {
        "success": True
    }
    return path


async def roles(api: Api, path: str) -> dict[str, str]:
    found = data(await api.get(path, as_=ADMINISTRATOR))["members"]
    return {member["name"]: member["role"] for member in found}


async def test_a_lead_takes_a_user_in_changes_and_removes_him(api: Api) -> None:
    path = await members_path(api)
    body = {"userId": VIEWER.id.upper(), "role": "viewer"}
    member = data(await api.post(path, body, as_=ENGINEER), 201)["member"]
    assert member == {
        "userId": VIEWER.id,
        "name": VIEWER.name,
        "email": VIEWER.email,
        "role": "viewer",
    }
    assert data(await api.get(path, as_=VIEWER))["members"][0] == member
    sent = member | {"role": "engineer"}
    one = f"{path}/{VIEWER.id}"
    assert data(await api.put(one, sent, as_=ENGINEER))["member"] == sent
    assert await roles(api, path) == {ENGINEER.name: "lead", VIEWER.name: "engineer"}
    assert data(await api.delete(one, as_=ENGINEER)) == {"success": True}
    refused(await api.get(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    for gone in (
        await api.put(one, {"role": "viewer"}, as_=ENGINEER),
        await api.delete(one, as_=ENGINEER),
    ):
        refused(gone, 404, "RESOURCE_NOT_FOUND")


async def test_nobody_is_a_member_twice(api: Api) -> None:
    path = await members_path(api)
    body = {"userId": VIEWER.id, "role": "viewer"}
    answers = await asyncio.gather(*[api.post(path, body, as_=ENGINEER) for _ in range(4)])
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    refused(await api.post(path, body | {"role": "lead"}, as_=ENGINEER), 409, "CONFLICT")
    assert await roles(api, path) == {ENGINEER.name: "lead", VIEWER.name: "viewer"}


async def test_an_unknown_user_is_not_found(api: Api) -> None:
    path = await members_path(api)
    refused(await api.post(path, {"userId": UNKNOWN}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    for user in (UNKNOWN, "x", VIEWER.id):
        answer = await api.put(f"{path}/{user}", {"role": "viewer"}, as_=ENGINEER)
        refused(answer, 404, "RESOURCE_NOT_FOUND")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "userId"),
        ({"userId": None}, "userId"),
        ({"userId": "x"}, "userId"),
        ({"userId": VIEWER.id, "role": "owner"}, "role"),
        ({"userId": VIEWER.id, "role": None}, "role"),
        ({"userId": VIEWER.id, "name": "Vera"}, "name"),
    ],
)
async def test_a_bad_membership_is_named(api: Api, body: dict[str, object], field: str) -> None:
    path = await members_path(api)
    assert set(problems(await api.post(path, body, as_=ENGINEER))) == {field}
    assert await roles(api, path) == {ENGINEER.name: "lead"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"role": "owner"}, "role"),
        ({"role": "viewer", "userId": VIEWER.id}, "userId"),
        ({"role": "viewer", "name": "Emmy"}, "name"),
        ({"colour": 1}, "colour"),
    ],
)
async def test_a_bad_change_is_named(api: Api, body: dict[str, object], field: str) -> None:
    path = await members_path(api)
    assert set(problems(await api.put(f"{path}/{ENGINEER.id}", body, as_=ENGINEER))) == {field}


async def test_the_last_lead_stays_but_for_administrators(api: Api) -> None:
    path = await members_path(api)
    one = f"{path}/{ENGINEER.id}"
    refused(await api.put(one, {"role": "engineer"}, as_=ENGINEER), 409, "CONFLICT")
    refused(await api.delete(one, as_=ENGINEER), 409, "CONFLICT")
    assert data(await api.put(one, {"role": "lead"}, as_=ENGINEER))
    assert await roles(api, path) == {ENGINEER.name: "lead"}
    assert data(await api.put(one, {"role": "engineer"}, as_=ADMINISTRATOR))
    refused(await api.delete(one, as_=ENGINEER), 403, "FORBIDDEN")
    assert data(await api.delete(one, as_=ADMINISTRATOR)) == {"success": True}
    assert await roles(api, path) == {}


@pytest.mark.parametrize("times", range(3))
async def test_two_leads_who_leave_at_once_leave_one(api: Api, times: int) -> None:
    path = await members_path(api)
    await api.post(path, {"userId": OUTSIDER.id, "role": "lead"}, as_=ENGINEER)
    answers = await asyncio.gather(
        api.delete(f"{path}/{ENGINEER.id}", as_=ENGINEER),
        api.put(f"{path}/{OUTSIDER.id}", {"role": "viewer"}, as_=OUTSIDER),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409], times
    assert list((await roles(api, path)).values()).count("lead") == 1


async def test_a_stale_tag_changes_no_membership(api: Api) -> None:
    path = await members_path(api)
    made = await api.post(path, {"userId": VIEWER.id, "role": "viewer"}, as_=ENGINEER)
    stale, one = {"If-Match": made.headers["etag"]}, f"{path}/{VIEWER.id}"
    fresh = await api.put(one, {"role": "engineer"}, headers=stale, as_=ENGINEER)
    assert fresh.status_code == 200
    for answer in (
        await api.put(one, {"role": "viewer"}, headers=stale, as_=ENGINEER),
        await api.delete(one, headers=stale, as_=ENGINEER),
    ):
        refused(answer, 412, "PRECONDITION_FAILED")
    present = {"If-Match": fresh.headers["etag"]}
    assert data(await api.delete(one, headers=present, as_=ENGINEER))


async def test_members_are_complete_unless_a_page_is_asked_for(api: Api) -> None:
    path = await members_path(api)
    for person in (OUTSIDER, VIEWER):
        await api.post(path, {"userId": person.id}, as_=ENGINEER)
    shown = data(await api.get(path, as_=ENGINEER))
    assert (shown["total"], len(shown["members"])) == (3, 3)
    names = [member["name"] for member in shown["members"]]
    paged: list[str] = []
    for page in (1, 2, 3):
        answer = await api.get(path, params={"page": page, "limit": 1}, as_=ENGINEER)
        paged += [member["name"] for member in data(answer)["members"]]
        assert answer.json()["meta"] == {"total": 3, "page": page, "limit": 1, "totalPages": 3}
    assert paged == names
    assert set(problems(await api.get(path, params={"limit": 0}, as_=ENGINEER))) == {"limit"}
