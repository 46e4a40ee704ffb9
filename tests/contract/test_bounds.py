"""Every list and text of every body has a largest length, and one beyond it is soon refused."""

import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from partwright.publications import model
from partwright.web.json_body import LARGEST_LIST, LONGEST_TEXT, MOST_DIGITS, MOST_VALUES
from partwright.web.openapi import build_document
from partwright.web.schemas import COMPONENTS, parts_of
from tests.contract.scene import ENDPOINTS, Scene, name_of
from tests.support.application import Api, problems
from tests.support.people import ADMINISTRATOR, ENGINEER

DOCUMENT = build_document(ENDPOINTS, version="1")
COMPONENTS_BY_NAME = DOCUMENT["components"]["schemas"]
JSON = {"Content-Type": "application/json"}
REFUSED = {400, 413, 422}
MOST_OF = {("POST", "/api/publications"): model.MOST_VALUES}
"""Values of a body that takes more than others."""
FORMS = {"uuid", "date", "date-time", "decimal", "binary"}
"""Formats of texts that admit a few characters only, or a file."""


def walked(
    schema: dict[str, Any], place: str, seen: frozenset[str] = frozenset()
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each schema within a schema, and where it stands."""
    name = str(schema.get("$ref", "")).removeprefix(COMPONENTS)
    if name:
        if name not in seen:
            yield from walked(COMPONENTS_BY_NAME[name], f"{place} {name}", seen | {name})
        return
    yield place, schema
    for key, inner in schema.get("properties", {}).items():
        yield from walked(inner, f"{place}.{key}", seen)
    for inner in parts_of({k: v for k, v in schema.items() if k != "properties"}):
        yield from walked(inner, f"{place}[]", seen)


def bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            for kind, content in operation.get("requestBody", {"content": {}})["content"].items():
                yield f"{method} {path} {kind}", content["schema"]


def test_every_list_and_text_of_a_body_has_a_largest_length() -> None:
    found = 0
    for place, body in bodies():
        for where, schema in walked(body, place):
            types = schema.get("type", ())
            if "array" in types:
                assert schema["maxItems"] <= LARGEST_LIST, where
                found += 1
            is_file = "contentMediaType" in schema
            if "string" in types and not ({"enum", "const"} & set(schema) or is_file):
                has_form = schema.get("format") in FORMS
                assert has_form or schema["maxLength"] <= LONGEST_TEXT, where
                found += 1
    assert found > 500


def beyond(body: Any, schema: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The body with one of its keys longer than it may be."""
    for key, value in schema.get("properties", {}).items():
        for _, part in walked(value, key):
            if "$ref" in value or part is not value:
                continue
            if part.get("type") == "array":
                yield key, msgspec.json.encode(body | {key: ["x"] * (part["maxItems"] + 1)})
            elif "maxLength" in part:
                yield key, msgspec.json.encode(body | {key: "x" * (part["maxLength"] + 1)})


async def test_what_is_beyond_it_is_soon_refused(api: Api, scene: Scene) -> None:
    tried = 0
    for endpoint in ENDPOINTS:
        good = scene.body(endpoint)
        told = DOCUMENT["paths"][_path(endpoint.path)][endpoint.method.lower()]
        content = told.get("requestBody", {"content": {}})["content"].get("application/json")
        if not isinstance(good, dict) or content is None:
            continue
        most = MOST_OF.get((endpoint.method, endpoint.path), MOST_VALUES)
        values = b'{"rows":[' + b"1," * most + b"1,1]}"
        many = await send(api, endpoint.method, scene.path(endpoint), values)
        assert many.status_code == 413, (name_of(endpoint), many.text[:500])
        schema = content["schema"]
        name = str(schema.get("$ref", "")).removeprefix(COMPONENTS)
        for key, body in beyond(good, COMPONENTS_BY_NAME[name] if name else schema):
            began = time.perf_counter()
            answer = await send(api, endpoint.method, scene.path(endpoint), body)
            assert answer.status_code in REFUSED, (name_of(endpoint), key, answer.text[:500])
            assert time.perf_counter() - began < 2, (name_of(endpoint), key)
            tried += 1
    assert tried > 80


async def send(api: Api, method: str, path: str, body: bytes) -> httpx.Response:
    return await api.request(method, path, as_=ADMINISTRATOR, content=body, headers=JSON)


def _path(path: str) -> str:
    return re.sub(r":\w+}", "}", path)


LONG = b"9" * (MOST_DIGITS + 1)


@pytest.mark.parametrize("number", [LONG, b"0." + LONG, b"-1e" + LONG, b'"%s"' % LONG])
async def test_a_number_has_at_most_forty_digits(api: Api, number: bytes) -> None:
    body = b'{"type": "Part", "name": "A", "cost": %s}' % number
    answer = await api.request("POST", "/api/items", as_=ENGINEER, content=body, headers=JSON)
    problems(answer)
    nested = b'{"a": [{"b": [[%s]]}]}' % number
    if not number.startswith(b'"'):
        answer = await api.request("POST", "/api/items", as_=ENGINEER, content=nested, headers=JSON)
        assert "more than 40 digits" in answer.text
    text = number.strip(b'"').decode()
    for query in ({"page": text}, {"limit": text}, {"cost.from": text}):
        answer = await api.get("/api/items", as_=ENGINEER, params=query)
        assert answer.status_code == 400, query


@pytest.mark.parametrize(
    "value",
    [list(range(LARGEST_LIST + 1)), {str(n): 1 for n in range(LARGEST_LIST + 1)}, "x" * 100_001],
    ids=["list", "object", "text"],
)
async def test_nothing_free_is_without_bounds(api: Api, value: Any) -> None:
    for given in (value, [[value]], {"a": value}):
        path = "/api/users/me/preferences"
        answer = await api.put(path, {"preferences": {"a": given}}, as_=ENGINEER)
        assert "more than" in next(iter(problems(answer).values()))
