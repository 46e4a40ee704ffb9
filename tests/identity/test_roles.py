import asyncio
from typing import Any

import pytest

from partwright.identity.permissions import ALL, BUILT_IN_ROLES
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, ROLELESS, VIEWER

UNKNOWN = "01920000-0000-7000-8000-000000000000"


async def make(api: Api, **body: object) -> dict[str, Any]:
    body = {"name": "Purchaser", "permissions": ["parts.read"], **body}
    return data(await api.post("/api/roles", body, as_=ADMINISTRATOR), 201)


async def built_in(api: Api, name: str) -> dict[str, Any]:
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    return next(role for role in roles if role["name"] == name)


async def give(api: Api, person: Any, *role_ids: str) -> None:
    body = {"roleIds": list(role_ids)}
    data(await api.put(f"/api/users/{person.id}", body, as_=ADMINISTRATOR))


async def test_the_built_in_roles_are_there(api: Api) -> None:
    answer = await api.get("/api/roles", as_=VIEWER)
    roles = {role["name"]: role for role in data(answer)["roles"]}
    assert roles.keys() == BUILT_IN_ROLES.keys()
    for name, (description, permissions) in BUILT_IN_ROLES.items():
        assert roles[name]["builtIn"] is True
        assert roles[name]["description"] == description
        assert roles[name]["permissions"] == sorted(permissions)


async def test_a_role_is_made_read_changed_and_deleted(api: Api) -> None:
    role = await make(api, description="Buys", permissions=["parts.read", "parts.read"])
    assert role["permissions"] == ["parts.read"]
    assert (role["name"], role["description"], role["builtIn"]) == ("Purchaser", "Buys", False)
    path = f"/api/roles/{role['id']}"
    assert data(await api.get(path, as_=VIEWER)) == role
    body = {**role, "name": "Buyer", "permissions": ["parts.update", "parts.read"]}
    changed = data(await api.put(path, body, as_=ADMINISTRATOR))
    assert changed == {
        **role,
        "name": "Buyer",
        "permissions": ["parts.read", "parts.update"],
        "updatedAt": changed["updatedAt"],
    }
    assert data(await api.get("/api/roles", as_=VIEWER))["roles"][0] == changed
    assert data(await api.delete(path, as_=ADMINISTRATOR)) == {"success": True}
    refused(await api.get(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.delete(path, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": 5}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"description": "x" * 5001}, "description"),
        ({"description": None}, "description"),
        ({"permissions": ["parts.fly"]}, "permissions"),
        ({"permissions": "parts.read"}, "permissions"),
        ({"permissions": [[]]}, "permissions[0]"),
        ({"builtIn": True}, "builtIn"),
        ({"id": UNKNOWN}, "id"),
    ],
)
async def test_a_malformed_role_names_the_field(
    api: Api, body: dict[str, object], field: str
) -> None:
    answer = await api.post("/api/roles", {"name": "x", **body}, as_=ADMINISTRATOR)
    assert problems(answer).keys() == {field}
    path = f"/api/roles/{(await make(api))['id']}"
    answer = await api.put(path, body, as_=ADMINISTRATOR)
    assert problems(answer).keys() == {field}


async def test_names_are_unique_whatever_their_case(api: Api) -> None:
    role = await make(api)
    for name in ("PURCHASER", " administrator "):
        answer = await api.post("/api/roles", {"name": name}, as_=ADMINISTRATOR)
        refused(answer, 409, "CONFLICT")
    answer = await api.put(f"/api/roles/{role['id']}", {"name": "VIEWER"}, as_=ADMINISTRATOR)
    refused(answer, 409, "CONFLICT")
    data(await api.put(f"/api/roles/{role['id']}", {"name": "PURCHASER"}, as_=ADMINISTRATOR))


async def test_one_of_two_roles_with_a_name_is_made(api: Api) -> None:
    answers = await asyncio.gather(
        *(api.post("/api/roles", {"name": "Twin"}, as_=ADMINISTRATOR) for _ in range(2))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409]


async def test_a_page_of_roles(api: Api) -> None:
    answer = await api.get("/api/roles", params={"limit": 3}, as_=VIEWER)
    assert len(data(answer)["roles"]) == 3
    assert answer.json()["meta"] == {"total": 4, "page": 1, "limit": 3, "totalPages": 2}


async def test_roles_need_a_token_and_a_right(api: Api) -> None:
    role = await make(api)
    path = f"/api/roles/{role['id']}"
    refused(await api.get("/api/roles"), 401, "UNAUTHENTICATED")
    refused(await api.post("/api/roles", {"name": "x"}), 401, "UNAUTHENTICATED")
    refused(await api.get(path), 401, "UNAUTHENTICATED")
    refused(await api.put(path, {}), 401, "UNAUTHENTICATED")
    refused(await api.delete(path), 401, "UNAUTHENTICATED")
    refused(await api.get("/api/roles", as_=ROLELESS), 403, "FORBIDDEN")
    refused(await api.get(path, as_=ROLELESS), 403, "FORBIDDEN")
    for person in (ENGINEER, APPROVER, VIEWER):
        refused(await api.post("/api/roles", {"name": "x"}, as_=person), 403, "FORBIDDEN")
        refused(await api.put(path, {"name": "x"}, as_=person), 403, "FORBIDDEN")
        refused(await api.delete(path, as_=person), 403, "FORBIDDEN")


@pytest.mark.parametrize("role_id", [UNKNOWN, "not-a-uuid", "%00"])
async def test_an_unknown_role(api: Api, role_id: str) -> None:
    path = f"/api/roles/{role_id}"
    refused(await api.get(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.put(path, {"name": "x"}, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")
    refused(await api.delete(path, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")


async def test_a_built_in_role_is_neither_deleted_nor_renamed(api: Api) -> None:
    for name in BUILT_IN_ROLES:
        path = f"/api/roles/{(await built_in(api, name))['id']}"
        refused(await api.delete(path, as_=ADMINISTRATOR), 409, "CONFLICT")
        refused(await api.put(path, {"name": "Boss"}, as_=ADMINISTRATOR), 409, "CONFLICT")


async def test_the_administrator_role_keeps_all_permissions(api: Api) -> None:
    role = await built_in(api, "Administrator")
    path = f"/api/roles/{role['id']}"
    fewer = {"permissions": sorted(ALL - {"system.manage"})}
    refused(await api.put(path, fewer, as_=ADMINISTRATOR), 409, "CONFLICT")
    body = {**role, "description": "May do all"}
    assert data(await api.put(path, body, as_=ADMINISTRATOR))["description"] == "May do all"


async def test_other_built_in_roles_take_other_permissions(api: Api) -> None:
    path = f"/api/roles/{(await built_in(api, 'Viewer'))['id']}"
    data(await api.get("/api/users", as_=VIEWER))
    data(await api.put(path, {"permissions": ["parts.read"]}, as_=ADMINISTRATOR))
    refused(await api.get("/api/users", as_=VIEWER), 403, "FORBIDDEN")


async def test_a_changed_role_takes_effect_at_once(api: Api) -> None:
    role = await make(api)
    await give(api, ROLELESS, role["id"])
    path = f"/api/roles/{role['id']}"
    assert data(await api.get("/api/users/me", as_=ROLELESS))["permissions"] == ["parts.read"]
    data(await api.put(path, {"permissions": ["roles.read"]}, as_=ADMINISTRATOR))
    data(await api.get("/api/roles", as_=ROLELESS))
    data(await api.put(path, {"permissions": []}, as_=ADMINISTRATOR))
    refused(await api.get("/api/roles", as_=ROLELESS), 403, "FORBIDDEN")


async def test_rights_of_several_roles_add_up(api: Api) -> None:
    first = await make(api, name="First", permissions=["parts.read"])
    second = await make(api, name="Second", permissions=["tasks.manage"])
    await give(api, ROLELESS, first["id"], second["id"])
    me = data(await api.get("/api/users/me", as_=ROLELESS))
    assert [role["name"] for role in me["roles"]] == ["First", "Second"]
    assert {"parts.read", "tasks.delete", "tasks.manage"} <= set(me["permissions"])


async def test_a_role_that_users_hold_is_not_deleted(api: Api) -> None:
    role = await make(api)
    await give(api, ROLELESS, role["id"])
    path = f"/api/roles/{role['id']}"
    refused(await api.delete(path, as_=ADMINISTRATOR), 409, "CONFLICT")
    await give(api, ROLELESS)
    data(await api.delete(path, as_=ADMINISTRATOR))


async def test_a_role_is_given_or_deleted(api: Api) -> None:
    role = await make(api)
    given, deleted = await asyncio.gather(
        api.put(f"/api/users/{ROLELESS.id}", {"roleIds": [role["id"]]}, as_=ADMINISTRATOR),
        api.delete(f"/api/roles/{role['id']}", as_=ADMINISTRATOR),
    )
    assert (given.status_code, deleted.status_code) in ((200, 409), (404, 200))
