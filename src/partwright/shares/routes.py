"""Shares over HTTP: made and ended by users, and looked at by visitors without an account."""

from functools import partial

import msgspec
from starlette.responses import Response

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import FileId
from partwright.packages.service import BomFormat
from partwright.shares import service, visitor_service
from partwright.shares.model import (
    CreatedShare,
    NewShare,
    ReceivedShare,
    ShareId,
    ShareRecord,
    ShareVisit,
)
from partwright.shares.service import SharesQuery
from partwright.shares.visitor_service import answer_visit
from partwright.web.endpoint import PUBLIC, SIGNED_IN_WHOLLY, ListOf, RouteTable
from partwright.web.parameters import PageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response, page_response

routes = RouteTable("Shares")

READ = may("documents", "read")
GIVE = may("documents", "update")
_EXAMPLE = {
    "itemId": "0192f0c1-0000-7000-8000-000000000001",
    "expiresAt": "2099-12-31T12:00:00Z",
    "note": "Please quote 500",
}


@routes.get("/api/shares", READ, response=ListOf("shares", ShareRecord))
async def list_shares(request: Request, snapshot: Snapshot, query: SharesQuery) -> DataResponse:
    """List your shares; administrators see everybody's."""
    page = await service.list_shares(snapshot, request.actor, query)
    return page_response("shares", page)


async def hash_password(request: Request, body: NewShare) -> None:
    """A weak password is refused, and any other hashed, before the transaction."""
    del request
    await service.hash_share_password(body)


@routes.post(
    "/api/shares",
    GIVE,
    statuses=(201,),
    example=_EXAMPLE,
    response={"share": CreatedShare},
    before_write=hash_password,
)
async def create_share(request: Request, tx: Transaction, body: NewShare) -> DataResponse:
    """Make a link for somebody without an account; it is told only once."""
    return created_response({"share": await service.create_share(tx, request.actor, body)})


@routes.get("/api/shares/received", SIGNED_IN_WHOLLY, response=ListOf("shares", ReceivedShare))
async def list_received_shares(
    request: Request, snapshot: Snapshot, query: PageQuery
) -> DataResponse:
    """The open shares that were made for your e-mail address."""
    page = await service.list_received(snapshot, request.actor, query.paging())
    return page_response("shares", page)


@routes.get("/api/shares/{share_id:str}", READ, response={"share": ShareRecord})
async def get_share(request: Request, snapshot: Snapshot, share_id: ShareId) -> DataResponse:
    """One share."""
    return DataResponse({"share": await service.read_share(snapshot, request.actor, share_id)})


@routes.delete("/api/shares/{share_id:str}", GIVE)
async def revoke_share(request: Request, tx: Transaction, share_id: ShareId) -> SuccessMessage:
    """End a share at once; its log stays."""
    await service.revoke_share(tx, request.actor, share_id)
    return SuccessMessage()


@routes.get("/api/shares/{share_id:str}/visits", READ, response=ListOf("visits", ShareVisit))
async def list_share_visits(
    request: Request, snapshot: Snapshot, share_id: ShareId, query: PageQuery
) -> DataResponse:
    """The visits of a share, newest first."""
    page = await service.list_visits(snapshot, request.actor, share_id, query.paging())
    return page_response("visits", page)


class SharedBomQuery(msgspec.Struct, rename="camel", kw_only=True):
    """The kind of file."""

    format: BomFormat = "csv"


@routes.get("/share/{secret:str}", PUBLIC, is_stream=True)
async def show_share(request: Request, secret: str) -> Response:
    """The visitor's page, or with `Accept: application/json` the same as JSON."""
    make = partial(visitor_service.answer_page, request, secret)
    return await answer_visit(request, secret, "page", make)


@routes.get("/share/{secret:str}/bom", PUBLIC, is_stream=True)
async def get_shared_bom(request: Request, secret: str, query: SharedBomQuery) -> Response:
    """The bill of materials of a share."""
    make = partial(visitor_service.answer_bom, request, query.format)
    return await answer_visit(request, secret, "bom", make)


@routes.get("/share/{secret:str}/package", PUBLIC, is_stream=True)
async def get_shared_package(request: Request, secret: str) -> Response:
    """All that a share shows in one ZIP."""
    make = partial(visitor_service.answer_package, request)
    return await answer_visit(request, secret, "package", make)


@routes.get("/share/{secret:str}/files/{file_id:str}", PUBLIC, is_stream=True)
async def get_shared_file(request: Request, secret: str, file_id: FileId) -> Response:
    """One file of a share."""
    make = partial(visitor_service.answer_file, request, file_id)
    return await answer_visit(request, secret, "file", make, file_id=file_id)
