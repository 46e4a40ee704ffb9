"""Definitions of attributes over HTTP."""

from partwright.classification import service
from partwright.classification.model import (
    AttributeDefinition,
    AttributeDefinitionEdit,
    AttributeDefinitionInput,
)
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.web.endpoint import SIGNED_IN, ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Classification")

CHANGE = may("system", "update")
_EXAMPLE = {"name": "Voltage", "type": "number", "unit": "V", "itemTypes": ["Part"]}


@routes.get(
    "/api/attribute-definitions",
    SIGNED_IN,
    response=ListOf("attributeDefinitions", AttributeDefinition, is_whole=True),
)
async def list_attribute_definitions(
    request: Request, snapshot: Snapshot, query: OptionalPageQuery
) -> DataResponse:
    """Definitions of attributes; attributes that nobody defines hold any text."""
    found = await service.list_definitions(snapshot, request.actor, query.paging())
    return page_response("attributeDefinitions", found)


@routes.post(
    "/api/attribute-definitions",
    CHANGE,
    statuses=(201,),
    example=_EXAMPLE,
    response={"attributeDefinition": AttributeDefinition},
)
async def create_attribute_definition(
    request: Request, tx: Transaction, body: AttributeDefinitionInput
) -> DataResponse:
    """Say what attributes of a name may hold, of some item types, of a program or of all."""
    made = await service.create_definition(tx, request.actor, body)
    return DataResponse({"attributeDefinition": made}, status=201, etag=etag(made))


@routes.get(
    "/api/attribute-definitions/{definition_id:str}",
    SIGNED_IN,
    response={"attributeDefinition": AttributeDefinition},
)
async def get_attribute_definition(
    request: Request, snapshot: Snapshot, definition_id: str
) -> DataResponse:
    """One definition."""
    found = await service.access_definition(snapshot, request.actor, definition_id)
    return DataResponse({"attributeDefinition": found}, etag=etag(found))


@routes.put(
    "/api/attribute-definitions/{definition_id:str}",
    CHANGE,
    example={"unit": "mV"},
    response={"attributeDefinition": AttributeDefinition},
)
async def update_attribute_definition(
    request: Request,
    tx: Transaction,
    definition_id: str,
    body: PartialUpdate[AttributeDefinitionEdit],
) -> DataResponse:
    """Change a definition; values that stand already are judged when they are changed."""
    after = await service.update_definition(
        tx, request.actor, definition_id, body, match=request.match
    )
    return DataResponse({"attributeDefinition": after}, etag=etag(after))


@routes.delete("/api/attribute-definitions/{definition_id:str}", CHANGE)
async def delete_attribute_definition(
    request: Request, tx: Transaction, definition_id: str
) -> SuccessMessage:
    """Take a definition away; the values of the attribute stay."""
    await service.delete_definition(tx, request.actor, definition_id)
    return SuccessMessage()
