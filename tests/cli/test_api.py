"""The client's patience, against servers that are out of order."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from partwright.cli import api as client
from partwright.cli.api import ApiClient, Detail, Problem, RequestRefused
from partwright.cli.console import CommandFailed, err
from partwright.cli.import_client import import_through


class Server:
    """Answers requests with what is planned, the last answer again and again."""

    def __init__(self, *planned: httpx.Response | httpx.TransportError) -> None:
        self.planned = list(planned)
        self.keys: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("idempotency-key", ""))
        answer = self.planned.pop(0) if len(self.planned) > 1 else self.planned[0]
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer

    async def post(self) -> dict[str, int]:
        transport = httpx.MockTransport(self)
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
            return await ApiClient(http).post("/api/things", {"a": 1}, dict[str, int])


GOOD = httpx.Response(201, json={"data": {"made": 1}})


@pytest.fixture(autouse=True)
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Short pauses, and silence."""
    monkeypatch.setattr(client, "FIRST_PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(client, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(client, "FIRST_PATIENCE_SECONDS", 0.1)
    with err.capture():
        yield


@pytest.mark.parametrize(
    "trouble",
    [
        httpx.Response(503, headers={"Retry-After": "0"}, json={}),
        httpx.Response(429, headers={"Retry-After": "0"}, json={}),
        httpx.Response(409, headers={"Retry-After": "0"}, json={}),
        httpx.Response(502, text="<html>"),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
    ],
)
async def test_trouble_passes_and_the_same_key_comes_again(
    trouble: httpx.Response | httpx.TransportError, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is: nothing is given up here.
    monkeypatch.setattr(client, "FIRST_PATIENCE_SECONDS", 30.0)
    server = Server(trouble, trouble, GOOD)
    assert await server.post() == {"made": 1}
    assert len(server.keys) == 3
    assert len(set(server.keys)) == 1


async def test_patience_ends() -> None:
    server = Server(httpx.ConnectError("refused"))
    with pytest.raises(CommandFailed, match=r"no answer from http://server.*: refused"):
        await server.post()
    assert len(server.keys) > 2


async def test_a_refusal_is_told_at_once() -> None:
    error = {"error": {"code": "FORBIDDEN", "message": "Not you", "requestId": "1"}}
    server = Server(httpx.Response(403, json=error))
    with pytest.raises(RequestRefused, match=r"the server refuses: Not you \(FORBIDDEN\)"):
        await server.post()
    assert len(server.keys) == 1


@pytest.mark.parametrize(
    ("code", "message", "way"),
    [
        (
            "INVALID_STATE_TRANSITION",
            "Not released: A in B",
            "`partwright change add ORDER --below`",
        ),
        ("UNAUTHENTICATED", "A valid token is required", "`partwright login URL`"),
        ("VALIDATION_ERROR", "x: unknown key; expected name, attributes, cost", "attributes.NAME"),
    ],
)
def test_a_refusal_tells_the_way_out(code: str, message: str, way: str) -> None:
    assert f"({code}); {way}" in str(RequestRefused(422, Problem(code, message)))


def test_a_refusal_tells_no_ids_of_people() -> None:
    held = Problem("ITEM_LOCKED", "Item is locked by Ada", [Detail("lockedBy", "01a2")])
    other = Problem("VALIDATION_ERROR", "limt: unknown key; expected limit or page")
    assert str(RequestRefused(423, held)).endswith("locked by Ada (ITEM_LOCKED)")
    assert str(RequestRefused(400, other)).endswith("or page (VALIDATION_ERROR)")


async def test_a_batch_that_failed_altogether_is_an_answer() -> None:
    content = json.dumps({"data": {"made": 0}})
    assert await Server(httpx.Response(400, text=content)).post() == {"made": 0}


@pytest.mark.parametrize("answer", [httpx.Response(200, text="<html>"), httpx.Response(404)])
async def test_another_kind_of_server_is_recognised(answer: httpx.Response) -> None:
    with pytest.raises(CommandFailed, match="does not answer as a Partwright server"):
        await Server(answer).post()


async def test_a_failed_job_is_told_with_its_details() -> None:
    error = {
        "code": "VALIDATION_ERROR",
        "message": "The input is not valid",
        "details": [{"field": "template", "message": "there is none of that name"}],
    }
    job: dict[str, Any] = dict.fromkeys(("designId", "phase", "outcome", "finishedAt"))
    job |= {"id": "1", "kind": "parts", "fileName": "a.csv", "createdAt": "", "done": 0, "total": 1}
    job |= {"error": None, "status": None}
    waiting = httpx.Response(202, json={"data": {"job": job | {"state": "working"}}})
    failed = job | {"state": "failed", "status": 422, "error": error}
    server = Server(waiting, httpx.Response(200, json={"data": {"job": failed}}))
    told = r"not valid \(VALIDATION_ERROR\): template: there is none of that name"
    transport = httpx.MockTransport(server)
    async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
        with pytest.raises(RequestRefused, match=told):
            await import_through(ApiClient(http), "/api/import/parts", {}, ("a.csv", b"a"))
    refused = Server(httpx.Response(422, json={"error": error}))
    with pytest.raises(RequestRefused, match=told):
        await refused.post()
