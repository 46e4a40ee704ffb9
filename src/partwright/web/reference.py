"""The API reference: the OpenAPI document, and a page to read and try it, without any CDN."""

# pyright: reportMissingTypeStubs=false

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import msgspec
from starlette.responses import Response
from swagger_ui_bundle import swagger_ui_path

from partwright import __version__
from partwright.kit.errors import NotFound
from partwright.kit.etag import quote_tag
from partwright.web.endpoint import PUBLIC, Endpoint, RouteTable
from partwright.web.openapi import build_document
from partwright.web.request import Request

_ASSETS = {
    "start.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)
"""The page's own policy: everything from this server; the viewer sets styles on its elements."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partwright API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""

_START = """SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: false,
});
"""


def routes_for(endpoints: Callable[[], Sequence[Endpoint]]) -> RouteTable:
    """The routes that describe the given ones and themselves."""
    routes = RouteTable("Reference")

    @cache
    def document() -> bytes:
        return msgspec.json.encode(build_document(endpoints(), version=__version__))

    @routes.get("/openapi.json", PUBLIC)
    async def get_openapi_document(request: Request) -> Response:
        """The OpenAPI 3.1 description of this service."""
        return _file(request, document(), "application/json")

    @routes.get("/docs", PUBLIC)
    async def get_reference_page(request: Request) -> Response:
        """A page to read the reference and try calls."""
        return _file(request, _PAGE.encode(), "text/html")

    @routes.get("/docs/{asset:str}", PUBLIC)
    async def get_reference_asset(request: Request, asset: str) -> Response:
        """A part of the page."""
        return _file(request, _asset(asset), _ASSETS[asset])

    return routes


@cache
def _asset(name: str) -> bytes:
    if name == "start.js":
        return _START.encode()
    if name not in _ASSETS:
        raise NotFound("Nothing exists at this path")
    return Path(str(swagger_ui_path), name).read_bytes()


def _file(request: Request, content: bytes, media_type: str) -> Response:
    tag = quote_tag(hashlib.sha256(content).hexdigest()[:32])
    headers = {"Content-Security-Policy": _POLICY, "ETag": tag, "Cache-Control": "no-cache"}
    if request.knows(tag):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)
