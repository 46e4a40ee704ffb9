"""Rules for every route of the service, also for those that come later."""

import re
from typing import Any

import httpx
import pytest

from partwright.identity.permissions import ALL
from partwright.web.endpoint import AccessRule, Endpoint
from partwright.web.error_responses import STATUS
from partwright.web.routing import SCIM_PATH
from tests.contract.scene import DOCUMENT, ENDPOINTS, OF_A_PROGRAM, Scene, is_public, name_of
from tests.support.application import Api, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, ROLELESS, VIEWER, Person
from tests.world import NOBODY

CLOSED = [e for e in ENDPOINTS if not is_public(e)]
IN_A_PROGRAM = [e for e in CLOSED if set(e.path_parameters) & OF_A_PROGRAM]

OWN = ("PUT /api/items/{item_id:str}/watch", "DELETE /api/items/{item_id:str}/watch")
"""Calls that change what is the caller's own, for whom reading is enough."""

READS = ("POST /api/items/batch-get", "POST /api/reports/preview")
"""Calls that read, although they are posted."""

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
    "RANGE_NOT_SATISFIABLE": 416,
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
    "REQUEST_TIMEOUT": 408,
}


def path_of(endpoint: Endpoint, part: str = NOBODY) -> str:
    return re.sub(r"{\w+:\w+}", part, endpoint.path)


def is_scim(endpoint: Endpoint) -> bool:
    """Whether a route speaks SCIM, with errors in its form."""
    return endpoint.path.startswith(SCIM_PATH)


def test_every_code_has_the_status_of_the_contract() -> None:
    assert STATUS == STATUSES


def test_every_route_names_a_permission_that_exists() -> None:
    for endpoint in ENDPOINTS:
        assert isinstance(endpoint.permission, AccessRule) or endpoint.permission in ALL


def test_only_these_routes_are_public() -> None:
    assert {e.path for e in ENDPOINTS if is_public(e) and e.path.startswith("/api/")} == {
        "/api/about",
        "/api/auth/methods",
        "/api/auth/login",
        "/api/auth/oidc/login",
        "/api/auth/oidc/callback",
        "/api/import/templates/parts",
        "/api/import/templates/documents",
        "/api/import/templates/issues",
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
        if not isinstance(endpoint.permission, AccessRule):
            answer = await api.request(endpoint.method, path_of(endpoint), as_=ROLELESS)
            refused(answer, 403, "FORBIDDEN")


async def call(
    api: Api, scene: Scene, endpoint: Endpoint, person: Person, **more: Any
) -> httpx.Response:
    body = scene.body(endpoint)
    more |= {} if body is None else {"json": body}
    path, params = scene.path(endpoint), scene.params(endpoint)
    return await api.request(endpoint.method, path, as_=person, params=params, **more)


async def test_nobody_learns_of_a_program_they_are_not_in(api: Api, scene: Scene) -> None:
    for endpoint in IN_A_PROGRAM:
        answer = await call(api, scene, endpoint, OUTSIDER)
        assert answer.status_code == 404, (name_of(endpoint), answer.text)
        assert "Lander" not in answer.text, name_of(endpoint)


async def test_who_only_reads_changes_nothing(api: Api, scene: Scene) -> None:
    for endpoint in (e for e in IN_A_PROGRAM if e.method != "GET" and name_of(e) not in OWN):
        answer = await call(api, scene, endpoint, VIEWER)
        # To check in what is not checked out is refused as that, whoever asks.
        assert answer.json()["error"]["code"] in ("FORBIDDEN", "NOT_CHECKED_OUT"), (
            name_of(endpoint),
            answer.text,
        )


async def test_no_write_is_made_at_a_commit(api: Api, scene: Scene) -> None:
    """What would be ignored there is refused: a write goes onto a branch."""
    commit = {"commitId": scene.ids["commit_id"]}
    writing = (e for e in CLOSED if e.method != "GET" and name_of(e) not in READS)
    # Providers of identities add parameters of their own, which SCIM has a server pass over.
    for endpoint in (e for e in writing if not is_scim(e)):
        path, params = scene.path(endpoint), scene.params(endpoint) | commit
        answer = await api.request(
            endpoint.method, path, as_=ADMINISTRATOR, params=params, json=scene.body(endpoint)
        )
        assert answer.status_code == 400, (name_of(endpoint), answer.text)
        assert "commitId" in answer.json()["error"]["message"], name_of(endpoint)


async def test_a_tag_of_another_state_changes_nothing(api: Api, scene: Scene) -> None:
    """Also where a record has no tag, so that a condition is never passed over."""
    for endpoint in (e for e in CLOSED if e.method in ("PUT", "PATCH", "DELETE")):
        tag = {"If-Match": '"another"'}
        whose = ENGINEER if "notice_id" in endpoint.path_parameters else ADMINISTRATOR
        answer = await call(api, scene, endpoint, whose, headers=tag)
        # Without a checkout or a workflow there is nothing yet that could have changed.
        wanted = ("PRECONDITION_FAILED", "NOT_CHECKED_OUT", "UNPROCESSABLE")
        if is_scim(endpoint):
            refused(answer, 412, "PRECONDITION_FAILED")
            continue
        assert answer.json()["error"]["code"] in wanted, (name_of(endpoint), answer.text)


async def test_no_answer_has_keys_that_the_reference_lacks(api: Api, scene: Scene) -> None:
    """That it has those which the reference tells, every test looks at."""
    for endpoint in (e for e in CLOSED if e.method == "GET" and not e.is_stream):
        answer = await call(api, scene, endpoint, ADMINISTRATOR)
        if answer.headers["content-type"] == "application/json" and answer.is_success:
            record = answer.json()["data"]
            assert set(record) <= keys_told(answer.request.method, endpoint.path), endpoint.path


def keys_told(method: str, path: str) -> set[str]:
    """The keys of an answer's data that the reference tells."""
    told = DOCUMENT["paths"][re.sub(r":\w+}", "}", path)][method.lower()]["responses"]["200"]
    schemas = [told["content"]["application/json"]["schema"]["properties"]["data"]]
    keys: set[str] = set()
    for schema in schemas:
        reference = schema.get("$ref", "").rpartition("/")[2]
        found = DOCUMENT["components"]["schemas"][reference] if reference else schema
        schemas += found.get("anyOf", [])
        keys |= set(found.get("properties", {}))
    return keys


@pytest.mark.parametrize("part", [NOBODY, NOBODY.upper(), "nonsense", "%00", "%2e%2e", "a" * 300])
async def test_an_unknown_id_in_the_path_is_404(api: Api, part: str) -> None:
    for endpoint in CLOSED:
        if endpoint.method == "GET" and endpoint.path_parameters and not needs_parameters(endpoint):
            answer = await api.get(path_of(endpoint, part), as_=ADMINISTRATOR)
            assert answer.status_code == 404, (endpoint.path, answer.text)
            unknown = await api.get(path_of(endpoint), as_=ADMINISTRATOR)
            refused(answer, 404, unknown.json().get("error", {}).get("code", ""))


def needs_parameters(endpoint: Endpoint) -> bool:
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
