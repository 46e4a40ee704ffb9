"""The audit trail and the seals over HTTP, for auditors and the systems that gather what happens."""

from typing import Annotated, ClassVar

from msgspec import Meta

from partwright.audit import entry_queries, service, trail_service
from partwright.audit.model import AuditEntry, AuditSeal
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot
from partwright.kit.pages import PageRequest
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.parameters import LARGEST_PAGE, FilteredQuery, PageQuery
from partwright.web.responses import DataResponse, page_response

routes = RouteTable("Operation")

READ = may("system", "manage")
MOST_ENTRIES = 1_000


class EntriesQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters, order and page of entries; or all after a place in the chain, in its order."""

    fields: ClassVar = entry_queries.ENTRIES.fields
    after: Annotated[int, Meta(ge=0, le=2**53)] | None = None

    def entry_paging(self) -> PageRequest:
        """Longer pages for who follows the chain than for who looks at it."""
        most = LARGEST_PAGE if self.after is None else MOST_ENTRIES
        return PageRequest(self.page, min(self.limit, most))


@routes.get("/api/audit", READ, response=ListOf("entries", AuditEntry))
async def list_audit_entries(snapshot: Snapshot, query: EntriesQuery) -> DataResponse:
    """Acts that no commit tells of: sign-on and refusals, rights, votes, downloads, settings.

    With `after` (a `number`, 0 at first) the entries that follow, up to `limit` (1,000), for systems
    that fetch what is new again and again: none comes between them later.
    """
    page = await trail_service.list_entries(
        snapshot,
        after=query.after,
        filters=query.filters,
        sorts=query.sorts(),
        paging=query.entry_paging(),
    )
    return page_response("entries", page)


@routes.get("/api/audit/seals", READ, response=ListOf("seals", AuditSeal))
async def list_audit_seals(snapshot: Snapshot, query: PageQuery) -> DataResponse:
    """The seals of commits, newest first: note the first one where this server cannot change it."""
    return page_response("seals", await service.list_seals(snapshot, query.paging()))
