"""Codes of an authenticator app: set up, asked for, taken once, required and reset."""

import asyncio
import base64
import time
from typing import Any

import httpx
import msgspec
import pytest

from partwright.accounts import one_time_codes
from partwright.settings import Settings
from tests.support.application import Api, data, problems, refused, running
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD, VIEWER

FACTOR = "/api/auth/second-factor"
LOGIN = {"email": ENGINEER.email, "password": PASSWORD}


def test_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B."""
    secret = base64.b32encode(b"12345678901234567890").decode()
    for seconds, code in ((59, "287082"), (1111111109, "081804"), (20000000000, "353130")):
        assert one_time_codes.code_at(secret, seconds // 30) == code


class Clock:
    """The time that codes are judged by; steps go on by themselves only here."""

    def __init__(self) -> None:
        self.now = float(int(time.time()) // 30 * 30)

    def time(self) -> float:
        return self.now

    def code(self, secret: str, *, steps: int = 0) -> str:
        return one_time_codes.code_at(secret, int(self.now) // 30 + steps)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("partwright.accounts.second_factor_service.time", clock)
    return clock


async def set_up(api: Api, hours: Clock, **caller: Any) -> tuple[str, list[str]]:
    """The secret and the recovery codes of a new second factor."""
    begun = data(await api.post(FACTOR, {"password": PASSWORD}, **caller))
    assert begun["secret"] in begun["address"]
    assert begun["address"].startswith("otpauth://totp/Partwright%3A")
    assert begun["qrCode"].startswith("<?xml") or begun["qrCode"].startswith("<svg")
    path = f"{FACTOR}/confirm"
    assert "code" in problems(await api.post(path, {"code": "000000x"}, **caller))
    code = {"code": hours.code(begun["secret"])}
    codes = data(await api.post(path, code, **caller))["recoveryCodes"]
    refused(await api.post(path, code, **caller), 409, "CONFLICT")
    return begun["secret"], codes


async def test_a_code_is_asked_for_and_taken_once(api: Api, hours: Clock) -> None:
    who: dict[str, Any] = {"as_": ENGINEER}
    assert "password" in problems(await api.post(FACTOR, {"password": "no"}, **who))
    # What was begun and never confirmed keeps nobody out.
    data(await api.post(FACTOR, {"password": PASSWORD}, **who))
    data(await api.post("/api/auth/login", LOGIN))
    secret, codes = await set_up(api, hours, **who)
    assert len(set(codes)) == 10
    status = data(await api.get(FACTOR, **who))
    assert status == {"isOn": True, "isRequired": False, "recoveryCodesLeft": 10}
    refused(await api.post(FACTOR, {"password": PASSWORD}, **who), 409, "CONFLICT")
    missing = refused(await api.post("/api/auth/login", LOGIN), 401, "INVALID_CREDENTIALS")
    assert missing["details"][0]["field"] == "code"
    # Who does not know the password is not told that there is a second factor.
    guess = LOGIN | {"password": "wrong horse battery", "code": hours.code(secret, steps=1)}
    assert "details" not in refused(
        await api.post("/api/auth/login", guess), 401, "INVALID_CREDENTIALS"
    )
    for wrong in (hours.code(secret), hours.code(secret, steps=3), "", "x", "١٢٣٤٥٦"):
        answer = await api.post("/api/auth/login", LOGIN | {"code": wrong})
        refused(answer, 401, "INVALID_CREDENTIALS")
    hours.now += 60
    late = LOGIN | {
        "code": f" {hours.code(secret, steps=-1)[:3]} {hours.code(secret, steps=-1)[3:]}"
    }
    data(await api.post("/api/auth/login", late))
    refused(await api.post("/api/auth/login", late), 401, "INVALID_CREDENTIALS")
    data(await api.post("/api/auth/login", LOGIN | {"code": hours.code(secret)}))
    for code, status_code in ((codes[0].upper(), 200), (codes[0], 401), (codes[1], 200)):
        answer = await api.post("/api/auth/login", LOGIN | {"code": code})
        assert answer.status_code == status_code, code
    assert data(await api.get(FACTOR, **who))["recoveryCodesLeft"] == 8
    # A token that was given scopes cannot end it; its owner can, with the password.
    scoped = {"name": "Narrow", "scopes": ["parts.read"]}
    token = data(await api.post("/api/auth/tokens", scoped, **who), 201)["token"]
    body = {"password": PASSWORD}
    narrow = ENGINEER._replace(token=token)
    refused(await api.delete(FACTOR, body, as_=narrow), 403, "FORBIDDEN")
    data(await api.delete(FACTOR, body, **who))
    data(await api.post("/api/auth/login", LOGIN))
    acts = data(await api.get("/api/audit", as_=ADMINISTRATOR, params={"limit": 100}))["entries"]
    told = {entry["action"] for entry in acts}
    assert {"second_factor.begun", "second_factor.confirmed", "second_factor.ended"} <= told
    assert secret not in str(acts)
    assert codes[0] not in str(acts).lower()


async def test_codes_are_not_guessed(api: Api, hours: Clock) -> None:
    secret, codes = await set_up(api, hours, as_=ENGINEER)
    hours.now += 30

    async def sign_on(code: str) -> httpx.Response:
        return await api.post("/api/auth/login", LOGIN | {"code": code})

    async def guess(times: int) -> list[int]:
        wrong = hours.code(secret, steps=9)
        answers = await asyncio.gather(*(sign_on(wrong) for _ in range(times)))
        return sorted(answer.status_code for answer in answers)

    # However many come at once, five are looked at.
    assert await guess(12) == [401] * 5 + [429] * 7
    held = await sign_on(hours.code(secret))
    assert "in 15 minutes" in refused(held, 429, "RATE_LIMITED")["message"]
    assert 800 < int(held.headers["retry-after"]) <= 900
    # Who guesses keeps nobody out who has a recovery code, or begins anew after it.
    data(await sign_on(codes[0]))
    data(await sign_on(hours.code(secret)))
    hours.now += 30
    assert await guess(6) == [401] * 5 + [429]
    for seconds in (900,) * 15 + (3600,):
        assert await guess(1) == [429]
        hours.now += seconds
        assert await guess(1) == [401]
    hours.now += 900
    refused(await sign_on(hours.code(secret)), 429, "RATE_LIMITED")
    hours.now += 2700
    data(await sign_on(hours.code(secret)))
    # A wrong password counts for nothing: nobody is held by whoever does not know it.
    wrong = LOGIN | {"password": "wrong horse battery", "code": "000000"}
    for _ in range(6):
        refused(await api.post("/api/auth/login", wrong), 401, "INVALID_CREDENTIALS")
    hours.now += 30
    data(await sign_on(hours.code(secret)))


async def test_a_server_may_require_it_and_administrators_reset_it(
    settings: Settings, hours: Clock
) -> None:
    async with running(msgspec.structs.replace(settings, second_factor="required")) as api:
        session = data(await api.post("/api/auth/login", LOGIN))
        assert session["needsSecondFactor"] is True
        api.http.cookies.clear()
        who: dict[str, Any] = {"headers": {"Authorization": f"Bearer {session['token']}"}}
        refused(await api.get("/api/programs", **who), 403, "FORBIDDEN")
        refused(
            await api.post("/api/auth/tokens", {"name": "x", "scopes": ["parts.read"]}, **who),
            403,
            "FORBIDDEN",
        )
        secret, _ = await set_up(api, hours, **who)
        data(await api.get("/api/programs", **who))
        hours.now += 30
        again = data(await api.post("/api/auth/login", LOGIN | {"code": hours.code(secret)}))
        assert again["needsSecondFactor"] is False
        api.http.cookies.clear()
        refused(await api.delete(FACTOR, {"password": PASSWORD}, **who), 403, "FORBIDDEN")
        path = f"/api/users/{ENGINEER.id}/second-factor"
        refused(await api.delete(path, as_=VIEWER), 403, "FORBIDDEN")
        data(await api.delete(path, as_=ADMINISTRATOR))
        refused(
            await api.delete(f"/api/users/{ENGINEER.id[::-1]}/second-factor", as_=ADMINISTRATOR),
            404,
            "RESOURCE_NOT_FOUND",
        )
        assert data(await api.post("/api/auth/login", LOGIN))["needsSecondFactor"] is True
