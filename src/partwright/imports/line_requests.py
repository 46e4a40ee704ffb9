"""A line of a sheet as the request for a relationship."""

from collections.abc import Mapping
from typing import Any

import msgspec

from partwright.imports.sheets.records.rows import SheetLine, shown_number
from partwright.kit.decimals import stored_decimal
from partwright.relationships.model import BOM
from partwright.relationships.request_input import RelationshipRequest
from partwright.versioning.model import ShownVersion

_encode = msgspec.json.Encoder(decimal_format="number").encode


def line_request(
    index: int, line: SheetLine, parent: ShownVersion, child: ShownVersion
) -> RelationshipRequest:
    """The request for the line; its remark and whether it is placed go into the metadata."""
    metadata: Mapping[str, Any] = {"remark": line.remark} if line.remark else {}
    if line.do_not_place:
        metadata = {**metadata, "doNotPlace": True}
    designators = line.designators_as_is or ", ".join(line.designators)
    return RelationshipRequest(
        index=index,
        source_id=parent.item_id,
        target_id=child.item_id,
        type=BOM,
        quantity=stored_decimal(line.quantity),
        find_number=line.find_number,
        reference_designator=designators or None,
        metadata=_encode(metadata).decode(),
    )


def line_refusal(
    line: SheetLine,
    parent: ShownVersion | None,
    child: ShownVersion | None,
    *,
    design_id: str | None,
) -> str:
    """The reason why there can be no such line; empty where there can."""
    for end, found in ((line.parent, parent), (line.child, child)):
        if found is None:
            shown = shown_number(end)
            return f"{shown} is neither in this file nor among the parts that you see"
    if parent is not None and parent.design_id != design_id:
        return f"{parent.item_number} belongs to another design or to the library"
    return ""
