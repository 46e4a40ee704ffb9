"""Making relationships: one, or many in one transaction."""

from collections.abc import Mapping, Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.items import access
from partwright.items.types import TYPES
from partwright.items.writing import check_open, line_for
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.decimals import number
from partwright.kit.errors import ItemNotFound, Refusal
from partwright.kit.ids import BranchId, DesignId, MasterId, RelationshipId, new_id
from partwright.locks.checkouts import held_by_others
from partwright.programs.visibility import seen_by
from partwright.relationships import queries
from partwright.relationships.model import BOM, changes, shown_type
from partwright.relationships.plan import End, Fault, Key, Plan, Wish, plan
from partwright.relationships.reach import ancestry_below
from partwright.relationships.wishes import Asked
from partwright.versioning import access as lines
from partwright.versioning import service as versioning
from partwright.versioning.model import Edge, ShownVersion, Version, View
from partwright.versioning.service import Change
from partwright.workflows import service as workflows
from partwright.workflows.service import Lifecycles


class Outcome(msgspec.Struct):
    """What became of the relationships asked for."""

    created: list[Edge]
    skipped: list[int]
    faults: list[Fault]


async def relate(
    tx: Transaction,
    actor: Actor,
    asked: Sequence[Asked],
    *,
    branch_id: BranchId | None = None,
    replace: bool = False,
    faults: Sequence[Fault] = (),
    message: str | None = None,
) -> Outcome:
    """Make what can be made; each fault names its place in the request.

    Items named by ids of several lines are written line by line, each line a commit.
    """
    seq = await versioning.begin(tx)
    view = None if branch_id is None else (await lines.line(tx, actor, branch_id)).view
    ids = [entry.source_id for entry in asked] + [entry.target_id for entry in asked]
    found = await resolve(tx, actor, ids, view)
    groups, missing = _by_line(asked, found, branch_id)
    outcome = Outcome([], [], [*faults, *missing])
    lifecycles = await workflows.lifecycles(tx)
    for (design_id, branch), (item_type, entries) in groups.items():
        if outcome.created:
            seq = await versioning.begin(tx)
        try:
            line = await line_for(
                tx, actor, item_type=item_type, design_id=design_id, branch_id=branch
            )
        except Refusal as refusal:
            outcome.faults += [Fault(entry.index, refusal) for entry in entries]
            continue
        change = Change(actor, line, seq=seq, message=message)
        work = Work(change, lifecycles, found, view or line.view)
        await relate_on_line(tx, work, entries, outcome, replace=replace)
    outcome.faults.sort(key=lambda fault: fault.index)
    return outcome


class Work(msgspec.Struct):
    """An open change on one line, with the items that its relationships speak of."""

    change: Change
    lifecycles: Lifecycles
    found: dict[str, ShownVersion]
    """By the ids that the request uses."""
    view: View


async def resolve(
    snapshot: Snapshot, actor: Actor, ids: Sequence[str], view: View | None
) -> dict[str, ShownVersion]:
    """Items by ids, as the view shows them or each on its own line; what is unseen is left out."""
    sql = queries.OWN_LINES if view is None else queries.RESOLVED
    params: dict[str, Value] = {} if view is None else dict(view.params)
    rows = await snapshot.all(
        _named, sql, item_ids=list(dict.fromkeys(ids)), **params, **seen_by(actor)
    )
    return {sent: row for sent, row in rows if actor.may(TYPES[row.type].may("read"))}


def _named(sent: str, *columns: object) -> tuple[str, ShownVersion]:
    return sent, ShownVersion(*columns)  # pyright: ignore[reportArgumentType]


_Groups = dict[tuple[DesignId | None, BranchId | None], tuple[str, list[Asked]]]


def _by_line(
    asked: Sequence[Asked], found: dict[str, ShownVersion], branch_id: BranchId | None
) -> tuple[_Groups, list[Fault]]:
    groups: _Groups = {}
    missing: list[Fault] = []
    for entry in asked:
        unknown = next((i for i in (entry.source_id, entry.target_id) if i not in found), None)
        if unknown is not None:
            missing.append(Fault(entry.index, ItemNotFound.by_id(unknown)))
            continue
        source = found[entry.source_id]
        branched = TYPES[source.type].is_branched
        key = (source.design_id if branched else None, branch_id or source.branch_id)
        groups.setdefault(key, (source.type, []))[1].append(entry)
    return groups, missing


async def relate_on_line(
    tx: Transaction, work: Work, entries: list[Asked], outcome: Outcome, *, replace: bool = False
) -> None:
    """Add to the outcome what becomes of the entries, and close the change."""
    refused = await _refused_sources(tx, work, {entry.source_id for entry in entries})
    faults = [Fault(e.index, refused[e.source_id]) for e in entries if e.source_id in refused]
    good = [entry for entry in entries if entry.source_id not in refused]
    failed = {fault.index for fault in outcome.faults}
    blamed = {e.source_id for e in entries if e.index in failed}
    wishes = [_wish(entry, work.found) for entry in good]
    existing = await _existing(tx, [wish.source.item_id for wish in wishes])
    below = [work.found[e.target_id].item_id for e in good if e.type == BOM]
    made = plan(
        wishes,
        existing=existing,
        ancestry=await ancestry_below(tx, work.view, below),
        replace=replace,
        faults=faults,
        blamed=blamed,
    )
    outcome.skipped += made.skipped
    outcome.faults += made.faults
    outcome.created += await apply(tx, work.change, made, _by_item(work.found), work.lifecycles)


async def _refused_sources(tx: Transaction, work: Work, source_ids: set[str]) -> dict[str, Refusal]:
    """The sources that take no new structure now, each with the reason."""
    actor, line = work.change.actor, work.change.line
    sources = {source_id: work.found[source_id] for source_id in source_ids}
    held = await held_by_others(
        tx, actor, masters=[v.master_id for v in sources.values()], branch_id=line.id
    )
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
    return refused


def _wish(entry: Asked, found: dict[str, ShownVersion]) -> Wish:
    return Wish(
        index=entry.index,
        source=_end(found[entry.source_id]),
        target=_end(found[entry.target_id]),
        type=entry.type,
        quantity=entry.quantity,
        find_number=entry.find_number,
        reference_designator=entry.reference_designator,
        metadata=entry.metadata,
    )


def _end(version: ShownVersion) -> End:
    return End(version.item_id, version.master_id, version.item_number)


async def _existing(tx: Transaction, item_ids: list[str]) -> dict[Key, Edge]:
    edges = await tx.all(Edge, queries.OPEN_EDGES_OF, item_ids=list(dict.fromkeys(item_ids)))
    return {(edge.parent_item_id, edge.type, edge.child_master_id): edge for edge in edges}


def _by_item(found: dict[str, ShownVersion]) -> dict[str, ShownVersion]:
    return {version.item_id: version for version in found.values()}


async def apply(
    tx: Transaction,
    change: Change,
    made: Plan,
    items: Mapping[str, Version],
    lifecycles: Lifecycles,
) -> list[Edge]:
    """Write a plan and close the change; answers the new edges in the order of the wishes.

    `items` are the sources and targets by their item ids. Sources that the line has no row of
    yet become working copies first.
    """
    sources = {wish.source.item_id for wish in made.create} | {e.parent_item_id for e in made.close}
    rows = await _own_rows(tx, change, [items[s] for s in sources], lifecycles)
    close = await _closing(tx, made.close, rows)
    await versioning.close_edges(tx, change, [edge.id for edge in close])
    edges = [_edge(wish, rows[wish.source.item_id]) for wish in made.create]
    await versioning.add_edges(tx, change, edges)
    parents = {row.item_id: row for row in rows.values()}
    numbers = await numbers_of(tx, [*close, *edges])
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


async def _closing(tx: Transaction, edges: list[Edge], rows: dict[str, Version]) -> list[Edge]:
    """The edges to close: of a fresh working copy its own ones, not the original's."""
    if all(rows[edge.parent_item_id].item_id == edge.parent_item_id for edge in edges):
        return edges
    own = await _existing(tx, [row.item_id for row in rows.values()])
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
    return dict(await snapshot.all(_numbered, queries.NUMBERS, masters=masters))


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
