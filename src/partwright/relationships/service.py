"""Making relationships: one, or many in one transaction."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import branch_to_write, check_editable, lifecycles_for
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import tuple_of
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import ItemNotFound, Refusal
from partwright.kit.ids import BranchId, DesignId, ItemId, MasterId, RelationshipId, new_id
from partwright.locks.checkouts import held_by_others
from partwright.programs.access import check_program_writable
from partwright.relationships.cycles import ancestry_between
from partwright.relationships.differences import (
    change_differing,
    differing_requests,
    remove_others,
)
from partwright.relationships.line_lookup import find_line, lines_below
from partwright.relationships.model import BOM, encode_changes, shown_relationship_type
from partwright.relationships.plan import (
    AncestorGraph,
    RefusedRequest,
    RelationshipKey,
    RelationshipPlan,
    ResolvedRequest,
    end_of,
    plan_relationships,
)
from partwright.relationships.request_input import RelationshipRequest
from partwright.versioning import access as branch_access
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.model import (
    Branch,
    BranchView,
    ItemVersion,
    RelationshipRow,
    ShownVersion,
)
from partwright.versioning.queries import NUMBERS
from partwright.workflows.service import Lifecycles


class RelationshipOutcome(msgspec.Struct):
    """Results of the relationships asked for."""

    created: list[RelationshipRow]
    skipped: list[ResolvedRequest]
    faults: list[RefusedRequest]
    changed: list[tuple[RelationshipRow, ResolvedRequest]] = []
    """What stood with other values, with what took its place."""
    removed: list[RelationshipRow] = []
    differing: list[tuple[RelationshipRow, ResolvedRequest]] = []
    """What was skipped although it stands with other values."""
    parents: dict[ItemId, ItemVersion] = {}
    children: dict[MasterId, ShownVersion] = {}
    """The ends of what was created, as its branch shows them."""


async def create_relationships(
    tx: Transaction,
    actor: Actor,
    asked: Sequence[RelationshipRequest],
    *,
    branch_id: BranchId | None = None,
    replace: bool = False,
    faults: Sequence[RefusedRequest] = (),
    unreadable_sources: Collection[str] = (),
    message: str | None = None,
) -> RelationshipOutcome:
    """Make what can be made, a commit for each branch; each fault names its place in the request.

    `unreadable_sources` are ids of sources of which the request says something unreadable besides.
    """
    await hold_commit_order(tx)
    view = (await branch_access.access_branch(tx, actor, branch_id)).view if branch_id else None
    alone = [entry.target_id for entry in asked if len(asked) == 1]
    ends = await resolve_items(tx, actor, [entry.source_id for entry in asked] + alone, view)
    sources = {e.source_id: ends[e.source_id] for e in asked if e.source_id in ends}
    outcome = RelationshipOutcome([], [], list(faults))
    lifecycles = await lifecycles_for(tx, sources.values())
    for (design, named, _), entries in _by_branch(asked, sources, branch_id, outcome).items():
        kind = sources[entries[0].source_id].type
        try:
            branch = await branch_to_write(
                tx, actor, item_type=kind, design_id=design, branch_id=named
            )
        except Refusal as refusal:
            outcome.faults += [RefusedRequest(entry.index, refusal) for entry in entries]
            continue
        found = {sent: ends[sent] for sent in alone if _is_shown(ends.get(sent), view, branch)}
        found = found or await resolve_items(tx, actor, [e.target_id for e in entries], branch.view)
        async with open_commit(tx, actor, branch, message) as commit:
            work = BranchWork(commit, lifecycles, sources, found)
            await create_on_branch(
                tx, work, entries, outcome, replace=replace, unreadable_sources=unreadable_sources
            )
    outcome.faults.sort(key=lambda fault: fault.index)
    return outcome


def _is_shown(found: ShownVersion | None, view: BranchView | None, branch: Branch) -> bool:
    """Whether the branch shows an item just as it was found: in a view, or each on its own branch."""
    if found is None or view is not None:
        return found is not None and view == branch.view
    return branch.view.is_main_now and found.branch_id is None and found.is_current


class BranchWork(msgspec.Struct):
    """An open commit on one branch, with the items that its relationships speak of."""

    commit: OpenCommit
    lifecycles: Lifecycles
    sources: Mapping[str, ShownVersion]
    """By the ids that the request uses, as the branch writes them."""
    targets: Mapping[str, ShownVersion]
    """By the ids that the request uses, as the branch sees them."""
    parents: dict[ItemId, ItemVersion] = {}
    """The sources' rows on the branch, once something was written."""


async def resolve_items(
    snapshot: Snapshot, actor: Actor, ids: Sequence[str], view: BranchView | None
) -> dict[str, ShownVersion]:
    """Items by ids, as the view shows them or each on its own branch; what is unseen is left out."""
    found = await item_access.access_items(snapshot, actor, ids, view)
    return {sent: item for sent, item in found.items() if actor.may(TYPES[item.type].may("read"))}


_LineKey = tuple[DesignId | None, BranchId | None, bool]
"""The design and the branch of items, and whether they are content of branches at all."""


def _by_branch(
    asked: Sequence[RelationshipRequest],
    sources: Mapping[str, ShownVersion],
    branch_id: BranchId | None,
    outcome: RelationshipOutcome,
) -> dict[_LineKey, list[RelationshipRequest]]:
    groups: dict[_LineKey, list[RelationshipRequest]] = {}
    for entry in asked:
        source = sources.get(entry.source_id)
        if source is None:
            outcome.faults.append(RefusedRequest(entry.index, ItemNotFound.by_id(entry.source_id)))
            continue
        branched = TYPES[source.type].is_branched
        design_id = source.design_id if branched else None
        groups.setdefault((design_id, branch_id or source.branch_id, branched), []).append(entry)
    return groups


async def create_on_branch(
    tx: Transaction,
    work: BranchWork,
    entries: Sequence[RelationshipRequest],
    outcome: RelationshipOutcome,
    *,
    replace: bool = False,
    update: bool = False,
    whole: bool = False,
    unreadable_sources: Collection[str] = (),
) -> None:
    """Add to the outcome what becomes of the entries.

    With `update`, what stands with other values is changed; with `whole`, the lines of the sources
    that no entry names go.
    """
    requests, faults, failed_sources = await _resolved(tx, work, entries, unreadable_sources)
    view = work.commit.branch.view
    existing = await _existing(tx, requests, view, is_whole=replace or whole)
    made = plan_relationships(
        requests,
        existing=existing,
        ancestry=await _ancestry(tx, view, requests),
        replace=replace,
        faults=faults,
        failed_sources=failed_sources,
    )
    differing = differing_requests(made, existing)
    if update:
        change_differing(made, differing)
        outcome.changed += differing
    else:
        outcome.differing += differing
    if whole:
        remove_others(requests, made, existing, outcome.removed)
    outcome.skipped += made.skipped
    outcome.faults += made.faults
    outcome.created += await write_relationship_plan(tx, work, made)
    outcome.parents |= work.parents
    outcome.children |= {child.master_id: child for child in work.targets.values()}


async def _resolved(
    tx: Transaction,
    work: BranchWork,
    entries: Sequence[RelationshipRequest],
    unreadable_sources: Collection[str],
) -> tuple[list[ResolvedRequest], list[RefusedRequest], set[ItemId]]:
    """The requests whose ends are known and take lines, the others, and the sources of those."""
    refused = await refused_sources(tx, work, {entry.source_id for entry in entries})
    faults: list[RefusedRequest] = []
    failed_sources = {
        work.sources[sent].item_id for sent in unreadable_sources if sent in work.sources
    }
    requests: list[ResolvedRequest] = []
    for entry in entries:
        refusal = refused.get(entry.source_id)
        if refusal is None and entry.target_id not in work.targets:
            refusal = ItemNotFound.by_id(entry.target_id)
            failed_sources.add(work.sources[entry.source_id].item_id)
        if refusal is None:
            requests.append(_request(entry, work))
        else:
            faults.append(RefusedRequest(entry.index, refusal))
    return requests, faults, failed_sources


async def _ancestry(
    tx: Transaction, view: BranchView, requests: Sequence[ResolvedRequest]
) -> AncestorGraph:
    """The lines through which the circles could run that the requests would close."""
    lines = [request for request in requests if request.type == BOM]
    return await ancestry_between(
        tx,
        view,
        sources=[request.source.master_id for request in lines],
        targets=[ItemId(request.target.item_id) for request in lines],
    )


async def refused_sources(
    tx: Transaction, work: BranchWork, source_ids: set[str]
) -> dict[str, Refusal]:
    """The sources that take no new structure now, each with the reason."""
    actor, branch = work.commit.actor, work.commit.branch
    sources = {source_id: work.sources[source_id] for source_id in source_ids}
    held = await held_by_others(
        tx, actor, masters=[v.master_id for v in sources.values()], branch_id=branch.id
    )
    closed = await _closed_programs(tx, work, {v.program_id for v in sources.values()})
    refused: dict[str, Refusal] = {}
    for source_id, version in sources.items():
        try:
            item_access.check_unlocked(actor, version)
            check_editable(work.lifecycles, version, branch)
        except Refusal as refusal:
            refused[source_id] = refusal
            continue
        if version.master_id in held:
            refused[source_id] = held[version.master_id]
        elif version.program_id in closed:
            refused[source_id] = closed[version.program_id]
    return refused


async def _closed_programs(
    tx: Transaction, work: BranchWork, programs: set[str | None]
) -> dict[str | None, Refusal]:
    """Those in which the actor changes nothing; the line's own was looked at with the line."""
    closed: dict[str | None, Refusal] = {}
    for program_id in programs - {work.commit.branch.program_id, None}:
        try:
            await check_program_writable(tx, work.commit.actor, program_id)
        except Refusal as refusal:
            closed[program_id] = refusal
    return closed


def _request(entry: RelationshipRequest, work: BranchWork) -> ResolvedRequest:
    return ResolvedRequest(
        index=entry.index,
        source=end_of(work.sources[entry.source_id]),
        target=end_of(work.targets[entry.target_id]),
        type=entry.type,
        quantity=entry.quantity,
        find_number=entry.find_number,
        reference_designator=entry.reference_designator,
        metadata=entry.metadata,
    )


async def _existing(
    tx: Transaction, requests: Sequence[ResolvedRequest], view: BranchView, *, is_whole: bool
) -> dict[RelationshipKey, RelationshipRow]:
    """The lines below the sources in a view; of a single request those it asks for."""
    if is_whole or len(requests) != 1:
        return await lines_below(tx, [request.source.item_id for request in requests], view)
    source, child = requests[0].source.item_id, requests[0].target.master_id
    found = await find_line(tx, ItemId(source), child, requests[0].type, view)
    return {} if found is None else {requests[0].key: found}


async def write_relationship_plan(
    tx: Transaction, work: BranchWork, made: RelationshipPlan
) -> list[RelationshipRow]:
    """Write a plan; answers the new edges in the order of the requests.

    Sources that the line has no row of yet become working copies first.
    """
    commit = work.commit
    items = {version.item_id: version for version in work.sources.values()}
    sources = {request.source.item_id for request in made.create} | {
        e.parent_item_id for e in made.close
    }
    rows = await own_relationships(tx, commit, [items[ItemId(s)] for s in sources], work.lifecycles)
    close = await _closing(tx, made.close, rows, commit.branch.view)
    edges = [_edge(request, rows[request.source.item_id]) for request in made.create]
    parents = work.parents = {row.item_id: row for row in rows.values()}
    numbers = {version.master_id: version.item_number for version in work.targets.values()}
    if close:
        await commit.close_lines(close)
        masters = list({str(edge.child_master_id) for edge in close})
        numbers |= dict(await tx.all(tuple_of(MasterId, str), NUMBERS, masters=masters))
    if edges:
        await commit.add_relationships(edges)
    for edge in close:
        record_change(commit, REMOVED, edge, parents[edge.parent_item_id], numbers)
    for edge in edges:
        record_change(commit, ADDED, edge, parents[edge.parent_item_id], numbers)
    commit.modified.update(row.item_id for row in rows.values())
    return edges


async def own_relationships(
    tx: Transaction, commit: OpenCommit, sources: list[ItemVersion], lifecycles: Lifecycles
) -> dict[str, ItemVersion]:
    """The sources' rows on the commit's branch, by the item ids they were found by."""
    rows = {v.item_id: v for v in sources if v.branch_id == commit.branch.branch_id}
    foreign = [v for v in sources if v.item_id not in rows]
    if foreign:
        initial = {v.type: lifecycles.initial(v.type).name for v in foreign}
        copies = await commit.copy_items(foreign, state=initial)
        rows |= {v.item_id: copy for v, copy in zip(foreign, copies, strict=True)}
    return {str(item_id): row for item_id, row in rows.items()}


async def _closing(
    tx: Transaction, edges: list[RelationshipRow], rows: dict[str, ItemVersion], view: BranchView
) -> list[RelationshipRow]:
    """The edges to close: of a fresh working copy its own ones, not the original's."""
    if all(rows[edge.parent_item_id].item_id == edge.parent_item_id for edge in edges):
        return edges
    own = await lines_below(tx, [row.item_id for row in rows.values()], view)
    return [
        own[rows[edge.parent_item_id].item_id, edge.type, edge.child_master_id] for edge in edges
    ]


def _edge(request: ResolvedRequest, parent: ItemVersion) -> RelationshipRow:
    return RelationshipRow(
        id=RelationshipId(new_id()),
        parent_item_id=parent.item_id,
        parent_master_id=parent.master_id,
        child_master_id=request.target.master_id,
        branch_id=parent.branch_id,
        type=request.type,
        quantity=request.quantity,
        find_number=request.find_number,
        reference_designator=request.reference_designator,
        metadata=request.metadata,
    )


def record_change(
    commit: OpenCommit,
    action: str,
    edge: RelationshipRow,
    parent: ItemVersion,
    numbers: Mapping[MasterId, str],
) -> None:
    """Tell the parent's history of an edge that came or went."""
    fields = {
        "targetItem": numbers.get(edge.child_master_id),
        "relationshipType": shown_relationship_type(edge.type),
        "quantity": decimal_number(edge.quantity),
        "findNumber": edge.find_number,
        "referenceDesignator": edge.reference_designator,
    }
    came = action == ADDED
    told = {
        key: (None, value) if came else (value, None)
        for key, value in fields.items()
        if value is not None
    }
    commit.note(parent, action, changes=encode_changes(told))


ADDED = "Relationship Added"
UPDATED = "Relationship Updated"
REMOVED = "Relationship Removed"
