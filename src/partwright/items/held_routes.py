"""Lists of locks and checkouts over HTTP."""

from partwright.items import held_service
from partwright.items.held_service import HeldCheckout, HeldFilter, HeldLock
from partwright.kit.db import Snapshot
from partwright.kit.fields import Uuid
from partwright.web.endpoint import SIGNED_IN, ListOf, RouteTable
from partwright.web.parameters import PageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, page_response

routes = RouteTable("Locks and checkouts")


class HeldQuery(PageQuery, rename="camel", kw_only=True):
    """Of which design, and held by which user; of all without."""

    design_id: Uuid | None = None
    holder: Uuid | None = None

    @property
    def wanted(self) -> HeldFilter:
        return HeldFilter(self.design_id, self.holder)


@routes.get("/api/checkouts", SIGNED_IN, response=ListOf("checkouts", HeldCheckout))
async def list_checkouts(request: Request, snapshot: Snapshot, query: HeldQuery) -> DataResponse:
    """The checkouts of items that you see, the oldest first."""
    page = await held_service.list_checkouts(snapshot, request.actor, query.wanted, query.paging())
    return page_response("checkouts", page)


@routes.get("/api/locks", SIGNED_IN, response=ListOf("locks", HeldLock))
async def list_locks(request: Request, snapshot: Snapshot, query: HeldQuery) -> DataResponse:
    """The locks on items that you see, the oldest first."""
    page = await held_service.list_locks(snapshot, request.actor, query.wanted, query.paging())
    return page_response("locks", page)
