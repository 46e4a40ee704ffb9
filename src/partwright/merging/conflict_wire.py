"""Conflicts of a merge on the wire."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import MergeConflict
from partwright.kit.ids import MasterId
from partwright.merging.diff import (
    shown_line_values,
    unit_of,
    wire_field_name,
    wire_field_value,
)
from partwright.merging.item_states import (
    SIDES,
    ShownFileVersion,
    ThreeWay,
    shown_file_versions,
    visible_item_numbers,
)
from partwright.programs.access import HIDDEN
from partwright.versioning.merge import ATTRIBUTES, MergeResult, PlaceConflict
from partwright.versioning.model import ItemVersion

OursRefused = Literal["childDeleted", "childMoved"]


class ConflictRecord(msgspec.Struct, rename="camel", frozen=True):
    """One place that both sides changed."""

    field: str
    message: str
    item_id: str
    item_number: str
    path: str
    base: Any
    ours: Any
    theirs: Any
    units: "ConflictUnits | None"
    """Of a figure, that of each side's value; null at other places."""
    ours_refused: OursRefused | None
    """The reason why only main's side can be taken; null where either can."""
    etag: str
    """Another one as soon as a side's value is another; sent back with a resolution, it holds that to these values."""


class ConflictUnits(msgspec.Struct, frozen=True):
    """A unit of weight, or a currency, on each side."""

    base: str | None
    ours: str | None
    theirs: str | None


async def refuse_conflicts(
    snapshot: Snapshot, actor: Actor, found: ThreeWay, merged: MergeResult
) -> None:
    """MergeConflict with every conflict."""
    if merged.conflicts:
        raise merge_conflict(await conflict_records(snapshot, actor, found, merged.conflicts))


def merge_conflict(conflicts: list[ConflictRecord]) -> MergeConflict:
    """Names how many places there are; each is a detail."""
    said = f"{len(conflicts)} places were changed on both sides"
    if len(conflicts) == 1:
        said = "1 place was changed on both sides"
    return MergeConflict(said, details=conflicts)


class _Names(msgspec.Struct, frozen=True):
    numbers: Mapping[str, str]
    files: Mapping[str, ShownFileVersion]


async def conflict_records(
    snapshot: Snapshot, actor: Actor, found: ThreeWay, conflicts: Iterable[PlaceConflict]
) -> list[ConflictRecord]:
    """Conflicts in wire names and wire values; `path` names the place for a resolution.

    Of a line to an item that the actor does not see it is told that it is there, and no more.
    """
    conflicts = list(conflicts)
    of_lines = [conflict for conflict in conflicts if conflict.place[:1] == ("bom",)]
    items = {conflict.place[2] for conflict in of_lines} | {
        conflict.master_id for conflict in conflicts
    }
    # Of a line that moved, the values are its parents; of a variant, its families.
    told = [c for c in conflicts if c.place[:1] in (("bom",), ("family_id",))]
    items |= {v for c in told for v in (c.base, c.ours, c.theirs) if isinstance(v, str)}
    versions = {
        values[0]
        for conflict in conflicts
        if conflict.place[:1] == ("files",)
        for values in (conflict.base, conflict.ours, conflict.theirs)
        if values is not None
    }
    named = _Names(
        await visible_item_numbers(snapshot, actor, items),
        await shown_file_versions(snapshot, versions),
    )
    merged = await found.merged() if of_lines else None
    return [
        _conflict_record(found, conflict, named, merged and why_not_ours(merged, conflict))
        for conflict in conflicts
    ]


def why_not_ours(merged: MergeResult, conflict: PlaceConflict) -> OursRefused | None:
    """The reason against the branch's side: it would change what the branch has not touched."""
    if conflict.place[:1] != ("bom",):
        return None
    if isinstance(conflict.ours, str):
        return "childMoved"
    if is_deleted(merged, conflict.place[2]):
        return "childDeleted"
    return None


def is_deleted(merged: MergeResult, master_id: str) -> bool:
    """Whether the merge leaves an item out that one of the sides had."""
    return master_id in merged.items and merged.items[master_id] is None


def _conflict_record(
    found: ThreeWay, conflict: PlaceConflict, named: _Names, ours_refused: OursRefused | None
) -> ConflictRecord:
    master_id = MasterId(conflict.master_id)
    row = found.ours.rows.get(master_id) or found.theirs.rows.get(master_id)
    row = row or found.base.rows[master_id]
    values = (conflict.base, conflict.ours, conflict.theirs)
    if not conflict.place:
        path, shown = "item", tuple(None if v is None else "present" for v in values)
    elif conflict.place[0] == "bom" and conflict.place[2] not in named.numbers:
        path = f"bom/hidden-{_sign(conflict.place[2].encode())}"
        shown = tuple(None if v is None else "present" for v in values)
    elif conflict.place[0] == "bom":
        path = f"bom/{named.numbers[conflict.place[2]]}"
        shown = tuple(_line_shown(v, named.numbers) for v in values)
    elif conflict.place[0] == "files":
        path = f"files/{conflict.place[1]}"
        shown = tuple(None if v is None else named.files.get(v[0]) for v in values)
    elif conflict.place[0] == ATTRIBUTES:
        path, shown = f"attributes.{conflict.place[1]}", values
    elif conflict.place[0] == "family_id":
        path, shown = "family", tuple(v and named.numbers.get(v, HIDDEN) for v in values)
    else:
        path = wire_field_name(row.type, conflict.place[0])
        shown = tuple(wire_field_value(row.type, conflict.place[0], v) for v in values)
    message = f"{path} of {row.item_number} was changed on both sides"
    units = _units(found, row, conflict)
    return ConflictRecord(
        path,
        message,
        row.item_id,
        row.item_number,
        path,
        *shown,
        units=units,
        ours_refused=ours_refused,
        etag=_sign(msgspec.json.encode((shown[1:], units))),
    )


def _units(found: ThreeWay, row: ItemVersion, conflict: PlaceConflict) -> ConflictUnits | None:
    column = conflict.place[0] if len(conflict.place) == 1 else ""
    base, ours, theirs = (
        unit_of(row.type, column, content.fields) if content else None
        for content in (found.content(side, row.master_id) for side in SIDES)
    )
    return ConflictUnits(base, ours, theirs) if base or ours or theirs else None


def _line_shown(value: Any, named: Mapping[str, str]) -> Any:
    """A line's values, or, of a line that moved, the number of its parent."""
    return named.get(value, HIDDEN) if isinstance(value, str) else shown_line_values(value)


def _sign(told: bytes) -> str:
    """A mark that tells one from another, as of hidden items, and nothing else of it."""
    return blake2b(told, digest_size=6).hexdigest()
