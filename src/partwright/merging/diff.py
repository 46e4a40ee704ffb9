"""Differences of two states, item by item, in wire names; pure but for `diff_views`."""

import asyncio
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.item_types import TYPES, FieldKind
from partwright.items.wire import SHAPES, FieldChange
from partwright.kit.db import Snapshot
from partwright.kit.decimals import decimal_number
from partwright.kit.ids import FileId, RelationshipId
from partwright.merging import queries
from partwright.merging.item_states import (
    FileValues,
    ItemStates,
    LineValues,
    ShownFileVersion,
    item_numbers,
    read_item_states,
    shown_file_versions,
)
from partwright.programs.access import HIDDEN, visibility_params
from partwright.relationships.model import shown_relationship_type
from partwright.vault.access import readable
from partwright.versioning.merge import ItemContent
from partwright.versioning.model import BranchView, ItemVersion


class BomLineDiff(msgspec.Struct, rename="camel", frozen=True):
    """A line that came or went."""

    item_number: str
    relationship_type: str
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None


class ChangedBomLine(msgspec.Struct, rename="camel", frozen=True):
    """A line that holds other values."""

    item_number: str
    relationship_type: str
    changes: dict[str, FieldChange]


class BomDiff(msgspec.Struct, frozen=True):
    added: list[BomLineDiff]
    removed: list[BomLineDiff]
    changed: list[ChangedBomLine]


class VersionedFile(
    msgspec.Struct,
    rename={
        "file_id": "fileId",
        "original_file_name": "originalFileName",
        "before": "from",
        "after": "to",
    },
    frozen=True,
):
    """A file of which another version is shown."""

    file_id: FileId
    original_file_name: str
    before: ShownFileVersion
    after: ShownFileVersion


class FilesDiff(msgspec.Struct, frozen=True):
    added: list[ShownFileVersion]
    removed: list[ShownFileVersion]
    versioned: list[VersionedFile]


class ItemDiff(msgspec.Struct, rename="camel", frozen=True):
    """Differences of one item."""

    item_id: str
    item_number: str
    action: str
    """added, modified or removed."""
    fields: dict[str, FieldChange]
    bom: BomDiff
    files: FilesDiff
    name: str
    units: dict[str, FieldChange]
    """Of the figures that differ, by the fields' names: a unit of weight, a currency."""


async def diff_two_views(
    snapshot: Snapshot, actor: Actor, before: BranchView, after: BranchView, masters: Iterable[str]
) -> list[ItemDiff]:
    """The differences of some items between two views, as far as the actor may see them."""
    return await (await read_two_views(snapshot, actor, before, after, masters)).differences()


async def read_two_views(
    snapshot: Snapshot, actor: Actor, before: BranchView, after: BranchView, masters: Iterable[str]
) -> "ComparedStates":
    """Some items in two views, as far as the actor may see them."""
    wanted = await visible_masters(snapshot, actor, masters)
    sides = [await read_item_states(snapshot, view, wanted) for view in (before, after)]
    named = {child for side in sides for lines in side.edges.values() for _, child in lines}
    named |= {row.family_id for side in sides for row in side.rows.values() if row.family_id}
    shown = await visible_masters(snapshot, actor, named)
    files = actor.may(may("documents", "read"))
    old, new = (side.limited(shown, files=files) for side in sides)
    links = [link for side in (old, new) for held in side.links.values() for link in held.values()]
    versions = {link.version_id for link in links}
    names = DiffNames(
        await item_numbers(snapshot, shown), await shown_file_versions(snapshot, versions)
    )
    return ComparedStates(old, new, names)


async def visible_masters(snapshot: Snapshot, actor: Actor, masters: Iterable[str]) -> set[str]:
    """Those of some items that the actor sees and whose type they may read."""
    params = {**readable(actor), **visibility_params(actor)}
    return {*await snapshot.all(str, queries.SEEN_MASTERS, masters=list(masters), **params)}


class DiffNames(msgspec.Struct, frozen=True):
    """Names for the children and file versions that differences speak of."""

    numbers: Mapping[str, str]
    files: Mapping[str, ShownFileVersion]


LineIds = dict[tuple[str, str, str], RelationshipId]
"""By the parent's number, the type on the wire, and the child's number."""


class ComparedStates(msgspec.Struct, frozen=True):
    """Items in two views, and what is needed to tell how they differ."""

    old: ItemStates
    new: ItemStates
    names: DiffNames

    async def differences(self) -> list[ItemDiff]:
        """All that differs; in a thread, so that nobody waits for the comparison of many items."""
        return await asyncio.to_thread(diff_item_states, self.old, self.new, self.names)

    def line_ids(self) -> LineIds:
        """The ids of the lines of both; where both have one, that of the newer."""
        return {
            (
                side.rows[parent].item_number,
                shown_relationship_type(type),
                self.names.numbers.get(child, ""),
            ): edge.id
            for side in (self.old, self.new)
            for parent, lines in side.edges.items()
            for (type, child), edge in lines.items()
        }


def diff_item_states(old: ItemStates, new: ItemStates, names: DiffNames) -> list[ItemDiff]:
    """The items that differ, by number."""
    diffs: list[ItemDiff] = []
    for master_id in {*old.rows, *new.rows}:
        before, after = old.content(master_id), new.content(master_id)
        stages = _stages(old, new, master_id)
        if before == after and not stages:
            continue
        row = new.rows.get(master_id) or old.rows[master_id]
        diffs.append(_item(row, before, after, names, stages))
    return sorted(diffs, key=lambda item: item.item_number)


def _stage(side: ItemStates, master_id: Any) -> tuple[str, str] | None:
    row = side.rows.get(master_id)
    # A working copy always stands in its first state, which is no change of the item.
    return None if row is None or row.branch_id is not None else (row.state, row.revision)


def _stages(old: ItemStates, new: ItemStates, master_id: Any) -> dict[str, FieldChange]:
    """The changes of state and revision, between rows of the same kind of line."""
    before, after = _stage(old, master_id), _stage(new, master_id)
    if before is None or after is None:
        return {}
    names = ("state", "revision")
    return {n: FieldChange(b, a) for n, b, a in zip(names, before, after, strict=True) if b != a}


def _item(
    row: ItemVersion,
    before: ItemContent | None,
    after: ItemContent | None,
    names: DiffNames,
    stages: dict[str, FieldChange],
) -> ItemDiff:
    old, new = before or ItemContent({}, {}), after or ItemContent({}, {})
    action = "added" if before is None else "removed" if after is None else "modified"
    return ItemDiff(
        row.item_id,
        row.item_number,
        action,
        named_family(diff_item_fields(row.type, old.fields, new.fields), names.numbers) | stages,
        diff_bom_lines(old.lines, new.lines, names.numbers),
        diff_file_links(old.files, new.files, names.files),
        row.name,
        _diff_units(row.type, old.fields, new.fields),
    )


def named_family(
    fields: dict[str, FieldChange], numbers: Mapping[str, str]
) -> dict[str, FieldChange]:
    """The same with families told by their numbers, as far as these are seen."""
    if (ids := fields.pop("familyId", None)) is None:
        return fields
    before, after = (master and numbers.get(master, HIDDEN) for master in (ids.before, ids.after))
    return fields | {"family": FieldChange(before, after)}


def diff_file_links(
    old: Mapping[str, FileValues],
    new: Mapping[str, FileValues],
    shown: Mapping[str, ShownFileVersion],
) -> FilesDiff:
    """The files that differ."""
    both = [(shown[old[key][0]], shown[new[key][0]]) for key in new if key in old]
    return FilesDiff(
        [shown[new[key][0]] for key in new if key not in old],
        [shown[old[key][0]] for key in old if key not in new],
        [
            VersionedFile(after.file_id, after.original_file_name, before, after)
            for before, after in both
            if before != after
        ],
    )


def diff_item_fields(
    item_type: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, FieldChange]:
    """The fields that differ, by wire names and in wire values."""
    return {
        wire_field_name(item_type, column): FieldChange(
            wire_field_value(item_type, column, old.get(column)),
            wire_field_value(item_type, column, new.get(column)),
        )
        for column in {**old, **new}
        if old.get(column) != new.get(column)
    }


def _diff_units(
    item_type: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, FieldChange]:
    """The units on both sides of the figures that differ; they themselves need not."""
    return {
        field.wire: FieldChange(
            unit_of(item_type, field.column, old), unit_of(item_type, field.column, new)
        )
        for field in TYPES[item_type].fields
        if field.unit is not None and old.get(field.column) != new.get(field.column)
    }


def unit_of(item_type: str, column: str, fields: Mapping[str, Any]) -> str | None:
    """The unit of a figure; None where there is no figure, and for columns without units."""
    units = {field.column: field.unit for field in TYPES[item_type].fields}
    unit = units.get(column)
    return None if unit is None or fields.get(column) is None else fields.get(unit)


_WIRE = {
    "item_number": "itemNumber",
    "family_id": "familyId",
    "variant_attributes": "variantAttributes",
}


def wire_field_name(item_type: str, column: str) -> str:
    """The wire's name for a column of a type."""
    for field in TYPES[item_type].fields:
        if field.column == column:
            return field.wire
    return _WIRE.get(column, column)


def wire_field_value(item_type: str, column: str, value: Any) -> Any:
    """The wire's form of a kept value."""
    if value is None:
        return None
    if column in ("attributes", "sources", "variant_attributes"):
        return msgspec.json.decode(value)
    kinds: dict[str, FieldKind] = {field.column: field.kind for field in TYPES[item_type].fields}
    shape = SHAPES.get(kinds.get(column, FieldKind.TEXT))
    return value if shape is None else shape(value)


Lines = Mapping[tuple[str, str], LineValues]


def diff_bom_lines(old: Lines, new: Lines, numbers: Mapping[str, str]) -> BomDiff:
    """The lines that differ, by the children's numbers."""
    added = [_line(key, new[key], numbers) for key in new if key not in old]
    removed = [_line(key, old[key], numbers) for key in old if key not in new]
    changed = [
        ChangedBomLine(
            numbers.get(key[1], key[1]),
            shown_relationship_type(key[0]),
            _changes(old[key], new[key]),
        )
        for key in new
        if key in old and old[key] != new[key]
    ]
    return BomDiff(
        sorted(added, key=lambda line: line.item_number),
        sorted(removed, key=lambda line: line.item_number),
        sorted(changed, key=lambda line: line.item_number),
    )


def _line(key: tuple[str, str], values: LineValues, numbers: Mapping[str, str]) -> BomLineDiff:
    quantity, find_number, designators, _ = values
    return BomLineDiff(
        numbers.get(key[1], key[1]),
        shown_relationship_type(key[0]),
        decimal_number(quantity),
        find_number,
        designators,
    )


def shown_line_values(values: LineValues | None) -> dict[str, Any] | None:
    """A line's values by wire names; None for no line."""
    if values is None:
        return None
    quantity, find_number, designators, metadata = values
    return {
        "quantity": decimal_number(quantity),
        "findNumber": find_number,
        "referenceDesignator": designators,
        "metadata": msgspec.json.decode(metadata),
    }


def _changes(old: LineValues, new: LineValues) -> dict[str, FieldChange]:
    before, after = shown_line_values(old) or {}, shown_line_values(new) or {}
    return {key: FieldChange(before[key], after[key]) for key in after if before[key] != after[key]}
