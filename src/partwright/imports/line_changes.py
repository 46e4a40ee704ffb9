"""Differences between the lines that there are and those of a file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from partwright.imports.plan_result import MOST_LISTED, LineChange
from partwright.imports.sheets.records.rows import SheetLine
from partwright.kit.db import Snapshot
from partwright.kit.decimals import plain_decimal
from partwright.kit.ids import MasterId
from partwright.relationships.service import RelationshipOutcome
from partwright.versioning.model import BranchView, ItemVersion, RelationshipRow, ShownVersion
from partwright.versioning.queries import MASTERS_IN_VIEW

_metadata = msgspec.json.Decoder(dict[str, Any])


class LineChangeGatherer:
    """Gathers values of lines that an import changes, and lines that go."""

    def __init__(self) -> None:
        self._changes: list[LineChange] = []
        self._removed: list[tuple[str, RelationshipRow]] = []

    def add(
        self,
        lines: Sequence[SheetLine],
        outcome: RelationshipOutcome,
        by_id: Mapping[str, ShownVersion],
    ) -> None:
        """Differences of a batch, up to as many as are listed."""
        for edge, request in outcome.changed:
            if len(self._changes) >= MOST_LISTED:
                break
            parent = by_id[edge.parent_item_id].item_number
            child = by_id[request.target.item_id].item_number
            row = lines[request.index].row_number
            after = (request.quantity, request.find_number, request.reference_designator)
            for name, old, new in _differences(edge, after, request.metadata):
                self._changes.append(LineChange(row, parent, child, name, old, new))
        room = MOST_LISTED - len(self._removed)
        self._removed += [
            (source.item_number, edge)
            for edge in outcome.removed[:room]
            if (source := by_id.get(edge.parent_item_id))
        ]

    async def finish(self, snapshot: Snapshot, view: BranchView) -> list[LineChange]:
        """The differences; lines that go come last."""
        masters = list[str]({edge.child_master_id for _, edge in self._removed})
        numbers: dict[MasterId, str] = {}
        if masters:
            found = await snapshot.all(ItemVersion, MASTERS_IN_VIEW, masters=masters, **view.params)
            numbers = {one.master_id: one.item_number for one in found}
        gone = [
            LineChange(0, parent, number, "line", plain_decimal(edge.quantity), None)
            for parent, edge in self._removed
            if (number := numbers.get(edge.child_master_id))
        ]
        return [*self._changes, *gone][:MOST_LISTED]


def _differences(
    edge: RelationshipRow, after: tuple[str, int | None, str | None], metadata: str
) -> Iterator[tuple[str, Any, Any]]:
    """Names of fields with the old and the new value; what the file leaves out stays."""
    quantity, find_number, designators = after
    if quantity != edge.quantity:
        yield "quantity", plain_decimal(edge.quantity), plain_decimal(quantity)
    if find_number not in (None, edge.find_number):
        yield "findNumber", edge.find_number, find_number
    if designators not in (None, edge.reference_designator):
        yield "referenceDesignator", edge.reference_designator, designators
    before = _metadata.decode(edge.metadata)
    for name, value in _metadata.decode(metadata).items():
        if before.get(name) != value:
            yield name, before.get(name), value
