"""Labels over HTTP."""

import asyncio

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.ids import ItemId
from partwright.labels.documents import set_labels
from partwright.labels.model import Copies, LabelFormat, LabelsInput, Paper
from partwright.labels.service import read_labels
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import ViewQuery
from partwright.web.request import Request
from partwright.web.responses import GeneratedFile

routes = RouteTable("Labels")

_MEDIA_TYPES = {"pdf": "application/pdf", "png": "image/png"}


class ItemLabelQuery(ViewQuery, kw_only=True):
    """How the label is printed, and of which branch the item is."""

    paper: Paper = "62x29"
    format: LabelFormat = "pdf"
    copies: Copies = 1


def _address(request: Request) -> str:
    """Where people reach the page."""
    scheme = "https" if request.is_https else "http"
    host = request.header("host") or "localhost"
    return request.services.settings.public_url.rstrip("/") or f"{scheme}://{host}"


@routes.get("/api/items/{item_id:str}/label", may("parts", "read"))
async def get_item_label(request: Request, item_id: ItemId, query: ItemLabelQuery) -> GeneratedFile:
    """A label with a QR code that opens the item, and its number as a barcode."""
    async with request.services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, request, query)
        labels = await read_labels(
            snapshot,
            request.actor,
            items=[item_id],
            address=_address(request),
            view=view,
            copies=query.copies,
        )
    made = await asyncio.to_thread(set_labels, labels, query.paper, query.format)
    name = f"label-{labels[0].title}.{query.format}"
    return GeneratedFile(made, media_type=_MEDIA_TYPES[query.format], file_name=name)


@routes.post("/api/labels", may("parts", "read"), example={"locations": ["Shelf A-3"]})
async def make_labels(request: Request, body: LabelsInput) -> GeneratedFile:
    """Labels of up to 500 items and places of storage in one document."""
    async with request.services.database.snapshot() as snapshot:
        labels = await read_labels(
            snapshot,
            request.actor,
            items=body.items,
            locations=body.locations,
            address=_address(request),
            copies=body.copies,
        )
    made = await asyncio.to_thread(set_labels, labels, body.paper, "pdf")
    return GeneratedFile(made, media_type=_MEDIA_TYPES["pdf"], file_name="labels.pdf")
