"""Facts that only a real server process shows: bytes on the wire, its log, and its sudden end."""

import asyncio
import json
import signal
import socket
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from typing import Any, NamedTuple

import httpx
import pytest

from tests.support import databases
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.support.process import ServerProcess

Starter = Callable[..., ServerProcess]


@pytest.fixture
def running(server: Starter) -> ServerProcess:
    """A server of the test's own, over each kind of database."""
    return server()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that only look at the bytes on the wire."""
    directory = tmp_path_factory.mktemp("server")
    database = databases.fresh("sqlite", directory)
    with ServerProcess(directory, database_url=database.url, rate_limit_anonymous=0) as process:
        yield process


class Reply(NamedTuple):
    """An answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes


def send(running: ServerProcess, *pieces: bytes) -> Reply:
    """What the server answers to these very bytes."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as connection:
        for piece in pieces:
            try:
                connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                break
        response = HTTPResponse(connection)
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Reply(response.status, headers, response.read())


def get(path: bytes, *headers: bytes) -> bytes:
    return b"\r\n".join([b"GET " + path + b" HTTP/1.1", b"Host: x", *headers, b"", b""])


def refusal(reply: Reply) -> str:
    """The code of a refusal in the envelope, with the headers of the house."""
    error = json.loads(reply.body)["error"]
    assert error["requestId"] == reply.headers["x-request-id"]
    assert reply.headers["x-api-version"] == "1"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]
    return str(error["code"])


def log_of(running: ServerProcess) -> Iterator[dict[str, Any]]:
    """The structured lines of the log of a server that has ended."""
    for line in running.log.read_text().splitlines():
        if line.startswith("{"):
            yield json.loads(line)


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        get(b"/\xff\xfe"),
        get(b"/a b"),
        get(b"/", b"Bad Header: x"),
        get(b"/", b"X: \x00"),
        get(b"/", b"Content-Length: x"),
        get(b"/", b"Content-Length: -1"),
        get(b"/", b"Transfer-Encoding: gzip", b"Content-Length: 1"),
        get(b"/" + b"x" * 70_000),
        get(b"/", b"X: " + b"x" * 70_000),
        get(b"/", *[b"X-%d: y" % n for n in range(20_000)]),
    ],
    ids=lambda sent: repr(sent[:40]),
)
def test_what_is_no_request_is_refused_in_the_envelope(shared: ServerProcess, sent: bytes) -> None:
    reply = send(shared, sent)
    assert reply.status == 400
    assert refusal(reply) == "VALIDATION_ERROR"


def test_headers_without_end_are_cut_off(shared: ServerProcess) -> None:
    reply = send(shared, b"GET / HTTP/1.1\r\nX: ", *[b"x" * 10_000] * 100)
    assert (reply.status, refusal(reply)) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (b"/%zz", 404),
        (b"/%", 404),
        (b"/%00", 404),
        (b"/api/items/%ff", 401),
        (b"/api/items/%ed%a0%80", 401),
        (b"/api/items/" + b"x" * 60_000, 401),
        (b"/api/nowhere?" + b"x=1&" * 10_000, 404),
        (b"/healthz?%zz=%", 200),
        (b"/../healthz", 404),
        (b"http://x/healthz", 200),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_odd_paths_are_just_paths(shared: ServerProcess, path: bytes, status: int) -> None:
    reply = send(shared, get(path))
    assert reply.status == status
    if status >= 400:
        assert refusal(reply) in ("RESOURCE_NOT_FOUND", "UNAUTHENTICATED")


def test_a_connection_serves_many_requests(shared: ServerProcess) -> None:
    with httpx.Client(base_url=shared.url, timeout=60) as http:
        for n in range(50):
            headers = {"X-Request-Id": f"r{n}", "X-Filler": "x" * 5000}
            assert http.get("/healthz", headers=headers).headers["x-request-id"] == f"r{n}"


def test_each_request_is_a_line_of_the_log_and_no_secret_is(running: ServerProcess) -> None:
    token = {"Authorization": f"Bearer {ENGINEER.token}"}
    login = {"email": ENGINEER.email, "password": "hunter2hunter2"}
    with httpx.Client(base_url=running.url, timeout=60) as http:
        http.get("/api/users/me?secret=hunter3", headers=token | {"X-Request-Id": "known-1"})
        http.post("/api/auth/login", json=login, headers={"X-Request-Id": "known-2"})
        http.get("/api/items", headers={"Cookie": "partwright_token=hunter4"})
    assert running.terminate() == 0
    lines = {line["id"]: line for line in log_of(running) if line.get("event") == "request"}
    assert lines["known-1"].items() >= {
        ("method", "GET"),
        ("route", "/api/users/me"),
        ("status", 400),
        ("user", ENGINEER.id),
        ("level", "info"),
    }
    assert lines["known-1"]["ms"] > 0
    assert lines["known-1"]["timestamp"].endswith("Z")
    assert (lines["known-2"]["status"], lines["known-2"]["user"]) == (401, None)
    text = running.log.read_text()
    for secret in (ENGINEER.token, "hunter2", "hunter3", "hunter4"):
        assert secret not in text


async def write_until_it_ends(
    running: ServerProcess, *, enough: int, by: signal.Signals
) -> list[str]:
    """Make programs from eight clients, followed by two; end the server when enough are there."""
    acknowledged: list[str] = []
    headers = {"Authorization": f"Bearer {ADMINISTRATOR.token}"}

    async def client(http: httpx.AsyncClient, number: int) -> None:
        for n in range(10_000):
            body = {"name": f"Program {number}-{n}"}
            response = await http.post("/api/programs", json=body, headers=headers)
            assert response.status_code == 201, response.text
            acknowledged.append(response.json()["data"]["id"])
            if len(acknowledged) == enough:
                running.process.send_signal(by)

    async def follower(http: httpx.AsyncClient) -> None:
        for _ in range(10_000):
            accepted = headers | {"Accept": "text/event-stream"}
            async with http.stream("GET", "/api/events", headers=accepted) as stream:
                assert stream.status_code == 200
                await stream.aread()

    async with httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        clients = [client(http, number) for number in range(8)]
        ended = await asyncio.gather(
            *clients, follower(http), follower(http), return_exceptions=True
        )
    assert all(isinstance(error, httpx.TransportError) for error in ended), ended
    return acknowledged


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM], ids=lambda by: by.name)
def test_what_was_acknowledged_survives_kill_9(running: ServerProcess, by: signal.Signals) -> None:
    """A server that is asked to stop answers what it took, and nobody is refused by it."""
    acknowledged = asyncio.run(write_until_it_ends(running, enough=100, by=by))
    assert len(acknowledged) >= 100
    status = running.process.wait(timeout=60)
    assert status == (0 if by is signal.SIGTERM else -signal.SIGKILL)
    running.start()
    headers = {"Authorization": f"Bearer {ADMINISTRATOR.token}"}
    with httpx.Client(base_url=running.url, headers=headers, timeout=60) as http:
        for program in acknowledged:
            assert http.get(f"/api/programs/{program}").status_code == 200
