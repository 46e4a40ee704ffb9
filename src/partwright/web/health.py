"""Liveness, readiness and metrics of the server."""

import hmac

import msgspec
from starlette.responses import Response

from partwright import __version__
from partwright.kit import clock
from partwright.kit.db import Database
from partwright.kit.errors import NotAuthenticated, NotFound, ServiceUnavailable
from partwright.kit.hints import HintBus
from partwright.settings import Settings
from partwright.web.endpoint import PUBLIC, RouteTable
from partwright.web.metrics import CONTENT_TYPE
from partwright.web.queries import PING
from partwright.web.request import Request
from partwright.web.sending import API_VERSION

routes = RouteTable("Operation")


@routes.get("/healthz", PUBLIC)
async def get_health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@routes.get("/readyz", PUBLIC, statuses=(503,))
async def get_readiness(request: Request) -> dict[str, str]:
    """The process, its database and its vault answer; a broker may be away, and is told."""
    await _ping(request.services.database)
    await request.services.contents.check()
    return {"status": "ready"} | _tell_queue(request.services.hints)


@routes.get("/metrics", PUBLIC, refusals=("UNAUTHENTICATED", "RESOURCE_NOT_FOUND"))
async def get_metrics(request: Request) -> Response:
    """Counters in Prometheus' text format, to whom the settings let see them."""
    _check_collector(request)
    return Response(request.services.metrics.text(), media_type=CONTENT_TYPE)


@routes.get("/.well-known/security.txt", PUBLIC, refusals=("RESOURCE_NOT_FOUND",))
async def get_security_contact(request: Request) -> Response:
    """Whom to tell of a weakness (RFC 9116), where the settings name somebody."""
    return Response(_contact(request.services.settings), media_type="text/plain")


def _contact(settings: Settings) -> str:
    if not settings.security_contact:
        raise NotFound("This server's settings name no contact for security reports")
    lines = [
        f"Contact: {settings.security_contact}",
        f"Expires: {clock.moment_later(days=_CONTACT_DAYS)}",
        "Preferred-Languages: en",
    ]
    if settings.public_url:
        lines.append(f"Canonical: {settings.public_url}/.well-known/security.txt")
    return "\n".join(lines) + "\n"


_CONTACT_DAYS = 90
"""So long somebody may rely on what was read."""


class About(msgspec.Struct, rename="camel"):
    """Name and versions of the server."""

    name: str
    version: str
    api_version: str
    build_id: str
    """Changes with the web application, so that an open page can offer to load the new one."""


@routes.get("/api/about", PUBLIC)
async def get_about(request: Request) -> About:
    """The name and versions of the server, and the build of the web application."""
    return About("Partwright", __version__, API_VERSION, request.services.build_id)


def _check_collector(request: Request) -> None:
    wanted: str = request.services.settings.metrics
    if wanted == "on":
        return
    if wanted == "off":
        raise NotFound("Nothing exists at this path")
    given = request.header("authorization") or ""
    if not hmac.compare_digest(given.encode(), f"Bearer {wanted}".encode()):
        raise NotAuthenticated("The token for metrics is required")


def _tell_queue(hints: HintBus) -> dict[str, str]:
    return {} if hints.state is None else {"queue": hints.state.word}


async def _ping(database: Database) -> None:
    try:
        async with database.single_reads() as reads:
            await reads.one(int, PING)
    except Exception as error:
        raise ServiceUnavailable("The database does not answer", retry_after=2) from error
