import asyncio
from typing import Any

import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    EVERYBODY,
    OUTSIDER,
    PASSWORD,
    ROLELESS,
    VIEWER,
    Person,
)
from tests.world import World

UNKNOWN = "01920000-0000-7000-8000-000000000000"
NEW = {"email": "lise@example.com", "name": "Lise Meitner", "password": "a long password"}


async def role_ids(api: Api) -> dict[str, str]:
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    return {role["name"]: role["id"] for role in roles}


async def make(api: Api, **body: object) -> dict[str, Any]:
    return data(await api.post("/api/users", {**NEW, **body}, as_=ADMINISTRATOR), 201)


async def test_a_user_is_made(api: Api) -> None:
    engineer = (await role_ids(api))["Engineer"]
    answer = await api.post(
        "/api/users", {**NEW, "roleIds": [engineer, engineer.upper()]}, as_=ADMINISTRATOR
    )
    user = data(answer, 201)
    assert user == {
        "id": user["id"],
        "email": NEW["email"],
        "name": NEW["name"],
        "active": True,
        "roles": [{"id": engineer, "name": "Engineer"}],
        "createdAt": user["createdAt"],
        "updatedAt": user["createdAt"],
        "lastLoginAt": None,
    }
    assert data(await api.get(f"/api/users/{user['id']}", as_=ADMINISTRATOR)) == user
    login = {"email": NEW["email"], "password": NEW["password"]}
    assert data(await api.post("/api/auth/login", login))["user"]["id"] == user["id"]


async def test_no_answer_carries_a_hash_or_a_token(api: Api) -> None:
    made = await api.post("/api/users", NEW, as_=ADMINISTRATOR)
    path = f"/api/users/{data(made, 201)['id']}"
    answers = [
        made,
        await api.get(path, as_=ADMINISTRATOR),
        await api.put(path, {"password": "another password"}, as_=ADMINISTRATOR),
        await api.get("/api/users", as_=ADMINISTRATOR),
        await api.get("/api/users/me", as_=ADMINISTRATOR),
    ]
    for answer in answers:
        for secret in ("argon2", "password", "pw_", "digest"):
            assert secret not in answer.text


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"email": None}, "email"),
        ({"email": "no address"}, "email"),
        ({"email": "a@b@c"}, "email"),
        ({"email": "a@b\u202e"}, "email"),
        ({"email": "x" * 250 + "@a.de"}, "email"),
        ({"name": ""}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"name": "x\x00"}, "name"),
        ({"password": "x" * 9}, "password"),
        ({"password": "x" * 129}, "password"),
        ({"password": None}, "password"),
        ({"roleIds": ["x"]}, "roleIds"),
        ({"roleIds": "x"}, "roleIds"),
        ({"roleIds": [5]}, "roleIds[0]"),
        ({"active": "yes"}, "active"),
        ({"passwordHash": "x"}, "passwordHash"),
        ({"id": UNKNOWN}, "id"),
        ({"permissions": ["users.manage"]}, "permissions"),
    ],
)
async def test_a_malformed_user_names_the_field(
    api: Api, body: dict[str, object], field: str
) -> None:
    answer = await api.post("/api/users", {**NEW, **body}, as_=ADMINISTRATOR)
    assert problems(answer).keys() == {field}


async def test_what_a_user_cannot_be_without(api: Api) -> None:
    answer = await api.post("/api/users", {}, as_=ADMINISTRATOR)
    assert problems(answer).keys() == {"email", "name", "password"}


@pytest.mark.parametrize("length", [10, 128])
async def test_passwords_of_the_shortest_and_longest_length(api: Api, length: int) -> None:
    password = ("üzK7#mQ2px" * 13)[:length]
    await make(api, password=password)
    login = {"email": NEW["email"], "password": password}
    assert data(await api.post("/api/auth/login", login))["user"]["email"] == NEW["email"]


@pytest.mark.parametrize(
    "password", ["1234567890", "Password123", "1q2w3e4r5t", "P@ssw0rd!!!", "LiseMeitner", "ü" * 99]
)
async def test_a_password_that_is_soon_guessed_is_refused(api: Api, password: str) -> None:
    answer = await api.post("/api/users", {**NEW, "password": password}, as_=ADMINISTRATOR)
    assert "too easy to guess" in problems(answer)["password"]
    body = {"password": password.replace("Lise", "Emmy").replace("Meitner", "Noether")}
    own = await api.put(
        f"/api/users/{ENGINEER.id}", {**body, "currentPassword": PASSWORD}, as_=ENGINEER
    )
    assert "too easy to guess" in problems(own)["password"]


async def test_a_password_that_is_the_own_address_is_refused(api: Api) -> None:
    answer = await api.post(
        "/api/users", {**NEW, "password": NEW["email"].upper()}, as_=ADMINISTRATOR
    )
    assert "too easy to guess" in problems(answer)["password"]


async def test_addresses_are_unique_whatever_their_case(api: Api) -> None:
    body = {**NEW, "email": f" {ENGINEER.email.upper()} "}
    error = refused(await api.post("/api/users", body, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert error["details"][0]["field"] == "email"
    answer = await api.put(
        f"/api/users/{VIEWER.id}", {"email": ENGINEER.email.title()}, as_=ADMINISTRATOR
    )
    refused(answer, 409, "CONFLICT")


async def test_one_of_two_users_with_an_address_is_made(api: Api) -> None:
    answers = await asyncio.gather(
        *(api.post("/api/users", NEW, as_=ADMINISTRATOR) for _ in range(2))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409]


async def test_a_user_with_an_unknown_role_is_not_made(api: Api) -> None:
    body = {**NEW, "roleIds": [UNKNOWN]}
    answer = await api.post("/api/users", body, as_=ADMINISTRATOR)
    refused(answer, 404, "RESOURCE_NOT_FOUND")
    await make(api)
    answer = await api.put(
        f"/api/users/{VIEWER.id}", {"roleIds": [UNKNOWN], "name": "Lost"}, as_=ADMINISTRATOR
    )
    refused(answer, 404, "RESOURCE_NOT_FOUND")
    assert data(await api.get(f"/api/users/{VIEWER.id}", as_=VIEWER))["name"] == VIEWER.name


async def test_users_need_a_token_and_a_right(api: Api) -> None:
    path = f"/api/users/{VIEWER.id}"
    refused(await api.get("/api/users"), 401, "UNAUTHENTICATED")
    refused(await api.post("/api/users", NEW), 401, "UNAUTHENTICATED")
    refused(await api.get("/api/users/me"), 401, "UNAUTHENTICATED")
    refused(await api.get(path), 401, "UNAUTHENTICATED")
    refused(await api.put(path, {"name": "x"}), 401, "UNAUTHENTICATED")
    refused(await api.get("/api/users", as_=ROLELESS), 403, "FORBIDDEN")
    refused(await api.get(path, as_=ROLELESS), 403, "FORBIDDEN")
    for person in (ENGINEER, APPROVER, ROLELESS):
        refused(await api.post("/api/users", NEW, as_=person), 403, "FORBIDDEN")
        refused(await api.put(path, {"name": "x"}, as_=person), 403, "FORBIDDEN")


@pytest.mark.parametrize("user_id", [UNKNOWN, "not-a-uuid", "%00"])
async def test_an_unknown_user(api: Api, user_id: str) -> None:
    path = f"/api/users/{user_id}"
    refused(await api.get(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.put(path, {"name": "x"}, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")


async def test_me(api: Api) -> None:
    me = data(await api.get("/api/users/me", as_=VIEWER))
    assert me["email"] == VIEWER.email
    assert me["programs"] == []
    assert me["permissions"] == sorted(me["permissions"])
    assert "parts.read" in me["permissions"]
    assert "parts.update" not in me["permissions"]


async def test_my_programs(api: Api) -> None:
    async with api.services.database.transaction() as tx:
        for number, (code, role) in enumerate([("ZULU", "viewer"), ("ALPHA", "lead")]):
            program_id = f"01920000-0000-7000-8000-00000000000{number}"
            await tx.run(
                "INSERT INTO programs (id, code, name, status, created_at, updated_at, created_by)"
                " VALUES (:id, :code, :code, 'Active', '', '', :user)",
                id=program_id,
                code=code,
                user=ADMINISTRATOR.id,
            )
            await tx.run(
                "INSERT INTO program_members (program_id, user_id, role, created_at)"
                " VALUES (:id, :user, :role, '')",
                id=program_id,
                user=VIEWER.id,
                role=role,
            )
    programs = data(await api.get("/api/users/me", as_=VIEWER))["programs"]
    assert [(program["code"], program["role"]) for program in programs] == [
        ("ALPHA", "lead"),
        ("ZULU", "viewer"),
    ]
    assert programs[0].keys() == {"id", "code", "role"}
    assert data(await api.get("/api/users/me", as_=OUTSIDER))["programs"] == []


async def test_users_are_listed_newest_first_page_by_page(api: Api) -> None:
    made = [await make(api, email=f"user{number}@example.com") for number in range(2)]
    answer = await api.get("/api/users", params={"limit": 2}, as_=VIEWER)
    assert [user["id"] for user in data(answer)["users"]] == [made[1]["id"], made[0]["id"]]
    total = len(EVERYBODY) + 2
    assert answer.json()["meta"] == {"total": total, "page": 1, "limit": 2, "totalPages": 4}
    assert (data(answer)["total"], data(answer)["page"], data(answer)["limit"]) == (total, 1, 2)
    answer = await api.get("/api/users", params={"limit": 500}, as_=VIEWER)
    assert len(data(answer)["users"]) == total
    assert data(answer)["limit"] == 100
    answer = await api.get("/api/users", params={"page": 9}, as_=VIEWER)
    assert (data(answer)["users"], data(answer)["total"]) == ([], total)


async def test_users_are_sorted(api: Api) -> None:
    answer = await api.get("/api/users", params={"sort": "name"}, as_=VIEWER)
    names = [user["name"] for user in data(answer)["users"]]
    assert names == sorted(names)
    answer = await api.get(
        "/api/users", params={"sort": "active:asc,email:desc"}, as_=ADMINISTRATOR
    )
    emails = [user["email"] for user in data(answer)["users"]]
    assert emails == sorted(emails, reverse=True)
    for sort in ("password", "name:up", "passwordHash:asc"):
        answer = await api.get("/api/users", params={"sort": sort}, as_=VIEWER)
        assert problems(answer).keys() == {"sort"}


@pytest.mark.parametrize(
    "field", ["id", "email", "name", "active", "createdAt", "updatedAt", "lastLoginAt"]
)
async def test_every_shown_field_sorts(api: Api, field: str) -> None:
    for way in ("asc", "desc"):
        answer = await api.get("/api/users", params={"sort": f"{field}:{way}"}, as_=VIEWER)
        assert len(data(answer)["users"]) == len(EVERYBODY)


async def test_users_are_filtered(api: Api, world: World) -> None:
    async def emails(*, as_: Person = ADMINISTRATOR, **params: str) -> list[str | None]:
        answer = await api.get("/api/users", params={**params, "sort": "email"}, as_=as_)
        assert data(answer)["total"] == len(data(answer)["users"])
        return [user["email"] for user in data(answer)["users"]]

    data(await api.put(f"/api/users/{OUTSIDER.id}", {"active": False}, as_=ADMINISTRATOR))
    roles = await role_ids(api)
    assert await emails(active="false") == [OUTSIDER.email]
    assert len(await emails(active="true")) == len(EVERYBODY) - 1
    assert await emails(email=VIEWER.email.upper()) == [VIEWER.email]
    assert await emails(name=VIEWER.name) == [VIEWER.email]
    assert await emails(roleId=roles["Engineer"]) == [ENGINEER.email, OUTSIDER.email]
    assert await emails(roleId=roles["Engineer"], active="true") == [ENGINEER.email]

    data(await api.put(f"/api/users/{OUTSIDER.id}", {"active": True}, as_=ADMINISTRATOR))
    # Others see the addresses of those alone with whom they share a program.
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer"})
    assert await emails(as_=VIEWER) == [
        *(ADMINISTRATOR.email, ENGINEER.email, VIEWER.email),
        *[None] * 3,
    ]
    assert await emails(as_=OUTSIDER, search="emmy@") == []
    assert await emails(as_=OUTSIDER, search="emmy") == [None]
    assert await emails(as_=OUTSIDER, email=ENGINEER.email) == []
    assert await emails(as_=VIEWER, search="emmy@", email=ENGINEER.email) == [ENGINEER.email]
    path = f"/api/users/{ENGINEER.id}"
    for person, address in ((VIEWER, ENGINEER.email), (OUTSIDER, None), (ENGINEER, ENGINEER.email)):
        answer = await api.get(path, as_=person)
        assert data(answer)["email"] == address
        assert answer.headers["etag"] == (await api.get(path, as_=ADMINISTRATOR)).headers["etag"]
    data(await api.delete(f"/api/programs/{program['id']}/members/{VIEWER.id}", as_=ADMINISTRATOR))
    assert data(await api.get(path, as_=VIEWER))["email"] is None


async def test_bad_filters_are_named(api: Api) -> None:
    params = {"active": "maybe", "roleId": "x", "page": "0", "limit": "-1"}
    answer = await api.get("/api/users", params=params, as_=VIEWER)
    assert problems(answer).keys() == params.keys()
    answer = await api.get("/api/users", params={"roleId": UNKNOWN}, as_=VIEWER)
    refused(answer, 404, "RESOURCE_NOT_FOUND")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("ÜBER", ["Jörg Überall"]),
        ("jÖRG ü", ["Jörg Überall"]),
        ("überall", ["Jörg Überall"]),
        ("ИВАНОВ", ["Пётр Иванов"]),
        ("иванов", ["Пётр Иванов"]),
        ("100%", ["100%_Proof"]),
        ("%_p", ["100%_Proof"]),
        ("0_P", []),
        ("\\", []),
        ("ZZ2@EXAMPLE", ["Пётр Иванов"]),
        ("  ", None),
    ],
)
async def test_users_are_found_by_a_piece_of_name_or_address(
    api: Api, search: str, found: list[str] | None
) -> None:
    for number, name in enumerate(("Jörg Überall", "100%_Proof", "Пётр Иванов")):
        await make(api, name=name, email=f"zz{number}@example.com")
    answer = await api.get("/api/users", params={"search": search}, as_=ADMINISTRATOR)
    names = [user["name"] for user in data(answer)["users"]]
    assert len(names) == len(EVERYBODY) + 3 if found is None else names == found


async def test_a_list_takes_as_many_statements_for_many_users(api: Api) -> None:
    await api.get("/api/users", as_=VIEWER)
    with api.counting() as few:
        await api.get("/api/users", params={"limit": 1}, as_=VIEWER)
    # Full as well: a page that is not tells by itself how many users there are.
    with api.counting() as many:
        await api.get("/api/users", params={"limit": 5}, as_=VIEWER)
    assert many.statements == few.statements


async def test_what_was_read_may_be_sent_back(api: Api) -> None:
    path = f"/api/users/{VIEWER.id}"
    user = data(await api.get(path, as_=ADMINISTRATOR))
    changed = data(await api.put(path, {**user, "name": "Vera C. Rubin"}, as_=ADMINISTRATOR))
    assert changed == {**user, "name": "Vera C. Rubin", "updatedAt": changed["updatedAt"]}
    me = data(await api.get("/api/users/me", as_=VIEWER))
    assert data(await api.put(path, {**me, "name": "Vera"}, as_=VIEWER))["name"] == "Vera"
    answer = await api.put(path, {**user, "createdAt": "2020"}, as_=ADMINISTRATOR)
    assert {"createdAt"} <= problems(answer).keys()


async def test_a_put_without_changes_changes_nothing(api: Api) -> None:
    path = f"/api/users/{VIEWER.id}"
    user = data(await api.get(path, as_=ADMINISTRATOR))
    assert data(await api.put(path, {}, as_=ADMINISTRATOR)) == user
    assert data(await api.put(path, user, as_=ADMINISTRATOR)) == user


@pytest.mark.parametrize("kind", ["users", "roles"])
async def test_users_and_roles_are_changed_in_the_state_that_is_meant(api: Api, kind: str) -> None:
    listed = data(await api.get(f"/api/{kind}", as_=ADMINISTRATOR))[kind]
    path = f"/api/{kind}/{next(one['id'] for one in listed if one['id'] != ADMINISTRATOR.id)}"
    tag = (await api.get(path, as_=ADMINISTRATOR)).headers["etag"]
    same = await api.get(path, as_=ADMINISTRATOR, headers={"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    edits = [
        await api.put(path, body, as_=ADMINISTRATOR, headers={"If-Match": tag})
        for body in ({}, _edit_of(kind, 1), _edit_of(kind, 2))
    ]
    assert [edit.status_code for edit in edits] == [200, 200, 412]
    now = await api.get(path, as_=ADMINISTRATOR)
    assert now.headers["etag"] == edits[1].headers["etag"] != edits[0].headers["etag"] == tag
    assert data(now) == data(edits[1])


def _edit_of(kind: str, number: int) -> dict[str, str]:
    return {"name" if kind == "users" else "description": f"Another {number}"}


async def test_a_sign_on_is_no_change_of_the_account(api: Api) -> None:
    path = f"/api/users/{VIEWER.id}"
    tag = (await api.get(path, as_=ADMINISTRATOR)).headers["etag"]
    login = {"email": VIEWER.email, "password": PASSWORD}
    data(await api.post("/api/auth/login", login))
    assert (await api.get(path, as_=ADMINISTRATOR)).headers["etag"] == tag


async def test_users_change_their_own_name(api: Api) -> None:
    for person in (VIEWER, ROLELESS):
        path = f"/api/users/{person.id}"
        assert data(await api.put(path, {"name": " New Name "}, as_=person))["name"] == "New Name"
        assert data(await api.get("/api/users/me", as_=person))["name"] == "New Name"


@pytest.mark.parametrize(
    "body", [{"email": "other@example.com"}, {"active": False}, {"roleIds": []}]
)
async def test_users_change_nothing_else_of_their_own(api: Api, body: dict[str, object]) -> None:
    answer = await api.put(f"/api/users/{ENGINEER.id}", body, as_=ENGINEER)
    refused(answer, 403, "FORBIDDEN")


async def test_users_change_their_own_password(api: Api) -> None:
    token = data(await api.post("/api/auth/tokens", {"name": "old"}, as_=ENGINEER), 201)["token"]
    body = {"password": "another password", "currentPassword": PASSWORD}
    data(await api.put(f"/api/users/{ENGINEER.id}", body, as_=ENGINEER))
    data(await api.get("/api/users/me", as_=ENGINEER))
    refused(
        await api.get("/api/users/me", as_=ENGINEER._replace(token=token)),
        401,
        "UNAUTHENTICATED",
    )
    old = {"email": ENGINEER.email, "password": PASSWORD}
    refused(await api.post("/api/auth/login", old), 401, "INVALID_CREDENTIALS")
    data(await api.post("/api/auth/login", {**old, "password": "another password"}))


@pytest.mark.parametrize("more", [{}, {"currentPassword": "not the password"}])
@pytest.mark.parametrize("person", [VIEWER, ADMINISTRATOR])
async def test_a_new_password_needs_the_present_one(
    api: Api, person: Any, more: dict[str, str]
) -> None:
    body = {"password": "another password", **more}
    answer = await api.put(f"/api/users/{person.id}", body, as_=person)
    assert problems(answer).keys() == {"currentPassword"}
    data(await api.post("/api/auth/login", {"email": person.email, "password": PASSWORD}))


@pytest.mark.parametrize("length", [9, 129])
async def test_a_new_password_of_a_wrong_length(api: Api, length: int) -> None:
    body = {"password": "x" * length, "currentPassword": PASSWORD}
    answer = await api.put(f"/api/users/{VIEWER.id}", body, as_=VIEWER)
    assert problems(answer).keys() == {"password"}


@pytest.mark.settings(rate_limit_login=2)
async def test_the_present_password_cannot_be_tried_for_ever(api: Api) -> None:
    body = {"password": "another password", "currentPassword": "not the password"}
    for _ in range(2):
        problems(await api.put(f"/api/users/{VIEWER.id}", body, as_=VIEWER))
    answer = await api.put(f"/api/users/{VIEWER.id}", body, as_=VIEWER)
    refused(answer, 429, "RATE_LIMITED")


async def test_one_of_two_new_passwords_wins(api: Api) -> None:
    answers = await asyncio.gather(
        *(
            api.put(
                f"/api/users/{VIEWER.id}",
                {"password": password, "currentPassword": PASSWORD},
                as_=VIEWER,
            )
            for password in ("another password", "a third password")
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 400]


async def test_a_deactivated_user_is_refused_at_once_and_has_their_tokens_back_after(
    api: Api,
) -> None:
    path = f"/api/users/{VIEWER.id}"
    data(await api.get("/api/users/me", as_=VIEWER))
    assert data(await api.put(path, {"active": False}, as_=ADMINISTRATOR))["active"] is False
    refused(await api.get("/api/users/me", as_=VIEWER), 401, "UNAUTHENTICATED")
    data(await api.put(path, {"active": True}, as_=ADMINISTRATOR))
    data(await api.get("/api/users/me", as_=VIEWER))


async def test_users_are_not_deleted(api: Api) -> None:
    answer = await api.delete(f"/api/users/{VIEWER.id}", as_=ADMINISTRATOR)
    refused(answer, 405, "METHOD_NOT_ALLOWED")
