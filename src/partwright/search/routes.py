"""Search over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.kit.db import Snapshot
from partwright.kit.errors import InvalidInput
from partwright.search import service
from partwright.search.model import KINDS, SearchGroup, SearchKind
from partwright.web.endpoint import SIGNED_IN, RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Search")


class SearchQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Words that are looked for, and among what; `kinds` are separated by commas."""

    q: Annotated[str, Meta(max_length=500)]
    limit: Annotated[int, Meta(ge=1, le=100)] = 10
    kinds: Annotated[str, Meta(max_length=200)] = ""

    def wanted(self) -> list[SearchKind]:
        """The kinds that are named, or all; InvalidInput for an unknown one."""
        names = [name.strip() for name in self.kinds.split(",") if name.strip()]
        for name in names:
            if name not in KINDS:
                raise InvalidInput.field(
                    "kinds", f"expected one or more of {', '.join(KINDS)}, got {name!r}"
                )
        return [kind for kind in KINDS if not names or kind in names]


@routes.get("/api/search", SIGNED_IN, response={"groups": list[SearchGroup]}, is_lasting=True)
async def search_everything(
    request: Request, snapshot: Snapshot, query: SearchQuery
) -> DataResponse:
    """Find items, change orders, files, designs, programs, people and reports, the best first."""
    groups = await service.search(
        snapshot, request.actor, query.q, kinds=query.wanted(), limit=query.limit
    )
    return DataResponse({"groups": groups})
