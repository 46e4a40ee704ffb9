"""Imports over HTTP."""

from partwright.identity.permissions import may
from partwright.imports import service, templates
from partwright.imports.body import split
from partwright.kit.db import Transaction
from partwright.kit.fields import RawObject
from partwright.web.answers import Answer, Download
from partwright.web.call import Call
from partwright.web.endpoint import PUBLIC, Routes

routes = Routes("Import")

_EXAMPLE = {
    "designId": "0192f0c1-0000-7000-8000-000000000001",
    "rows": [
        {"itemNumber": "ARM-1", "name": "Arm", "partType": "Manufacture"},
        {"itemNumber": "SRV-1", "name": "Servo", "partType": "Purchase", "cost": "13.89"},
    ],
    "bomRelationships": [{"parentItemNumber": "ARM-1", "childItemNumber": "SRV-1", "quantity": 6}],
}


@routes.post(
    "/api/import/parts",
    may("imports", "create"),
    answers=(201, 207, 400),
    example=_EXAMPLE,
    split=split,
    body_schema={
        "type": "object",
        "required": ["designId", "rows"],
        "properties": {
            "designId": {"type": "string", "format": "uuid"},
            "branchId": {"type": "string", "format": "uuid"},
            "bypassBranchProtection": {"type": "boolean"},
            "rows": {"type": "array", "minItems": 1, "maxItems": 500, "items": {"type": "object"}},
            "bomRelationships": {"type": "array", "items": {"type": "object"}},
        },
    },
)
async def import_parts(call: Call, tx: Transaction, body: RawObject) -> Answer:
    """Import 1 to 500 parts with their BOM lines into a design."""
    result = await service.import_parts(tx, call.actor, body)
    return Answer({"result": result}, status=result.status)


@routes.get("/api/import/templates/parts", PUBLIC)
async def parts_template() -> Download:
    """A CSV file with the columns of a parts import and one example."""
    return Download(
        templates.as_csv(templates.PARTS),
        media_type="text/csv",
        file_name=templates.PARTS.file_name,
    )
