"""The outermost layer: names each request, finds its caller, counts, and answers what is refused."""

import asyncio
import errno
import re
import time
from collections.abc import Mapping, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

from partwright.identity.model import Actor
from partwright.kit import log
from partwright.kit.db.fair_slots import reader_name
from partwright.kit.errors import InvalidInput, NotFound, Refusal, ServiceUnavailable
from partwright.kit.ids import new_id
from partwright.web.cookies import SessionCookies, check_origin
from partwright.web.error_responses import error_status
from partwright.web.json_body import BodyBudget
from partwright.web.rate_limits import limit_key, limit_refusal
from partwright.web.request import SECRET, RequestState, set_state
from partwright.web.routing import SCIM_PATH, is_interface
from partwright.web.sending import HeaderSender, send_failure, send_refusal, send_scim_refusal
from partwright.web.services import ServerServices

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}\Z")
_HOST = re.compile(rb"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?\Z")
"""A name, an address, or an IPv6 address in brackets; answers, links and caches are made of it."""
_LOGIN = "/api/auth/login"
"""Acts for nobody yet, so that an old cookie must not stand in its way."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_METHODS = frozenset({*_SAFE, "POST", "PUT", "PATCH", "DELETE"})

_log = structlog.get_logger("web")


class ClientAddresses:
    """Reads the client's address, looking through the proxies that the settings trust."""

    def __init__(self, trusted_proxies: Sequence[str]) -> None:
        self._proxies = [ip_network(network, strict=False) for network in trusted_proxies]

    def address_of(self, scope: Scope) -> str:
        client = scope.get("client")
        peer: str = client[0] if client else "local"
        if self._proxies and self._is_trusted(peer):
            # Each proxy adds whom it was called by, at the end of the last line.
            lines = [v for name, v in scope["headers"] if name == b"x-forwarded-for"]
            hops = b",".join(lines).decode("latin-1").split(",")
            for hop in reversed([h.strip() for h in hops if h.strip()]):
                if not self._is_trusted(hop):
                    return hop
        return peer

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        if isinstance(found, IPv6Address):
            found = found.ipv4_mapped or found
        return any(found in network for network in self._proxies)


class RequestMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(
        self, app: ASGIApp, services: ServerServices, *, beside: ASGIApp | None = None
    ) -> None:
        """The layer `beside` takes what is asked outside `/api/`."""
        self._app = app
        self._beside = beside or app
        self._services = services
        self._public_url = services.settings.public_url.lower()
        self._bodies = BodyBudget()
        self._addresses = ClientAddresses(services.settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._beside(scope, receive, send)
            return
        started = time.perf_counter()
        headers = _headers(scope)
        state = RequestState(
            request_id=_request_id(headers),
            headers=headers,
            address=self._addresses.address_of(scope),
            bodies=self._bodies,
        )
        set_state(scope, state)
        is_https = self._public_url.startswith("https:")
        sender = HeaderSender(send, state, path=scope["path"], is_https=is_https)
        error: Exception | None = None
        try:
            await self._admit(scope, state, sender)
            app = self._app if is_interface(scope["path"]) else self._beside
            await app(scope, receive, sender)
        except asyncio.CancelledError:
            if sender.status or not self._services.closing.is_near:
                raise
            # The time that requests have after SIGTERM is over; what was begun is undone.
            error = ServiceUnavailable("The server is stopping", retry_after=5)
        except Exception as raised:  # noqa: BLE001 - whatever it is, the client gets an answer
            error = as_refusal(raised)
        try:
            if error is not None:
                is_scim = scope["path"].startswith(SCIM_PATH)
                await _send_error(error, sender, state.request_id, is_scim=is_scim)
        finally:
            # Its traceback leads to this frame and to the body that was refused: as a cycle they
            # would stay in memory until the next collection of garbage.
            error = None
            state.bodies.end()
            self._note(scope, state, sender.status, time.perf_counter() - started)

    async def _admit(self, scope: Scope, state: RequestState, sender: HeaderSender) -> None:
        """Find the caller and count the request; a refusal where it goes no further."""
        path: str = scope["path"]
        # What is counted and what is routed must be the same path.
        if "//" in path:
            raise NotFound("Nothing exists at this path")
        _check_headers(scope, state.headers.get(b"host"))
        if not is_interface(path):
            return
        token, from_cookie = caller_token(self._services.cookies, scope, state.headers)
        actor: Actor | None = None
        if token is not None:
            actor = self._services.authenticator.remembered(token)
        if actor is None:
            reader_name.set(f"address:{limit_key(state.address)}")
            if token is not None:
                actor = await self._services.authenticator.actor(token)
        if actor is not None:
            reader_name.set(f"user:{actor.id}")
        sender.limit_status = await self._services.limits.request(
            user_id=actor.id if actor else None, address=state.address
        )
        if sender.limit_status and not sender.limit_status.allowed:
            raise limit_refusal(sender.limit_status)
        if actor and from_cookie and scope["method"] not in _SAFE and path != _LOGIN:
            check_origin(state.headers, self._public_url)
        state.actor, state.token = actor, token

    def _note(self, scope: Scope, state: RequestState, status: int, seconds: float) -> None:
        method = method_label(scope)
        self._services.metrics.observe(method, state.route, status, seconds)
        if log.request_lines.to is None:
            return
        fields: dict[str, Any] = {
            "id": state.request_id,
            "method": method,
            "route": state.route,
            "status": status,
            "ms": round(seconds * 1000, 2),
            "user": state.actor.id if state.actor else None,
            "client": state.address,
        }
        if state.path_parameters:
            named = state.path_parameters.items()
            fields["touched"] = {name: v[:64] for name, v in named if name != SECRET}
        log.request(**fields)


def caller_token(
    cookies: SessionCookies, scope: Scope, headers: Mapping[bytes, bytes]
) -> tuple[str | None, bool]:
    """The token of a request, and whether it came from the browser's cookie."""
    authorization = headers.get(b"authorization")
    if authorization is not None:
        kind, _, token = authorization.decode("latin-1").partition(" ")
        return (token.strip() if kind.lower() == "bearer" else None), False
    if b"cookie" not in headers:
        return None, False
    found = cookies.find_token(scope, headers)
    return found, found is not None


def as_refusal(raised: Exception) -> Exception:
    """The fault that was raised; a disk without room is no fault of ours, and there may be room again soon."""
    if isinstance(raised, OSError) and raised.errno in _NO_ROOM:
        refusal = ServiceUnavailable("The server's disk is full", retry_after=30)
        refusal.__cause__ = raised
        return refusal
    return raised


async def _send_error(
    error: Exception, send: HeaderSender, request_id: str, *, is_scim: bool
) -> None:
    """Answer what was raised; all of a fault of ours goes to the log, nothing to the client."""
    if not isinstance(error, Refusal):
        _log.error("failed", id=request_id, exc_info=error)
    elif error_status(error) >= 500:
        _log.warning("refused", id=request_id, code=error.code, exc_info=error)
    if send.status:
        # Too late for an answer: the server breaks the connection, so that nobody takes the
        # part that was sent for the whole.
        raise error
    if is_scim:
        await send_scim_refusal(error if isinstance(error, Refusal) else None, send)
    elif isinstance(error, Refusal):
        await send_refusal(error, request_id, send)
    else:
        await send_failure(request_id, send)


def method_label(scope: Mapping[str, Any]) -> str:
    """The method, or "other": what is counted must not grow with what clients make up."""
    method: str = scope["method"]
    return method if method in _METHODS else "other"


def _headers(scope: Scope) -> dict[bytes, bytes]:
    """The headers by their names; lines of one name are one list (RFC 9110, section 5.3)."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if len(headers) == len(scope["headers"]):
        return headers
    lists: dict[bytes, list[bytes]] = {}
    for name, line in scope["headers"]:
        lists.setdefault(name, []).append(line)
    return {name: (b"; " if name == b"cookie" else b", ").join(v) for name, v in lists.items()}


def _request_id(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id")
    return given.decode() if given and _REQUEST_ID.match(given) else new_id()


def _check_headers(scope: Scope, host: bytes | None) -> None:
    """Refuse what two servers on the way may understand as two different hosts, or callers."""
    names = [name for name, _ in scope["headers"]]
    hosts = names.count(b"host")
    if hosts > 1 or (not hosts and scope.get("http_version") != "1.0"):
        raise InvalidInput(f"Expected exactly one Host header, got {hosts or 'none'}")
    if host is not None and not _HOST.match(host):
        given = host[:50].decode("latin-1")
        raise InvalidInput(f"Expected a host such as plm.example.org:8000, got {given!r}")
    if (callers := names.count(b"authorization")) > 1:
        raise InvalidInput(f"Expected one Authorization header at most, got {callers}")
