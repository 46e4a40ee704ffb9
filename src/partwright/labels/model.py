"""Labels as they are asked for and as they are set."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from partwright.kit.fields import Uuid, cleaned, trimmed

Paper = Literal["62x29", "100x50", "a4"]
LabelFormat = Literal["pdf", "png"]
Place = Annotated[str, Meta(min_length=1, max_length=100, extra=cleaned(trimmed))]
Copies = Annotated[int, Meta(ge=1, le=100)]
MOST = 500
"""Labels of one document."""


class PaperSize(msgspec.Struct, frozen=True):
    """Positions of labels on a page, in millimetres."""

    page_width: float
    page_height: float
    width: float
    height: float
    columns: int
    rows: int
    top: float
    left: float


PAPERS: dict[Paper, PaperSize] = {
    "62x29": PaperSize(62, 29, 62, 29, 1, 1, 0, 0),
    "100x50": PaperSize(100, 50, 100, 50, 1, 1, 0, 0),
    "a4": PaperSize(210, 297, 70, 37, 3, 8, 0.5, 0),
}
"""Rolls of label printers, and sheets of 24 labels (70 x 37 mm)."""


class LabelsInput(msgspec.Struct, rename="camel", kw_only=True):
    """Labels of items and of places of storage."""

    items: Annotated[list[Uuid], Meta(max_length=MOST)] = []
    locations: Annotated[list[Place], Meta(max_length=MOST)] = []
    paper: Paper = "62x29"
    copies: Copies = 1


class Label(msgspec.Struct, frozen=True):
    """One label: what it shows, and the address that its QR code holds."""

    title: str
    name: str
    note: str
    address: str
    code: str = ""
    """The text of the barcode; empty for none."""
