"""The outermost layer where traces are wanted: each request is a span, its caller's if he says so.

A span tells the route and never the path: neither a query nor an id stands in it.
"""

from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from partwright.identity.model import Actor
from partwright.kit.traces import Attribute, Tracer, TraceSpan
from partwright.web.middleware import method_label


class TracingMiddleware:
    """ASGI middleware around the door, which says afterwards what it has served."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit: Any = scope
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._tracer.serving(dict(scope["headers"])) as span:
            try:
                await self._app(scope, receive, noting)
            finally:
                _tell(span, visit, status)


def _tell(span: TraceSpan, visit: Any, status: int) -> None:
    method, route = method_label(visit), visit["partwright_route"]
    span.name(f"{method} {route}")
    actor: Actor | None = visit["partwright_actor"]
    told: dict[str, Attribute] = {
        "http.request.method": method,
        "http.route": route,
        "url.scheme": visit["scheme"],
        "partwright.request_id": visit["partwright_request_id"],
    }
    if actor is not None:
        told["user.id"] = actor.id
    if status:
        told["http.response.status_code"] = status
    if status >= 500:
        span.failed()
    span.note(told)
