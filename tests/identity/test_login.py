import asyncio

import pytest

from partwright.identity import passwords
from partwright.identity.queries import UserRow
from partwright.kit import clock
from tests.support.application import Api, data, problems, refused, session_cookie
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD, VIEWER, Person


def credentials(person: Person = ENGINEER, password: str = PASSWORD) -> dict[str, str]:
    return {"email": person.email, "password": password}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hashes that passwords were verified against."""
    seen: list[str] = []
    verify = passwords._hasher.verify

    def watch(password: str, kept: str) -> bool:
        seen.append(kept)
        return verify(password, kept)

    monkeypatch.setattr(passwords._hasher, "verify", watch)
    return seen


async def test_login_begins_a_session(api: Api) -> None:
    session = data(await api.post("/api/auth/login", credentials()))
    assert session["tokenType"] == "Bearer"
    assert session["token"].startswith("pw_")
    assert len(session["token"]) == 46
    assert (
        clock.moment_later(seconds=11.9 * 3600)
        < session["expiresAt"]
        < clock.moment_later(seconds=43201)
    )
    assert session["user"]["email"] == ENGINEER.email
    assert session["user"]["lastLoginAt"] is not None
    assert [role["name"] for role in session["user"]["roles"]] == ["Engineer"]
    me = data(await api.get("/api/users/me", headers=bearer(session["token"])))
    assert me["id"] == ENGINEER.id


async def test_the_address_is_found_whatever_its_case(api: Api) -> None:
    login = {"email": ENGINEER.email.upper(), "password": PASSWORD}
    assert data(await api.post("/api/auth/login", login))["user"]["id"] == ENGINEER.id


async def test_a_session_is_no_personal_token(api: Api) -> None:
    data(await api.post("/api/auth/login", credentials()))
    tokens = data(await api.get("/api/auth/tokens", as_=ENGINEER))["tokens"]
    assert [token["name"] for token in tokens] == ["for the tests"]


async def test_every_failed_login_answers_alike(api: Api, verified: list[str]) -> None:
    path = f"/api/users/{VIEWER.id}"
    data(await api.put(path, {"active": False}, as_=ADMINISTRATOR))
    of_a_directory = {"userName": "grace@example.com"}
    assert (await api.post("/scim/v2/Users", of_a_directory, as_=ADMINISTRATOR)).is_success
    answers = [
        await api.post("/api/auth/login", login)
        for login in (
            {"email": "nobody@example.com", "password": PASSWORD},
            credentials(password="wrong horse battery"),
            credentials(password="x" * 5000),
            credentials(password=""),
            credentials(VIEWER),
            {"email": "grace@example.com", "password": PASSWORD},
            {"email": "grace@example.com", "password": passwords.NO_PASSWORD},
        )
    ]
    for answer in answers:
        refused(answer, 401, "INVALID_CREDENTIALS")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in answer.headers
    assert len({answer.json()["error"]["message"] for answer in answers}) == 1
    assert len(verified) == len(answers)


def test_an_unknown_account_costs_as_much_as_a_known_one() -> None:
    assert not passwords._hasher.current_hasher.check_needs_rehash(passwords._NOBODY)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"password": PASSWORD}, "email"),
        ({"email": ENGINEER.email}, "password"),
        ({"email": ENGINEER.email, "password": 5}, "password"),
        ({"email": ["x"], "password": PASSWORD}, "email"),
        ({"email": "x\x00", "password": PASSWORD}, "email"),
        ({"email": "x" * 1001, "password": PASSWORD}, "email"),
        ({"email": ENGINEER.email, "password": PASSWORD, "remember": True}, "remember"),
    ],
)
async def test_a_malformed_login_names_the_field(
    api: Api, body: dict[str, object], field: str
) -> None:
    assert problems(await api.post("/api/auth/login", body)).keys() == {field}


async def test_a_login_that_is_no_json(api: Api) -> None:
    kind = {"Content-Type": "application/json"}
    answer = await api.post("/api/auth/login", content=b'{"email": ', headers=kind)
    refused(answer, 400, "VALIDATION_ERROR")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await api.post("/api/auth/login", content=b"email=a", headers=form)
    refused(answer, 415, "UNSUPPORTED_MEDIA_TYPE")


async def test_answers_about_sign_on_are_not_stored(api: Api) -> None:
    answer = await api.post("/api/auth/login", credentials())
    assert answer.headers["cache-control"] == "no-store"


async def test_logout_ends_the_session_at_once(api: Api) -> None:
    token = data(await api.post("/api/auth/login", credentials()))["token"]
    api.http.cookies.clear()
    answer = await api.post("/api/auth/logout", headers=bearer(token))
    assert data(answer) == {"success": True}
    assert "Max-Age=0" in answer.headers["set-cookie"]
    refused(await api.get("/api/users/me", headers=bearer(token)), 401, "UNAUTHENTICATED")
    refused(await api.post("/api/auth/logout", headers=bearer(token)), 401, "UNAUTHENTICATED")


async def test_logout_needs_a_token(api: Api) -> None:
    refused(await api.post("/api/auth/logout"), 401, "UNAUTHENTICATED")


async def test_login_sets_a_cookie_that_scripts_and_other_sites_do_not_get(api: Api) -> None:
    answer = await api.post("/api/auth/login", credentials())
    cookie = answer.headers["set-cookie"].split("; ")
    assert cookie[0] == f"{session_cookie(api)}={data(answer)['token']}"
    assert {part.lower() for part in cookie[1:]} == {
        "httponly",
        "samesite=strict",
        "path=/",
        "max-age=43200",
    }


async def test_the_cookie_is_secure_over_https(api: Api) -> None:
    answer = await api.post("https://test/api/auth/login", credentials())
    assert "; Secure" in answer.headers["set-cookie"]
    forwarded = {"X-Forwarded-Proto": "https"}
    answer = await api.post("/api/auth/login", credentials(), headers=forwarded)
    assert "; Secure" in answer.headers["set-cookie"]


async def test_a_write_by_cookie_needs_the_page_as_its_origin(api: Api) -> None:
    await api.post("/api/auth/login", credentials())
    assert data(await api.get("/api/users/me"))["id"] == ENGINEER.id
    body = {"name": "Made by a page"}
    refused(await api.post("/api/auth/tokens", body), 403, "FORBIDDEN")
    foreign = {"Origin": "http://evil.example"}
    refused(await api.post("/api/auth/tokens", body, headers=foreign), 403, "FORBIDDEN")
    own = {"Origin": "http://test"}
    assert data(await api.post("/api/auth/tokens", body, headers=own), 201)["token"]
    data(await api.post("/api/auth/logout", headers=own))
    refused(await api.get("/api/users/me"), 401, "UNAUTHENTICATED")


@pytest.mark.settings(public_url="https://PLM.example.com")
async def test_pages_of_the_public_address_write_by_cookie(api: Api) -> None:
    """Also where a proxy calls this server otherwise than browsers do."""
    answer = await api.post("/api/auth/login", credentials())
    assert "; Secure" in answer.headers["set-cookie"]
    cookie = {"Cookie": f"{session_cookie(api, is_https=True)}={data(answer)['token']}"}
    for origin, status in (
        ("https://plm.example.com", 201),
        ("http://test", 201),
        ("http://plm.example.com", 403),
        ("https://plm.example.com.evil", 403),
    ):
        headers = cookie | {"Origin": origin}
        answer = await api.post("/api/auth/tokens", {"name": "page"}, headers=headers)
        assert answer.status_code == status, origin


async def test_a_session_that_is_still_kept_does_not_stop_a_login(api: Api) -> None:
    await api.post("/api/auth/login", credentials())
    assert api.http.cookies[session_cookie(api)]
    answer = await api.post("/api/auth/login", credentials(VIEWER))
    assert data(answer)["user"]["id"] == VIEWER.id
    assert data(await api.get("/api/users/me"))["id"] == VIEWER.id


@pytest.mark.settings(rate_limit_login=3)
async def test_attempts_are_limited_by_account_and_by_address(api: Api) -> None:
    wrong = credentials(password="wrong horse battery")
    for _ in range(3):
        refused(await api.post("/api/auth/login", wrong), 401, "INVALID_CREDENTIALS")
    answer = await api.post("/api/auth/login", credentials(VIEWER))
    refused(answer, 429, "RATE_LIMITED")
    assert 1 <= int(answer.headers["retry-after"]) <= 61


@pytest.mark.settings(rate_limit_login=3, trusted_proxies=("127.0.0.1",))
async def test_nobody_locks_another_out_and_yet_an_account_is_not_guessed_from_everywhere(
    api: Api,
) -> None:
    async def attempt(address: str, password: str = PASSWORD) -> int:
        api.http.cookies.clear()
        headers = {"X-Forwarded-For": address}
        answer = await api.post("/api/auth/login", credentials(password=password), headers=headers)
        return answer.status_code

    assert await attempt("203.0.113.1") == 200
    # Somebody else guesses until their address is told to wait; the owner's is not.
    guesses = [await attempt("198.51.100.1", password="wrong") for _ in range(4)]
    assert guesses == [401, 401, 401, 429]
    assert await attempt("203.0.113.1") == 200
    found = [await attempt(f"198.51.100.{n}", password="wrong") for n in range(2, 20)]
    assert found == [401] * 10 + [429] * 8
    # Where the owner has never signed on they wait as well; where they are they do not.
    assert await attempt("203.0.113.2") == 429
    assert await attempt("203.0.113.1") == 200


@pytest.mark.settings(session_hours=1)
async def test_an_expired_session_is_refused_and_removed(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = data(await api.post("/api/auth/login", credentials()))["token"]
    api.http.cookies.clear()
    later = clock.moment_later(seconds=3601)
    monkeypatch.setattr(clock, "now", lambda: later)
    refused(await api.get("/api/users/me", headers=bearer(token)), 401, "UNAUTHENTICATED")
    data(await api.post("/api/auth/login", credentials()))
    count = "SELECT COUNT(*) FROM tokens WHERE kind = 'session'"
    async with api.services.database.single_reads() as reads:
        assert await reads.one(int, count) == 1


async def test_two_logins_at_once_are_two_sessions(api: Api) -> None:
    answers = await asyncio.gather(*(api.post("/api/auth/login", credentials()) for _ in range(2)))
    tokens = {data(answer)["token"] for answer in answers}
    assert len(tokens) == 2


async def test_nothing_is_kept_that_could_sign_on(api: Api) -> None:
    token = data(await api.post("/api/auth/login", credentials()))["token"]
    async with api.services.database.single_reads() as reads:
        digests = await reads.all(str, "SELECT digest FROM tokens WHERE kind = 'session'")
    assert len(digests) == 1
    assert token not in digests[0]
    assert "hash" not in str(UserRow.__struct_fields__)
