"""Builds the ASGI application of a list of endpoints."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from litestar import Litestar
from litestar import Request as FrameworkRequest
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Method, Receive, Scope, Send

from partwright.web.dispatch import dispatch
from partwright.web.endpoint import Endpoint
from partwright.web.error_responses import from_framework
from partwright.web.middleware import RequestMiddleware
from partwright.web.request import Request
from partwright.web.sending import headers_only, send_allowed_methods, send_response
from partwright.web.services import ServerServices
from partwright.web.traced import TracingMiddleware


def build_application(
    endpoints: Sequence[Endpoint],
    services: ServerServices,
    *,
    within: Callable[[ASGIApp], ASGIApp] = lambda routed: routed,
) -> ASGIApp:
    """The whole application: the framework routes, the door dresses; `within` stands between."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        methods = paths.setdefault(endpoint.path, {})
        if endpoint.method in methods:
            raise ValueError(f"{endpoint.method} {endpoint.path} is there twice")
        methods[endpoint.method] = endpoint
    app = Litestar(
        route_handlers=[_handler(path, methods, services) for path, methods in paths.items()],
        openapi_config=None,
        exception_handlers={HTTPException: _refuse},
        logging_config=None,
        request_max_body_size=None,
    )
    door = RequestMiddleware(within(app), services)
    return TracingMiddleware(door, services.tracer) if services.tracer.is_on else door


def _handler(
    path: str, methods: Mapping[str, Endpoint], services: ServerServices
) -> HTTPRouteHandler:
    """The framework's handler of a path, of which the routing alone is used.

    Its middleware serves the request and goes no further: what the framework would do next, to
    read the parameters of a function and to make a response, is done from the endpoint's data.
    """
    known: list[Method] = ["OPTIONS", *(endpoint.method for endpoint in methods.values())]
    if "GET" in methods:
        known.append("HEAD")
    allow = ", ".join(sorted(map(str, known)))

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        visit: Any = scope
        visit["partwright_route"] = path
        try:
            await _serve(methods, allow, visit, services, receive, send)
        except Exception as error:  # noqa: BLE001 - the door answers whatever it is
            visit["partwright_error"] = error

    def served(app: ASGIApp) -> ASGIApp:
        del app
        return handle

    return HTTPRouteHandler(path, http_method=known, middleware=[served])(_never_reached)


async def _never_reached() -> None:
    """Stands where the framework wants a function."""


async def _serve(
    methods: Mapping[str, Endpoint],
    allow: str,
    visit: Any,
    services: ServerServices,
    receive: Receive,
    send: Send,
) -> None:
    method = visit["method"]
    if method == "HEAD":
        method, send = "GET", headers_only(send)
    endpoint = methods.get(method)
    if endpoint is not None:
        request = Request(visit, receive, services, method=method)
        await send_response(await dispatch(endpoint, request), request, receive, send)
    else:
        await send_allowed_methods(allow, send)


def _refuse(_: FrameworkRequest[Any, Any, Any], error: HTTPException) -> NoReturn:
    """Leave to the door what the framework turns down while it looks for the route."""
    raise from_framework(error)
