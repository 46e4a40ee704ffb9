"""Labels over HTTP."""

import asyncio
from collections.abc import Sequence

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.ids import ItemId
from partwright.labels.documents import set_labels
from partwright.labels.model import Copies, Label, LabelFormat, LabelsInput, Paper
from partwright.labels.service import read_labels
from partwright.web.endpoint import RouteTable
from partwright.web.parameters import ViewQuery
from partwright.web.request import Request
from partwright.web.responses import GeneratedFile

routes = RouteTable("Labels")

_MEDIA_TYPES = {"pdf": "application/pdf", "png": "image/png"}


class ItemLabelQuery(ViewQuery, kw_only=True):
    """Options for printing a label, and the branch of the item."""

    paper: Paper = "62x29"
    format: LabelFormat = "pdf"
    copies: Copies = 1


def _address(request: Request) -> str:
    """The address at which people reach the page."""
    scheme = "https" if request.is_https else "http"
    host = request.header("host") or "localhost"
    return request.services.settings.public_url.rstrip("/") or f"{scheme}://{host}"


async def _printed(labels: Sequence[Label], paper: Paper, format_: LabelFormat) -> GeneratedFile:
    made = await asyncio.to_thread(set_labels, labels, paper, format_)
    name = f"label-{labels[0].title}" if len(labels) == 1 else "labels"
    return GeneratedFile(made, media_type=_MEDIA_TYPES[format_], file_name=f"{name}.{format_}")


@routes.get("/api/items/{item_id:str}/label", may("parts", "read"))
async def get_item_label(request: Request, item_id: ItemId, query: ItemLabelQuery) -> GeneratedFile:
    """A label with a QR code that opens the item, and its number as a barcode."""
    body = LabelsInput(items=[item_id], paper=query.paper, copies=query.copies)
    async with request.services.database.snapshot() as snapshot:
        view = await requested_view(snapshot, request, query)
        labels = await read_labels(snapshot, request.actor, body, _address(request), view=view)
    return await _printed(labels, query.paper, query.format)


@routes.post("/api/labels", may("parts", "read"), example={"locations": ["Shelf A-3"]})
async def make_labels(request: Request, body: LabelsInput) -> GeneratedFile:
    """Labels of up to 500 items and places of storage in one document."""
    async with request.services.database.snapshot() as snapshot:
        labels = await read_labels(snapshot, request.actor, body, _address(request))
    return await _printed(labels, body.paper, "pdf")
