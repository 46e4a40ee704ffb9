"""The API reference describes every route and needs nothing from elsewhere."""

import re
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from partwright import app
from partwright.kit.fields import RawObject, read_struct
from partwright.web.endpoint import PUBLIC, AccessRule, Endpoint, RouteTable
from partwright.web.openapi import build_document
from partwright.web.schemas import example_value
from tests.support.application import Api

ENDPOINTS = app.endpoints()
DOCUMENT = build_document(ENDPOINTS, version="1")


def operation(endpoint: Endpoint) -> dict[str, Any]:
    path = re.sub(r":\w+}", "}", endpoint.path)
    return DOCUMENT["paths"][path][endpoint.method.lower()]


def test_every_route_is_described() -> None:
    for endpoint in ENDPOINTS:
        told = operation(endpoint)
        assert told["summary"], endpoint.path
        rule = endpoint.permission
        assert told["x-permission"] == (rule.name if isinstance(rule, AccessRule) else rule)
        named = {p["name"] for p in told["parameters"] if p["in"] == "path"}
        assert named == set(re.findall(r"{(\w+):", endpoint.path))
        public = isinstance(rule, AccessRule) and not rule.needs_token
        assert ("security" in told) == public
        assert ("401" in told["responses"]) != (
            public and not {"INVALID_CREDENTIALS", "UNAUTHENTICATED"} & {*endpoint.refusals}
        )


def test_each_parameter_of_a_call_is_told_once() -> None:
    for endpoint in ENDPOINTS:
        told = [(one["in"], one["name"]) for one in operation(endpoint).get("parameters", [])]
        assert len(told) == len(set(told)), endpoint.path
    flags = operation(next(e for e in ENDPOINTS if e.path == "/api/workflows"))["parameters"]
    assert next(f for f in flags if f["name"] == "isActive")["schema"] != {"type": "string"}


def test_operations_have_readable_names_of_their_own() -> None:
    names = [operation(endpoint)["operationId"] for endpoint in ENDPOINTS]
    assert sorted(set(names)) == sorted(names)
    for name in names:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", name), name
    assert {"getBom", "releaseChangeOrder", "checkOutFile", "checkOutItem"} <= set(names)


def test_refusals_and_files_of_reads_are_described() -> None:
    paths = DOCUMENT["paths"]
    for path in ("/api/items", "/api/files", "/api/users", "/api/relationships"):
        # Their parameters name branches, commits and roles, which may be unknown.
        assert "404" in paths[path]["get"]["responses"], path
    session = "/api/design-engine/sessions/{session_id}"
    for path in (
        "/api/designs/{design_id}/commits",
        session + "/preview",
        session + "/materialize",
    ):
        assert "422" in paths[path]["get"]["responses"], path
    assert "400" in paths["/share/{secret}/bom"]["get"]["responses"]
    for path in ("/share/{secret}/package", "/api/items/{item_id}/bom/export"):
        assert paths[path]["get"]["responses"]["200"]["content"] == {"*/*": {}}, path


def test_conditions_ranges_and_refusals_are_described() -> None:
    paths = DOCUMENT["paths"]

    def statuses(method: str, path: str) -> set[str]:
        return set(paths[path][method]["responses"])

    def headers(method: str, path: str) -> set[str]:
        told = paths[path][method]["parameters"]
        return {parameter["name"] for parameter in told if parameter["in"] == "header"}

    assert "304" in statuses("get", "/api/items") & statuses("get", "/api/items/{item_id}/bom")
    download = "/api/files/{file_id}/download"
    assert {"206", "304", "416"} <= statuses("get", download)
    assert {"Range", "If-Range", "If-None-Match"} <= headers("get", download)
    assert "401" in statuses("post", "/api/auth/login")
    events = "/api/design-engine/sessions/{session_id}/events"
    assert headers("get", events) == {"Last-Event-ID"}
    assert set(paths[events]["get"]["responses"]["200"]["content"]) == {"text/event-stream"}
    # A parameter that nothing reads is a 400 at every route of the interface.
    missing = [
        (m, p)
        for p in paths
        if p.startswith("/api/")
        for m in paths[p]
        if "400" not in statuses(m, p)
    ]
    assert missing == []
    assert headers("get", "/api/auth/tokens") == {"If-None-Match"}
    for path in ("/api/users", "/api/relationships/batch-create", "/api/items/batch-checkout"):
        assert "404" in statuses("post", path), path
    for path in ("/api/items/batch-checkout", "/api/import/parts", "/api/files/batch-checkin"):
        refused = paths[path]["post"]["responses"]["400"]["content"]["application/json"]["schema"]
        assert len(refused["anyOf"]) == 2, path


def test_the_document_is_openapi_3_1() -> None:
    document = msgspec.json.decode(msgspec.json.encode(DOCUMENT))
    OPENAPI_31_VALIDATOR.validate(document)
    for schema in document["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)


def test_every_answer_in_json_is_described() -> None:
    for endpoint in ENDPOINTS:
        for status, told in operation(endpoint)["responses"].items():
            content = told.get("content", {}).get("application/json")
            if content and status < "300":
                assert content["schema"]["properties"]["data"], endpoint.path


def validator(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator(schema | {"components": DOCUMENT["components"]})


def test_an_edit_needs_no_field() -> None:
    edits = [endpoint for endpoint in ENDPOINTS if endpoint.is_partial_update]
    assert edits
    for endpoint in edits:
        schema = operation(endpoint)["requestBody"]["content"]["application/json"]["schema"]
        validator(schema).validate({})


def test_bodies_of_one_name_in_two_modules_are_told_apart() -> None:
    routes = RouteTable("Twins")
    bodies = [msgspec.defstruct("Twin", [(field, int)], module=field) for field in ("a", "b")]
    for body in bodies:

        async def verb(body: Any) -> None:
            """Take a twin."""

        verb.__annotations__["body"] = body
        routes.post(f"/{body.__module__}", PUBLIC)(verb)
    document = build_document(routes.endpoints, version="1")
    for field in ("a", "b"):
        content = document["paths"][f"/{field}"]["post"]["requestBody"]["content"]
        schema = content["application/json"]["schema"] | {"components": document["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate({field: 1})
        assert content["application/json"]["example"] == {field: 1}


def test_states_and_retries_are_described() -> None:
    headers = {
        (endpoint.method, parameter["name"])
        for endpoint in ENDPOINTS
        for parameter in operation(endpoint)["parameters"]
        if parameter["in"] == "header"
    }
    assert headers == {
        ("GET", "If-None-Match"),
        ("GET", "If-Range"),
        ("GET", "Last-Event-ID"),
        ("GET", "Range"),
        ("POST", "Idempotency-Key"),
        ("POST", "Content-Digest"),
        ("POST", "X-Checksum-Sha256"),
        ("PUT", "If-Match"),
        ("PATCH", "If-Match"),
        ("DELETE", "If-Match"),
    }


def test_every_reference_in_the_document_leads_somewhere() -> None:
    text = msgspec.json.encode(DOCUMENT).decode()
    schemas = DOCUMENT["components"]["schemas"]
    for target in re.findall(r'"#/([^"]+)"', text):
        assert target.removeprefix("components/schemas/") in schemas


WITH_BODY = [e for e in ENDPOINTS if e.body is not None or e.body_schema is not None]


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=lambda e: f"{e.method} {e.path}")
def test_examples_are_bodies_that_the_route_reads(endpoint: Endpoint) -> None:
    content = operation(endpoint)["requestBody"]["content"]["application/json"]
    example = content["example"]
    validator(content["schema"]).validate(example)
    if endpoint.body is not None and endpoint.example is not None:
        decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])
        raw: RawObject = decoder.decode(msgspec.json.encode(example))
        read_struct(raw, endpoint.body)


def test_an_example_is_made_where_none_is_given() -> None:
    schema: Any = {
        "type": "object",
        "required": ["name", "kind", "size"],
        "properties": {
            "name": {"type": "string"},
            "kind": {"enum": ["a", "b"]},
            "size": {"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}]},
            "rest": {"type": "boolean"},
        },
    }
    assert example_value(schema, {}) == {"name": "text", "kind": "a", "size": 3}


async def test_the_page_is_served_from_here_alone(api: Api) -> None:
    page = await api.get("/docs")
    assert page.status_code == 200
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "//" not in page.text
    for path in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        asset = await api.get(path)
        assert asset.status_code == 200
        again = await api.get(path, headers={"If-None-Match": asset.headers["etag"]})
        assert again.status_code == 304
    assert (await api.get("/docs/nothing.js")).status_code == 404
    document = await api.get("/openapi.json")
    assert document.json()["openapi"] == "3.1.0"
