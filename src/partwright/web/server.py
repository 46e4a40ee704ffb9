"""Builds the ASGI application of a list of endpoints."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp

from partwright.kit.errors import Refusal
from partwright.web.answers import encode
from partwright.web.door import Door
from partwright.web.endpoint import Endpoint
from partwright.web.problems import (
    Error,
    ErrorEnvelope,
    body_of,
    from_framework,
    headers_of,
    status_of,
)
from partwright.web.serve import JSON, serve
from partwright.web.services import Services

_log = structlog.get_logger("server")


def build(endpoints: Sequence[Endpoint], services: Services) -> ASGIApp:
    """The whole application: the framework routes, the door dresses."""
    app = Litestar(
        route_handlers=[_handler(endpoint, services) for endpoint in endpoints],
        openapi_config=None,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _framework_refused,
            Exception: _failed,
        },
        logging_config=None,
        request_max_body_size=None,
    )
    return Door(app, services)


def _handler(endpoint: Endpoint, services: Services) -> HTTPRouteHandler:
    async def handle(request: Request[Any, Any, Any]) -> ASGIResponse:
        return await serve(endpoint, request, services)

    handler: Callable[[Callable[..., Awaitable[ASGIResponse]]], HTTPRouteHandler]
    handler = HTTPRouteHandler(path=endpoint.path, http_method=[endpoint.method], status_code=200)
    return handler(handle)


def _refused(request: Request[Any, Any, Any], error: Refusal) -> Response[bytes]:
    return Response(
        content=body_of(error, _request_id(request)),
        status_code=status_of(error),
        media_type=JSON,
        headers=headers_of(error),
    )


def _framework_refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    return _refused(request, from_framework(error))


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: everything goes to the log, nothing to the client."""
    request_id = _request_id(request)
    _log.error("failed", id=request_id, route=request.scope["path"], exc_info=error)
    body = ErrorEnvelope(Error("INTERNAL_ERROR", "The server failed on this request", request_id))
    return Response(content=encode(body), status_code=500, media_type=JSON)


def _request_id(request: Request[Any, Any, Any]) -> str:
    return request.scope["partwright_request_id"]  # type: ignore[typeddict-item]
