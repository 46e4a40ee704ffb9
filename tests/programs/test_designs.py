import asyncio
from typing import Any

import pytest

from partwright.kit.ids import as_uuid
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
)

KEYS = {
    *("id", "code", "name", "description", "programId", "phase", "mainBranchId"),
    *("isArchived", "createdAt", "updatedAt", "createdBy"),
}


async def test_a_new_design_is_shown_with_all_its_fields(api: Api) -> None:
    made = await api.post(
        "/api/designs", {"name": " Lamp ", "code": "lamp-1", "description": "Bright"}, as_=ENGINEER
    )
    design = data(made, 201)
    assert set(design) >= KEYS
    assert (design["code"], design["name"], design["description"]) == ("LAMP-1", "Lamp", "Bright")
    assert (design["programId"], design["phase"], design["isArchived"]) == (
        None,
        "pre-release",
        False,
    )
    assert design["createdBy"] == ENGINEER.id
    assert design["createdAt"] == design["updatedAt"]
    again = await api.get(f"/api/designs/{design['id']}", as_=VIEWER)
    assert data(again) == design
    assert again.headers["etag"] == made.headers["etag"]


async def test_a_new_design_has_a_main_branch_with_one_commit(api: Api) -> None:
    design = await scenes.design(api)
    branches = data(await api.get(f"/api/designs/{design['id']}/branches", as_=ENGINEER))
    (main,) = branches["branches"]
    assert (main["id"], main["name"], main["kind"]) == (design["mainBranchId"], "main", "main")
    assert (main["baseCommitId"], main["isLocked"], main["isArchived"]) == (None, False, False)
    commits = data(await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))
    (first,) = commits["commits"]
    assert (first["id"], first["message"]) == (main["headCommitId"], "Design created")
    assert first["changes"] == {"added": 0, "modified": 0, "removed": 0}
    assert (first["revisions"], first["author"]["id"]) == ({}, ENGINEER.id)


async def test_items_are_written_on_a_new_design(stocked: Api) -> None:
    api = stocked
    design = await scenes.design(api)
    part = await scenes.part(api, designId=design["id"])
    assert (part["designId"], part["branchId"]) == (design["id"], None)
    commits = data(await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))["commits"]
    assert [commit["message"] for commit in commits][-1] == "Design created"
    assert len(commits) == 2


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Desk lamp", "DESK-LAMP"),
        ("  Größe: Ärmel/Øre Œuvre ", "GROSSE-ARMEL-ORE-OEUVRE"),
        ("Łódź №5", "LODZ-NO5"),
        ("设计", "DESIGN"),
        ("???", "DESIGN"),
        ("x" * 500, "X" * 50),
        ("a" * 49 + " b", "A" * 49),
    ],
)
async def test_a_code_is_made_of_the_name(api: Api, name: str, code: str) -> None:
    assert (await scenes.design(api, name=name))["code"] == code
    second = (await scenes.design(api, name=name, code=None))["code"]
    assert second == code[:48].rstrip("-") + "-2"
    assert len(second) <= 50


async def test_a_made_code_passes_over_all_that_are_taken(api: Api) -> None:
    for number in range(1, 25):
        await scenes.design(api, code=f"LAMP-{number}")
    assert [(await scenes.design(api))["code"] for _ in range(3)] == ["LAMP", "LAMP-25", "LAMP-26"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": "  "}, "name"),
        ({"name": None}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "Lamp", "code": ""}, "code"),
        ({"name": "Lamp", "code": "X" * 51}, "code"),
        ({"name": "Lamp", "code": "A_B"}, "code"),
        ({"name": "Lamp", "code": "ı"}, "code"),
        ({"name": "Lamp", "code": "A\nB"}, "code"),
        ({"name": "Lamp", "code": 7}, "code"),
        ({"name": "Lamp", "description": "x" * 5001}, "description"),
        ({"name": "Lamp", "programId": "not a uuid"}, "programId"),
        ({"name": "Lamp", "phase": "post-release"}, "phase"),
        ({"name": "Lamp", "mainBranchId": UNKNOWN}, "mainBranchId"),
        ({"name": "Lamp", "createdBy": ADMINISTRATOR.id}, "createdBy"),
        ({"name": "Lamp", "colour": "red"}, "colour"),
    ],
)
async def test_a_bad_field_is_named(api: Api, body: dict[str, object], field: str) -> None:
    assert field in problems(await api.post("/api/designs", body, as_=ENGINEER))
    assert await scenes.codes(api, "/api/designs") == []


async def test_a_malformed_body_is_refused(api: Api) -> None:
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    headers = {"Content-Type": "application/json"}
    for method, where in (("POST", "/api/designs"), ("PUT", path)):
        for content in (b"{", b"[]", b'{"name": "\\ud800"}', b"[" * 10_000):
            answer = await api.request(
                method, where, content=content, headers=headers, as_=ENGINEER
            )
            refused(answer, 400, "VALIDATION_ERROR")


async def test_the_longest_values_are_kept(api: Api) -> None:
    fields: dict[str, Any] = {"name": "n" * 500, "code": "C" * 50, "description": "d" * 5000}
    design = await scenes.design(api, **fields)
    assert {key: design[key] for key in fields} == fields


async def test_a_code_is_taken_once_in_any_case(api: Api) -> None:
    await scenes.design(api, code="LAMP")
    error = refused(
        await api.post("/api/designs", {"name": "Other", "code": "lamp"}, as_=OUTSIDER),
        409,
        "CONFLICT",
    )
    assert error["details"][0]["field"] == "code"
    other = await scenes.design(api, code="OTHER")
    path = f"/api/designs/{other['id']}"
    refused(await api.put(path, {"code": "Lamp"}, as_=ENGINEER), 409, "CONFLICT")
    assert data(await api.get(path, as_=ENGINEER)) == other


async def test_two_callers_at_once_get_two_codes_or_one_conflict(api: Api) -> None:
    made = await asyncio.gather(*[scenes.design(api) for _ in range(6)])
    assert {design["code"] for design in made} == {"LAMP", *(f"LAMP-{n}" for n in range(2, 7))}
    body = {"name": "Pump", "code": "PUMP"}
    answers = await asyncio.gather(
        *[api.post("/api/designs", body, as_=ENGINEER) for _ in range(6)]
    )
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 5]
    renamed = await asyncio.gather(
        *[api.put(f"/api/designs/{design['id']}", {"code": "FAN"}, as_=ENGINEER) for design in made]
    )
    assert sorted(answer.status_code for answer in renamed) == [200, *[409] * 5]


async def test_a_design_read_changed_and_sent_back_is_changed_there(api: Api) -> None:
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    sent = design | {"description": "Brighter", "isArchived": True}
    answer = await api.put(path, sent, as_=ENGINEER)
    changed = data(answer)
    assert changed == sent | {"updatedAt": changed["updatedAt"]}
    read = await api.get(path, as_=ENGINEER)
    assert data(read) == changed
    assert read.headers["etag"] == answer.headers["etag"]
    assert data(await api.put(path, changed, as_=ENGINEER)) == changed


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", UNKNOWN),
        ("phase", "post-release"),
        ("mainBranchId", UNKNOWN),
        ("createdAt", "2026-01-01T00:00:00.000Z"),
        ("updatedAt", "2026-01-01T00:00:00.000Z"),
        ("createdBy", OUTSIDER.id),
        ("name", None),
        ("code", None),
        ("isArchived", "yes"),
        ("programId", "x"),
        ("colour", None),
    ],
)
async def test_a_read_only_or_bad_key_changes_nothing(api: Api, key: str, value: object) -> None:
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    answer = await api.put(path, design | {"description": "New", key: value}, as_=ENGINEER)
    assert set(problems(answer)) == {key}
    assert data(await api.get(path, as_=ENGINEER)) == design


async def test_a_stale_tag_changes_nothing(api: Api) -> None:
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    first = (await api.get(path, as_=ENGINEER)).headers["etag"]
    edited = await api.put(path, {"name": "A"}, headers={"If-Match": first}, as_=ENGINEER)
    second = edited.headers["etag"]
    assert second != first
    stale = await api.put(path, {"name": "B"}, headers={"If-Match": first}, as_=ENGINEER)
    refused(stale, 412, "PRECONDITION_FAILED")
    assert data(await api.get(path, as_=ENGINEER))["name"] == "A"
    fresh = await api.put(path, {"name": "B"}, headers={"If-Match": second}, as_=ENGINEER)
    assert data(fresh)["name"] == "B"


async def test_one_of_two_edits_of_the_same_state_wins(api: Api) -> None:
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    tag = (await api.get(path, as_=ENGINEER)).headers["etag"]
    answers = await asyncio.gather(
        *[
            api.put(path, {"name": f"Name {n}"}, headers={"If-Match": tag}, as_=ENGINEER)
            for n in range(5)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[412] * 4]
    tags = {answer.headers["etag"] for answer in answers if "etag" in answer.headers}
    assert len(tags) == 1


async def test_a_known_tag_is_answered_with_not_modified(api: Api) -> None:
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    tag = (await api.get(path, as_=ENGINEER)).headers["etag"]
    same = await api.get(path, headers={"If-None-Match": tag}, as_=ENGINEER)
    assert (same.status_code, same.content) == (304, b"")
    await api.put(path, {"name": "Other"}, as_=ENGINEER)
    assert data(await api.get(path, headers={"If-None-Match": tag}, as_=ENGINEER))


@pytest.mark.parametrize("design_id", [UNKNOWN, "not-a-uuid", "%00"])
async def test_an_unknown_design_is_not_found(api: Api, design_id: str) -> None:
    path = f"/api/designs/{design_id}"
    refused(await api.get(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.put(path, {"name": "X"}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_a_token_is_needed(api: Api) -> None:
    path = f"/api/designs/{(await scenes.design(api))['id']}"
    for answer in (
        await api.get("/api/designs"),
        await api.post("/api/designs", {"name": "X"}),
        await api.get(path),
        await api.put(path, {"name": "X"}),
    ):
        refused(answer, 401, "UNAUTHENTICATED")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_the_role_must_permit_it(api: Api) -> None:
    path = f"/api/designs/{(await scenes.design(api))['id']}"
    for person in (VIEWER, APPROVER):
        assert data(await api.get(path, as_=person))
        refused(await api.post("/api/designs", {"name": "X"}, as_=person), 403, "FORBIDDEN")
        refused(await api.put(path, {"name": "X"}, as_=person), 403, "FORBIDDEN")
    for answer in (
        await api.get("/api/designs", as_=ROLELESS),
        await api.get(path, as_=ROLELESS),
        await api.post("/api/designs", {"name": "X"}, as_=ROLELESS),
    ):
        refused(answer, 403, "FORBIDDEN")


async def test_a_retried_post_makes_one_design(api: Api) -> None:
    headers = {"Idempotency-Key": "once"}
    first = await api.post("/api/designs", {"name": "Lamp"}, headers=headers, as_=ENGINEER)
    second = await api.post("/api/designs", {"name": "Lamp"}, headers=headers, as_=ENGINEER)
    assert data(first, 201) == data(second, 201)
    assert as_uuid(data(first, 201)["id"])
    assert await scenes.codes(api, "/api/designs") == ["LAMP"]
