"""Whatever a client sends to whichever route, it is never a fault of the server."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
import pytest

from partwright.web.endpoint import Endpoint
from partwright.web.error_responses import STATUS
from tests.contract.scene import ENDPOINTS, Scene, keys, name_of, replaced
from tests.support.application import Api
from tests.support.people import ADMINISTRATOR
from tests.world import NOBODY

JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 10_000 + b"]" * 10_000

VALUES = [
    b"null",
    b"true",
    b"-1",
    b"0",
    b"0.1",
    b"NaN",
    b"1e400",
    b"-1e-400",
    b"9223372036854775808",
    b"9" * 5000,
    b'""',
    b'" "',
    b'"\\u0000"',
    b'"\\ud800"',
    b'"\xff"',
    b'"%s"' % ("\U0001f529" * 300).encode(),
    b'"2026-13-45"',
    b'"9999-12-31T23:59:59.999999-23:59"',
    b'"%s"' % NOBODY.encode(),
    b'"\' OR 1=1 --"',
    b"[]",
    b"[null]",
    b'["x", "x"]',
    b"[[]]",
    b"{}",
    b'{"a": {"b": [1]}}',
    b'{"id": {}}',
]
TEXTS = [value for value in VALUES if value.startswith(b'"')]
OTHERS = [value for value in VALUES if not value.startswith(b'"')]
HEAVY = [DEEP, b'"%s"' % (b"x" * 1_000_000)]
BODIES = [*VALUES, *HEAVY, b"", b"\x00", b"{", b'{"": 1}', b'{"a": 1, "a": 2}', b"\xef\xbb\xbf{}"]

QUERIES = [
    *("", "x", "-1", "0", "1", "1.5", "1e99", "9" * 40, "true", "null"),
    *("é%_\"'", NOBODY, "a:b,c", "name:asc,,", ",", "%", "_", "\\", "*" * 5000, "ß" * 300),
    *('"', '""" OR "', "a AND", "NEAR(a b)", "(", "'; DROP TABLE users; --", "2026-02-30"),
]

_UNSTORABLE = ("\x00", "\ud800")
"""No text of PostgreSQL: these go everywhere."""

LAST = ("PATCH", "PUT", "POST", "DELETE")


def by_resource(endpoints: list[Endpoint]) -> dict[str, list[Endpoint]]:
    """The routes by the resource that stands first in their paths."""
    found: dict[str, list[Endpoint]] = {}
    for one in endpoints:
        found.setdefault(one.path.split("/")[2], []).append(one)
    return found


def few_together(endpoints: list[Endpoint]) -> list[list[Endpoint]]:
    """The routes in fours of one resource, which one scene serves: what ends a record comes last."""
    return [
        sorted(group[start : start + 4], key=lambda one: LAST.index(one.method))
        for group in by_resource(endpoints).values()
        for start in range(0, len(group), 4)
    ]


def names_of(endpoints: list[Endpoint]) -> str:
    return name_of(endpoints[0])


WRITING = few_together([e for e in ENDPOINTS if keys(e)])
WRITING_BY_QUERY = few_together([e for e in ENDPOINTS if e.query is not None and e.method != "GET"])
READING = by_resource([e for e in ENDPOINTS if e.query is not None and e.method == "GET"])
"""One scene serves all of a resource."""
WITH_PARTS = [e for e in ENDPOINTS if e.path_parameters and e.path.startswith("/api/")]


def is_sound(answer: httpx.Response) -> bool:
    """The answer is no fault of ours, and a refusal says what is wrong."""
    if answer.status_code < 400 or not answer.content:
        return answer.status_code < 500
    # A number of 5000 digits that is sent back is more than the standard library reads.
    told = answer.json(parse_int=str)
    return answer.status_code < 500 and ("error" not in told or told["error"]["code"] in STATUS)


def shift(api: Api, endpoint: Endpoint) -> int:
    """By how many values the shares begin later; databases and routes share the work.

    What is called alike is read by the same code at most routes, so that each of them need not get all.
    """
    on_postgres = api.services.settings.database.startswith("postgresql")
    return int(on_postgres) + 2 * ENDPOINTS.index(endpoint)


def hostile_bodies(scene: Scene, endpoint: Endpoint, turn: int) -> list[bytes]:
    """A good body with nasty values in each documented place, and nasty bodies as a whole.

    Each place gets a share of the values; at another turn, on the other database, the next share.
    """
    good = scene.body(endpoint)
    # What else must be there decides how far into the service a value gets.
    wanted: list[Any] = [good | {key: _HERE} for key in keys(endpoint)]
    wanted += [body for body in replaced(good, _HERE) if body not in wanted]
    mark = msgspec.json.encode(_HERE)
    texts = [msgspec.json.encode(body) for body in wanted]
    # Many keys are read in few ways, so that of many the shares are smaller; what is no text is
    # refused for its kind alone by most.
    step = 8 if len(texts) > 20 else 4
    bodies = [
        text.replace(mark, value)
        for number, text in enumerate(texts)
        for values, every in ((TEXTS, step), (OTHERS, 2 * step))
        for value in values[(number + turn) % every :: every]
    ]
    return (
        bodies
        + [text.replace(mark, value) for text in texts[::8] for value in HEAVY]
        + BODIES[turn % 4 :: 4]
    )


_HERE = "here"


@pytest.mark.parametrize("endpoints", WRITING, ids=names_of)
async def test_no_body_is_a_fault(api: Api, scene: Scene, endpoints: list[Endpoint]) -> None:
    for endpoint in endpoints:
        for body in hostile_bodies(scene, endpoint, shift(api, endpoint)):
            answer = await api.request(
                endpoint.method, scene.path(endpoint), as_=ADMINISTRATOR, headers=JSON, content=body
            )
            assert is_sound(answer), (name_of(endpoint), body[:200], answer.text)


@pytest.mark.parametrize("endpoints", WRITING_BY_QUERY, ids=names_of)
async def test_no_query_of_a_write_is_a_fault(
    api: Api, scene: Scene, endpoints: list[Endpoint]
) -> None:
    for endpoint in endpoints:
        async for query, answer in asked(api, scene, endpoint):
            assert is_sound(answer), (name_of(endpoint), query, answer.text)


@pytest.mark.parametrize("kind", sorted(READING))
async def test_no_query_of_a_read_is_a_fault(api: Api, scene: Scene, kind: str) -> None:
    for endpoint in READING[kind]:
        async for query, answer in asked(api, scene, endpoint):
            assert is_sound(answer), (name_of(endpoint), query, answer.text)


async def asked(
    api: Api, scene: Scene, endpoint: Endpoint
) -> AsyncIterator[tuple[str, httpx.Response]]:
    """The route called with a share of the nasty values for each of its parameters, as `hostile_bodies` has it."""
    assert endpoint.query is not None
    turn = shift(api, endpoint)
    body = scene.body(endpoint)
    more = {} if body is None else {"json": body}
    for number, key in enumerate(endpoint.query.__struct_encode_fields__):
        for value in (*QUERIES[(number + turn) % 4 :: 4], *_UNSTORABLE):
            query = urlencode({key: value.encode("utf-8", "surrogatepass")})
            path = f"{scene.path(endpoint)}?{query}"
            answer = await api.request(endpoint.method, path, as_=ADMINISTRATOR, **more)
            yield query, answer


PARTS = ("%00", "%ff", "%ed%a0%80", "..%2f", "'", "%", "x" * 5000, "9" * 40, "%20")


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part[:9])
async def test_no_path_is_a_fault(api: Api, scene: Scene, part: str) -> None:
    for endpoint in WITH_PARTS:
        body = scene.body(endpoint)
        more = {} if body is None else {"json": body}
        for name in endpoint.path_parameters:
            ids = scene.ids | {name: part}
            if name == "session_id":
                ids["sign_on_id"] = part
            path = Scene(ids | {"document_id": ids["item_id"]}).path(endpoint)
            key = {} if endpoint.method == "GET" else {"Idempotency-Key": path[:200]}
            answer = await api.request(
                endpoint.method, path, as_=ADMINISTRATOR, headers=key, **more
            )
            assert is_sound(answer), (name_of(endpoint), path[:100], answer.text)
            assert answer.status_code >= 400, (name_of(endpoint), path[:100])
