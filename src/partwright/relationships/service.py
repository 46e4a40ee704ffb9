"""Making relationships: one, or many in one transaction."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.items import access
from partwright.items.types import TYPES
from partwright.items.writing import check_open, lifecycles_for, line_for
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.decimals import number
from partwright.kit.errors import ItemNotFound, Refusal
from partwright.kit.ids import BranchId, DesignId, ItemId, MasterId, RelationshipId, new_id
from partwright.locks.checkouts import held_by_others
from partwright.programs.access import check_writable
from partwright.relationships.model import BOM, changes, shown_type
from partwright.relationships.plan import Ancestry, End, Fault, Key, Plan, Wish, plan
from partwright.relationships.reach import ancestry_between
from partwright.relationships.wishes import Asked
from partwright.versioning import access as lines
from partwright.versioning import service as versioning
from partwright.versioning.model import Edge, ShownVersion, Version, View
from partwright.versioning.queries import NUMBERS, RELATIONSHIPS_IN_VIEW, RELATIONSHIPS_OF
from partwright.versioning.service import Change
from partwright.workflows.service import Lifecycles


class Outcome(msgspec.Struct):
    """What became of the relationships asked for."""

    created: list[Edge]
    skipped: list[Wish]
    faults: list[Fault]


async def relate(
    tx: Transaction,
    actor: Actor,
    asked: Sequence[Asked],
    *,
    branch_id: BranchId | None = None,
    replace: bool = False,
    faults: Sequence[Fault] = (),
    spoiled: Collection[str] = (),
    message: str | None = None,
) -> Outcome:
    """Make what can be made; each fault names its place in the request.

    Items named by ids of several lines are written line by line, each line a commit. `spoiled`
    are ids of sources of which the request says something unreadable besides.
    """
    seq = await versioning.begin(tx)
    view = None if branch_id is None else (await lines.line(tx, actor, branch_id)).view
    sources = await resolve(tx, actor, [entry.source_id for entry in asked], view)
    outcome = Outcome([], [], list(faults))
    lifecycles = await lifecycles_for(tx, sources.values())
    for (design_id, branch, _), entries in _by_line(asked, sources, branch_id, outcome).items():
        if outcome.created:
            seq = await versioning.begin(tx)
        item_type = sources[entries[0].source_id].type
        try:
            line = await line_for(
                tx, actor, item_type=item_type, design_id=design_id, branch_id=branch
            )
        except Refusal as refusal:
            outcome.faults += [Fault(entry.index, refusal) for entry in entries]
            continue
        targets = await resolve(tx, actor, [entry.target_id for entry in entries], line.view)
        change = Change(actor, line, seq=seq, message=message)
        work = Work(change, lifecycles, sources, targets)
        await relate_on_line(tx, work, entries, outcome, replace=replace, spoiled=spoiled)
    outcome.faults.sort(key=lambda fault: fault.index)
    return outcome


class Work(msgspec.Struct):
    """An open change on one line, with the items that its relationships speak of."""

    change: Change
    lifecycles: Lifecycles
    sources: Mapping[str, ShownVersion]
    """By the ids that the request uses, as the line writes them."""
    targets: Mapping[str, ShownVersion]
    """By the ids that the request uses, as the line sees them."""


async def resolve(
    snapshot: Snapshot, actor: Actor, ids: Sequence[str], view: View | None
) -> dict[str, ShownVersion]:
    """Items by ids, as the view shows them or each on its own line; what is unseen is left out."""
    found = await access.items(snapshot, actor, ids, view)
    return {sent: item for sent, item in found.items() if actor.may(TYPES[item.type].may("read"))}


_LineKey = tuple[DesignId | None, BranchId | None, bool]
"""The design and the branch of items, and whether they are content of branches at all."""


def _by_line(
    asked: Sequence[Asked],
    sources: Mapping[str, ShownVersion],
    branch_id: BranchId | None,
    outcome: Outcome,
) -> dict[_LineKey, list[Asked]]:
    groups: dict[_LineKey, list[Asked]] = {}
    for entry in asked:
        source = sources.get(entry.source_id)
        if source is None:
            outcome.faults.append(Fault(entry.index, ItemNotFound.by_id(entry.source_id)))
            continue
        branched = TYPES[source.type].is_branched
        design_id = source.design_id if branched else None
        groups.setdefault((design_id, branch_id or source.branch_id, branched), []).append(entry)
    return groups


async def relate_on_line(
    tx: Transaction,
    work: Work,
    entries: Sequence[Asked],
    outcome: Outcome,
    *,
    replace: bool = False,
    spoiled: Collection[str] = (),
) -> None:
    """Add to the outcome what becomes of the entries, and close the change."""
    refused = await _refused_sources(tx, work, {entry.source_id for entry in entries})
    faults: list[Fault] = []
    blamed = {work.sources[sent].item_id for sent in spoiled if sent in work.sources}
    wishes: list[Wish] = []
    for entry in entries:
        refusal = refused.get(entry.source_id)
        if refusal is None and entry.target_id not in work.targets:
            refusal = ItemNotFound.by_id(entry.target_id)
            blamed.add(work.sources[entry.source_id].item_id)
        if refusal is None:
            wishes.append(_wish(entry, work))
        else:
            faults.append(Fault(entry.index, refusal))
    view = work.change.line.view
    made = plan(
        wishes,
        existing=await _existing(tx, [wish.source.item_id for wish in wishes], view),
        ancestry=await _ancestry(tx, view, wishes),
        replace=replace,
        faults=faults,
        blamed=blamed,
    )
    outcome.skipped += made.skipped
    outcome.faults += made.faults
    outcome.created += await apply(tx, work, made)


async def _ancestry(tx: Transaction, view: View, wishes: Sequence[Wish]) -> Ancestry:
    """What the circles could run through that the wishes would close."""
    lines = [wish for wish in wishes if wish.type == BOM]
    return await ancestry_between(
        tx,
        view,
        sources=[wish.source.master_id for wish in lines],
        targets=[ItemId(wish.target.item_id) for wish in lines],
    )


async def _refused_sources(tx: Transaction, work: Work, source_ids: set[str]) -> dict[str, Refusal]:
    """The sources that take no new structure now, each with the reason."""
    actor, line = work.change.actor, work.change.line
    sources = {source_id: work.sources[source_id] for source_id in source_ids}
    held = await held_by_others(
        tx, actor, masters=[v.master_id for v in sources.values()], branch_id=line.id
    )
    closed = await _closed_programs(tx, work, {v.program_id for v in sources.values()})
    refused: dict[str, Refusal] = {}
    for source_id, version in sources.items():
        try:
            access.check_unlocked(actor, version)
            check_open(work.lifecycles, version, line)
        except Refusal as refusal:
            refused[source_id] = refusal
            continue
        if version.master_id in held:
            refused[source_id] = held[version.master_id]
        elif version.program_id in closed:
            refused[source_id] = closed[version.program_id]
    return refused


async def _closed_programs(
    tx: Transaction, work: Work, programs: set[str | None]
) -> dict[str | None, Refusal]:
    """Those in which the actor changes nothing; the line's own was looked at with the line."""
    closed: dict[str | None, Refusal] = {}
    for program_id in programs - {work.change.line.program_id, None}:
        try:
            await check_writable(tx, work.change.actor, program_id)
        except Refusal as refusal:
            closed[program_id] = refusal
    return closed


def _wish(entry: Asked, work: Work) -> Wish:
    return Wish(
        index=entry.index,
        source=_end(work.sources[entry.source_id]),
        target=_end(work.targets[entry.target_id]),
        type=entry.type,
        quantity=entry.quantity,
        find_number=entry.find_number,
        reference_designator=entry.reference_designator,
        metadata=entry.metadata,
    )


def _end(version: ShownVersion) -> End:
    return End(version.item_id, version.master_id, version.item_number)


async def _existing(tx: Transaction, item_ids: Sequence[str], view: View) -> dict[Key, Edge]:
    """What stands below items in a view."""
    sql = RELATIONSHIPS_OF if view.is_main_now else RELATIONSHIPS_IN_VIEW
    params: dict[str, Value] = {} if view.is_main_now else dict(view.params)
    edges = await tx.all(Edge, sql, item_ids=list(dict.fromkeys(item_ids)), **params)
    return {(edge.parent_item_id, edge.type, edge.child_master_id): edge for edge in edges}


async def apply(tx: Transaction, work: Work, made: Plan) -> list[Edge]:
    """Write a plan and close the change; answers the new edges in the order of the wishes.

    Sources that the line has no row of yet become working copies first.
    """
    change = work.change
    items = {version.item_id: version for version in work.sources.values()}
    sources = {wish.source.item_id for wish in made.create} | {e.parent_item_id for e in made.close}
    rows = await _own_rows(tx, change, [items[ItemId(s)] for s in sources], work.lifecycles)
    close = await _closing(tx, made.close, rows, change.line.view)
    edges = [_edge(wish, rows[wish.source.item_id]) for wish in made.create]
    parents = {row.item_id: row for row in rows.values()}
    numbers = {version.master_id: version.item_number for version in work.targets.values()}
    if close:
        await versioning.close_edges(tx, change, [edge.id for edge in close])
        numbers |= await numbers_of(tx, close)
    if edges:
        await versioning.add_edges(tx, change, edges)
    for edge in close:
        note(change, REMOVED, edge, parents[edge.parent_item_id], numbers)
    for edge in edges:
        note(change, ADDED, edge, parents[edge.parent_item_id], numbers)
    change.modified.update(row.item_id for row in rows.values())
    await versioning.commit(tx, change)
    return edges


async def _own_rows(
    tx: Transaction, change: Change, sources: list[Version], lifecycles: Lifecycles
) -> dict[str, Version]:
    """The sources' rows on the change's line, by the item ids they were found by."""
    rows = {v.item_id: v for v in sources if v.branch_id == change.line.branch_id}
    foreign = [v for v in sources if v.item_id not in rows]
    if foreign:
        initial = {v.type: lifecycles.initial(v.type).name for v in foreign}
        copies = await versioning.copy(tx, change, foreign, state=initial)
        rows |= {v.item_id: copy for v, copy in zip(foreign, copies, strict=True)}
    return {str(item_id): row for item_id, row in rows.items()}


async def _closing(
    tx: Transaction, edges: list[Edge], rows: dict[str, Version], view: View
) -> list[Edge]:
    """The edges to close: of a fresh working copy its own ones, not the original's."""
    if all(rows[edge.parent_item_id].item_id == edge.parent_item_id for edge in edges):
        return edges
    own = await _existing(tx, [row.item_id for row in rows.values()], view)
    return [
        own[rows[edge.parent_item_id].item_id, edge.type, edge.child_master_id] for edge in edges
    ]


def _edge(wish: Wish, parent: Version) -> Edge:
    return Edge(
        id=RelationshipId(new_id()),
        parent_item_id=parent.item_id,
        parent_master_id=parent.master_id,
        child_master_id=wish.target.master_id,
        branch_id=parent.branch_id,
        type=wish.type,
        quantity=wish.quantity,
        find_number=wish.find_number,
        reference_designator=wish.reference_designator,
        metadata=wish.metadata,
    )


async def numbers_of(snapshot: Snapshot, edges: Sequence[Edge]) -> dict[MasterId, str]:
    """The numbers of the children."""
    masters = list({str(edge.child_master_id) for edge in edges})
    return dict(await snapshot.all(_numbered, NUMBERS, masters=masters))


def _numbered(master_id: MasterId, number: str) -> tuple[MasterId, str]:
    return master_id, number


def note(
    change: Change, action: str, edge: Edge, parent: Version, numbers: Mapping[MasterId, str]
) -> None:
    """Tell the parent's history of an edge that came or went."""
    fields = {
        "targetItem": numbers.get(edge.child_master_id),
        "relationshipType": shown_type(edge.type),
        "quantity": number(edge.quantity),
        "findNumber": edge.find_number,
        "referenceDesignator": edge.reference_designator,
    }
    came = action == ADDED
    told = {
        key: (None, value) if came else (value, None)
        for key, value in fields.items()
        if value is not None
    }
    change.note(parent, action, changes=changes(told))


ADDED = "Relationship Added"
UPDATED = "Relationship Updated"
REMOVED = "Relationship Removed"
