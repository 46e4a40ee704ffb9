"""Compressed answers with their tags; and what a client has already is not sent again."""

import gzip
from typing import Any

import httpx
import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER


async def _raw(api: Api, path: str, **headers: str) -> httpx.Response:
    """A response whose bytes are as they were sent."""
    sent = {"Authorization": f"Bearer {ADMINISTRATOR.token}"} | headers
    request = api.http.build_request("GET", path, headers=sent)
    response = await api.http.send(request, stream=True)
    response.extensions["sent"] = b"".join([part async for part in response.aiter_raw()])
    return response


async def test_json_is_compressed_where_it_is_worth_it(api: Api) -> None:
    roles = "/api/roles"
    plain = await _raw(api, roles, **{"Accept-Encoding": "identity"})
    packed = await _raw(api, roles, **{"Accept-Encoding": "gzip, br;q=0.5"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    sent = packed.extensions["sent"]
    assert int(packed.headers["content-length"]) == len(sent) < len(plain.extensions["sent"]) / 2
    assert gzip.decompress(sent) == plain.extensions["sent"]
    assert packed.headers["etag"] == "W/" + plain.headers["etag"]
    for known in (plain.headers["etag"], packed.headers["etag"]):
        again = await _raw(api, roles, **{"Accept-Encoding": "gzip", "If-None-Match": known})
        assert (again.status_code, again.extensions["sent"]) == (304, b"")
    small = await _raw(api, "/healthz", **{"Accept-Encoding": "gzip"})
    refusing = await _raw(api, roles, **{"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in small.headers
    assert "content-encoding" not in refusing.headers
    for n in range(8):
        body: dict[str, Any] = {"name": f"Nightly export of everything number {n}", "scopes": None}
        data(await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR), 201)
    secret = await _raw(api, "/api/auth/tokens", **{"Accept-Encoding": "gzip"})
    assert len(secret.extensions["sent"]) > 1024
    assert "content-encoding" not in secret.headers


@pytest.mark.parametrize("path", ["/api/users", "/api/users/me", "/api/roles", "/api/items"])
async def test_a_list_that_has_not_changed_is_not_sent_again(api: Api, path: str) -> None:
    first = await api.get(path, as_=ENGINEER)
    assert first.headers["cache-control"] == "private, no-cache"
    known = {"If-None-Match": first.headers["etag"]}
    assert (await api.get(path, as_=ENGINEER, headers=known)).status_code == 304
    if path == "/api/users/me":
        data(await api.get(path, as_=VIEWER, headers=known))
    if path == "/api/users":
        data(await api.put(f"/api/users/{ENGINEER.id}", {"name": "Ada"}, as_=ADMINISTRATOR))
        data(await api.get(path, as_=ENGINEER, headers=known))


async def test_parameters_that_do_nothing_are_refused(api: Api) -> None:
    wrong = await api.get("/api/users?mail=x&page=1", as_=ADMINISTRATOR)
    told = problems(wrong)
    assert set(told) == {"mail"}
    assert "email" in told["mail"]
    assert "it takes none" in problems(await api.get("/api/users/me?x=1", as_=ADMINISTRATOR))["x"]


async def test_a_key_that_comes_twice_is_refused(api: Api) -> None:
    for body in (b'{"name":"a","name":"b"}', b'{"name":"a","permissions":[{"x":1,"x":2}]}'):
        headers = {"Content-Type": "application/json"}
        response = await api.request(
            "POST", "/api/roles", as_=ADMINISTRATOR, content=body, headers=headers
        )
        assert "given twice" in refused(response, 400, "VALIDATION_ERROR")["message"]
