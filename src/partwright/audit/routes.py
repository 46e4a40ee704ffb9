"""Seals over HTTP, for those who note them elsewhere."""

from partwright.audit import service
from partwright.audit.model import AuditSeal
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.parameters import PageQuery
from partwright.web.responses import DataResponse, page_response

routes = RouteTable("Operation")


@routes.get("/api/audit/seals", may("system", "manage"), response=ListOf("seals", AuditSeal))
async def list_audit_seals(snapshot: Snapshot, query: PageQuery) -> DataResponse:
    """The seals of commits, newest first: note the first one where this server cannot change it."""
    return page_response("seals", await service.list_seals(snapshot, query.paging()))
