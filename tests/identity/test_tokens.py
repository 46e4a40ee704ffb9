import asyncio

import pytest

from partwright.accounts import token_service
from partwright.kit import clock
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD, ROLELESS, VIEWER, Person

UNKNOWN = "01920000-0000-7000-8000-000000000000"


async def mint(api: Api, person: Person = ENGINEER, **body: object) -> dict[str, object]:
    return data(await api.post("/api/auth/tokens", {"name": "export", **body}, as_=person), 201)


def holding(person: Person, token: object) -> Person:
    """The person with another token."""
    return person._replace(token=str(token))


async def test_a_token_is_shown_once(api: Api) -> None:
    made = await mint(api)
    assert made.keys() == {
        "id",
        "name",
        "token",
        "scopes",
        "expiresAt",
        "createdAt",
        "lastUsedAt",
    }
    assert (made["name"], made["scopes"], made["lastUsedAt"]) == ("export", None, None)
    assert str(made["token"]).startswith("pw_")
    assert len(str(made["token"])) == 46
    listed = await api.get("/api/auth/tokens", as_=ENGINEER)
    assert data(listed)["tokens"][0] == {k: v for k, v in made.items() if k != "token"}
    assert str(made["token"]) not in listed.text
    assert "digest" not in listed.text


async def test_a_token_without_scopes_has_its_owners_rights(api: Api) -> None:
    person = holding(ENGINEER, (await mint(api))["token"])
    me = data(await api.get("/api/users/me", as_=person))
    assert me == data(await api.get("/api/users/me", as_=ENGINEER))


async def test_a_scoped_token_has_its_scopes_alone(api: Api) -> None:
    made = await mint(api, ADMINISTRATOR, scopes=["users.manage", "roles.read", "roles.read"])
    assert made["scopes"] == ["roles.read", "users.manage"]
    person = holding(ADMINISTRATOR, made["token"])
    me = data(await api.get("/api/users/me", as_=person))
    assert [p for p in me["permissions"] if not p.startswith("users.")] == ["roles.read"]
    assert "users.create" in me["permissions"]
    data(await api.get("/api/roles", as_=person))
    refused(await api.post("/api/roles", {"name": "x"}, as_=person), 403, "FORBIDDEN")


async def test_a_scope_that_the_caller_lacks(api: Api) -> None:
    body = {"name": "more", "scopes": ["parts.read", "users.create"]}
    refused(await api.post("/api/auth/tokens", body, as_=ENGINEER), 403, "FORBIDDEN")
    body = {"name": "more", "scopes": ["parts.manage"]}
    refused(await api.post("/api/auth/tokens", body, as_=ENGINEER), 403, "FORBIDDEN")


async def test_a_scoped_token_mints_no_broader_one(api: Api) -> None:
    scoped = holding(ENGINEER, (await mint(api, scopes=["parts.read"]))["token"])
    body = {"name": "more", "scopes": ["parts.update"]}
    refused(await api.post("/api/auth/tokens", body, as_=scoped), 403, "FORBIDDEN")
    child = await mint(api, scoped)
    assert child["scopes"] == ["parts.read"]
    me = data(await api.get("/api/users/me", as_=holding(ENGINEER, child["token"])))
    assert me["permissions"] == ["parts.read"]


async def test_a_scoped_token_does_not_act_for_the_account(api: Api) -> None:
    """Neither renames its owner nor ends their other tokens, but itself and its like."""
    scopes = ["parts.read", "parts.update"]
    made, broad = await mint(api, scopes=scopes), await mint(api)
    scoped = holding(ENGINEER, made["token"])
    own = f"/api/users/{ENGINEER.id}"
    for body in ({"name": "Me"}, {"password": "something new 1", "currentPassword": PASSWORD}):
        refused(await api.put(own, body, as_=scoped), 403, "FORBIDDEN")
    refused(await api.delete(f"/api/auth/tokens/{broad['id']}", as_=scoped), 403, "FORBIDDEN")
    data(await api.get("/api/users/me", as_=holding(ENGINEER, broad["token"])))
    for token in (await mint(api, scoped, scopes=scopes[:1]), made):
        data(await api.delete(f"/api/auth/tokens/{token['id']}", as_=scoped))
    refused(await api.get("/api/users/me", as_=scoped), 401, "UNAUTHENTICATED")
    full = await mint(api, ADMINISTRATOR, scopes=["users.manage"])
    own = f"/api/users/{ADMINISTRATOR.id}"
    data(await api.put(own, {"name": "Ada"}, as_=holding(ADMINISTRATOR, full["token"])))


async def test_a_scoped_token_mints_none_that_outlives_it(api: Api) -> None:
    end, later = clock.moment_later(seconds=3600), clock.moment_later(seconds=7200)
    made = await mint(api, scopes=["parts.read"], expiresAt=end)
    scoped = holding(ENGINEER, made["token"])
    assert (await mint(api, scoped))["expiresAt"] == end
    body = {"name": "longer", "expiresAt": later}
    refused(await api.post("/api/auth/tokens", body, as_=scoped), 403, "FORBIDDEN")


async def test_a_user_without_roles_has_tokens_without_rights(api: Api) -> None:
    person = holding(ROLELESS, (await mint(api, ROLELESS))["token"])
    assert data(await api.get("/api/users/me", as_=person))["permissions"] == []


async def test_rights_that_the_owner_loses_the_token_loses(api: Api) -> None:
    person = holding(ENGINEER, (await mint(api, scopes=["parts.update"]))["token"])
    path = f"/api/users/{ENGINEER.id}"
    assert data(await api.get("/api/users/me", as_=person))["permissions"] == ["parts.update"]
    data(await api.put(path, {"roleIds": []}, as_=ADMINISTRATOR))
    assert data(await api.get("/api/users/me", as_=person))["permissions"] == []


async def test_a_token_expires(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    end = clock.moment_later(seconds=60)
    made = await mint(api, expiresAt=end)
    assert made["expiresAt"] == end
    person = holding(ENGINEER, made["token"])
    data(await api.get("/api/users/me", as_=person))
    later = clock.moment_later(seconds=61)
    monkeypatch.setattr(clock, "now", lambda: later)
    refused(await api.get("/api/users/me", as_=person), 401, "UNAUTHENTICATED")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": " "}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"name": "x", "expiresAt": "2020-01-01T00:00:00Z"}, "expiresAt"),
        ({"name": "x", "expiresAt": "tomorrow"}, "expiresAt"),
        ({"name": "x", "expiresAt": 5}, "expiresAt"),
        ({"name": "x", "scopes": ["parts.fly"]}, "scopes"),
        ({"name": "x", "scopes": "parts.read"}, "scopes"),
        ({"name": "x", "scopes": [None]}, "scopes[0]"),
        ({"name": "x", "token": "pw_mine"}, "token"),
        ({"name": "x", "userId": ADMINISTRATOR.id}, "userId"),
    ],
)
async def test_a_malformed_token_names_the_field(
    api: Api, body: dict[str, object], field: str
) -> None:
    answer = await api.post("/api/auth/tokens", body, as_=ENGINEER)
    assert problems(answer).keys() == {field}


async def test_the_list_is_complete_unless_a_page_is_asked_for(api: Api) -> None:
    names = [f"token {number}" for number in range(25)]
    for name in names:
        await mint(api, name=name)
    answer = await api.get("/api/auth/tokens", as_=ENGINEER)
    newest_first = [token["name"] for token in data(answer)["tokens"]]
    assert newest_first == [*reversed(names), "for the tests"]
    assert data(answer)["total"] == 26
    answer = await api.get("/api/auth/tokens", params={"page": 2, "limit": 10}, as_=ENGINEER)
    assert [token["name"] for token in data(answer)["tokens"]] == newest_first[10:20]
    assert answer.json()["meta"] == {"total": 26, "page": 2, "limit": 10, "totalPages": 3}
    answer = await api.get("/api/auth/tokens", params={"limit": 0}, as_=ENGINEER)
    assert problems(answer).keys() == {"limit"}


async def test_a_revoked_token_is_refused_at_once(api: Api) -> None:
    made = await mint(api)
    person = holding(ENGINEER, made["token"])
    data(await api.get("/api/users/me", as_=person))
    path = f"/api/auth/tokens/{made['id']}"
    assert data(await api.delete(path, as_=ENGINEER)) == {"success": True}
    refused(await api.get("/api/users/me", as_=person), 401, "UNAUTHENTICATED")
    refused(await api.delete(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_tokens_of_others_do_not_exist(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await mint(api)
    path = f"/api/auth/tokens/{made['id']}"
    refused(await api.delete(path, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")
    listed = data(await api.get("/api/auth/tokens", as_=VIEWER))["tokens"]
    assert [token["name"] for token in listed] == ["for the tests"]
    # Nobody makes endlessly many.
    monkeypatch.setattr(token_service, "MOST_TOKENS", 4)
    asked = [api.post("/api/auth/tokens", {"name": "x"}, as_=VIEWER) for _ in range(6)]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 3
    revoked = next(data(one, 201)["id"] for one in answers if one.status_code == 201)
    data(await api.delete(f"/api/auth/tokens/{revoked}", as_=VIEWER))
    data(await api.post("/api/auth/tokens", {"name": "x"}, as_=VIEWER), 201)


@pytest.mark.parametrize("token_id", [UNKNOWN, "not-a-uuid", "%00"])
async def test_an_unknown_token_is_not_revoked(api: Api, token_id: str) -> None:
    answer = await api.delete(f"/api/auth/tokens/{token_id}", as_=ENGINEER)
    refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_tokens_need_a_token(api: Api) -> None:
    refused(await api.get("/api/auth/tokens"), 401, "UNAUTHENTICATED")
    refused(await api.post("/api/auth/tokens", {"name": "x"}), 401, "UNAUTHENTICATED")
    refused(await api.delete(f"/api/auth/tokens/{UNKNOWN}"), 401, "UNAUTHENTICATED")


async def test_logout_with_a_personal_token_revokes_it(api: Api) -> None:
    person = holding(ENGINEER, (await mint(api))["token"])
    data(await api.post("/api/auth/logout", as_=person))
    refused(await api.get("/api/users/me", as_=person), 401, "UNAUTHENTICATED")


async def test_a_revocation_reaches_other_processes_within_five_seconds(
    api: Api, other_process: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await mint(api)
    person = holding(ENGINEER, made["token"])
    data(await other_process.get("/api/users/me", as_=person))
    data(await api.delete(f"/api/auth/tokens/{made['id']}", as_=ENGINEER))
    future = asyncio.get_running_loop().time() + 4.5
    monkeypatch.setattr("time.monotonic", lambda: future)
    refused(await other_process.get("/api/users/me", as_=person), 401, "UNAUTHENTICATED")


async def test_one_token_is_revoked_once(api: Api) -> None:
    path = f"/api/auth/tokens/{(await mint(api))['id']}"
    answers = await asyncio.gather(*(api.delete(path, as_=ENGINEER) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]


async def test_a_new_password_ends_also_tokens_that_are_being_made(api: Api) -> None:
    """Whichever comes first, no other token outlives the password."""
    first = holding(ENGINEER, (await mint(api))["token"])
    change = {"password": "another long password", "currentPassword": PASSWORD}
    path = f"/api/users/{ENGINEER.id}"
    changed, *made = await asyncio.gather(
        api.put(path, change, as_=ENGINEER),
        *(api.post("/api/auth/tokens", {"name": "late"}, as_=first) for _ in range(5)),
    )
    data(changed)
    for answer in made:
        assert answer.status_code in (201, 401)
    listed = data(await api.get("/api/auth/tokens", as_=ENGINEER))["tokens"]
    assert [token["name"] for token in listed] == ["for the tests"]
