"""Decisions of conflicts: which side stands at a place that both have changed."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import ErrorDetail, InvalidInput, PreconditionFailed, UnprocessableInput
from partwright.kit.fields import Uuid
from partwright.merging.conflict_wire import OursRefused, conflict_records, is_deleted, why_not_ours
from partwright.merging.item_states import SIDES, Side, ThreeWay
from partwright.versioning.merge import (
    ATTRIBUTES,
    ItemContent,
    MergeResult,
    PlaceConflict,
    with_attribute,
)

Take = Literal["ours", "theirs"]


class ConflictResolution(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Decision for one side at one place."""

    item_id: Uuid
    path: Annotated[str, Meta(max_length=1000)]
    take: Take
    etag: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    """That of the conflict as it was read: once other values stand there, the decision is refused."""


def check_decided_once(wanted: Sequence[ConflictResolution]) -> None:
    """InvalidInput when one place is decided twice."""
    seen: set[tuple[str, str]] = set()
    problems: list[ErrorDetail] = []
    for number, one in enumerate(wanted):
        if (one.item_id, one.path) in seen:
            problems.append(ErrorDetail(f"resolutions[{number}]", f"decides {one.path} twice"))
        seen.add((one.item_id, one.path))
    if problems:
        raise InvalidInput.fields(problems)


async def conflicts_by_place(
    snapshot: Snapshot,
    actor: Actor,
    found: ThreeWay,
    conflicts: Sequence[PlaceConflict],
    wanted: Sequence[ConflictResolution],
) -> dict[tuple[str, str], PlaceConflict]:
    """(item id, path) -> the conflict; an item goes by each of the ids that a side knows it by.

    PreconditionFailed where a resolution was made of other values than stand there now.
    """
    records = await conflict_records(snapshot, actor, found, conflicts)
    ids = _ids(found)
    places = {
        (item_id, record.path): (conflict, record.etag)
        for conflict, record in zip(conflicts, records, strict=True)
        for item_id in ids.get(conflict.master_id, ())
    }
    for one in wanted:
        _, etag = places.get((one.item_id, one.path), (None, one.etag))
        if one.etag not in (UNSET, etag):
            raise PreconditionFailed(f"{one.path} has changed since its conflict was read")
    return {place: conflict for place, (conflict, _) in places.items()}


def _ids(found: ThreeWay) -> dict[str, set[str]]:
    """All ids that an item of the sides may be called by."""
    ids: dict[str, set[str]] = {}
    for side in (found.base, found.ours, found.theirs):
        for master_id, row in side.rows.items():
            ids.setdefault(master_id, {master_id}).add(row.item_id)
    return ids


def no_conflict(resolution: ConflictResolution) -> UnprocessableInput:
    """The refusal of a resolution that names no conflict."""
    return UnprocessableInput(
        f"There is no conflict at {resolution.path} of the item {resolution.item_id}"
    )


async def decide(
    snapshot: Snapshot, actor: Actor, found: ThreeWay, wanted: Sequence[ConflictResolution]
) -> tuple[ThreeWay, MergeResult]:
    """The three states with what was decided, merged.

    What is decided may lay open further conflicts, which may be decided as well.
    """
    check_decided_once(wanted)
    left = list(wanted)
    merged = await found.merged()
    while left:
        places = await conflicts_by_place(snapshot, actor, found, merged.conflicts, left)
        now = [one for one in left if (one.item_id, one.path) in places]
        if not now:
            raise no_conflict(left[0])
        for one in now:
            found = _decided(found, merged, places[one.item_id, one.path], one)
        left = [one for one in left if one not in now]
        merged = await found.merged()
    return found, merged


Contents = Mapping[str, ItemContent | None]


def _decided(
    found: ThreeWay, merged: MergeResult, conflict: PlaceConflict, wanted: ConflictResolution
) -> ThreeWay:
    """The states with all sides holding the same at the place."""
    master_id, place, take = conflict.master_id, conflict.place, wanted.take
    value = conflict.ours if take == "ours" else conflict.theirs
    if not place:
        return found.holding({side: {master_id: value} for side in SIDES})
    if place[0] == ATTRIBUTES:
        return _put_attribute(found, master_id, place[1], value)
    if place[0] != "bom":
        part = "files" if place[0] == "files" else "fields"
        return _put(found, master_id, part, place[-1], value)
    key = (place[1], place[2])
    if take == "ours":
        check_ours_can_stand(merged, conflict, wanted.path)
    if isinstance(conflict.ours, str):
        # Both sides have moved the line; main's place for it stands.
        return _put(found, conflict.ours, "lines", key, None)
    if conflict.theirs is not None and is_deleted(merged, key[1]):
        # The branch has deleted the child of main's line: the child comes back.
        content = found.content("theirs", key[1])
        return found.holding({side: {key[1]: content} for side in SIDES})
    return _put(found, master_id, "lines", key, value)


_REFUSED: dict[OursRefused, str] = {
    "childDeleted": "one side has deleted the child, so only theirs can be kept",
    "childMoved": "main has put the line under another parent; take theirs, or move the line on the"
    " branch",
}


def check_ours_can_stand(merged: MergeResult, conflict: PlaceConflict, path: str) -> None:
    """UnprocessableInput where the branch's side would need a change of what it has not touched."""
    reason = why_not_ours(merged, conflict)
    if reason is not None:
        raise UnprocessableInput(f"{path}: {_REFUSED[reason]}")


Part = Literal["fields", "lines", "files"]


def _put_attribute(found: ThreeWay, master_id: str, name: str, value: str | None) -> ThreeWay:
    """The states with one value of an attribute, or none, on every side that has the item."""
    held: dict[Side, Contents] = {}
    for side in SIDES:
        content = found.content(side, master_id)
        if content is not None:
            fields = with_attribute(content.fields, name, value)
            held[side] = {master_id: msgspec.structs.replace(content, fields=fields)}
    return found.holding(held)


def _put(found: ThreeWay, master_id: str, part: Part, key: Any, value: Any) -> ThreeWay:
    """The states with one value, or none, at a place of an item, on every side that has the item."""
    held: dict[Side, Contents] = {}
    for side in SIDES:
        content = found.content(side, master_id)
        if content is None:
            continue
        values = {k: v for k, v in getattr(content, part).items() if k != key}
        if value is not None or part == "fields":
            values[key] = value
        held[side] = {master_id: msgspec.structs.replace(content, **{part: values})}
    return found.holding(held)
