"""Whether the server lives and is ready, and its metrics."""

from starlette.responses import Response

from partwright.kit.db import Database
from partwright.kit.errors import ServiceUnavailable
from partwright.web.endpoint import PUBLIC, RouteTable
from partwright.web.metrics import CONTENT_TYPE
from partwright.web.queries import PING
from partwright.web.request import Request

routes = RouteTable("Operation")


@routes.get("/healthz", PUBLIC)
async def get_health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@routes.get("/readyz", PUBLIC, statuses=(503,))
async def get_readiness(request: Request) -> dict[str, str]:
    """The process and its database answer."""
    await _ping(request.services.database)
    return {"status": "ready"}


@routes.get("/metrics", PUBLIC)
async def get_metrics(request: Request) -> Response:
    """Counters in Prometheus' text format."""
    return Response(request.services.metrics.text(), media_type=CONTENT_TYPE)


async def _ping(database: Database) -> None:
    try:
        async with database.single_reads() as reads:
            await reads.one(int, PING)
    except Exception as error:
        raise ServiceUnavailable("The database does not answer", retry_after=2) from error
