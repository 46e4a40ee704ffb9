"""Sign-on of a page: the ways, cookies of its own, and sign-ons that can be ended."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from partwright.settings import Settings
from tests.identity.provider import CLIENT_ID, CLIENT_SECRET, Provider
from tests.support.application import Api, data, problems, refused, running, session_cookie
from tests.support.people import ENGINEER, PASSWORD, VIEWER

HTML = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    provider.claims = {"email": ENGINEER.email, "email_verified": True}
    yield provider
    provider.close()


@pytest.fixture
def connected(settings: Settings, provider: Provider) -> Settings:
    """Settings with the provider."""
    return replace(
        settings,
        oidc_issuer=provider.issuer,
        oidc_client_id=CLIENT_ID,
        oidc_client_secret=CLIENT_SECRET,
        oidc_name="The house",
    )


async def test_the_ways_to_sign_on(api: Api, connected: Settings) -> None:
    methods = data(await api.get("/api/auth/methods"))
    assert methods == {"password": True, "oidc": None, "isFirstStart": True, "sendsMail": False}
    await api.post("/api/auth/login", {"email": ENGINEER.email, "password": PASSWORD})
    assert not data(await api.get("/api/auth/methods"))["isFirstStart"]
    async with running(connected) as other:
        assert data(await other.get("/api/auth/methods"))["oidc"] == {"name": "The house"}
    about = data(await api.get("/api/about"))
    assert about["name"] == "Partwright"
    assert set(about) == {"name", "version", "apiVersion", "buildId"}


async def test_a_page_never_has_the_token(api: Api) -> None:
    body = {"email": ENGINEER.email, "password": PASSWORD, "cookieOnly": True}
    answer = await api.post("/api/auth/login", body, headers={"X-Forwarded-Proto": "https"})
    assert "token" not in data(answer)
    name = session_cookie(api, is_https=True)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"__Host-partwright_{name[-8:]}=pw_")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    assert "domain" not in cookie.lower()
    token = cookie.partition("=")[2].partition(";")[0]
    api.http.cookies.clear()
    secure = {"X-Forwarded-Proto": "https", "Cookie": f"{name}={token}"}
    assert data(await api.get("/api/users/me", headers=secure))["id"] == ENGINEER.id
    # A name that other hosts of the domain can set is not read on https.
    tossed = {"X-Forwarded-Proto": "https", "Cookie": f"{session_cookie(api)}={token}"}
    refused(await api.get("/api/users/me", headers=tossed), 401, "UNAUTHENTICATED")


async def test_the_browser_comes_back_to_where_it_was(
    connected: Settings, provider: Provider
) -> None:
    async with running(connected) as api:
        for bad in ("//evil", "/\\evil", "https://evil", "items", "/a\nb"):
            wrong = await api.get("/api/auth/oidc/login", params={"next": bad})
            assert "next" in problems(wrong)
        for wanted, arrived in (
            ("/parts?q=" + "a" * 1000, "/"),
            ("/parts?q=M\xfcller 5\xb5", "/parts?q=M%C3%BCller%205%C2%B5"),
            ("/items/A-1?tab=files", "/items/A-1?tab=files"),
        ):
            sent = await api.get("/api/auth/oidc/login", params={"next": wanted})
            back = provider.authorize(sent.headers["location"])
            answer = await api.get("/api/auth/oidc/callback", params=back)
            assert answer.headers["location"] == arrived
        assert data(await api.get("/api/users/me"))["id"] == ENGINEER.id


async def test_a_person_reads_why_single_sign_on_failed(
    connected: Settings, provider: Provider
) -> None:
    cases = {
        "no_account": {"email": "nobody@example.com", "email_verified": True},
        "unverified": {"email": ENGINEER.email, "email_verified": False},
    }
    async with running(connected) as api:
        for code, claims in cases.items():
            provider.claims = claims
            for wanted, kept in (("", ""), ("?next=/me%3Fat%3Da", "&next=%2Fme%3Fat%3Da")):
                sent = await api.get(f"/api/auth/oidc/login{wanted}", headers=HTML)
                back = provider.authorize(sent.headers["location"])
                answer = await api.get("/api/auth/oidc/callback", params=back, headers=HTML)
                assert answer.status_code == 302
                told = urlsplit(answer.headers["location"])
                assert told[2:4] == ("/login", f"error={code}{kept}")
        api.http.cookies.clear()
        stray = await api.get("/api/auth/oidc/callback?state=x", headers=HTML)
        assert stray.headers["location"] == "/login?error=validation_error"
        refused(await api.get("/api/auth/oidc/callback?state=x"), 400, "VALIDATION_ERROR")


async def test_sign_ons_are_listed_and_ended(api: Api) -> None:
    body = {"email": ENGINEER.email, "password": PASSWORD}
    tokens: list[dict[str, str]] = []
    for n in range(2):
        named = {"User-Agent": f"Browser {n}"}
        tokens.append(data(await api.post("/api/auth/login", body, headers=named)))
        api.http.cookies.clear()
    own = {"Authorization": f"Bearer {tokens[1]['token']}"}
    await api.get("/api/users/me", headers=own)
    await api.services.authenticator.store_uses()
    found = data(await api.get("/api/auth/sessions", headers=own))["sessions"]
    assert [(s["client"], s["isCurrent"]) for s in found] == [
        ("Browser 1", True),
        ("Browser 0", False),
    ]
    assert {s["address"] for s in found} == {"127.0.0.1"}
    assert (found[0]["lastUsedAt"] is None, found[1]["lastUsedAt"]) == (False, None)
    path = f"/api/auth/sessions/{found[1]['id']}"
    refused(await api.delete(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    data(await api.delete(path, headers=own))
    ended = {"Authorization": f"Bearer {tokens[0]['token']}"}
    refused(await api.get("/api/users/me", headers=ended), 401, "UNAUTHENTICATED")
    assert len(data(await api.get("/api/auth/sessions", headers=own))["sessions"]) == 1


async def test_a_token_ends_after_a_year_unless_it_is_said(api: Api) -> None:
    made = data(await api.post("/api/auth/tokens", {"name": "a"}, as_=ENGINEER), 201)
    years = int(made["expiresAt"][:4]) - int(made["createdAt"][:4])
    assert years == 1
    for_ever = {"name": "b", "expiresAt": None}
    assert (
        data(await api.post("/api/auth/tokens", for_ever, as_=ENGINEER), 201)["expiresAt"] is None
    )
    headers = {"Authorization": f"Bearer {made['token']}"}
    data(await api.get("/api/users/me", headers=headers))
    await api.services.authenticator.store_uses()
    listed = data(await api.get("/api/auth/tokens", headers=headers))["tokens"]
    assert {t["name"]: t["lastUsedAt"] is None for t in listed}["a"] is False
