"""The state of the server over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot
from partwright.system import service
from partwright.system.service import SystemState
from partwright.web.endpoint import RouteTable
from partwright.web.request import Request

routes = RouteTable("Operation")

MANAGE = may("system", "manage")


@routes.get("/api/system", MANAGE)
async def get_system_state(request: Request, reads: Snapshot) -> SystemState:
    """Versions, amounts, storage and queues of this server."""
    return await service.read_state(reads, request.services)
