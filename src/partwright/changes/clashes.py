"""What a merge could not decide, as the wire tells it."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from partwright.changes.contents import FileShown, files_shown, numbers
from partwright.changes.diff import shown_values, wire_name, wire_value
from partwright.changes.sides import Sides
from partwright.kit.db import Snapshot
from partwright.kit.errors import MergeConflict
from partwright.kit.ids import MasterId
from partwright.versioning.merge import MergeResult, PlaceConflict


class MergeClash(msgspec.Struct, rename="camel", frozen=True):
    """One place that both sides changed."""

    field: str
    message: str
    item_id: str
    item_number: str
    path: str
    base: Any
    ours: Any
    theirs: Any


async def refuse_clashes(snapshot: Snapshot, found: Sides, merged: MergeResult) -> None:
    """MergeConflict with every clash."""
    if merged.clashes:
        raise conflict(await told(snapshot, found, merged.clashes))


def conflict(clashes: list[MergeClash]) -> MergeConflict:
    return MergeConflict(f"{len(clashes)} places were changed on both sides", details=clashes)


class _Names(msgspec.Struct, frozen=True):
    numbers: Mapping[str, str]
    files: Mapping[str, FileShown]


async def told(
    snapshot: Snapshot, found: Sides, clashes: Iterable[PlaceConflict]
) -> list[MergeClash]:
    """Clashes in wire names and wire values; `path` names the place for a resolution."""
    clashes = list(clashes)
    of_lines = [clash for clash in clashes if clash.place[:1] == ("bom",)]
    items = {clash.place[2] for clash in of_lines} | {clash.master_id for clash in clashes}
    # Of a line that moved, the values are its parents.
    items |= {v for c in of_lines for v in (c.base, c.ours, c.theirs) if isinstance(v, str)}
    versions = {
        values[0]
        for clash in clashes
        if clash.place[:1] == ("files",)
        for values in (clash.base, clash.ours, clash.theirs)
        if values is not None
    }
    named = _Names(
        await numbers(snapshot, items),
        await files_shown(snapshot, versions),
    )
    return [_told(found, clash, named) for clash in clashes]


def _told(found: Sides, clash: PlaceConflict, named: _Names) -> MergeClash:
    master_id = MasterId(clash.master_id)
    row = found.ours.rows.get(master_id) or found.theirs.rows.get(master_id)
    row = row or found.base.rows[master_id]
    values = (clash.base, clash.ours, clash.theirs)
    if not clash.place:
        path, shown = "item", tuple(None if v is None else "present" for v in values)
    elif clash.place[0] == "bom":
        path = f"bom/{named.numbers.get(clash.place[2], clash.place[2])}"
        shown = tuple(_line_shown(v, named.numbers) for v in values)
    elif clash.place[0] == "files":
        path = f"files/{clash.place[1]}"
        shown = tuple(None if v is None else named.files.get(v[0]) for v in values)
    else:
        path = wire_name(row.type, clash.place[0])
        shown = tuple(wire_value(row.type, clash.place[0], v) for v in values)
    message = f"{path} of {row.item_number} was changed on both sides"
    return MergeClash(path, message, row.item_id, row.item_number, path, *shown)


def _line_shown(value: Any, named: Mapping[str, str]) -> Any:
    """A line's values, or, of a line that moved, the number of its parent."""
    return named.get(value, value) if isinstance(value, str) else shown_values(value)
