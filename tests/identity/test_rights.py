"""Nobody gives more than they have, and somebody always can repair everything."""

import asyncio
from typing import Any

import pytest

from partwright.identity.permissions import ALL
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD, ROLELESS, VIEWER, Person

STAFF = ["users.manage", "roles.manage", "parts.read"]
NEW = {"email": "lise@example.com", "name": "Lise Meitner", "password": "a long password"}


async def roles(api: Api) -> dict[str, dict[str, Any]]:
    found = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    return {role["name"]: role for role in found}


@pytest.fixture
async def clerk(api: Api) -> Person:
    """One who looks after accounts without being an administrator."""
    body = {"name": "Clerk", "permissions": STAFF}
    role = data(await api.post("/api/roles", body, as_=ADMINISTRATOR), 201)
    path = f"/api/users/{ROLELESS.id}"
    data(await api.put(path, {"roleIds": [role["id"]]}, as_=ADMINISTRATOR))
    return ROLELESS


async def bare(api: Api) -> str:
    """The path of a user without roles."""
    return f"/api/users/{data(await api.post('/api/users', NEW, as_=ADMINISTRATOR), 201)['id']}"


async def test_a_clerk_gives_what_they_have(api: Api, clerk: Person) -> None:
    role_id = (await roles(api))["Clerk"]["id"]
    user = data(await api.post("/api/users", {**NEW, "roleIds": [role_id]}, as_=clerk), 201)
    path = f"/api/users/{user['id']}"
    assert data(await api.put(path, {"roleIds": [], "active": False}, as_=clerk))["roles"] == []
    reader = {"name": "Reader", "permissions": ["parts.read"]}
    role = data(await api.post("/api/roles", reader, as_=clerk), 201)
    data(await api.put(path, {"roleIds": [role["id"]]}, as_=clerk))


@pytest.mark.parametrize("name", ["Administrator", "Engineer", "Viewer"])
async def test_a_clerk_gives_no_role_beyond_their_own(api: Api, clerk: Person, name: str) -> None:
    role_id = (await roles(api))[name]["id"]
    body = {**NEW, "roleIds": [role_id]}
    refused(await api.post("/api/users", body, as_=clerk), 403, "FORBIDDEN")
    more = {"roleIds": [(await roles(api))["Clerk"]["id"], role_id]}
    refused(await api.put(f"/api/users/{clerk.id}", more, as_=clerk), 403, "FORBIDDEN")
    path = await bare(api)
    refused(await api.put(path, {"roleIds": [role_id]}, as_=clerk), 403, "FORBIDDEN")


async def test_a_clerk_makes_no_role_beyond_their_own(api: Api, clerk: Person) -> None:
    found = await roles(api)
    body = {"name": "More", "permissions": ["parts.update"]}
    refused(await api.post("/api/roles", body, as_=clerk), 403, "FORBIDDEN")
    for permissions in ([*STAFF, "parts.update"], [*STAFF, "parts.manage"], sorted(ALL)):
        path = f"/api/roles/{found['Clerk']['id']}"
        body = {"permissions": permissions}
        refused(await api.put(path, body, as_=clerk), 403, "FORBIDDEN")
    path = f"/api/roles/{found['Viewer']['id']}"
    fewer = {"permissions": ["parts.read", "tasks.read"]}
    refused(await api.put(path, fewer, as_=clerk), 403, "FORBIDDEN")
    fewer = {"permissions": sorted({*found["Viewer"]["permissions"]} - {"parts.read"})}
    data(await api.put(path, fewer, as_=clerk))


async def test_a_clerk_leaves_those_alone_who_have_more(api: Api, clerk: Person) -> None:
    for person in (ADMINISTRATOR, ENGINEER, VIEWER):
        path = f"/api/users/{person.id}"
        for body in ({"email": "mine@example.com"}, {"active": False}, {"roleIds": []}):
            refused(await api.put(path, body, as_=clerk), 403, "FORBIDDEN")


async def test_only_administrators_change_how_others_sign_on(api: Api, clerk: Person) -> None:
    path = await bare(api)
    for body in ({"password": "another password"}, {"email": "mine@example.com"}):
        refused(await api.put(path, body, as_=clerk), 403, "FORBIDDEN")
    login = {"email": "l.meitner@example.com", "password": "another password"}
    data(await api.put(path, login, as_=ADMINISTRATOR))
    data(await api.post("/api/auth/login", login))


async def test_a_password_set_by_an_administrator_ends_all_tokens(api: Api) -> None:
    data(await api.get("/api/users/me", as_=VIEWER))
    body = {"password": "another password"}
    data(await api.put(f"/api/users/{VIEWER.id}", body, as_=ADMINISTRATOR))
    refused(await api.get("/api/users/me", as_=VIEWER), 401, "UNAUTHENTICATED")
    data(await api.get("/api/users/me", as_=ADMINISTRATOR))


async def test_a_scoped_token_of_an_administrator_gives_no_more_than_its_scopes(
    api: Api,
) -> None:
    found = await roles(api)
    body = {"name": "accounts", "scopes": ["users.manage", "roles.manage"]}
    token = data(await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR), 201)["token"]
    scoped = ADMINISTRATOR._replace(token=token)
    for name in ("Administrator", "Viewer"):
        body = {**NEW, "roleIds": [found[name]["id"]]}
        refused(await api.post("/api/users", body, as_=scoped), 403, "FORBIDDEN")
    path = f"/api/users/{VIEWER.id}"
    refused(await api.put(path, {"password": "x" * 10}, as_=scoped), 403, "FORBIDDEN")
    refused(await api.put(path, {"email": "m@example.com"}, as_=scoped), 403, "FORBIDDEN")
    own = f"/api/users/{ADMINISTRATOR.id}"
    refused(await api.put(own, {"password": "x" * 10}, as_=scoped), 400, "VALIDATION_ERROR")


async def test_the_rights_of_administrators_come_with_the_role_alone(api: Api) -> None:
    """Who has all permissions by another role still makes no administrators."""
    body = {"name": "Almost", "permissions": sorted(ALL)}
    role = data(await api.post("/api/roles", body, as_=ADMINISTRATOR), 201)
    path = f"/api/users/{ROLELESS.id}"
    data(await api.put(path, {"roleIds": [role["id"]]}, as_=ADMINISTRATOR))
    administrator = (await roles(api))["Administrator"]["id"]
    body = {"roleIds": [role["id"], administrator]}
    refused(await api.put(path, body, as_=ROLELESS), 403, "FORBIDDEN")
    other = f"/api/users/{ADMINISTRATOR.id}"
    refused(await api.put(other, {"active": False}, as_=ROLELESS), 403, "FORBIDDEN")
    refused(
        await api.put(f"/api/users/{VIEWER.id}", {"password": "x" * 10}, as_=ROLELESS),
        403,
        "FORBIDDEN",
    )


@pytest.mark.parametrize("body", [{"active": False}, {"roleIds": []}])
async def test_the_last_administrator_stays(api: Api, body: dict[str, object]) -> None:
    path = f"/api/users/{ADMINISTRATOR.id}"
    refused(await api.put(path, body, as_=ADMINISTRATOR), 409, "CONFLICT")
    me = data(await api.get("/api/users/me", as_=ADMINISTRATOR))
    assert me["active"]
    assert [role["name"] for role in me["roles"]] == ["Administrator"]


async def test_a_deactivated_administrator_does_not_count(api: Api) -> None:
    administrator = (await roles(api))["Administrator"]["id"]
    path = f"/api/users/{VIEWER.id}"
    body = {"roleIds": [administrator], "active": False}
    data(await api.put(path, body, as_=ADMINISTRATOR))
    own = f"/api/users/{ADMINISTRATOR.id}"
    refused(await api.put(own, {"roleIds": []}, as_=ADMINISTRATOR), 409, "CONFLICT")
    data(await api.put(path, {"active": True}, as_=ADMINISTRATOR))
    data(await api.put(own, {"roleIds": []}, as_=ADMINISTRATOR))
    refused(await api.put(path, {"active": False}, as_=VIEWER), 409, "CONFLICT")


async def test_one_of_two_last_administrators_stays(api: Api, other_process: Api) -> None:
    administrator = (await roles(api))["Administrator"]["id"]
    pair = (ADMINISTRATOR, VIEWER)
    path = f"/api/users/{VIEWER.id}"
    data(await api.put(path, {"roleIds": [administrator]}, as_=ADMINISTRATOR))
    answers = await asyncio.gather(
        *(
            process.put(f"/api/users/{person.id}", {"active": False}, as_=person)
            for process, person in zip((api, other_process), pair, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_rights_that_an_actor_just_lost_are_not_given(api: Api, clerk: Person) -> None:
    """A role that grows while it is being given is measured as it then is."""
    found = await roles(api)
    path = await bare(api)
    given, grown = await asyncio.gather(
        api.put(path, {"roleIds": [found["Clerk"]["id"]]}, as_=clerk),
        api.put(
            f"/api/roles/{found['Clerk']['id']}",
            {"permissions": [*STAFF, "system.manage"]},
            as_=ADMINISTRATOR,
        ),
    )
    data(grown)
    assert given.status_code in (200, 403)


async def test_a_change_that_is_refused_changes_nothing(api: Api) -> None:
    path = f"/api/users/{ADMINISTRATOR.id}"
    body = {
        "name": "Somebody",
        "active": False,
        "password": "another password",
        "currentPassword": PASSWORD,
    }
    refused(await api.put(path, body, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert data(await api.get("/api/users/me", as_=ADMINISTRATOR))["name"] == ADMINISTRATOR.name
    data(await api.post("/api/auth/login", {"email": ADMINISTRATOR.email, "password": PASSWORD}))


async def test_rights_are_taken_away_by_the_rule_by_which_they_are_given(
    api: Api, clerk: Person
) -> None:
    """Whoever could not give a right back does not take it away."""
    found = await roles(api)
    body = {"name": "Reader", "permissions": ["parts.read", "documents.read"]}
    role = data(await api.post("/api/roles", body, as_=ADMINISTRATOR), 201)
    path = f"/api/roles/{role['id']}"
    refused(await api.put(path, {"permissions": ["parts.read"]}, as_=clerk), 403, "FORBIDDEN")
    refused(await api.delete(path, as_=clerk), 403, "FORBIDDEN")
    data(await api.put(path, {"description": "Reads"}, as_=clerk))
    data(await api.put(path, {"permissions": ["documents.read"]}, as_=ADMINISTRATOR))
    data(await api.put(path, {"permissions": ["parts.read"]}, as_=ADMINISTRATOR))
    data(await api.delete(path, as_=clerk))

    # A scoped token of an administrator has no more to say than its scopes, on its owner as well.
    made = await api.post(
        "/api/auth/tokens", {"name": "Clerk", "scopes": ["users.manage"]}, as_=ADMINISTRATOR
    )
    scoped = ADMINISTRATOR._replace(token=data(made, 201)["token"])
    both = {"roleIds": [found["Administrator"]["id"], found["Viewer"]["id"]]}
    data(await api.put(f"/api/users/{ADMINISTRATOR.id}", both, as_=ADMINISTRATOR))
    fewer = {"roleIds": [found["Administrator"]["id"]]}
    answer = await api.put(f"/api/users/{ADMINISTRATOR.id}", fewer, as_=scoped)
    refused(answer, 403, "FORBIDDEN")
    data(await api.put(f"/api/users/{ADMINISTRATOR.id}", fewer, as_=ADMINISTRATOR))
