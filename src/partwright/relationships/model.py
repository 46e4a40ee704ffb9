"""Relationships as they are kept, shown and refused."""

from decimal import Decimal
from typing import Any

import msgspec

from partwright.items.wire import ItemSummary
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import InvalidInput, NotFound, RelationshipCycle, StateConflict
from partwright.kit.field_problems import one_of, shown
from partwright.kit.ids import ItemId, RelationshipId
from partwright.versioning.model import RelationshipRow

BOM = "bom"
TYPES = (BOM, "reference", "derived", "cross_reference")


class SummaryRow(msgspec.Struct, frozen=True):
    """The few columns by which lines name an item."""

    item_id: ItemId
    item_number: str
    name: str
    revision: str
    type: str
    state: str

    def shown(self) -> ItemSummary:
        return ItemSummary(
            self.item_id, self.item_number, self.name, self.revision, self.type, self.state
        )


_EDGE_WIDTH = len(RelationshipRow.__struct_fields__)


def edge_with_child(*columns: Any) -> tuple[RelationshipRow, SummaryRow]:
    """A row of a line and of the item at its end."""
    return RelationshipRow(*columns[:_EDGE_WIDTH]), SummaryRow(*columns[_EDGE_WIDTH:])


class RelationshipRecord(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """One relationship with the keys of both of the interface's shapes."""

    id: RelationshipId
    source_id: str
    target_id: str
    relationship_type: str
    type: str
    source_item_id: str
    target_item_id: str
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None
    metadata: msgspec.Raw
    source_item: ItemSummary
    target_item: ItemSummary


def relationship_record(
    edge: RelationshipRow, source: ItemSummary, target: ItemSummary
) -> RelationshipRecord:
    return RelationshipRecord(
        id=edge.id,
        source_id=source.id,
        target_id=target.id,
        relationship_type=edge.type,
        type=shown_relationship_type(edge.type),
        source_item_id=source.id,
        target_item_id=target.id,
        quantity=decimal_number(edge.quantity),
        find_number=edge.find_number,
        reference_designator=edge.reference_designator,
        metadata=msgspec.Raw(edge.metadata.encode()),
        source_item=source,
        target_item=target,
    )


def shown_relationship_type(kept: str) -> str:
    """`BOM` for bom; the other types are shown as they are kept."""
    return "BOM" if kept == BOM else kept


def stored_relationship_type(sent: str, field: str = "relationshipType") -> str:
    """The type as it is kept, whatever the letter case; InvalidInput for an unknown one."""
    lowered = sent.lower()
    if lowered not in TYPES:
        raise InvalidInput.field(field, f"expected {one_of(tuple(TYPES))}, got {shown(sent)}")
    return lowered


class AlreadyRelated(StateConflict):
    """Source and target are related by that type already."""

    def __init__(self, source: str, target: str, type: str) -> None:
        super().__init__(f"{source} and {target} already have a relationship of type {type}")


class ClosesCycle(RelationshipCycle):
    """The child contains the parent."""

    def __init__(self, source: str, target: str) -> None:
        super().__init__(f"{target} in {source} would make {source} contain itself")


class SelfReference(InvalidInput):
    """An item related to itself by another type than bom."""

    def __init__(self) -> None:
        super().__init__("An item cannot be related to itself")


class RelationshipNotFound(NotFound):
    """Unknown, removed, invisible, or of another item than the path's."""

    def __init__(self, relationship_id: str) -> None:
        super().__init__(f"Relationship {relationship_id!r} does not exist")


_encoder = msgspec.json.Encoder(decimal_format="number")


def encode_changes(fields: dict[str, tuple[Any, Any]]) -> str:
    """The changes of a history entry as JSON: field -> {from, to}."""
    shown = {name: {"from": old, "to": new} for name, (old, new) in fields.items()}
    return _encoder.encode(shown).decode()
