import asyncio
import errno
import re
from collections.abc import AsyncIterator
from urllib.parse import unquote

import pytest

from partwright.kit.errors import Refusal, ServiceUnavailable
from partwright.web.error_responses import STATUS
from partwright.web.middleware import as_refusal
from tests.support.application import Api, data, refused, session_cookie
from tests.support.people import ENGINEER, ROLELESS, VIEWER
from tests.web.probes import Probes, Unforeseen

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def cookie_of(api: Api) -> dict[str, str]:
    return {"Cookie": f"theme=dark; {session_cookie(api)}={ENGINEER.token}; x"}


def kinds_of(refusal: type[Refusal]) -> set[type[Refusal]]:
    return {refusal}.union(*(kinds_of(kind) for kind in refusal.__subclasses__()))


def test_every_refusal_has_a_code_of_the_table() -> None:
    assert {kind.code for kind in kinds_of(Refusal)} <= set(STATUS)


@pytest.mark.parametrize("path", ["/open", "/api/address", "/nowhere", "/api/nowhere", "/api"])
async def test_every_answer_carries_the_headers_of_the_house(door: Api, path: str) -> None:
    response = await door.get(path)
    assert response.headers["x-api-version"] == "1"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert UUID.fullmatch(response.headers["x-request-id"])
    assert "x-ratelimit-limit" not in response.headers


async def test_a_data_answer_is_json_in_its_envelope(door: Api) -> None:
    response = await door.get("/open")
    assert response.headers["content-type"] == "application/json"
    assert response.content == b'{"data":"open"}'


async def test_nothing_under_auth_is_stored(door: Api) -> None:
    assert (await door.get("/api/auth/whoami", as_=ENGINEER)).headers["cache-control"] == "no-store"
    assert (await door.get("/api/auth/whoami")).headers["cache-control"] == "no-store"
    assert "cache-control" not in (await door.get("/open")).headers


@pytest.mark.parametrize("given", ["a", "A-b_c.9", "x" * 64])
async def test_a_request_id_is_honoured(door: Api, given: str) -> None:
    response = await door.get("/api/nowhere", headers={"X-Request-Id": given})
    assert refused(response, 404, "RESOURCE_NOT_FOUND")["requestId"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "a\tb", "ü", "a/b", "{}"])
async def test_a_bad_request_id_is_replaced(door: Api, given: str) -> None:
    response = await door.get("/open", headers=[(b"X-Request-Id", given.encode())])
    assert UUID.fullmatch(response.headers["x-request-id"])


async def test_a_token_is_needed_before_all_else(door: Api) -> None:
    for headers in (
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer pw_unknown"},
        {"Authorization": f"Basic {ENGINEER.token}"},
        {"Authorization": f"Bearer {ENGINEER.token}x"},
        {"Authorization": "Bearer " + "x" * 5000},
        {"Cookie": f"{session_cookie(door)}=unknown"},
    ):
        response = await door.post("/api/notes", headers=headers, content=b"no JSON")
        refused(response, 401, "UNAUTHENTICATED")
        assert response.headers["www-authenticate"] == "Bearer"


async def test_a_token_of_odd_bytes_is_unknown(door: Api) -> None:
    headers = [(b"Authorization", b"Bearer \xff\xfe")]
    refused(await door.get("/api/state/a", headers=headers), 401, "UNAUTHENTICATED")


async def test_the_scheme_of_a_token_may_be_written_in_any_case(door: Api) -> None:
    headers = {"Authorization": f"bearer {ENGINEER.token}"}
    assert data(await door.get("/api/auth/whoami", headers=headers)) == ENGINEER.name


@pytest.mark.parametrize("person", [VIEWER, ROLELESS])
async def test_a_permission_is_needed_before_the_body_is_read(door: Api, person: object) -> None:
    response = await door.post("/api/notes", as_=person, content=b"no JSON")  # type: ignore[arg-type]
    assert "parts.create" in refused(response, 403, "FORBIDDEN")["message"]


@pytest.mark.parametrize("person", [None, ENGINEER])
@pytest.mark.parametrize("path", ["/nowhere", "/api/nowhere", "/api/notes/", "/", "/api/state"])
async def test_an_unknown_path(door: Api, path: str, person: object) -> None:
    if path != "/api/notes/":
        refused(await door.get(path, as_=person), 404, "RESOURCE_NOT_FOUND")  # type: ignore[arg-type]


@pytest.mark.parametrize("person", [None, ENGINEER])
async def test_an_unknown_method_is_told_the_known_ones(door: Api, person: object) -> None:
    response = await door.delete("/api/state/a", as_=person)  # type: ignore[arg-type]
    refused(response, 405, "METHOD_NOT_ALLOWED")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS, PUT"
    response = await door.get("/api/notes", as_=person)  # type: ignore[arg-type]
    refused(response, 405, "METHOD_NOT_ALLOWED")
    assert response.headers["allow"] == "OPTIONS, POST"
    refused(await door.request("TRACE", "/api/notes"), 405, "METHOD_NOT_ALLOWED")
    refused(await door.request("BREW", "/api/notes"), 405, "METHOD_NOT_ALLOWED")


async def test_options_tell_the_methods(door: Api) -> None:
    response = await door.request("OPTIONS", "/api/state/a")
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS, PUT"
    assert "content-length" not in response.headers


async def test_head_is_get_without_the_body(door: Api) -> None:
    whole = await door.get("/api/state/a", as_=ENGINEER)
    head = await door.request("HEAD", "/api/state/a", as_=ENGINEER)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "etag"):
        assert head.headers[name] == whole.headers[name]
    headers = {"If-None-Match": whole.headers["etag"]}
    assert (await door.request("HEAD", "/api/state/a", as_=ENGINEER, headers=headers)).is_redirect


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_the_cookie_reads(door: Api, method: str) -> None:
    response = await door.request(method, "/api/state/a", headers=cookie_of(door))
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://test", 200),
        ("https://test", 200),
        (None, 403),
        ("", 403),
        ("null", 403),
        ("http://evil", 403),
        ("http://test.evil", 403),
        ("http://test:81", 403),
        ("http://[", 403),
    ],
)
async def test_the_cookie_writes_from_our_own_page_alone(
    door: Api, probes: Probes, origin: str | None, status: int
) -> None:
    headers = cookie_of(door) | ({} if origin is None else {"Origin": origin})
    response = await door.put("/api/state/a", headers=headers)
    assert response.status_code == status
    assert probes.state == (2 if status == 200 else 1)


async def test_a_token_in_the_header_needs_no_origin(door: Api, probes: Probes) -> None:
    data(await door.put("/api/state/a", as_=ENGINEER, headers={"Origin": "http://evil"}))
    assert probes.state == 2


async def test_a_bad_token_in_the_header_is_not_mended_by_the_cookie(door: Api) -> None:
    headers = cookie_of(door) | {"Authorization": "Bearer unknown"}
    refused(await door.get("/api/state/a", headers=headers), 401, "UNAUTHENTICATED")


async def test_the_address_is_the_peers(door: Api) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9"}
    assert data(await door.get("/api/address", headers=headers)) == "127.0.0.1"


@pytest.mark.settings(trusted_proxies=("127.0.0.1", "10.0.0.0/8"))
@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        (["198.51.100.1, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        (["203.0.113.9, ::ffff:10.1.2.3"], "203.0.113.9"),
        (["198.51.100.1", "203.0.113.9", "10.1.2.3"], "203.0.113.9"),
        (["2001:db8::1"], "2001:db8::1"),
        (["10.1.2.3"], "127.0.0.1"),
        ([" , "], "127.0.0.1"),
        ([], "127.0.0.1"),
    ],
)
async def test_trusted_proxies_are_looked_through(
    door: Api, lines: list[str], address: str
) -> None:
    headers = [("X-Forwarded-For", line) for line in lines]
    assert data(await door.get("/api/address", headers=headers)) == address


async def test_a_fault_of_ours_is_told_to_the_log_alone(
    door: Api, probes: Probes, capsys: pytest.CaptureFixture[str]
) -> None:
    probes.refusal = Unforeseen("hunter2")
    response = await door.get("/api/refusal", headers={"X-Request-Id": "fault-1"})
    error = refused(response, 500, "INTERNAL_ERROR")
    assert set(error) == {"code", "message", "requestId"}
    assert "hunter2" not in response.text
    assert "Unforeseen" not in response.text
    logged = capsys.readouterr().out
    assert "fault-1" in logged
    assert "Unforeseen: hunter2" in logged


async def test_what_is_unavailable_says_when_to_try_again(door: Api, probes: Probes) -> None:
    probes.refusal = ServiceUnavailable("not now", retry_after=7)
    response = await door.get("/api/refusal")
    refused(response, 503, "UNAVAILABLE")
    assert response.headers["retry-after"] == "7"


async def test_a_request_that_is_cut_off_at_the_end_of_the_server_is_told_so(door: Api) -> None:
    waiting = asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        waiting.set()
        await asyncio.Event().wait()
        yield b""

    headers = {"Content-Type": "application/json"}
    asked = door.post("/api/notes", as_=ENGINEER, content=endless(), headers=headers)
    request = asyncio.create_task(asked)
    await waiting.wait()
    door.services.closing.announce()
    request.cancel()
    response = await request
    refused(response, 503, "UNAVAILABLE")
    assert response.headers["retry-after"] == "5"


async def test_a_failing_store_of_tokens_is_an_answer_too(
    door: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(token: str) -> None:
        raise Unforeseen(token)

    monkeypatch.setattr(door.services.authenticator, "actor", fail)
    refused(await door.get("/api/state/a", as_=ENGINEER), 500, "INTERNAL_ERROR")


async def test_an_answer_that_breaks_off_breaks_the_connection(door: Api) -> None:
    with pytest.raises(Unforeseen):
        await door.get("/api/broken")


async def test_a_file_is_offered_under_its_name(door: Api) -> None:
    response = await door.get("/api/file")
    assert response.content == b"a;b\n"
    assert response.headers["content-type"] == "text/csv"
    assert response.headers["content-disposition"] == (
        "attachment; filename=\"Gr??e '1'__X: y.csv\"; "
        "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22__X%3A%20y.csv"
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("a=1&a=2&b=", {"a": "1", "b": ""}),
        ("a=%C3%BC+x%20y", {"a": "ü x y"}),
        ("a=%FF", {"a": "\ufffd"}),
        ("a=%zz%4", {"a": "%zz%4"}),
        ("a=%ED%A0%80", {"a": "\ufffd\ufffd\ufffd"}),
        ("&&=&a", {"": "", "a": ""}),
        ("a=1;b=2", {"a": "1;b=2"}),
    ],
)
async def test_a_query_is_read_whatever_it_holds(
    door: Api, query: str, found: dict[str, str]
) -> None:
    assert data(await door.get(f"/api/query?{query}")) == found


@pytest.mark.parametrize("part", ["%00", "a%00b"])
async def test_no_verb_is_asked_for_a_nul(door: Api, part: str) -> None:
    name = data(await door.get(f"/api/state/{part}", as_=ENGINEER))["name"]
    assert name == unquote(part).replace("\x00", "\ufffd")


async def test_requests_are_counted_by_route(door: Api) -> None:
    for name in ("a", "b"):
        await door.get(f"/api/state/{name}", as_=ENGINEER)
    await door.get("/api/nowhere/at/all")
    counted = door.services.metrics.text().decode()
    assert (
        'partwright_requests_total{method="GET",route="/api/state/{name:str}",status="200"} 2.0'
        in counted
    )
    assert 'partwright_requests_total{method="GET",route="other",status="404"} 1.0' in counted
    assert "nowhere" not in counted


def test_a_full_disk_is_no_fault_of_the_server() -> None:
    refusal = as_refusal(OSError(errno.ENOSPC, "No space left on device"))
    assert isinstance(refusal, ServiceUnavailable)
    assert refusal.retry_after
    other = OSError(errno.EACCES, "Permission denied")
    assert as_refusal(other) is other
