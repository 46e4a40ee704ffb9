"""Manufacturers, suppliers and the sources of parts over HTTP."""

from typing import Annotated

from msgspec import Meta

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import ItemId
from partwright.sourcing import company_service, service
from partwright.sourcing.model import (
    Company,
    CompanyEdit,
    CompanyId,
    CompanyInput,
    CompanyKind,
    SourcesInput,
)
from partwright.sourcing.service import PartSources
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.parameters import BranchParameters, PageQuery, ViewQuery, named_branch
from partwright.web.request import Request
from partwright.web.responses import DataResponse, page_response

routes = RouteTable("Sourcing")

READ = may("parts", "read")
CREATE = may("parts", "create")
UPDATE = may("parts", "update")

_EXAMPLE = {"name": "Murata", "code": "MUR", "website": "https://www.murata.com"}
_SOURCES = {
    "sources": [
        {
            "manufacturer": {"name": "Murata"},
            "mpn": "GRM188R71H104KA93D",
            "status": "preferred",
            "suppliers": [
                {
                    "supplier": {"name": "Digi-Key"},
                    "orderCode": "490-1519-1-ND",
                    "minimumOrder": 1,
                    "leadTimeDays": 14,
                    "prices": [
                        {"quantity": 1, "price": 0.1, "currency": "USD"},
                        {"quantity": 1000, "price": 0.012, "currency": "USD"},
                    ],
                }
            ],
        }
    ]
}


class CompaniesQuery(PageQuery, rename="camel", kw_only=True):
    """A page of companies, those whose names hold a text."""

    search: Annotated[str, Meta(max_length=200)] = ""


def _shown(name: str, company: Company, *, status: int = 200) -> DataResponse:
    return DataResponse({name: company}, status=status, etag=etag(company))


async def _listed(snapshot: Snapshot, kind: CompanyKind, query: CompaniesQuery) -> DataResponse:
    found = await company_service.list_companies(
        snapshot, kind, search=query.search, paging=query.paging()
    )
    return page_response(kind, found)


@routes.get("/api/manufacturers", READ, response=ListOf("manufacturers", Company))
async def list_manufacturers(snapshot: Snapshot, query: CompaniesQuery) -> DataResponse:
    """Manufacturers by name; `search` narrows them down."""
    return await _listed(snapshot, "manufacturers", query)


@routes.post(
    "/api/manufacturers",
    CREATE,
    statuses=(201,),
    example=_EXAMPLE,
    response={"manufacturer": Company},
)
async def create_manufacturer(tx: Transaction, body: CompanyInput) -> DataResponse:
    """Add a manufacturer."""
    made = await company_service.create_company(tx, "manufacturers", body)
    return _shown("manufacturer", made, status=201)


@routes.put(
    "/api/manufacturers/{manufacturer_id:str}",
    UPDATE,
    example={"website": "https://www.murata.com"},
    response={"manufacturer": Company},
)
async def update_manufacturer(
    request: Request, tx: Transaction, manufacturer_id: CompanyId, body: PartialUpdate[CompanyEdit]
) -> DataResponse:
    """Change a manufacturer; parts that name it show it as it is."""
    after = await company_service.update_company(
        tx, "manufacturers", manufacturer_id, body, match=request.match
    )
    return _shown("manufacturer", after)


@routes.get("/api/suppliers", READ, response=ListOf("suppliers", Company))
async def list_suppliers(snapshot: Snapshot, query: CompaniesQuery) -> DataResponse:
    """Suppliers by name; `search` narrows them down."""
    return await _listed(snapshot, "suppliers", query)


@routes.post(
    "/api/suppliers",
    CREATE,
    statuses=(201,),
    example={"name": "Digi-Key"},
    response={"supplier": Company},
)
async def create_supplier(tx: Transaction, body: CompanyInput) -> DataResponse:
    """Add a supplier."""
    return _shown(
        "supplier", await company_service.create_company(tx, "suppliers", body), status=201
    )


@routes.put(
    "/api/suppliers/{supplier_id:str}",
    UPDATE,
    example={"code": "DK"},
    response={"supplier": Company},
)
async def update_supplier(
    request: Request, tx: Transaction, supplier_id: CompanyId, body: PartialUpdate[CompanyEdit]
) -> DataResponse:
    """Change a supplier; parts that name it show it as it is."""
    after = await company_service.update_company(
        tx, "suppliers", supplier_id, body, match=request.match
    )
    return _shown("supplier", after)


@routes.get("/api/items/{item_id:str}/sources", READ, response=PartSources)
async def get_sources(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """The approved manufacturer parts of a part, and who sells them."""
    view = await requested_view(snapshot, request, query)
    found = await service.read_sources(snapshot, request.actor, item_id, view=view)
    return DataResponse(found, etag=etag(found))


@routes.put("/api/items/{item_id:str}/sources", UPDATE, example=_SOURCES, response=PartSources)
async def replace_sources(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: SourcesInput
) -> DataResponse:
    """Replace the sources of a part; companies may be named by id or by name."""
    branch, match = named_branch(query, body), request.match
    after = await service.replace_sources(
        tx, request.actor, item_id, body, branch_id=branch, match=match
    )
    return DataResponse(after, etag=etag(after))
