"""Categories and numbering schemes over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.numbering import category_service, scheme_service
from partwright.numbering.model import (
    Category,
    CategoryEdit,
    CategoryInput,
    NumberingScheme,
    NumberingSchemeEdit,
    NumberingSchemeInput,
)
from partwright.web.endpoint import SIGNED_IN, ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Numbering")

CHANGE = may("system", "update")
_SCHEME = {"categoryId": "00000000-0000-7000-8000-000000000000", "prefix": "FAS-", "digits": 5}
_CATEGORY = {"name": "Fasteners", "defaultAttributes": {"Finish": "zinc"}}


@routes.get(
    "/api/numbering-schemes",
    SIGNED_IN,
    response=ListOf("numberingSchemes", NumberingScheme, is_whole=True),
)
async def list_numbering_schemes(
    request: Request, snapshot: Snapshot, query: OptionalPageQuery
) -> DataResponse:
    """Numbering schemes of designs and categories; all else is numbered by its type."""
    found = await scheme_service.list_schemes(snapshot, request.actor, query.paging())
    return page_response("numberingSchemes", found)


@routes.post(
    "/api/numbering-schemes",
    CHANGE,
    statuses=(201,),
    example=_SCHEME,
    response={"numberingScheme": NumberingScheme},
)
async def create_numbering_scheme(
    request: Request, tx: Transaction, body: NumberingSchemeInput
) -> DataResponse:
    """Number the new items of a design or of a category: prefix, digits, next number, check digit."""
    made = await scheme_service.create_scheme(tx, request.actor, body)
    return DataResponse({"numberingScheme": made}, status=201, etag=etag(made))


@routes.get(
    "/api/numbering-schemes/{scheme_id:str}",
    SIGNED_IN,
    response={"numberingScheme": NumberingScheme},
)
async def get_numbering_scheme(
    request: Request, snapshot: Snapshot, scheme_id: str
) -> DataResponse:
    """One numbering scheme."""
    found = await scheme_service.access_scheme(snapshot, request.actor, scheme_id)
    return DataResponse({"numberingScheme": found}, etag=etag(found))


@routes.put(
    "/api/numbering-schemes/{scheme_id:str}",
    CHANGE,
    example={"next": 100},
    response={"numberingScheme": NumberingScheme},
)
async def update_numbering_scheme(
    request: Request,
    tx: Transaction,
    scheme_id: str,
    body: PartialUpdate[NumberingSchemeEdit],
) -> DataResponse:
    """Change a scheme; numbers that were given stay."""
    after = await scheme_service.update_scheme(
        tx, request.actor, scheme_id, body, match=request.match
    )
    return DataResponse({"numberingScheme": after}, etag=etag(after))


@routes.delete("/api/numbering-schemes/{scheme_id:str}", CHANGE)
async def delete_numbering_scheme(
    request: Request, tx: Transaction, scheme_id: str
) -> SuccessMessage:
    """Take a scheme away; the items keep their numbers."""
    await scheme_service.delete_scheme(tx, request.actor, scheme_id)
    return SuccessMessage()


@routes.get("/api/categories", SIGNED_IN, response=ListOf("categories", Category, is_whole=True))
async def list_categories(
    request: Request, snapshot: Snapshot, query: OptionalPageQuery
) -> DataResponse:
    """The kinds of parts; `parentId` makes them a tree. Parts name theirs as the attribute `Category`."""
    found = await category_service.list_categories(snapshot, request.actor, query.paging())
    return page_response("categories", found)


@routes.post(
    "/api/categories",
    CHANGE,
    statuses=(201,),
    example=_CATEGORY,
    response={"category": Category},
)
async def create_category(request: Request, tx: Transaction, body: CategoryInput) -> DataResponse:
    """Make a category; new parts take its default attributes and those of the ones above it."""
    made = await category_service.create_category(tx, request.actor, body)
    return DataResponse({"category": made}, status=201, etag=etag(made))


@routes.get("/api/categories/{category_id:str}", SIGNED_IN, response={"category": Category})
async def get_category(snapshot: Snapshot, category_id: str) -> DataResponse:
    """One category."""
    found = await category_service.access_category(snapshot, category_id)
    return DataResponse({"category": found}, etag=etag(found))


@routes.put(
    "/api/categories/{category_id:str}",
    CHANGE,
    example={"description": "Screws, nuts, washers"},
    response={"category": Category},
)
async def update_category(
    request: Request, tx: Transaction, category_id: str, body: PartialUpdate[CategoryEdit]
) -> DataResponse:
    """Change a category or move it in the tree."""
    after = await category_service.update_category(tx, category_id, body, match=request.match)
    return DataResponse({"category": after}, etag=etag(after))


@routes.delete("/api/categories/{category_id:str}", CHANGE)
async def delete_category(tx: Transaction, category_id: str) -> SuccessMessage:
    """Take a category without others below it away; parts keep its name as their attribute."""
    await category_service.delete_category(tx, category_id)
    return SuccessMessage()
