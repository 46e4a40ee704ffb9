"""Publications over HTTP."""

from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.identity.permissions import may
from partwright.kit.db import Transaction
from partwright.kit.ids import CommitId, DesignId
from partwright.publications import receipt_service, service
from partwright.publications.model import (
    MOST_VALUES,
    Publication,
    PublicationChanges,
    PublicationInput,
    PublicationReceipt,
    ReceivedPublication,
)
from partwright.web.endpoint import RouteTable
from partwright.web.json_body import split_object
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Publications")

_READ = may("designs", "read")
_RECEIPT = {"publication": ReceivedPublication, "changes": PublicationChanges}


class PublicationQuery(msgspec.Struct, rename="camel", kw_only=True):
    """The commit of the design's main branch whose releases are published; the last one by default."""

    commit_id: CommitId | None = None
    to: Annotated[str, Meta(min_length=1, max_length=1000)] | None = None
    """The cells that it is for, as the audit trail notes them."""


@routes.get(
    "/api/designs/{design_id:str}/publication", _READ, response={"publication": Publication}
)
async def read_publication(
    request: Request, design_id: DesignId, query: PublicationQuery
) -> DataResponse:
    """Released items of a design with the lines between them, for another cell to receive."""
    async with request.services.database.snapshot() as snapshot:
        made = await service.make_publication(snapshot, request.actor, design_id, query.commit_id)
    request.audit.details = {"commitId": made.commit_id, "number": made.number}
    return DataResponse({"publication": made})


@routes.get("/api/publications", _READ, response={"publications": list[ReceivedPublication]})
async def list_publications(request: Request) -> DataResponse:
    """The designs that other cells publish, with the release that was received last."""
    async with request.services.database.snapshot() as snapshot:
        found = await service.list_received(snapshot, request.actor)
    return DataResponse({"publications": found})


@routes.get("/api/publications/{design_id:str}", _READ, response=_RECEIPT)
async def read_received_publication(request: Request, design_id: DesignId) -> DataResponse:
    """A received design, and what its last receipt changed."""
    async with request.services.database.snapshot() as snapshot:
        return DataResponse(await service.read_received(snapshot, request.actor, design_id))


@routes.post(
    "/api/publications",
    may("designs", "manage"),
    statuses=(200,),
    response=_RECEIPT,
    split_body=partial(split_object, most=MOST_VALUES),
    names_foreign_records=True,
)
async def receive_publication(request: Request, body: PublicationInput) -> DataResponse:
    """Receive a publication: a design of read-only items is made, or brought to the later release."""

    async def keep(tx: Transaction, receipt: PublicationReceipt) -> None:
        await request.keep_answer(tx, DataResponse(receipt))

    database = request.services.database
    receipt = await receipt_service.receive_publication(database, request.actor, body, keep=keep)
    return DataResponse(receipt)
