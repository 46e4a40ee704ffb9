"""Documents: what is written, drawn or specified."""

from typing import Annotated, Literal

from msgspec import Meta

from partwright.item_types.base import FieldKind, ItemField, ItemType
from partwright.kit.fields import ShortText

DocType = Literal["Specification", "Drawing", "Procedure", "Manual", "Report", "Other"]

DOCUMENT = ItemType(
    name="Document",
    resource="documents",
    prefix="DOC",
    plural="documents",
    has_own_path=True,
    fields=(
        ItemField(wire="docType", column="doc_type", reads=DocType),
        ItemField(wire="fileName", column="file_name", reads=ShortText),
        ItemField(
            wire="fileSize",
            column="file_size",
            kind=FieldKind.INTEGER,
            reads=Annotated[int, Meta(ge=0, le=2**53)],
        ),
        ItemField(wire="mimeType", column="mime_type", reads=Annotated[str, Meta(max_length=100)]),
    ),
)
