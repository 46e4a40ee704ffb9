"""The three-way merge of items, pure: values in, the merged values and the conflicts out.

Ours is the branch, theirs is main, base is main as the branch last saw it. Fields merge one by
one, BOM lines by type and child master, files by file. Different places merge; the same place
changed differently is a conflict, returned as a value and never raised.
"""

from collections.abc import Hashable, Mapping
from typing import Any

import msgspec

Value = Hashable | None
Place = tuple[str, ...]
"""`(column,)` of a field, `("attributes", name)`, `("bom", type, child master)`, `("files", id)`."""
ATTRIBUTES = "attributes"
"""The field that holds a JSON object of texts, each of which is a place of its own."""


class ItemContent(msgspec.Struct, frozen=True):
    """Content of an item, as far as a merge is concerned."""

    fields: Mapping[str, Any]
    lines: Mapping[tuple[str, str], Any]
    """(type, child master) -> the line's values."""
    files: Mapping[str, Any] = {}


class PlaceConflict(msgspec.Struct, frozen=True):
    """One place that both sides changed, differently."""

    master_id: str
    place: Place
    base: Any
    ours: Any
    theirs: Any


class MergeResult(msgspec.Struct, frozen=True):
    """All items after the merge (None: deleted), and where it could not decide.

    Where it could not, our value stands.
    """

    items: Mapping[str, ItemContent | None]
    conflicts: tuple[PlaceConflict, ...]


Items = Mapping[str, ItemContent | None]

_PRESENT = ItemContent({}, {})
"""What stands for items that no side has touched."""


def merge_states(base: Items, ours: Items, theirs: Items) -> MergeResult:
    """Merge all masters that any side names; an absent master is one that does not exist."""
    conflicts: list[PlaceConflict] = []
    merged: dict[str, ItemContent | None] = {}
    for master_id in sorted({*base, *ours, *theirs}):
        merged[master_id] = _item(
            master_id, base.get(master_id), ours.get(master_id), theirs.get(master_id), conflicts
        )
    conflicts += _double_moves(base, ours, theirs)
    undecided = {(conflict.master_id, conflict.place) for conflict in conflicts}
    conflicts += [
        orphan
        for orphan in _orphans(base, ours, theirs, merged)
        if undecided.isdisjoint(_grounds(orphan))
    ]
    return MergeResult(merged, tuple(conflicts))


def _item(
    master_id: str,
    base: ItemContent | None,
    ours: ItemContent | None,
    theirs: ItemContent | None,
    conflicts: list[PlaceConflict],
) -> ItemContent | None:
    if theirs in (ours, base):
        return ours
    if ours == base:
        return theirs
    if ours is None or theirs is None:
        conflicts.append(PlaceConflict(master_id, (), base, ours, theirs))
        return ours
    before = base or ItemContent({}, {})
    attributes = _attributes(master_id, before.fields, ours.fields, theirs.fields, conflicts)
    return ItemContent(
        _mapping(master_id, (), before.fields, ours.fields, theirs.fields, conflicts) | attributes,
        _mapping(master_id, ("bom",), before.lines, ours.lines, theirs.lines, conflicts),
        _mapping(master_id, ("files",), before.files, ours.files, theirs.files, conflicts),
    )


def _mapping(
    master_id: str,
    prefix: Place,
    base: Mapping[Any, Any],
    ours: Mapping[Any, Any],
    theirs: Mapping[Any, Any],
    conflicts: list[PlaceConflict],
) -> dict[Any, Any]:
    """Merge key by key; a missing key is a value of its own. Attributes are merged by themselves."""
    merged: dict[Any, Any] = {}
    for key in {**theirs, **ours, **base}:
        if key == ATTRIBUTES and not prefix:
            continue
        old, mine, other = base.get(key), ours.get(key), theirs.get(key)
        chosen = mine
        if mine != other and mine == old:
            chosen = other
        elif mine not in (other, old) and other != old:
            place = (*prefix, *((key,) if isinstance(key, str) else key))
            conflicts.append(PlaceConflict(master_id, place, old, mine, other))
        if chosen is not None or (not prefix and (key in ours or key in theirs)):
            merged[key] = chosen
    return merged


def _attributes(
    master_id: str,
    base: Mapping[str, Any],
    ours: Mapping[str, Any],
    theirs: Mapping[str, Any],
    conflicts: list[PlaceConflict],
) -> dict[str, str]:
    """The field of the attributes, merged name by name; nothing where no side has it."""
    sides = (base, ours, theirs)
    if not any(ATTRIBUTES in side for side in sides):
        return {}
    old, mine, other = map(read_attributes, sides)
    merged = _mapping(master_id, (ATTRIBUTES,), old, mine, other, conflicts)
    for side, values in ((ours, mine), (theirs, other)):
        if values == merged and ATTRIBUTES in side:
            return {ATTRIBUTES: side[ATTRIBUTES]}
    return {ATTRIBUTES: _written(merged)}


def read_attributes(fields: Mapping[str, Any]) -> dict[str, str]:
    """The attributes among an item's fields."""
    return msgspec.json.decode(fields.get(ATTRIBUTES) or "{}", type=dict[str, str])


def with_attribute(fields: Mapping[str, Any], name: str, value: str | None) -> dict[str, Any]:
    """The fields with another value of one attribute, or without it."""
    values = {key: kept for key, kept in read_attributes(fields).items() if key != name}
    if value is not None:
        values[name] = value
    return {**fields, ATTRIBUTES: _written(values)}


def _written(values: Mapping[str, str]) -> str:
    return msgspec.json.encode(values).decode()


def _double_moves(base: Items, ours: Items, theirs: Items) -> list[PlaceConflict]:
    """Lines that both sides took from the same parent and put under different ones.

    Each side moved one line, and together they would make two of it.
    """
    mine, other = _moves(base, ours), _moves(base, theirs)
    conflicts: list[PlaceConflict] = []
    for moved, targets in sorted(mine.items()):
        elsewhere = other.get(moved, frozenset())
        if elsewhere and targets.isdisjoint(elsewhere):
            parent, kind, child = moved
            place = ("bom", kind, child)
            conflicts.append(PlaceConflict(parent, place, parent, min(targets), min(elsewhere)))
    return conflicts


def _orphans(base: Items, ours: Items, theirs: Items, merged: Items) -> list[PlaceConflict]:
    """BOM lines of one side whose child the other side has deleted."""
    conflicts: list[PlaceConflict] = []
    sides = [(side, _lines(side)) for side in (ours, theirs)]
    for parent, kind, child in sorted(_lines(merged)):
        if kind != "bom" or merged.get(child, _PRESENT) is not None:
            continue
        line = (parent, kind, child)
        if not any(line in lines and side.get(child) is None for side, lines in sides):
            values = [_line(side, line) for side in (base, ours, theirs)]
            conflicts.append(PlaceConflict(parent, ("bom", kind, child), *values))
    return conflicts


def _grounds(orphan: PlaceConflict) -> set[tuple[str, Place]]:
    """The conflicts that leave open whether a line is an orphan at all."""
    parent, child = orphan.master_id, orphan.place[-1]
    return {(parent, ()), (child, ()), (parent, orphan.place)}


def _line(side: Items, line: tuple[str, str, str]) -> Any:
    parent, kind, child = line
    content = side.get(parent)
    return None if content is None else content.lines.get((kind, child))


def _moves(base: Items, side: Items) -> dict[tuple[str, str, str], frozenset[str]]:
    """(old parent, type, child) of each line that a side moved -> its new parents."""
    before, after = _lines(base), _lines(side)
    come: dict[tuple[str, str], set[str]] = {}
    for parent, kind, child in after - before:
        come.setdefault((kind, child), set()).add(parent)
    return {
        (parent, kind, child): frozenset(come[kind, child])
        for parent, kind, child in before - after
        if (kind, child) in come
    }


def _lines(items: Items) -> set[tuple[str, str, str]]:
    return {
        (master_id, kind, child)
        for master_id, content in items.items()
        if content is not None
        for kind, child in content.lines
    }
