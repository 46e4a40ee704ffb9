"""What holds for every route of the service, also for those that come later."""

import re
from typing import Any

import pytest

from partwright import app
from partwright.identity.permissions import ALL
from partwright.web.endpoint import Endpoint, Rule
from partwright.web.problems import STATUS
from tests.support.application import Api, refused
from tests.support.people import ADMINISTRATOR, ROLELESS

ENDPOINTS = app.endpoints()
UNKNOWN = "0192f0c1-0000-7000-8000-00000000dead"


def is_public(endpoint: Endpoint) -> bool:
    return isinstance(endpoint.permission, Rule) and not endpoint.permission.needs_token


CLOSED = [e for e in ENDPOINTS if not is_public(e)]


def path_of(endpoint: Endpoint, part: str = UNKNOWN) -> str:
    return re.sub(r"{\w+:\w+}", part, endpoint.path)


def test_every_route_names_a_permission_that_exists() -> None:
    for endpoint in ENDPOINTS:
        assert isinstance(endpoint.permission, Rule) or endpoint.permission in ALL


def test_only_these_routes_are_public() -> None:
    assert {e.path for e in ENDPOINTS if is_public(e) and e.path.startswith("/api/")} == {
        "/api/auth/login",
        "/api/auth/oidc/login",
        "/api/auth/oidc/callback",
        "/api/import/templates/parts",
    }


async def test_without_a_token_every_other_route_answers_401(api: Api) -> None:
    for endpoint in CLOSED:
        for headers in ({}, {"Authorization": "Bearer pw_wrong"}, {"Authorization": "Basic eA=="}):
            answer = await api.request(
                endpoint.method, path_of(endpoint), headers=headers, content=b"{"
            )
            refused(answer, 401, "UNAUTHENTICATED")
            assert answer.headers["www-authenticate"] == "Bearer"


async def test_without_the_permission_every_route_answers_403(api: Api) -> None:
    for endpoint in CLOSED:
        if isinstance(endpoint.permission, Rule):
            continue
        answer = await api.request(endpoint.method, path_of(endpoint), as_=ROLELESS)
        refused(answer, 403, "FORBIDDEN")


@pytest.mark.parametrize("part", [UNKNOWN, UNKNOWN.upper(), "nonsense", "%00", "%2e%2e", "a" * 300])
async def test_an_unknown_id_in_the_path_is_404(api: Api, part: str) -> None:
    for endpoint in CLOSED:
        if endpoint.method == "GET" and endpoint.path_names and not required(endpoint):
            answer = await api.get(path_of(endpoint, part), as_=ADMINISTRATOR)
            assert answer.status_code == 404, (endpoint.path, answer.text)
            assert answer.json()["error"]["code"] in ("RESOURCE_NOT_FOUND", "ITEM_NOT_FOUND")


def required(endpoint: Endpoint) -> bool:
    """Whether the route cannot be called without parameters."""
    return endpoint.path.endswith(("/checkout", "/diff"))


async def test_every_answer_carries_the_headers_of_the_service(api: Api) -> None:
    for endpoint in ENDPOINTS:
        answer = await api.request(endpoint.method, path_of(endpoint), as_=ADMINISTRATOR)
        assert answer.headers["x-api-version"] == "1"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-request-id"]


STATUSES = {
    "VALIDATION_ERROR": 400,
    "UNAUTHENTICATED": 401,
    "INVALID_CREDENTIALS": 401,
    "FORBIDDEN": 403,
    "BRANCH_PROTECTED": 403,
    "RESOURCE_NOT_FOUND": 404,
    "ITEM_NOT_FOUND": 404,
    "CONFLICT": 409,
    "MERGE_CONFLICT": 409,
    "PRECONDITION_FAILED": 412,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "UNAVAILABLE": 503,
    "CHECKOUT_CONFLICT": 409,
    "ITEM_LOCKED": 423,
    "FILE_LOCKED": 423,
    "RESOURCE_LOCKED": 423,
    "NOT_CHECKED_OUT": 409,
    "NOT_YOUR_CHECKOUT": 403,
    "DUPLICATE_ITEM_NUMBER": 409,
    "INVALID_STATE_TRANSITION": 422,
    "ITEM_RELATIONSHIP_CYCLE": 422,
    "UNPROCESSABLE": 422,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "METHOD_NOT_ALLOWED": 405,
}


def test_every_code_has_the_status_of_the_contract() -> None:
    assert STATUS == STATUSES


def nasty_values() -> list[Any]:
    return [
        b"null",
        b"true",
        b"-1",
        b"1e400",
        b"99999999999999999999999999",
        b'""',
        b'" "',
        b'"\\u0000"',
        b'"\\ud800"',
        b'"\xff"',
        b"[]",
        b"{}",
        b'["x"]',
        b'{"a":{"b":[1]}}',
        b"[" * 10_000 + b"]" * 10_000,
        b'"' + b"x" * 1_000_000 + b'"',
        b'"0192f0c1-0000-7000-8000-00000000dead"',
        b"0.1",
        b"NaN",
    ]


def keys_of(endpoint: Endpoint) -> list[str]:
    """The documented keys of a body."""
    if endpoint.body is not None:
        return list(endpoint.body.__struct_encode_fields__)
    return list((endpoint.body_schema or {}).get("properties", {}))


WRITING = [e for e in ENDPOINTS if e.method != "GET" and keys_of(e)]


@pytest.mark.parametrize("endpoint", WRITING, ids=lambda e: f"{e.method} {e.path}")
async def test_no_hostile_value_in_a_body_is_a_500(api: Api, endpoint: Endpoint) -> None:
    path = path_of(endpoint)
    headers = {"Content-Type": "application/json"}
    values = nasty_values()
    bodies = list(values)
    for number, key in enumerate(keys_of(endpoint)):
        for offset in range(4):
            value = values[(4 * number + offset) % len(values)]
            bodies.append(b'{"%s":%s,"name":"x","type":"Part"}' % (key.encode(), value))
    for body in bodies:
        answer = await api.request(
            endpoint.method, path, as_=ADMINISTRATOR, headers=headers, content=body
        )
        assert answer.status_code < 500, (body[:80], answer.text)
        if answer.status_code >= 400 and "error" in answer.json():
            assert answer.json()["error"]["code"] in STATUS


READING = [e for e in ENDPOINTS if e.query is not None]


@pytest.mark.parametrize("endpoint", READING, ids=lambda e: f"{e.method} {e.path}")
async def test_no_hostile_query_is_a_500(api: Api, endpoint: Endpoint) -> None:
    assert endpoint.query is not None
    for key in endpoint.query.__struct_encode_fields__:
        for value in ("", "x", "-1", "0", "1e99", "9" * 40, "\x00", "é%_\"'", UNKNOWN, "a:b,c"):
            answer = await api.request(
                endpoint.method, path_of(endpoint), as_=ADMINISTRATOR, params={key: value}
            )
            assert answer.status_code < 500, (key, value, answer.text)
