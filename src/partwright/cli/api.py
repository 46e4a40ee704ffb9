"""A patient client of the HTTP interface, whether the server is far away or in this process."""

import asyncio
import re
import ssl
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from decimal import Decimal
from http import HTTPStatus
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from partwright.cli.console import CommandFailed, err, refuse_present
from partwright.cli.flags import ServerFlags
from partwright.cli.target import find_server
from partwright.cli.way_out import way_out
from partwright.kit.ids import new_id
from partwright.settings import Settings

T = TypeVar("T")

PATIENCE_SECONDS = 180.0
"""How long one request is tried again while the server gives no answer."""
FIRST_PATIENCE_SECONDS = 5.0
"""The same for the first request: a wrong address is not worth waiting for."""
FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 15.0
_TIMEOUT = httpx.Timeout(120, connect=10)
_LONG = httpx.Timeout(3600, connect=10)
"""An import of a long file is one request."""
_STREAM_TIMEOUT = httpx.Timeout(60, connect=10)
"""A stream that is alive says something every 15 seconds."""
_SHOWN_DETAILS = 10
_CODE = re.compile(r" \([A-Z_]+\)\Z")
"""The code behind a message that says what the refusal says already."""
_HOLDERS = frozenset({"lockedBy", "checkedOutBy"})
"""Ids of people whom the message names."""
_NAMED = re.compile(r'filename="(\w[\w.-]*)"', re.ASCII)
_TRANSIENT = frozenset({429, 502, 503, 504})

# Quantities are exact decimals, and JSON numbers.
_encode = msgspec.json.Encoder(decimal_format="number").encode


class Detail(msgspec.Struct):
    """Problem of one field."""

    field: str = ""
    message: str = ""


class Problem(msgspec.Struct):
    """Refusal of the server and its reason."""

    code: str
    message: str
    details: list[Detail] = []

    def __str__(self) -> str:
        others = [
            f"{detail.field}: {detail.message}" if detail.field else detail.message
            for detail in self.details
            if detail.field not in _HOLDERS
            and detail.message
            and _CODE.sub("", detail.message) not in self.message
        ]
        more = len(others) - _SHOWN_DETAILS
        told = [*others[:_SHOWN_DETAILS], *([f"and {more} more"] if more > 0 else [])]
        return ": ".join(filter(None, (f"{self.message} ({self.code})", "; ".join(told))))


class _Said(msgspec.Struct, Generic[T]):
    """An answer; one that refuses everything has no data."""

    data: T | UnsetType = UNSET
    error: Problem | None = None


class ServerEvent(msgspec.Struct, frozen=True):
    """One message of a stream; `data` is JSON."""

    number: int
    name: str
    data: str


class RequestRefused(CommandFailed):
    """The server turned a whole request down."""

    def __init__(self, status: int, problem: Problem) -> None:
        self.told = f"the server refuses: {problem}"
        way = way_out(problem.code, self.told)
        super().__init__(f"{self.told}; {way}" if way else self.told)
        self.status = status
        self._fields = {detail.field for detail in problem.details}

    def names(self, field: str) -> bool:
        """Whether the refusal is about a field."""
        return field in self._fields


class ApiClient:
    """Sends requests until they are answered; a write carries a key, so it is done once."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._patience = FIRST_PATIENCE_SECONDS

    @property
    def is_in_process(self) -> bool:
        """Whether the server is this process, and ends with it."""
        return self._http.base_url.host == "this-process"

    @property
    def address(self) -> str:
        """The server's address; empty where this process is the server."""
        return "" if self.is_in_process else str(self._http.base_url).rstrip("/")

    async def get(
        self, path: str, kind: type[T], params: Mapping[str, str | int] | None = None
    ) -> T:
        """The `data` of the answer; Turned for a refusal."""
        return _data(await self._ask("GET", path, params=params or None), kind)

    async def get_list(
        self, path: str, key: str, kind: type[T], params: Mapping[str, str | int] | None = None
    ) -> tuple[list[T], int]:
        """The records under a key of the answer's `data`, and how many there are in all."""
        data = await self.get(path, dict[str, msgspec.Raw], params)
        total = msgspec.json.decode(data["total"], type=int) if "total" in data else 0
        return _record(data, key, list[kind]), total

    async def get_one(self, path: str, key: str, kind: type[T]) -> T:
        """The record under a key of the answer's `data`."""
        return _record(await self.get(path, dict[str, msgspec.Raw]), key, kind)

    async def post_one(self, path: str, body: Any, key: str, kind: type[T]) -> T:
        """The record under a key of the answer's `data` to a write."""
        return _record(await self.post(path, body, dict[str, msgspec.Raw]), key, kind)

    async def post(self, path: str, body: Any, kind: type[T]) -> T:
        """The `data` of the answer, be it that all, some or none of a batch was taken."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": new_id()}
        return _data(await self._ask("POST", path, content=_encode(body), headers=headers), kind)

    async def put(
        self, path: str, body: Any, kind: type[T], params: Mapping[str, str | int] | None = None
    ) -> T:
        """The `data` of the answer to a change."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": new_id()}
        return _data(
            await self._ask(
                "PUT", path, content=_encode(body), headers=headers, params=params or None
            ),
            kind,
        )

    async def upload(
        self, path: str, fields: Mapping[str, str], file: tuple[str, bytes], kind: type[T]
    ) -> T:
        """The `data` of the answer to a form with one file, be it that all or none was taken."""
        headers = {"Idempotency-Key": new_id()}
        answer = await self._ask(
            "POST", path, data=dict(fields), files={"file": file}, headers=headers, timeout=_LONG
        )
        return _data(answer, kind)

    async def read_bytes(self, path: str, params: Mapping[str, str | int] | None = None) -> bytes:
        """The file that a GET answers with; RequestRefused for a refusal."""
        answer = await self._ask("GET", path, params=params or None, timeout=_LONG)
        return answer.content if answer.is_success else _data(answer, bytes)

    async def delete(self, path: str, body: Any) -> None:
        """Remove something; RequestRefused for a refusal."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": new_id()}
        answer = await self._ask("DELETE", path, content=_encode(body), headers=headers)
        if not answer.is_success:
            _data(answer, bytes)

    async def send_file(self, path: str, fields: Mapping[str, str], file: Path) -> None:
        """Send a form with one file, read as it is sent; RequestRefused for a refusal."""
        headers = {"Idempotency-Key": new_id()}
        with file.open("rb") as content:
            answer = await self._ask(
                "POST",
                path,
                data=dict(fields),
                files={"file": (file.name, content)},
                headers=headers,
                timeout=_LONG,
            )
        if not answer.is_success:
            _data(answer, bytes)

    async def fetch_file(self, path: str, params: Mapping[str, str | int], target: Path) -> int:
        """Write the file that a GET answers with as it comes; answers how many bytes it has.

        What is cut short leaves nothing behind.
        """
        _part_of(target)
        written = await self._fetch(path, params, lambda _: target)
        return written.stat().st_size

    async def fetch_named_file(
        self, path: str, params: Mapping[str, str | int], *, folder: Path, force: bool
    ) -> Path:
        """The same into a folder, to a file that is called as the server says."""

        def target_of(answer: httpx.Response) -> Path:
            target = folder / _file_name(answer)
            refuse_present(target, force=force)
            return target

        return await self._fetch(path, params, target_of)

    async def _fetch(
        self,
        path: str,
        params: Mapping[str, str | int],
        target_of: Callable[[httpx.Response], Path],
    ) -> Path:
        try:
            async with self._http.stream("GET", path, params=dict(params), timeout=_LONG) as answer:
                if not answer.is_success:
                    await answer.aread()
                    _data(answer, bytes)
                return await _write(answer, target_of(answer))
        except httpx.TransportError as error:
            raise CommandFailed(f"{path}: the connection broke: {error}") from error

    async def download(self, path: str, body: Any, params: Mapping[str, str | int]) -> bytes:
        """The file that a POST answers with; Turned for a refusal."""
        headers = {"Content-Type": "application/json"}
        answer = await self._ask(
            "POST", path, content=_encode(body), headers=headers, params=dict(params)
        )
        return answer.content if answer.is_success else _data(answer, bytes)

    async def stream(
        self, method: str, path: str, body: Any = None, *, after: int = 0
    ) -> AsyncGenerator[ServerEvent]:
        """The events of a stream as they come; Turned for a refusal."""
        headers = {"Content-Type": "application/json", "Last-Event-ID": str(after)}
        content = None if body is None else _encode(body)
        async with self._http.stream(
            method, path, content=content, headers=headers, timeout=_STREAM_TIMEOUT
        ) as answer:
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                await answer.aread()
                _data(answer, dict[str, Any])
                return
            event: dict[str, str] = {}
            async for line in answer.aiter_lines():
                if line:
                    key, _, value = line.partition(": ")
                    event[key] = value
                elif "data" in event:
                    yield ServerEvent(int(event.get("id", 0)), event["event"], event["data"])
                    event = {}

    async def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        began, pause = time.monotonic(), FIRST_PAUSE_SECONDS
        while True:
            wait, reason = pause, ""
            try:
                answer = await self._http.request(method, path, **more)
            except httpx.TransportError as error:
                reason = str(error) or type(error).__name__
            else:
                if not _is_transient(answer):
                    self._patience = PATIENCE_SECONDS
                    return answer
                reason = f"status {answer.status_code}"
                wait = max(pause, _retry_after(answer))
                if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                    # The server lives and names its time: that is no reason to give up.
                    began = time.monotonic()
            if time.monotonic() + wait - began > max(self._patience, wait):
                raise CommandFailed(f"no answer from {self._http.base_url}: {reason}")
            err.print(f"Waiting {wait:g} s for the server: {reason}")
            await asyncio.sleep(wait)
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


async def _write(answer: httpx.Response, target: Path) -> Path:
    part = _part_of(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as written:
            async for piece in answer.aiter_bytes():
                written.write(piece)
        part.replace(target)
    except OSError as error:
        raise CommandFailed(f"{target} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _file_name(answer: httpx.Response) -> str:
    """The name that the server gives a file; one that leads elsewhere is none."""
    found = _NAMED.search(answer.headers.get("content-disposition", ""))
    if found is None:
        raise CommandFailed(f"{answer.url} does not answer with a file")
    return found[1]


def _part_of(target: Path) -> Path:
    """The path of a file that is being written until it is whole."""
    if not target.name or target.is_dir():
        raise CommandFailed(f"{target} is a folder; expected the name of a file")
    return target.with_name(f".{target.name}.part")


def _is_transient(answer: httpx.Response) -> bool:
    # A key whose first request still runs is a conflict that says when to ask again.
    return answer.status_code in _TRANSIENT or (
        answer.status_code == HTTPStatus.CONFLICT and "retry-after" in answer.headers
    )


def _retry_after(answer: httpx.Response) -> float:
    text = answer.headers.get("retry-after", "")
    return float(text) if text.isdigit() else 0.0


def _record(data: Mapping[str, msgspec.Raw], key: str, kind: type[T]) -> T:
    # Numbers of unknown type keep their digits.
    return msgspec.json.Decoder(kind, float_hook=Decimal).decode(data[key])


def _data(answer: httpx.Response, kind: type[T]) -> T:
    try:
        said = msgspec.json.decode(answer.content, type=_Said[kind])
    except msgspec.DecodeError as error:
        raise CommandFailed(
            f"{answer.url} does not answer as a Partwright server (status {answer.status_code})"
        ) from error
    if said.data is not UNSET:
        return said.data
    raise RequestRefused(
        answer.status_code, said.error or Problem("INTERNAL_ERROR", "no reason given")
    )


@asynccontextmanager
async def connected(
    settings: Settings, server: ServerFlags, *, deed: str, may_make: bool = False
) -> AsyncGenerator[ApiClient]:
    """The server that is named, that of the profile, or the database here in this process.

    Over the database an administrator acts, by a token that is called like the deed and ends with
    it. A database is made only where one is named, or where the command may make one.
    """
    address, token = server.server, server.bearer()
    if address is None and (found := find_server(settings, may_make=may_make)) is not None:
        address, token = found[0], server.given_token() or found[1]
    if address is None:
        # A command for a server far away loads nothing of the server.
        in_process = resolve_name("partwright.cli.in_process:connected_in_process")
        async with in_process(settings, deed) as http:
            yield ApiClient(http)
        return
    async with httpx.AsyncClient(
        base_url=address,
        timeout=_TIMEOUT,
        headers={"Authorization": f"Bearer {token}"},
        verify=_trust(address),
    ) as http:
        yield ApiClient(http)


def _trust(address: str) -> bool | ssl.SSLContext:
    """Whom the client trusts; without TLS nobody, as reading all authorities takes a while."""
    if address.lower().startswith("https:"):
        return True
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
