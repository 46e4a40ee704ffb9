"""ASGI layer that serves the web application beside the interface."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from partwright.events.hub import EventHub
from partwright.kit.db import DatabaseUnavailable
from partwright.kit.etag import names_entity_tag
from partwright.page.bundle import Bundle, PageFile
from partwright.page.negotiation import accepts_html, best_coding, names_html
from partwright.web.request import state_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

_ISOLATION = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), geolocation=(), microphone=()"),
)
_ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")

_POSITION_SECONDS = 0.25
"""A page is not kept waiting for it; without it, it reads everything again once it follows."""


class PageMiddleware:
    """Answers what the bundle holds, and leaves every other request to the application within."""

    def __init__(self, app: App, bundle: Bundle, hub: EventHub, *, is_https: bool) -> None:
        self._app = app
        self._bundle = bundle
        self._hub = hub
        self._always = [*_ISOLATION, _ONLY_HTTPS] if is_https else [*_ISOLATION]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        accept = _text(headers, b"accept")
        file = self._bundle.find(scope["path"], is_for_reading=accepts_html(accept))
        if file is None and names_html(accept):
            file = self._bundle.mistyped(scope["path"])
        if file is None:
            await self._app(scope, receive, send)
            return
        state_of(scope).route = "page"
        more: Headers = []
        if file is self._bundle.index:
            more = [*await self._position(), *self._preloads(scope, headers)]
        await self._answer(file, headers, more, send, is_head=scope["method"] == "HEAD")

    async def _position(self) -> Headers:
        """The position of the feed of events before the page read anything, so that it misses none.

        A header, since the document itself is the same for all; and one that scripts can read.
        """
        try:
            async with asyncio.timeout(_POSITION_SECONDS):
                position = await self._hub.position()
        except (DatabaseUnavailable, TimeoutError):
            return []
        return [(b"server-timing", f'events;desc="{position.id}"'.encode())]

    def _preloads(self, scope: Scope, headers: dict[bytes, bytes]) -> Headers:
        """The header Link with the page's first needs, loaded beside the application's frame.

        Answers are in it for who may be signed on, where no query names another version.
        """
        is_known = b"cookie" in headers or b"authorization" in headers
        with_answers = is_known and not scope["query_string"]
        links = self._bundle.links_at(scope["path"], with_answers=with_answers)
        return [(b"link", ", ".join(links).encode("ascii"))] if links else []

    async def _answer(
        self,
        file: PageFile,
        asked: dict[bytes, bytes],
        more: Headers,
        send: Send,
        *,
        is_head: bool,
    ) -> None:
        coding = best_coding(_text(asked, b"accept-encoding") or "", file.bodies)
        known = _text(asked, b"if-none-match")
        is_known = (
            file.status == 200 and known is not None and names_entity_tag(known, file.etags[coding])
        )
        body = b"" if is_known else file.bodies[coding]
        headers = [*self._headers(file, coding), *more]
        if not is_known:
            headers.append((b"content-length", b"%d" % len(body)))
        status = 304 if is_known else file.status
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if is_head else body})

    def _headers(self, file: PageFile, coding: str) -> Headers:
        headers: Headers = [
            (b"content-type", file.media_type.encode()),
            (b"cache-control", file.cache_control.encode()),
            (b"etag", file.etags[coding].encode()),
            (b"content-security-policy", file.policy.encode()),
            *self._always,
        ]
        if len(file.bodies) > 1:
            headers.append((b"vary", b"Accept-Encoding"))
        if coding:
            headers.append((b"content-encoding", coding.encode()))
        return headers


def _text(headers: dict[bytes, bytes], name: bytes) -> str | None:
    value = headers.get(name)
    return None if value is None else value.decode("latin-1")
