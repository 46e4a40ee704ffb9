import gzip

import pytest

from partwright.web.request import LARGEST_BODY
from tests.support.application import Api, data, problems, refused
from tests.support.people import ENGINEER
from tests.web.probes import slowly

JSON = {"Content-Type": "application/json"}
NAMED = b'"itemName": "a"'


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"no JSON",
        b'{"itemName": "a"}}',
        b"{'itemName': 'a'}",
        b'{"itemName": "a",}',
        b'{"itemName": NaN}',
        b'{"itemName": "\\ud800"}',
        b'{"itemName": "a\x00"}',
        b'{"\xff": 1}',
        b'{"itemName": "a", "extra": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b"[" * 10_000,
        b" ",
        b"\x00",
        '{"itemName": "a"}'.encode("utf-16"),
    ],
)
async def test_malformed_json(door: Api, body: bytes) -> None:
    response = await door.post("/api/notes", as_=ENGINEER, content=body, headers=JSON)
    assert problems(response).keys() == {""}


@pytest.mark.parametrize("body", [b"null", b"[]", b'"a"', b"1", b"true", b"1e400", b"9" * 5000])
async def test_what_is_no_object(door: Api, body: bytes) -> None:
    response = await door.post("/api/notes", as_=ENGINEER, content=body, headers=JSON)
    assert problems(response).keys() == {""}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"{}", "itemName"),
        (b"", "itemName"),
        (b'{"itemName": "\xff"}', "itemName"),
        (b'{"itemName": "\xed\xa0\x80"}', "itemName"),
        (b'{"itemName": "\\u0000"}', "itemName"),
        (b'{"itemName": 1e400}', "itemName"),
        (b'{"itemName": {}}', "itemName"),
        (b'{"item_name": "a", "itemName": "a"}', "item_name"),
        (b"{" + NAMED + b', "extra": {"x": 1e400}}', "extra"),
        (b"{" + NAMED + b', "extra": {"x": 1' + b"0" * 5000 + b"}}", "x"),
        (b"{" + NAMED + b', "extra": {"x": "\\u0000"}}', "extra"),
    ],
)
async def test_a_bad_field_is_named(door: Api, body: bytes, field: str) -> None:
    response = await door.post("/api/notes", as_=ENGINEER, content=body, headers=JSON)
    assert field in problems(response)


@pytest.mark.parametrize(
    "body",
    [
        b"{" + NAMED + b"}",
        b"\xef\xbb\xbf{" + NAMED + b"}",
        b' \r\n\t{"itemName": "a"} ',
        b'{"itemName": "\\u0061"}',
    ],
)
async def test_a_good_body(door: Api, body: bytes) -> None:
    data(await door.post("/api/notes", as_=ENGINEER, content=body, headers=JSON), 201)
    again = await door.post("/api/notes", as_=ENGINEER, json={"itemName": "a"})
    assert data(again, 201) == {"times": 2}


@pytest.mark.parametrize(
    "kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "ü"]
)
async def test_another_content_type(door: Api, kind: str | None) -> None:
    headers = [] if kind is None else [(b"Content-Type", kind.encode())]
    response = await door.post(
        "/api/notes", as_=ENGINEER, content=b"{" + NAMED + b"}", headers=headers
    )
    refused(response, 415, "UNSUPPORTED_MEDIA_TYPE")


async def test_a_compressed_body_is_refused_as_that(door: Api) -> None:
    body = gzip.compress(b"{" + NAMED + b"}")
    headers = JSON | {"Content-Encoding": "gzip"}
    answer = await door.post("/api/notes", as_=ENGINEER, content=body, headers=headers)
    assert "got 'gzip'" in refused(answer, 415, "UNSUPPORTED_MEDIA_TYPE")["message"]


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"]
)
async def test_json_by_other_names(door: Api, kind: str) -> None:
    headers = {"Content-Type": kind}
    response = await door.post(
        "/api/notes", as_=ENGINEER, content=b"{" + NAMED + b"}", headers=headers
    )
    data(response, 201)


async def test_a_body_that_is_declared_too_large(door: Api) -> None:
    headers = JSON | {"Content-Length": str(LARGEST_BODY + 1)}
    response = await door.post("/api/raw", content=slowly(b"{}"), headers=headers)
    refused(response, 413, "PAYLOAD_TOO_LARGE")


async def test_a_body_that_turns_out_too_large(door: Api) -> None:
    megabyte = b" " * (1 << 20)
    count = LARGEST_BODY // len(megabyte)
    body = slowly(b"{}", *[megabyte] * count)
    refused(await door.post("/api/raw", content=body, headers=JSON), 413, "PAYLOAD_TOO_LARGE")
    body = slowly(b"{}", *[megabyte] * (count - 1))
    assert data(await door.post("/api/raw", content=body, headers=JSON)) == []


async def test_a_body_in_pieces(door: Api) -> None:
    body = slowly(b'{"a"', b"", b': 1, "b', b'": 2}')
    assert data(await door.post("/api/raw", content=body, headers=JSON)) == ["a", "b"]


async def test_a_body_where_none_is_expected_is_ignored(door: Api) -> None:
    data(await door.request("GET", "/open", content=b"{"))
    data(await door.post("/api/other/a", as_=ENGINEER, content=b"{", headers=JSON), 201)
