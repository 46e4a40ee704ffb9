import asyncio

import pytest

from tests.programs import scenes
from tests.programs.scenes import UNKNOWN
from tests.support.application import Api, data, problems, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
    Person,
)

KEYS = {
    *("id", "code", "name", "description", "status", "customer", "startDate", "targetEndDate"),
    *("createdAt", "updatedAt", "createdBy"),
}


async def test_a_new_program_is_led_by_its_creator(api: Api) -> None:
    body = {
        "name": "Lunar lander",
        "code": "ll-1",
        "customer": "ESA",
        "startDate": "2026-11-21",
        "targetEndDate": "2026-11-21",
        "description": "Soft landing",
    }
    made = await api.post("/api/programs", body, as_=ADMINISTRATOR)
    program = data(made, 201)
    assert set(program) >= KEYS
    assert program | body | {"code": "LL-1"} == program
    assert (program["status"], program["createdBy"]) == ("Active", ADMINISTRATOR.id)
    path = f"/api/programs/{program['id']}"
    read = await api.get(path, as_=ADMINISTRATOR)
    assert (data(read), read.headers["etag"]) == (program, made.headers["etag"])
    members = data(await api.get(f"{path}/members", as_=ADMINISTRATOR))["members"]
    assert members == [
        {
            "userId": ADMINISTRATOR.id,
            "name": ADMINISTRATOR.name,
            "email": ADMINISTRATOR.email,
            "role": "lead",
        }
    ]


async def test_what_is_left_out_is_filled_in(api: Api) -> None:
    program = await scenes.program(api, name="Éclair!")
    assert (program["code"], program["status"]) == ("ECLAIR", "Active")
    assert (program["customer"], program["startDate"], program["targetEndDate"]) == (None,) * 3
    assert (await scenes.program(api, name="eclair"))["code"] == "ECLAIR-2"
    assert (await scenes.program(api, name="→"))["code"] == "PROGRAM"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"name": "X", "code": "Ä"}, "code"),
        ({"name": "X", "status": "active"}, "status"),
        ({"name": "X", "status": None}, "status"),
        ({"name": "X", "customer": "x" * 501}, "customer"),
        ({"name": "X", "startDate": "2026-02-30"}, "startDate"),
        ({"name": "X", "startDate": "2026-11-21T00:00:00Z"}, "startDate"),
        ({"name": "X", "targetEndDate": "soon"}, "targetEndDate"),
        (
            {"name": "X", "startDate": "2026-11-21", "targetEndDate": "2026-11-20"},
            "targetEndDate",
        ),
        ({"name": "X", "createdBy": ENGINEER.id}, "createdBy"),
        ({"name": "X", "members": []}, "members"),
    ],
)
async def test_a_bad_field_is_named(api: Api, body: dict[str, object], field: str) -> None:
    assert set(problems(await api.post("/api/programs", body, as_=ADMINISTRATOR))) >= {field}
    assert await scenes.codes(api, "/api/programs", as_=ADMINISTRATOR) == []


async def test_a_code_is_taken_once_also_by_two_at_once(api: Api) -> None:
    body = {"name": "Lander", "code": "LL"}
    answers = await asyncio.gather(
        *[api.post("/api/programs", body, as_=ADMINISTRATOR) for _ in range(6)]
    )
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 5]
    made = await asyncio.gather(*[scenes.program(api) for _ in range(12)])
    assert len({program["code"] for program in made}) == 12
    path = f"/api/programs/{made[0]['id']}"
    error = refused(await api.put(path, {"code": "ll"}, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert error["details"][0]["field"] == "code"


async def test_a_program_is_seen_by_members_and_administrators_only(api: Api) -> None:
    people = {ENGINEER: "lead", APPROVER: "engineer", VIEWER: "viewer"}
    path = f"/api/programs/{(await scenes.program(api, people))['id']}"
    for person in (ADMINISTRATOR, *people):
        assert data(await api.get(path, as_=person))
        assert await scenes.codes(api, "/api/programs", as_=person) == ["LANDER"]
        assert len(data(await api.get(f"{path}/members", as_=person))["members"]) == 4
    assert await scenes.codes(api, "/api/programs", as_=OUTSIDER) == []
    for answer in (
        await api.get(path, as_=OUTSIDER),
        await api.put(path, {"name": "X"}, as_=OUTSIDER),
        await api.get(f"{path}/members", as_=OUTSIDER),
        await api.post(f"{path}/members", {"userId": OUTSIDER.id}, as_=OUTSIDER),
        await api.put(f"{path}/members/{VIEWER.id}", {"role": "lead"}, as_=OUTSIDER),
        await api.delete(f"{path}/members/{VIEWER.id}", as_=OUTSIDER),
    ):
        refused(answer, 404, "RESOURCE_NOT_FOUND")


@pytest.mark.parametrize("person", [APPROVER, VIEWER])
async def test_members_who_do_not_lead_change_nothing(api: Api, person: Person) -> None:
    program = await scenes.program(api, {ENGINEER: "lead", APPROVER: "engineer", VIEWER: "viewer"})
    path = f"/api/programs/{program['id']}"
    for answer in (
        await api.put(path, {"name": "X"}, as_=person),
        await api.post(f"{path}/members", {"userId": OUTSIDER.id}, as_=person),
        await api.put(f"{path}/members/{person.id}", {"role": "lead"}, as_=person),
        await api.delete(f"{path}/members/{ENGINEER.id}", as_=person),
    ):
        refused(answer, 403, "FORBIDDEN")
    assert data(await api.get(path, as_=person)) == program


async def test_a_lead_changes_the_record(api: Api) -> None:
    program = await scenes.program(api, {ENGINEER: "lead"}, startDate="2026-11-21")
    path = f"/api/programs/{program['id']}"
    sent = program | {"status": "On Hold", "customer": "ESA", "code": "LL"}
    answer = await api.put(path, sent, as_=ENGINEER)
    changed = data(answer)
    assert changed == sent | {"updatedAt": changed["updatedAt"]}
    read = await api.get(path, as_=ENGINEER)
    assert (data(read), read.headers["etag"]) == (changed, answer.headers["etag"])
    early = await api.put(path, {"targetEndDate": "2026-11-20"}, as_=ENGINEER)
    assert set(problems(early)) == {"targetEndDate"}
    assert data(await api.put(path, changed, as_=ENGINEER)) == changed


@pytest.mark.parametrize("key", ["id", "createdAt", "updatedAt", "createdBy", "colour"])
async def test_a_read_only_key_changes_nothing(api: Api, key: str) -> None:
    program = await scenes.program(api)
    path = f"/api/programs/{program['id']}"
    answer = await api.put(path, program | {"name": "New", key: UNKNOWN}, as_=ADMINISTRATOR)
    assert set(problems(answer)) == {key}
    assert data(await api.get(path, as_=ADMINISTRATOR)) == program


async def test_one_of_two_edits_of_the_same_state_wins(api: Api) -> None:
    path = f"/api/programs/{(await scenes.program(api))['id']}"
    tag = (await api.get(path, as_=ADMINISTRATOR)).headers["etag"]
    answers = await asyncio.gather(
        *[
            api.put(path, {"name": f"N{n}"}, headers={"If-Match": tag}, as_=ADMINISTRATOR)
            for n in range(5)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[412] * 4]
    (refusal, *_) = [answer for answer in answers if answer.status_code == 412]
    refused(refusal, 412, "PRECONDITION_FAILED")
    again = await api.get(path, headers={"If-None-Match": tag}, as_=ADMINISTRATOR)
    assert again.status_code == 200
    known = {"If-None-Match": again.headers["etag"]}
    assert (await api.get(path, headers=known, as_=ADMINISTRATOR)).status_code == 304


async def test_a_token_and_a_permission_are_needed(api: Api) -> None:
    path = f"/api/programs/{(await scenes.program(api, {ROLELESS: 'lead'}))['id']}"
    body = {"name": "X"}
    for answer in (
        await api.get("/api/programs"),
        await api.post("/api/programs", body),
        await api.get(path),
        await api.put(path, body),
        await api.get(f"{path}/members"),
        await api.post(f"{path}/members", {"userId": OUTSIDER.id}),
        await api.put(f"{path}/members/{ADMINISTRATOR.id}", {"role": "viewer"}),
        await api.delete(f"{path}/members/{ADMINISTRATOR.id}"),
    ):
        refused(answer, 401, "UNAUTHENTICATED")
    for answer in (
        await api.get("/api/programs", as_=ROLELESS),
        await api.get(path, as_=ROLELESS),
        await api.put(path, body, as_=ROLELESS),
        await api.delete(f"{path}/members/{ADMINISTRATOR.id}", as_=ROLELESS),
        *[await api.post("/api/programs", body, as_=p) for p in (ENGINEER, VIEWER, APPROVER)],
    ):
        refused(answer, 403, "FORBIDDEN")


async def test_a_scoped_token_leads_only_with_the_permission(api: Api) -> None:
    path = f"/api/programs/{(await scenes.program(api))['id']}"
    for scopes, status in ((["programs.read"], 403), (["programs.manage"], 200)):
        body = {"name": "narrow", "scopes": scopes}
        token = data(await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR), 201)["token"]
        narrow = ADMINISTRATOR._replace(token=token)
        assert data(await api.get(path, as_=narrow))
        assert (await api.put(path, {"name": "X"}, as_=narrow)).status_code == status


@pytest.mark.parametrize("program_id", [UNKNOWN, "not-a-uuid"])
async def test_an_unknown_program_is_not_found(api: Api, program_id: str) -> None:
    path = f"/api/programs/{program_id}"
    for answer in (
        await api.get(path, as_=ADMINISTRATOR),
        await api.put(path, {"name": "X"}, as_=ADMINISTRATOR),
        await api.get(f"{path}/members", as_=ADMINISTRATOR),
        await api.post(f"{path}/members", {"userId": ENGINEER.id}, as_=ADMINISTRATOR),
        await api.delete(f"{path}/members/{ENGINEER.id}", as_=ADMINISTRATOR),
    ):
        refused(answer, 404, "RESOURCE_NOT_FOUND")
