"""The outermost layer: names each request, finds its caller, counts, and dresses the answer."""

import asyncio
import re
import time
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from partwright.identity.model import Actor
from partwright.kit import log
from partwright.kit.errors import PermissionDenied, Refusal, ServiceUnavailable
from partwright.kit.ids import new_id
from partwright.web.error_responses import error_status
from partwright.web.rate_limits import LimitStatus, limit_refusal
from partwright.web.sending import send_failure, send_refusal
from partwright.web.services import ServerServices

COOKIE = "partwright_token"
API_VERSION = "1"
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}\Z")
_LOGIN = "/api/auth/login"
"""Acts for nobody yet, so that an old cookie must not stand in its way."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS = frozenset({*_SAFE, "POST", "PUT", "PATCH", "DELETE"})
_ALWAYS = (
    (b"x-api-version", API_VERSION.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
_NO_STORE = (b"cache-control", b"no-store")

_log = structlog.get_logger("door")


class RequestMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, services: ServerServices) -> None:
        self._app = app
        self._services = services
        self._public_url = services.settings.public_url.lower()
        self._proxies = [ip_network(p, strict=False) for p in services.settings.trusted_proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        visit: dict[str, Any] = scope  # type: ignore[assignment]
        headers: dict[bytes, bytes] = dict(scope["headers"])
        visit["partwright_headers"] = headers
        visit["partwright_request_id"] = request_id = _request_id(headers)
        visit["partwright_route"] = "other"
        visit["partwright_error"] = visit["partwright_actor"] = visit["partwright_token"] = None
        dressed = _Dressed(send, request_id, path=scope["path"])
        try:
            await self._let_in(visit, headers, dressed)
            await self._app(scope, receive, dressed)
            error: Exception | None = visit["partwright_error"]
        except asyncio.CancelledError:
            if dressed.status or not self._services.closing.is_near:
                raise
            # The time that requests have after SIGTERM is over; what was begun is undone.
            error = ServiceUnavailable("The server is stopping", retry_after=5)
        except Exception as raised:  # noqa: BLE001 - whatever it is, the client gets an answer
            error = raised
        try:
            if error is not None:
                await _answer(error, dressed, request_id)
        finally:
            self._note(visit, dressed.status, time.perf_counter() - started)

    async def _let_in(
        self, visit: dict[str, Any], headers: dict[bytes, bytes], dressed: "_Dressed"
    ) -> None:
        """Find the caller and count the request; RateLimited, or PermissionDenied for a foreign page."""
        visit["partwright_address"] = address = self._address(visit)
        if not f"{visit['path']}/".startswith("/api/"):
            return
        token, from_cookie = _token(headers)
        actor: Actor | None = None
        if token is not None:
            actor = await self._services.authenticator.actor(token)
        dressed.standing = await self._services.limits.request(
            user_id=actor.id if actor else None, address=address
        )
        if dressed.standing and not dressed.standing.allowed:
            raise limit_refusal(dressed.standing)
        if actor and from_cookie and visit["method"] not in _SAFE and visit["path"] != _LOGIN:
            _check_origin(headers, self._public_url)
        visit["partwright_actor"], visit["partwright_token"] = actor, token

    def _address(self, visit: dict[str, Any]) -> str:
        client = visit.get("client")
        peer: str = client[0] if client else "local"
        if self._proxies and self._trusts(peer):
            # Each proxy adds whom it was called by, at the end of the last line.
            lines = [v for name, v in visit["headers"] if name == b"x-forwarded-for"]
            hops = b",".join(lines).decode("latin-1").split(",")
            for hop in reversed([h.strip() for h in hops if h.strip()]):
                if not self._trusts(hop):
                    return hop
        return peer

    def _trusts(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        if isinstance(found, IPv6Address):
            found = found.ipv4_mapped or found
        return any(found in network for network in self._proxies)

    def _note(self, visit: dict[str, Any], status: int, seconds: float) -> None:
        method = method_label(visit)
        self._services.metrics.observe(method, visit["partwright_route"], status, seconds)
        actor: Actor | None = visit["partwright_actor"]
        log.request(
            id=visit["partwright_request_id"],
            method=method,
            route=visit["partwright_route"],
            status=status,
            ms=round(seconds * 1000, 2),
            user=actor.id if actor else None,
        )


class _Dressed:
    """Sends on, with the headers that every answer carries."""

    def __init__(self, send: Send, request_id: str, *, path: str) -> None:
        self._send = send
        self._request_id = request_id
        self._path = path
        self.standing: LimitStatus | None = None
        self.status = 0
        """0 until the answer has begun."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], *self._more(dict(message["headers"]))]
        await self._send(message)

    def _more(self, present: dict[bytes, bytes]) -> list[tuple[bytes, bytes]]:
        more = common_headers(self._request_id)
        if b"content-security-policy" in present:
            more.remove(_POLICY)
        if self._path.startswith("/api/auth"):
            more.append(_NO_STORE)
        if self.standing is not None:
            more += [
                (b"x-ratelimit-limit", b"%d" % self.standing.limit),
                (b"x-ratelimit-remaining", b"%d" % self.standing.remaining),
                (b"x-ratelimit-reset", b"%d" % self.standing.reset),
            ]
        return more


async def _answer(error: Exception, send: _Dressed, request_id: str) -> None:
    """Answer what was raised; all of a fault of ours goes to the log, nothing to the client."""
    if not isinstance(error, Refusal):
        _log.error("failed", id=request_id, exc_info=error)
    elif error_status(error) >= 500:
        _log.warning("refused", id=request_id, code=error.code, exc_info=error)
    if send.status:
        # Too late for an answer: the server breaks the connection, so that nobody takes the
        # part that was sent for the whole.
        raise error
    if isinstance(error, Refusal):
        await send_refusal(error, request_id, send)
    else:
        await send_failure(request_id, send)


def method_label(visit: Mapping[str, Any]) -> str:
    """The method, or "other": what is counted must not grow with what clients make up."""
    method: str = visit["method"]
    return method if method in _METHODS else "other"


def common_headers(request_id: str) -> list[tuple[bytes, bytes]]:
    """The headers of every answer."""
    return [(b"x-request-id", request_id.encode()), *_ALWAYS, _POLICY]


def _request_id(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id")
    return given.decode() if given and _REQUEST_ID.match(given) else new_id()


def _token(headers: dict[bytes, bytes]) -> tuple[str | None, bool]:
    """The token and whether it came from the browser's cookie."""
    authorization = headers.get(b"authorization")
    if authorization is not None:
        kind, _, token = authorization.decode("latin-1").partition(" ")
        return (token.strip() if kind.lower() == "bearer" else None), False
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value, True
    return None, False


def _check_origin(headers: dict[bytes, bytes], public_url: str) -> None:
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    ours = headers.get(b"host", b"").decode("latin-1").lower()
    if not host or (host != ours and origin != public_url):
        raise PermissionDenied("A write by cookie must come from a page of this server")
