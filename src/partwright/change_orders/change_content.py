"""Content of a change, as it is judged: the structure below it, its digest, the conflicts decided."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.model import AffectedItem, WorkflowInstance
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.ids import ItemId, MasterId, UserId
from partwright.merging.conflict_wire import ConflictRecord, conflict_records
from partwright.merging.item_states import ItemStates, ThreeWay, read_item_states
from partwright.programs.access import HIDDEN, visibility_params
from partwright.relationships import queries as relationship_queries
from partwright.relationships.structure import LARGEST
from partwright.relationships.structure_links import (
    StructureItem,
    StructureLink,
    structure_link,
)
from partwright.versioning.merge import ItemContent, MergeResult, PlaceConflict
from partwright.versioning.model import Branch, BranchView
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles

_LEAVING = frozenset({"obsolete", "remove"})


def change_view(branches: Sequence[Branch]) -> BranchView:
    """The view of all branches of a change together; main where it has none."""
    if not branches:
        return BranchView()
    first = branches[0]
    if first.is_archived:
        return first.view
    return BranchView(first.id, change_order_id=first.change_order_id)


class OpenChildren(msgspec.Struct, frozen=True):
    """The children that stand against a release, each with its parent."""

    unreleased: list[str] = []
    """The numbers of children that it would leave unreleased or obsolete."""
    families: list[str] = []
    """Families of which no variant was chosen."""


async def open_children(
    snapshot: Snapshot, actor: Actor, entries: Sequence[AffectedItem], branches: Sequence[Branch]
) -> OpenChildren:
    """The children of the entries that stand against their release."""
    released = [e for e in entries if not e.is_removed and e.change_action not in _LEAVING]
    inside = {entry.master_id for entry in released}
    parents = {
        item_id: entry.item_number
        for entry in released
        if (entry.working_copy_id or entry.change_action == "release")
        and (item_id := entry.branch_item_id or entry.main_item_id) is not None
    }
    links = await _level_down(snapshot, actor, list(parents), change_view(branches))
    lifecycles = await workflow_service.read_lifecycles(snapshot)
    found = OpenChildren([], [])
    for link in links:
        told = f"{link.item.item_number if link.item.is_visible else HIDDEN} in {parents[link.near_id]}"
        if link.item.is_family:
            found.families.append(told)
        elif link.master_id not in inside and not is_released(lifecycles, link.item):
            found.unreleased.append(told)
    return found


async def unreleased_below(
    snapshot: Snapshot, actor: Actor, item_ids: list[ItemId], view: BranchView
) -> list[StructureItem]:
    """Every unreleased item below some items, as far as the actor sees; each once.

    In place of a family a variant is to be released, so it is left out.
    """
    lifecycles = await workflow_service.read_lifecycles(snapshot)
    found: dict[ItemId, StructureItem] = {}
    seen = set(item_ids)
    frontier = item_ids
    while frontier and len(seen) < LARGEST:
        links = await _level_down(snapshot, actor, frontier, view)
        new = {link.item_id: link.item for link in links if link.item_id not in seen}
        seen |= new.keys()
        found |= {
            item_id: item
            for item_id, item in new.items()
            if item.is_visible and not item.is_family and not is_released(lifecycles, item)
        }
        frontier = list(new)
    return list(found.values())


async def _level_down(
    snapshot: Snapshot, actor: Actor, item_ids: list[ItemId], view: BranchView
) -> list[StructureLink]:
    params: dict[str, Value] = {"type": "bom", **visibility_params(actor)}
    sql = relationship_queries.LEVEL_DOWN
    if not view.is_main_now:
        sql = relationship_queries.LEVEL_DOWN_IN_VIEW
        params |= view.params
    links = await snapshot.all(structure_link, sql, item_ids=list[str](item_ids), **params)
    return [link for link in links if TYPES[link.item.item_type].is_branched]


def is_released(lifecycles: Lifecycles, item: StructureItem) -> bool:
    """Whether a child stands in a released state of its lifecycle."""
    return lifecycles.stage_of(item.item_type, item.state) == "released"


_encoder = msgspec.json.Encoder(order="sorted")


async def content_digest(
    snapshot: Snapshot,
    lines: Iterable[Branch],
    entries: list[AffectedItem],
    instance: WorkflowInstance | None,
) -> str:
    """SHA-256 over the affected items with their fields, BOM lines and files, as the change has them.

    What the change's branch has no row of is released as main holds it, and so it is digested. The
    review marks and comments of the list are no content; the states and transitions that lead to
    the release are.
    """
    told: list[object] = [] if instance is None else [instance.states, instance.transitions]
    by_branch = {line.id: line.view for line in lines}
    masters: dict[BranchView, list[str]] = {}
    for entry in entries:
        view = BranchView()
        if entry.branch_id is not None and (entry.working_copy_id or entry.is_removed):
            view = by_branch.get(entry.branch_id, view)
        masters.setdefault(view, []).append(entry.master_id)
    contents = [
        (await read_item_states(snapshot, view, wanted)) for view, wanted in masters.items()
    ]
    for entry in sorted(entries, key=lambda one: one.master_id):
        held = next(
            (_held(found, entry) for found in contents if entry.master_id in found.rows), None
        )
        told.append([entry.master_id, entry.change_action, entry.force, held])
    return hashlib.sha256(_encoder.encode(told)).hexdigest()


def _held(found: ItemStates, entry: AffectedItem) -> object:
    content = found.content(MasterId(entry.master_id))
    if content is None:
        return None
    lines = sorted((*key, *values) for key, values in content.lines.items())
    return [dict(content.fields), lines, sorted(content.files.items())]


Decisions = dict[tuple[str, str], str]
"""(master, place) -> what main held when ours was chosen; another value is another conflict."""


def _key(conflict: PlaceConflict) -> tuple[str, str]:
    return conflict.master_id, _encoder.encode(conflict.place).decode()


def _known(value: Any) -> str:
    if isinstance(value, ItemContent):
        lines = sorted((*key, *held) for key, held in value.lines.items())
        value = [dict(value.fields), lines, sorted(value.files.items())]
    return _encoder.encode(value).decode()


def _row(master_id: str, place: str, theirs: str) -> tuple[tuple[str, str], str]:
    return (master_id, place), theirs


async def decisions_of(snapshot: Snapshot, order_id: ItemId) -> Decisions:
    """Every decision of the order."""
    return dict(await snapshot.all(_row, queries.RESOLUTIONS, order_id=order_id))


def open_conflicts(merged: MergeResult, decisions: Decisions) -> list[PlaceConflict]:
    """The conflicts that nobody has decided, or that have changed since."""
    return [c for c in merged.conflicts if decisions.get(_key(c)) != _known(c.theirs)]


async def undecided_conflicts(
    snapshot: Snapshot,
    actor: Actor,
    found: ThreeWay,
    merged: MergeResult,
    decisions: Decisions,
) -> list[ConflictRecord]:
    """The open conflicts, as the wire tells them."""
    conflicts = open_conflicts(merged, decisions)
    return await conflict_records(snapshot, actor, found, conflicts) if conflicts else []


async def keep_ours(
    tx: Transaction, order_id: ItemId, user_id: UserId, conflict: PlaceConflict
) -> None:
    """Decide that the change's value stands."""
    master_id, place = _key(conflict)
    await tx.run(
        queries.RESOLVE,
        order_id=order_id,
        master_id=master_id,
        place=place,
        theirs=_known(conflict.theirs),
        user_id=user_id,
        now=clock.now(),
    )
