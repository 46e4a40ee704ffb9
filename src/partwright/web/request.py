"""One request, as a route sees it, and the state that its layers share."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from starlette.types import Receive, Scope

from partwright.identity.model import Actor, UserRef
from partwright.kit.errors import (
    InvalidInput,
    NotAuthenticated,
    PayloadTooLarge,
    UnsupportedMediaType,
)
from partwright.kit.etag import IfMatch, names_entity_tag
from partwright.kit.fields import RawObject
from partwright.web.cookies import read_cookies
from partwright.web.json_body import BodyBudget, BodyShare, split_object
from partwright.web.routing import RouteTree
from partwright.web.sent_digests import DIGEST_HEADER, SentDigests, of_body

_KEY = "partwright"
_ESCAPED_BYTE = re.compile(r"[\udc80-\udcff]")
"""Stands for a byte that is not UTF-8."""


class RequestState:
    """Filled from the outermost layer inwards."""

    __slots__ = (
        "actor",
        "address",
        "bodies",
        "headers",
        "path_parameters",
        "position",
        "request_id",
        "route",
        "routes",
        "token",
    )

    def __init__(
        self,
        *,
        request_id: str,
        headers: Mapping[bytes, bytes],
        address: str,
        bodies: BodyBudget | None = None,
    ) -> None:
        self.request_id = request_id
        self.headers = headers
        """By their names in lower case; what came in several lines is one list."""
        self.address = address
        """The client's network address, proxies that are trusted looked through."""
        self.bodies = BodyShare(bodies or BodyBudget())
        """What this one's body takes of the memory that there is for bodies."""
        self.route = "other"
        """The path of the route as it is declared, for metrics and logs."""
        self.actor: Actor | None = None
        self.token: str | None = None
        self.path_parameters: Mapping[str, str] = {}
        self.routes: RouteTree | None = None
        """All routes, for a request that looks something up by another one."""
        self.position: int | None = None
        """What the client has seen by the end, of the log of a database with replicas."""


def set_state(scope: Scope, state: RequestState) -> None:
    scope[_KEY] = state


def state_of(scope: Scope) -> RequestState:
    """The state of a request that has come through the outermost layer."""
    state: RequestState = scope[_KEY]
    return state


class AuditState:
    """Notes for the audit trail on a request, filled while it is served."""

    __slots__ = ("action", "actor", "details", "is_noted", "outcome", "subject")

    def __init__(self) -> None:
        self.action = ""
        """Empty for what is not noted."""
        self.actor: UserRef | None = None
        """Who it turned out to be, where no token says it."""
        self.subject: str | None = None
        self.details: dict[str, Any] = {}
        self.outcome = ""
        self.is_noted = False


T = TypeVar("T")

SECRET = "secret"
"""The part of a path that lets in whoever knows it; no log has it."""
AUTHENTICATED_SECONDS = 3.0
"""After so long the token of a request that goes on is looked at again."""
LARGEST_BODY = 16 << 20
"""Bytes of a JSON body; 500 import rows with every text at its limit take some 6 MB."""
LARGEST_SIGN_ON = 16 << 10
"""Bytes of a body under `/api/auth`, where nobody has shown yet who they are."""
_IN_THREAD = 1 << 18
"""From so many bytes on a body is decoded in a thread."""
_decoders = ThreadPoolExecutor(1, "decoder")
"""One large body after the other: several at once would leave the event loop a fraction of the time."""
_LENGTH_DIGITS = 18
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Request:
    """Caller of a request: who, from where, and with what."""

    def __init__(self, scope: Scope, receive: Receive, services: Any, *, method: str) -> None:
        self.scope = scope
        self.state = state_of(scope)
        self.services = services
        self.method = method
        """GET for a HEAD as well."""
        self._receive = receive
        self._body: bytes | None = None
        self.form: Any = None
        """The form that the body is, where the route takes one."""
        self.audit = AuditState()
        self.kept_by: Callable[[Any, Any], Awaitable[None]] | None = None
        """Keeps the answer under the request's `Idempotency-Key`, where it has one."""
        self.is_kept = False

    async def keep_answer(self, tx: Any, result: Any) -> None:
        """Keep the answer in the transaction of the work, for a verb that opens its own.

        Whoever calls again after a crash then gets it, or does the work that was never committed.
        """
        if self.kept_by is not None:
            await self.kept_by(tx, result)
            self.is_kept = True

    @cached_property
    def lasting(self) -> ExitStack:
        """Holds open until the answer is there whatever the endpoint's `before_write` leaves for it."""
        return ExitStack()

    @property
    def actor(self) -> Actor:
        """The signed-in user; NotAuthenticated without one."""
        actor = self.state.actor
        if actor is None:
            raise NotAuthenticated("A valid token is required")
        return actor

    @property
    def is_signed_in(self) -> bool:
        return self.state.actor is not None

    @property
    def token(self) -> str | None:
        return self.state.token

    @property
    def address(self) -> str:
        """The client's network address, proxies that are trusted looked through."""
        return self.state.address

    @property
    def request_id(self) -> str:
        return self.state.request_id

    @property
    def target(self) -> str:
        """Path and query, by which one request to the service differs from another.

        Without a NUL, which PostgreSQL keeps in no text.
        """
        path = self.scope["path"].replace("\x00", "\ufffd")
        return f"{path}?{self.scope['query_string'].decode('latin-1')}"

    @property
    def path_parameters(self) -> Mapping[str, str]:
        # Of a NUL, which PostgreSQL cannot be asked for, becomes another sign that no id has.
        found = self.state.path_parameters
        return {name: part.replace("\x00", "\ufffd") for name, part in found.items()}

    @property
    def is_https(self) -> bool:
        """Whether the browser speaks https, maybe to a proxy."""
        return self.services.cookies.is_https(self.scope, self.state.headers)

    @property
    def cookies(self) -> Mapping[str, str]:
        return read_cookies(self.state.headers)

    @cached_property
    def match(self) -> IfMatch:
        """The state that the client means; a POST means none."""
        return IfMatch(None if self.method == "POST" else self.header("if-match"))

    def knows(self, etag: str) -> bool:
        """Whether the client says (`If-None-Match`) that it has this state already."""
        header = self.header("if-none-match")
        return header is not None and names_entity_tag(header, etag)

    def has_state(self, etag: str) -> bool:
        """Whether the client names this very state; `*` names any that there is, if there is one."""
        return not self.knows("") and self.knows(etag)

    def header(self, name: str) -> str | None:
        """The value of a header, its name in lower case."""
        value = self.state.headers.get(name.encode())
        return None if value is None else value.decode("latin-1")

    def query(self) -> dict[str, str]:
        """The parameters of the query as far as they can be read; of a repeated one the first."""
        return dict(reversed(self._pairs("replace")))

    def parameters(self) -> dict[str, str]:
        """The parameters of the query; InvalidInput for one that is given twice or is not UTF-8:
        whichever value were taken, the answer would be to another question.
        """
        given: dict[str, str] = {}
        for key, value in self._pairs("surrogateescape"):
            name = key[:100].encode(errors="replace").decode()
            if not (key + value).isascii() and _ESCAPED_BYTE.search(key + value):
                raise InvalidInput.field(name, "is not UTF-8")
            if key in given:
                raise InvalidInput.field(name, "is given twice; expected it once")
            given[key] = value
        return given

    def _pairs(self, errors: str) -> list[tuple[str, str]]:
        text = self.scope["query_string"].decode("utf-8", errors)
        return parse_qsl(text, keep_blank_values=True, errors=errors) if text else []

    @property
    def sends_form(self) -> bool:
        """Whether the body is a form with files."""
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        return kind == "multipart/form-data"

    @property
    def read_body(self) -> bytes | None:
        """The body as far as it has been read."""
        return self._body

    @property
    def receive(self) -> Receive:
        return self._receive

    async def body(self) -> bytes:
        """The whole body; PayloadTooLarge while reading it."""
        if self._body is None:
            self._body = await self._read()
        return self._body

    async def _read(self) -> bytes:
        most = LARGEST_SIGN_ON if self.scope["path"].startswith("/api/auth/") else LARGEST_BODY
        declared = self.header("content-length") or ""
        if declared.isdecimal() and (len(declared) > _LENGTH_DIGITS or int(declared) > most):
            raise _too_large(most)
        read = bytearray()
        who = self.state.actor.id if self.state.actor else self.state.address
        async for chunk in self.chunks():
            read += chunk
            self.state.bodies.hold(who, len(read))
            if len(read) > most:
                raise _too_large(most)
        return bytes(read)

    def _digests_sent(self) -> SentDigests | None:
        """Digests that the client sent of the body; None for nearly all requests."""
        if not any(map(DIGEST_HEADER.fullmatch, self.state.headers)):
            return None
        return of_body(self.scope["headers"], is_form=self.sends_form)

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it arrives, once; InvalidInput when the client breaks off, or sent a digest of other bytes.

        NotAuthenticated as soon as it is known that the caller's token has ended meanwhile;
        UnsupportedMediaType for a body that is compressed, whose size nobody knows.
        """
        encoding = (self.header("content-encoding") or "identity").strip().lower()
        if encoding != "identity":
            message = f"The body must not be compressed: expected no Content-Encoding, got {encoding[:40]!r}"
            raise UnsupportedMediaType(message)
        digests = self._digests_sent()
        checked = time.monotonic()
        while True:
            if time.monotonic() - checked > AUTHENTICATED_SECONDS:
                checked = time.monotonic()
                await self.check_still_signed_in()
            message: Any = await self._receive()
            if message["type"] == "http.disconnect":
                raise InvalidInput("The body is incomplete")
            piece: bytes = message.get("body", b"")
            if digests is not None:
                digests.update(piece)
            if not message.get("more_body", False):
                if digests is not None:
                    digests.check()
                yield piece
                return
            yield piece

    async def while_connected(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work, which is cancelled when the client hangs up."""
        await self.body()
        working = asyncio.ensure_future(work)
        gone = asyncio.ensure_future(client_disconnect(self._receive))
        try:
            await asyncio.wait([working, gone], return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise InvalidInput("The client has disconnected")
            return working.result()
        finally:
            gone.cancel()
            working.cancel()
            await asyncio.wait([working])

    async def check_still_signed_in(self) -> None:
        """NotAuthenticated when the token that began the request has been revoked since."""
        token = self.state.token
        if token is not None and await self.services.authenticator.actor(token) is None:
            raise NotAuthenticated("The token has expired or was revoked")

    async def json(self, split: Callable[[bytes], RawObject] | None = None) -> RawObject:
        """The keys of the JSON object that the body is; no body at all is an empty object."""
        body = await self.body()
        if not body:
            return {}
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            raise UnsupportedMediaType("The body must be application/json")
        return await self.decode(split or split_object, body.removeprefix(_BYTE_ORDER_MARK))

    async def decode(self, work: Callable[..., T], *arguments: Any) -> T:
        """Decode the body or something of it, in a thread where it is large."""
        if self._body is None or len(self._body) < _IN_THREAD:
            return work(*arguments)
        return await asyncio.get_running_loop().run_in_executor(_decoders, work, *arguments)


def _too_large(most: int) -> PayloadTooLarge:
    return PayloadTooLarge(f"The body has more than {most} bytes")


async def client_disconnect(receive: Receive) -> None:
    """Wait until the client is gone, passing over what it still sends."""
    while (await receive())["type"] != "http.disconnect":
        pass
