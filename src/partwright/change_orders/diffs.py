"""Differences of each affected item, beside the action that the change names."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from partwright.change_orders import affected_item_service, order_service, queries
from partwright.change_orders.model import AffectedItem
from partwright.comments import queries as comment_queries
from partwright.identity.model import Actor
from partwright.items import revision_rules
from partwright.items.wire import FieldChange
from partwright.kit.db import Snapshot
from partwright.kit.db.base import tuple_of
from partwright.kit.ids import ItemId, RelationshipId
from partwright.kit.pages import Page, PageRequest
from partwright.merging.diff import (
    BomDiff,
    BomLineDiff,
    ChangedBomLine,
    FilesDiff,
    ItemDiff,
    LineIds,
    read_two_views,
)
from partwright.programs.access import sees_program
from partwright.settings import RevisionScheme
from partwright.versioning import queries as version_queries
from partwright.versioning.model import BranchView, ItemVersion


class NamedLineDiff(BomLineDiff, rename="camel", frozen=True, kw_only=True):
    """A line that came or went, with what its item is called."""

    name: str | None
    relationship_id: RelationshipId | None


class NamedLineChange(ChangedBomLine, rename="camel", frozen=True, kw_only=True):
    """A line that holds other values, with what its item is called."""

    name: str | None
    relationship_id: RelationshipId | None


class NamedBomDiff(msgspec.Struct, frozen=True):
    added: list[NamedLineDiff]
    removed: list[NamedLineDiff]
    changed: list[NamedLineChange]


class AffectedItemDiff(msgspec.Struct, rename="camel", frozen=True):
    """Differences of one affected item from main as the change saw it."""

    item_id: str
    item_number: str
    change_action: str
    action: str
    fields: dict[str, FieldChange]
    bom: NamedBomDiff
    files: FilesDiff
    name: str
    entry_id: str
    reviewed: bool
    units: dict[str, FieldChange]
    """Of the figures that differ, by the fields' names: a unit of weight, a currency."""
    revision: FieldChange
    """From main's, as the change saw it, to the one that the release gives or gave; from null for what is new.

    Both are null for what neither main nor the change holds any more.
    """
    is_gone_from_main: bool
    """Whether main, which had the item, holds it no longer."""
    main_revision: str | None
    """Main's now, which may have left the one that the differences are from; null for what it does not hold."""
    comments: list["CommentCount"] = []
    """On the item, and on those of its lines and files that differ, by the ids shown here."""


class CommentCount(msgspec.Struct, frozen=True):
    """Count of the comments on one subject, as `GET /api/comments` takes it."""

    subject: str
    count: int


async def diff_change_order(
    snapshot: Snapshot,
    actor: Actor,
    order_id: ItemId,
    *,
    paging: PageRequest,
    scheme: RevisionScheme,
) -> Page[AffectedItemDiff]:
    """The affected items with their differences, those without any too; by number.

    Only those of the page are compared, so that the first are there at once in a large change.
    """
    listed = await affected_item_service.list_affected_items(snapshot, actor, order_id)
    order = await order_service.change_order(snapshot, actor, order_id)
    listed.sort(key=lambda one: one.item_number)
    entries = listed[paging.offset : paging.offset + paging.limit]
    is_released = order.released_at is not None
    sides = await _compared_sides(
        snapshot, actor, order_id, {str(entry.master_id) for entry in entries}
    )
    given = await _given_revisions(snapshot, entries) if is_released else {}
    names = await _names(snapshot, sides)
    shown = [
        _shown(
            entry,
            sides.found.get(entry.item_number) or _staged(entry),
            LineNames(entry.item_number, names, sides.line_ids),
            FieldChange(sides.revisions.get(entry.master_id), given.get(entry.shown_id))
            if is_released
            else _revision(entry, scheme, sides.revisions.get(entry.master_id)),
        )
        for entry in entries
    ]
    return Page(await _discussed(snapshot, entries, shown), len(listed), paging)


class _Said(msgspec.Struct, frozen=True):
    kind: str
    subject_id: str
    count: int


async def _discussed(
    snapshot: Snapshot, entries: Sequence[AffectedItem], shown: Sequence[AffectedItemDiff]
) -> list[AffectedItemDiff]:
    """The differences with the counts of what was said of them."""
    subjects = [_subjects(entry, one) for entry, one in zip(entries, shown, strict=True)]
    kept = {
        kind: [kept for of_one in subjects for (known, kept) in of_one if known == kind]
        for kind in ("item", "line", "file")
    }
    found = await snapshot.all(
        _Said,
        comment_queries.COUNTS_ON,
        items=kept["item"],
        lines=kept["line"],
        files=kept["file"],
    )
    counts = {(one.kind, one.subject_id): one.count for one in found}
    return [
        msgspec.structs.replace(
            one,
            comments=[
                CommentCount(f"{key[0]}:{shown_id}", counts[key])
                for key, shown_id in of_one.items()
                if key in counts
            ],
        )
        for of_one, one in zip(subjects, shown, strict=True)
    ]


def _subjects(entry: AffectedItem, one: AffectedItemDiff) -> dict[tuple[str, str], str]:
    """Subjects of comments as these keep them, with the ids that they are shown by."""
    lines = (*one.bom.added, *one.bom.removed, *one.bom.changed)
    files = (*one.files.added, *one.files.removed, *one.files.versioned)
    return {
        ("item", str(entry.master_id)): one.item_id,
        **{
            ("line", line.relationship_id): line.relationship_id
            for line in lines
            if line.relationship_id
        },
        **{("file", file.file_id): file.file_id for file in files},
    }


class _Sides(msgspec.Struct, frozen=True):
    """Differences on the branches of a change from main as they saw it."""

    found: dict[str, ItemDiff]
    """By item number."""
    line_ids: LineIds
    revisions: dict[str, str]
    """Main's as the branches saw it, by master."""
    numbers: dict[str, str]
    """Of the items that the differences speak of, by master."""


async def _compared_sides(
    snapshot: Snapshot, actor: Actor, order_id: ItemId, wanted: set[str]
) -> _Sides:
    """The differences of some masters on all branches that the actor sees."""
    sides = _Sides({}, {}, {}, {})
    for branch in await order_service.branches_of_order(snapshot, order_id):
        if not await sees_program(snapshot, actor, branch.program_id):
            continue
        view = branch.view
        masters = await snapshot.all(
            str, version_queries.OWN_MASTERS, branch_id=branch.id, at=view.at
        )
        before = BranchView(None, view.base, view.base)
        states = await read_two_views(snapshot, actor, before, view, wanted & set(masters))
        sides.found.update({one.item_number: one for one in await states.differences()})
        sides.line_ids.update(states.line_ids())
        sides.numbers.update(states.names.numbers)
        sides.revisions.update(await _revisions_in(snapshot, before, wanted))
    return sides


class LineNames(msgspec.Struct, frozen=True):
    """Names of the lines of one parent, and their ids."""

    parent: str
    names: Mapping[str, str | None]
    ids: LineIds

    def of(self, line: BomLineDiff | ChangedBomLine) -> dict[str, Any]:
        key = (self.parent, line.relationship_type, line.item_number)
        return {"name": self.names.get(line.item_number), "relationship_id": self.ids.get(key)}


async def _revisions_in(snapshot: Snapshot, view: BranchView, masters: set[str]) -> dict[str, str]:
    """The revisions that items had in a view, by their masters."""
    rows = await snapshot.all(
        ItemVersion, version_queries.MASTERS_IN_VIEW, masters=list(masters), **view.params
    )
    return {row.master_id: row.revision for row in rows if not row.is_deleted}


async def _given_revisions(snapshot: Snapshot, entries: Sequence[AffectedItem]) -> dict[str, str]:
    """The revisions under which items were released, whatever main has become since; by their ids."""
    item_ids = [str(entry.shown_id) for entry in entries if not entry.is_removed]
    return dict(
        await snapshot.all(tuple_of(str, str), queries.REVISIONS_OF_ITEMS, item_ids=item_ids)
    )


class _Named(msgspec.Struct, frozen=True):
    master_id: str
    name: str | None


async def _names(snapshot: Snapshot, sides: _Sides) -> dict[str, str | None]:
    """The names of the children of changed lines, by their numbers."""
    numbers = {
        line.item_number
        for one in sides.found.values()
        for lines in (one.bom.added, one.bom.removed, one.bom.changed)
        for line in lines
    }
    masters = [master for master, number in sides.numbers.items() if number in numbers]
    if not masters:
        return {}
    named = await snapshot.all(_Named, queries.NAMES_OF_MASTERS, masters=masters)
    return {sides.numbers[one.master_id]: one.name for one in named}


def _shown(
    entry: AffectedItem, one: ItemDiff, names: LineNames, revision: FieldChange
) -> AffectedItemDiff:
    return AffectedItemDiff(
        item_id=one.item_id,
        item_number=one.item_number,
        change_action=entry.change_action,
        action=one.action,
        fields=one.fields,
        bom=_named(one.bom, names),
        files=one.files,
        name=entry.name,
        entry_id=entry.id,
        reviewed=entry.reviewed,
        units=one.units,
        revision=revision,
        is_gone_from_main=entry.is_gone_from_main,
        main_revision=entry.revision if entry.main_item_id is not None else None,
    )


def _named(bom: BomDiff, names: LineNames) -> NamedBomDiff:
    def line(one: BomLineDiff) -> NamedLineDiff:
        return NamedLineDiff(**msgspec.structs.asdict(one), **names.of(one))

    return NamedBomDiff(
        [line(one) for one in bom.added],
        [line(one) for one in bom.removed],
        [NamedLineChange(**msgspec.structs.asdict(one), **names.of(one)) for one in bom.changed],
    )


def _revision(entry: AffectedItem, scheme: RevisionScheme, seen: str | None) -> FieldChange:
    """From the revision that the differences are from, which main may have left since."""
    if entry.is_gone_from_main and entry.branch_item_id is None:
        # The release leaves it out.
        return FieldChange(None, None)
    now = entry.revision if entry.main_item_id is not None else None
    is_released = entry.change_action in ("release", "revise", "add")
    after = released_revision(entry, scheme) if is_released else now
    return FieldChange(now and (seen or now), after)


def released_revision(entry: AffectedItem, scheme: RevisionScheme) -> str:
    """The revision that an item has once the change is released."""
    if entry.revision == revision_rules.NONE:
        return revision_rules.first_revision(scheme)
    if entry.main_released_at is not None:
        return revision_rules.next_revision(entry.revision, scheme)
    return entry.revision


def _staged(entry: AffectedItem) -> ItemDiff:
    """An entry whose content stays; effects of the workflow may have given it another state."""
    fields: dict[str, FieldChange] = {}
    if entry.is_staged and entry.state != entry.main_state:
        fields["state"] = FieldChange(entry.main_state, entry.state)
    action = "modified" if fields else "unchanged"
    bom, files = BomDiff([], [], []), FilesDiff([], [], [])
    return ItemDiff(entry.item_id, entry.item_number, action, fields, bom, files, entry.name, {})
