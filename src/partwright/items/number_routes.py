"""Reserved item numbers over HTTP."""

from partwright.identity.permissions import may
from partwright.items import reservation_service
from partwright.items.reservation_service import ReservationInput, ReservedNumber
from partwright.kit.db import Snapshot, Transaction
from partwright.web.endpoint import SIGNED_IN, ListOf, RouteTable
from partwright.web.parameters import PageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Numbering")


@routes.get("/api/item-numbers/reserved", SIGNED_IN, response=ListOf("numbers", ReservedNumber))
async def list_reserved_numbers(
    request: Request, snapshot: Snapshot, query: PageQuery
) -> DataResponse:
    """The numbers that you have reserved and not used yet."""
    found = await reservation_service.list_reserved(snapshot, request.actor, query.paging())
    return page_response("numbers", found)


@routes.post(
    "/api/item-numbers/reserve",
    may("parts", "create"),
    statuses=(201,),
    example={"count": 3},
    response={"numbers": list[ReservedNumber]},
)
async def reserve_item_numbers(
    request: Request, tx: Transaction, body: ReservationInput
) -> DataResponse:
    """Reserve the next numbers, or one of your choice; nobody else can give an item these."""
    made = await reservation_service.reserve_numbers(tx, request.actor, body)
    return DataResponse({"numbers": made}, status=201)


@routes.delete("/api/item-numbers/reserved/{reserved_number:path}", may("parts", "create"))
async def release_item_number(
    request: Request, tx: Transaction, reserved_number: str
) -> SuccessMessage:
    """Give a reserved number back."""
    await reservation_service.release_number(tx, request.actor, reserved_number)
    return SuccessMessage()
