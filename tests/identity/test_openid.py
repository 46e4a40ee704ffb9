import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc.jwk import OctKey
from msgspec.structs import replace

from partwright.accounts import openid_provider, openid_service
from partwright.kit.errors import ServiceUnavailable
from partwright.settings import Settings
from tests.identity.provider import CLIENT_ID, CLIENT_SECRET, FOREIGN_KEY, NEW_KEY, Provider
from tests.support.application import Api, data, problems, refused, session_cookie
from tests.support.people import ADMINISTRATOR, ENGINEER

LOGIN, CALLBACK = "/api/auth/oidc/login", "/api/auth/oidc/callback"


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    provider.claims = {"email": ENGINEER.email.upper(), "email_verified": True}
    yield provider
    provider.close()


@pytest.fixture
def settings(settings: Settings, provider: Provider) -> Settings:
    return replace(
        settings,
        oidc_issuer=provider.issuer,
        oidc_client_id=CLIENT_ID,
        oidc_client_secret=CLIENT_SECRET,
    )


async def sign_on(api: Api, provider: Provider) -> httpx.Response:
    """Go to the provider and come back; the client keeps cookies as a browser does."""
    sent = await api.get(LOGIN)
    assert sent.status_code == 302, sent.text
    return await api.get(CALLBACK, params=provider.authorize(sent.headers["location"]))


async def test_who_signs_on_there_has_a_session_here(api: Api, provider: Provider) -> None:
    back = await sign_on(api, provider)
    assert (back.status_code, back.headers["location"]) == (302, "/")
    assert back.headers["cache-control"] == "no-store"
    (session,) = [
        c for c in back.headers.get_list("set-cookie") if c.startswith(session_cookie(api))
    ]
    assert {"httponly", "samesite=strict", "path=/"} <= set(session.lower().split("; "))
    assert data(await api.get("/api/users/me"))["id"] == ENGINEER.id


async def test_the_browser_is_sent_with_its_way_back(api: Api, provider: Provider) -> None:
    sent = await api.get(LOGIN, headers={"X-Forwarded-Proto": "https", "Host": "plm.example.com"})
    asked = parse_qs(urlsplit(sent.headers["location"]).query)
    assert asked["redirect_uri"] == ["https://plm.example.com/api/auth/oidc/callback"]
    kept = sent.headers["set-cookie"].lower()
    assert {"httponly", "samesite=lax", "secure", "path=/api/auth/oidc"} <= set(kept.split("; "))


@pytest.mark.settings(public_url="https://plm.example.com")
async def test_the_way_back_is_not_what_a_request_says(api: Api, provider: Provider) -> None:
    sent = await api.get(LOGIN, headers={"Host": "evil.example"})
    asked = parse_qs(urlsplit(sent.headers["location"]).query)
    assert asked["redirect_uri"] == ["https://plm.example.com/api/auth/oidc/callback"]
    assert "; Secure" in sent.headers["set-cookie"]


@pytest.mark.parametrize(
    "claims",
    [
        {"email_verified": False},
        {"email_verified": None},
        {"email": "nobody@example.com"},
        {"email": None},
        {"iss": "https://elsewhere.example.com"},
        {"aud": "another client"},
        {"aud": [CLIENT_ID, "another"], "azp": "another"},
        {"nonce": "of another sign-on"},
        {"exp": int(time.time()) - 3600},
        {"sub": 7},
    ],
    ids="-".join,
)
async def test_claims_that_prove_nothing(
    api: Api, provider: Provider, claims: dict[str, Any]
) -> None:
    provider.claims |= claims
    refused(await sign_on(api, provider), 401, "INVALID_CREDENTIALS")
    assert (await api.get("/api/users/me")).status_code == 401


@pytest.mark.parametrize("misbehave", ["foreign key", "shared secret"])
async def test_a_token_that_another_one_signed(
    api: Api, provider: Provider, misbehave: str
) -> None:
    if misbehave == "foreign key":
        provider.key = FOREIGN_KEY
    else:
        provider.algorithm = "HS256"
        provider.key = OctKey.import_key(CLIENT_SECRET * 3)  # type: ignore[assignment]
    refused(await sign_on(api, provider), 401, "INVALID_CREDENTIALS")


async def test_the_address_may_come_from_the_user_info(api: Api, provider: Provider) -> None:
    provider.claims = {}
    provider.user_info = {"sub": "somebody", "email": ENGINEER.email, "email_verified": "true"}
    assert (await sign_on(api, provider)).status_code == 302
    provider.user_info |= {"sub": "somebody else"}
    refused(await sign_on(api, provider), 401, "INVALID_CREDENTIALS")


async def test_a_deactivated_user_stays_out(api: Api, provider: Provider) -> None:
    data(await api.put(f"/api/users/{ENGINEER.id}", {"active": False}, as_=ADMINISTRATOR))
    refused(await sign_on(api, provider), 401, "INVALID_CREDENTIALS")


def _another_state(back: dict[str, str]) -> dict[str, str]:
    return back | {"state": "x" * 43}


def _no_state(back: dict[str, str]) -> dict[str, str]:
    return {"code": back["code"]}


@pytest.mark.parametrize("twist", [_another_state, _no_state])
async def test_an_answer_to_somebody_else(
    api: Api, provider: Provider, twist: Callable[[dict[str, str]], dict[str, str]]
) -> None:
    back = provider.authorize((await api.get(LOGIN)).headers["location"])
    assert problems(await api.get(CALLBACK, params=twist(back))).keys() == {"state"}


@pytest.mark.parametrize("cookie", ["", "!", "bm8gSlNPTg==", "W10="])
async def test_a_browser_that_never_set_out(api: Api, provider: Provider, cookie: str) -> None:
    back = provider.authorize((await api.get(LOGIN)).headers["location"])
    api.http.cookies.clear()
    headers = {"Cookie": f"partwright_sign_on={cookie}"}
    found = problems(await api.get(CALLBACK, params=back, headers=headers))
    assert found.keys() == {"state"}


async def test_a_code_counts_once_and_only_with_its_verifier(api: Api, provider: Provider) -> None:
    back = provider.authorize((await api.get(LOGIN)).headers["location"])
    stolen = provider.authorize((await api.get(LOGIN)).headers["location"])
    wrong = {"code": back["code"], "state": stolen["state"]}
    refused(await api.get(CALLBACK, params=wrong), 401, "INVALID_CREDENTIALS")
    refused(await api.get(CALLBACK, params=wrong), 401, "INVALID_CREDENTIALS")


async def test_the_person_may_decline(api: Api, provider: Provider) -> None:
    back = provider.authorize((await api.get(LOGIN)).headers["location"])
    declined = {"error": "access_denied", "state": back["state"]}
    refused(await api.get(CALLBACK, params=declined), 401, "INVALID_CREDENTIALS")


async def test_a_provider_that_does_not_answer(api: Api, provider: Provider) -> None:
    provider.is_down = True
    assert refused(await api.get(LOGIN), 503, "UNAVAILABLE")


@pytest.mark.parametrize(
    "says",
    [
        {"issuer": "https://other.example.org"},
        {"jwks_uri": "http://[::1"},
        {"token_endpoint": "ftp://127.0.0.1/token"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"userinfo_endpoint": "/userinfo"},
        {"jwks_uri": "http://user:secret@127.0.0.1/keys"},
        {"more": "x" * (2 << 20)},
        {"jwks_uri": 5},
    ],
    ids=lambda says: next(iter(says)),
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_provider_whose_metadata_is_unusable(
    api: Api, provider: Provider, says: dict[str, Any]
) -> None:
    provider.says = says
    refused(await api.get(LOGIN), 503, "UNAVAILABLE")


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, stream=httpx.ByteStream(b"[" * 200_000)),
        httpx.Response(200, stream=httpx.ByteStream(b"{}"), headers={"Content-Encoding": "br"}),
        httpx.Response(
            302, stream=httpx.ByteStream(b"{}"), headers={"Location": "http://169.254.169.254/"}
        ),
    ],
    ids=["deep", "packed", "elsewhere"],
)
async def test_an_answer_that_is_none_of_a_provider(answer: httpx.Response) -> None:
    async with httpx.AsyncClient(transport=httpx.MockTransport(lambda _: answer)) as http:
        with pytest.raises(ServiceUnavailable):
            await openid_provider.fetch(http, "https://idp.example.org/keys", dict[str, Any])


@pytest.mark.settings(rate_limit_login=2)
async def test_attempts_are_counted(api: Api, provider: Provider) -> None:
    for _ in range(2):
        assert (await sign_on(api, provider)).status_code == 302
    refused(await sign_on(api, provider), 429, "RATE_LIMITED")


class TestWithoutProvider:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return replace(settings, oidc_issuer="", oidc_client_id="")

    @pytest.mark.parametrize("path", [LOGIN, CALLBACK])
    async def test_there_is_no_such_sign_on(self, api: Api, path: str) -> None:
        refused(await api.get(path), 404, "RESOURCE_NOT_FOUND")


async def test_the_provider_is_asked_once_for_what_it_says_of_itself(
    api: Api, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        assert (await sign_on(api, provider)).status_code == 302
    assert provider.asked == {"/.well-known/openid-configuration": 1, "/keys": 1}
    # New keys are fetched for a signature that the old ones do not explain, but not each time.
    provider.key = provider.published = NEW_KEY
    refused(await sign_on(api, provider), 401, "INVALID_CREDENTIALS")
    assert provider.asked["/keys"] == 1
    monkeypatch.setattr(openid_service, "RENEWED_SECONDS", 0.0)
    assert (await sign_on(api, provider)).status_code == 302
    assert provider.asked["/keys"] == 2
    monkeypatch.setattr(openid_provider, "REMEMBERED_SECONDS", 0.0)
    assert (await sign_on(api, provider)).status_code == 302
    assert provider.asked["/.well-known/openid-configuration"] > 1


async def roles_after(api: Api, provider: Provider, **claims: Any) -> list[str]:
    """The roles of the engineer once they have signed on with these claims."""
    provider.claims = {"email": ENGINEER.email, "email_verified": True, **claims}
    assert (await sign_on(api, provider)).headers["location"] == "/"
    me = data(await api.get("/api/users/me"))
    return sorted(role["name"] for role in me["roles"])


@pytest.mark.settings(
    oidc_group_roles="cn=plm,ou=x=Approver; mechanics=ENGINEER; boss = Administrator; a=Nothing"
)
async def test_roles_follow_the_groups_of_the_provider(api: Api, provider: Provider) -> None:
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    ids = [role["id"] for role in roles if role["name"] in ("Engineer", "Viewer")]
    path = f"/api/users/{ENGINEER.id}"
    data(await api.put(path, {"roleIds": ids}, as_=ADMINISTRATOR))
    part = {"name": "Bracket"}
    data(await api.post("/api/parts", part, as_=ENGINEER), 201)
    # What no group brings stays; what only other groups bring goes, from other tokens too.
    groups = ["cn=plm,ou=x", "a", "unknown"]
    assert await roles_after(api, provider, groups=groups) == ["Approver", "Viewer"]
    refused(await api.post("/api/parts", part, as_=ENGINEER), 403, "FORBIDDEN")
    assert await roles_after(api, provider, groups="mechanics") == ["Engineer", "Viewer"]
    data(await api.post("/api/parts", part, as_=ENGINEER), 201)
    provider.user_info = {"sub": "somebody", "groups": ["boss"]}
    assert await roles_after(api, provider) == ["Administrator", "Viewer"]
    assert await roles_after(api, provider, groups=[]) == ["Viewer"]
    entries = data(await api.get("/api/audit", as_=ADMINISTRATOR, params={"limit": "10"}))
    changes = [one["details"] for one in entries["entries"] if "rolesTaken" in str(one)]
    assert [one["rolesTaken"] for one in changes] == [
        "Administrator",
        "Engineer",
        "Approver",
        "Engineer",
    ]
    # Whose groups are not known has no rights by them, and no session.
    for odd in ({"groups": 5}, {"_claim_names": {"groups": "src1"}}):
        provider.claims = {"email": ENGINEER.email, "email_verified": True, **odd}
        refused(await sign_on(api, provider), 401, "INVALID_CREDENTIALS")
    provider.claims = {"email": ADMINISTRATOR.email, "email_verified": True, "groups": []}
    refused(await sign_on(api, provider), 409, "CONFLICT")
    assert (await api.get("/api/audit", as_=ADMINISTRATOR)).status_code == 200


async def test_mappings_that_administrators_keep_hold_for_claims(
    api: Api, provider: Provider
) -> None:
    roles = {
        r["name"]: r["id"] for r in data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    }
    mapped = {"group": "Quality", "roleId": roles["Approver"]}
    data(await api.post("/api/group-mappings", mapped, as_=ADMINISTRATOR), 201)
    assert await roles_after(api, provider, groups=["quality", "other"]) == ["Approver", "Engineer"]
    # Where the provider tells none, or something else by that name, nothing changes.
    assert await roles_after(api, provider) == ["Approver", "Engineer"]
    assert await roles_after(api, provider, groups=5) == ["Approver", "Engineer"]
    assert await roles_after(api, provider, groups=[]) == ["Engineer"]
