"""Drafts become items: what would be made, and its making in one transaction, once."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from partwright.change_orders import order_service
from partwright.change_orders.order_service import CHANGE_ORDER
from partwright.design_engine import access, session_service
from partwright.design_engine.artifacts import MaterializationResult
from partwright.design_engine.draft_items import as_sent, created, estimates_of, newborn
from partwright.design_engine.model import DesignSession
from partwright.design_engine.plan import MaterializationPlan, PlannedItem, plan
from partwright.design_engine.stages import AlreadyRunning, HasErrors
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.item_types import TYPES
from partwright.items import creation_service, service
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.decimals import stored_decimal
from partwright.kit.errors import UnprocessableInput
from partwright.kit.ids import DesignId, SessionId
from partwright.programs import access as program_access
from partwright.relationships.model import BOM
from partwright.relationships.request_input import ONE, RelationshipRequest
from partwright.relationships.service import (
    BranchWork,
    RelationshipOutcome,
    create_on_branch,
    resolve_items,
)
from partwright.versioning import access as branch_access
from partwright.versioning import design_service
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order, open_commit
from partwright.versioning.model import Branch, Design, RelationshipRow, ShownVersion
from partwright.versioning.queries import RELATIONSHIPS_OF
from partwright.versioning.wire import NewDesign
from partwright.workflows import service as workflow_service

REFERENCE = "reference"
POST_RELEASE = "post-release"


class NothingToMaterialize(UnprocessableInput):
    """A session without a structure."""

    def __init__(self) -> None:
        super().__init__("The session has no BOM to materialize")


class MaterializedBefore(UnprocessableInput):
    """A session becomes items once."""

    def __init__(self) -> None:
        super().__init__("The session has already been materialized")


class ForeignStructure(UnprocessableInput):
    """The structure of a reused part of another design is not this session's to change."""

    def __init__(self, number: str) -> None:
        super().__init__(
            f"{number} belongs to another design: this session cannot add lines to its BOM; reuse it without"
            " children, or make a new part"
        )


class PreviewItem(msgspec.Struct, rename="camel", frozen=True):
    """An item of the preview."""

    temp_id: str
    name: str
    item_type: str
    is_new: bool
    existing_item_number: str | UnsetType = UNSET


class MaterializationPreview(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Summary of what materialising makes, or has made."""

    new_parts_count: int
    reused_parts_count: int
    new_requirements_count: int
    bom_relationships_count: int
    requires_eco: bool
    target_design_id: DesignId | None
    items: list[PreviewItem]


async def preview(
    snapshot: Snapshot, actor: Actor, session_id: SessionId
) -> MaterializationPreview:
    """The items and lines that the drafts would become; NothingToMaterialize without a structure."""
    session = await access.session(snapshot, actor, session_id)
    if session.artifacts.bom is None:
        raise NothingToMaterialize
    planned = plan(session.artifacts)
    existing = await access.existing_parts(
        snapshot, actor, [i.existing_item_id for i in planned.items if i.existing_item_id]
    )
    result = session.artifacts.materialization_result
    parts = [item for item in planned.items if item.type == "Part"]
    if result is None:
        design = await _target(snapshot, actor, session)
        target = None if design is None else design.id
        requires_eco = design is not None and design.phase == POST_RELEASE
        count = len(planned.lines) - await _standing(snapshot, planned, existing)
    else:
        target, requires_eco = result.design_id, result.eco_id is not None
        count = result.bom_relationships_created
    return MaterializationPreview(
        new_parts_count=sum(item.is_new for item in parts),
        reused_parts_count=sum(not item.is_new for item in parts),
        new_requirements_count=len(planned.items) - len(parts),
        bom_relationships_count=count,
        requires_eco=requires_eco,
        target_design_id=target,
        items=[_preview_item(item, existing) for item in planned.items],
    )


def _preview_item(item: PlannedItem, existing: Mapping[str, ShownVersion]) -> PreviewItem:
    found = existing.get(item.existing_item_id or "")
    return PreviewItem(
        temp_id=item.temp_ids[0],
        name=item.name,
        item_type=item.type,
        is_new=item.is_new,
        existing_item_number=UNSET if found is None else found.item_number,
    )


async def _target(snapshot: Snapshot, actor: Actor, session: DesignSession) -> Design | None:
    if session.head.design_id is None:
        return None
    return await access_design(snapshot, actor, session.head.design_id)


async def _standing(
    snapshot: Snapshot, planned: MaterializationPlan, existing: Mapping[str, ShownVersion]
) -> int:
    """The number of planned lines of reused parents that are there already."""
    parents = {line.parent for line in planned.lines if not planned.items[line.parent].is_new}
    found = {key: existing.get(planned.items[key].existing_item_id or "") for key in parents}
    ids = [version.item_id for version in found.values() if version is not None]
    if not ids:
        return 0
    edges = await snapshot.all(RelationshipRow, RELATIONSHIPS_OF, item_ids=list[str](ids))
    standing = {(e.parent_item_id, e.child_master_id) for e in edges if e.type == BOM}
    count = 0
    for line in planned.lines:
        parent = found.get(line.parent)
        child = existing.get(planned.items[line.child].existing_item_id or "")
        if parent is not None and child is not None:
            count += (parent.item_id, child.master_id) in standing
    return count


async def materialize(
    tx: Transaction, actor: Actor, session_id: SessionId, *, model: str
) -> MaterializationResult:
    """Make everything, or nothing; a second time is refused. `model` is who drafted."""
    session = await access.own_session(tx, actor, session_id)
    if session.artifacts.materialization_result is not None:
        raise MaterializedBefore
    if session.artifacts.bom is None:
        raise NothingToMaterialize
    if session.head.is_running:
        raise AlreadyRunning
    session = await access.completed(tx, actor, session)
    if session.state.has_errors:
        raise HasErrors
    planned = plan(session.artifacts)
    _check_rights(actor, planned)
    await program_access.access_program(tx, actor, session.head.program_id)
    await program_access.check_program_writable(tx, actor, session.head.program_id)
    place = await _place(tx, actor, session)
    result = await _make(tx, actor, session, planned, place, model=model)
    artifacts = msgspec.structs.replace(
        session.artifacts, materialization_result=result, pending_clarification_id=None
    )
    await session_service.save(
        tx,
        session,
        artifacts=artifacts,
        design_id=result.design_id,
        stage="cad_generation",
        status="completed",
        error=None,
    )
    return result


def _check_rights(actor: Actor, planned: MaterializationPlan) -> None:
    for type in {item.type for item in planned.items if item.is_new}:
        actor.require(TYPES[type].may("create"))
    if planned.lines or planned.traces:
        actor.require(may("relationships", "create"))


class _ItemsPlace(msgspec.Struct, frozen=True):
    """Target of the items."""

    design: Design
    branch: Branch
    eco: ShownVersion | None = None


async def _place(tx: Transaction, actor: Actor, session: DesignSession) -> _ItemsPlace:
    """The main of a new design or of one that is not released, or the branch of a new change."""
    design = await _target(tx, actor, session)
    if design is None:
        actor.require(may("designs", "create"))
        assert session.artifacts.bom is not None
        name = session.artifacts.bom.root_assembly.name
        described = session.artifacts.description
        new = NewDesign(name=name, description=described, program_id=session.head.program_id)
        design = await design_service.create_design(tx, actor, new)
    if design.phase != POST_RELEASE:
        branch = await branch_access.access_writable_branch(tx, actor, design_id=design.id)
        return _ItemsPlace(design, branch)
    actor.require(CHANGE_ORDER.may("create"))
    about = {
        "name": f"Materialize: {session.head.title}"[:500],
        "description": session.artifacts.description,
        "reasonForChange": f"Drafted in the design session {session.head.id}",
        "programId": design.program_id,
    }
    eco = await service.create_item(tx, actor, as_sent(about), item_type=CHANGE_ORDER)
    async with order_service.open_change_order(tx, actor, eco.item_id) as work:
        return _ItemsPlace(design, await order_service.branch_for_design(tx, work, design.id), eco)


async def _make(
    tx: Transaction,
    actor: Actor,
    session: DesignSession,
    planned: MaterializationPlan,
    place: _ItemsPlace,
    *,
    model: str,
) -> MaterializationResult:
    await hold_commit_order(tx)
    message = f"Materialize {session.head.title}"[:500]
    async with open_commit(tx, actor, place.branch, message) as commit:
        lifecycles = await workflow_service.read_lifecycles(tx)
        new = [item for item in planned.items if item.is_new]
        estimates = estimates_of(session.artifacts)
        newborns = [
            newborn(item, place.design, session, estimates.get(item.temp_ids[0]), model=model)
            for item in new
        ]
        made = await creation_service.create_items(tx, commit, newborns, lifecycles)
        made.check_attributes()
        born = made.created
        versions = {item.key: born[at] for at, item in enumerate(new)}
        reused = [item for item in planned.items if not item.is_new]
        ids = [item.existing_item_id or "" for item in reused]
        found = await resolve_items(tx, actor, ids, place.branch.view)
        if set(ids) - found.keys():
            # Somebody took a part away after the issues were looked at.
            raise HasErrors
        versions |= {item.key: found[item.existing_item_id or ""] for item in reused}
        count = await _relate(tx, BranchWork(commit, lifecycles, {}, {}), planned, versions)
        return MaterializationResult(
            design_id=place.design.id,
            eco_id=None if place.eco is None else place.eco.item_id,
            eco_number=None if place.eco is None else place.eco.item_number,
            created_items=tuple(created(item, versions[item.key]) for item in new),
            bom_relationships_created=count,
        )


async def _relate(
    tx: Transaction,
    work: BranchWork,
    planned: MaterializationPlan,
    versions: Mapping[int, ShownVersion],
) -> int:
    """Make lines and traces and close the change; answers how many BOM lines are new."""
    asked = list(_asked(planned, versions))
    by_id: dict[str, ShownVersion] = {v.item_id: v for v in versions.values()}
    here = work.commit.branch.design_id
    own = [one for one in asked if by_id[one.source_id].design_id == here]
    foreign = [one for one in asked if by_id[one.source_id].design_id != here]
    await _check_foreign(tx, foreign, by_id)
    outcome = RelationshipOutcome([], [], [])
    work.sources = work.targets = by_id
    await create_on_branch(tx, work, own, outcome)
    if outcome.faults:
        raise outcome.faults[0].refusal
    return sum(edge.type == BOM for edge in outcome.created)


def _asked(
    planned: MaterializationPlan, versions: Mapping[int, ShownVersion]
) -> Sequence[RelationshipRequest]:
    lines = [(line.parent, line.child, BOM, line) for line in planned.lines]
    traces = [(trace.requirement, trace.part, REFERENCE, None) for trace in planned.traces]
    return [
        RelationshipRequest(
            index=place,
            source_id=versions[source].item_id,
            target_id=versions[target].item_id,
            type=type,
            quantity=stored_decimal(ONE if line is None else line.quantity),
            find_number=None if line is None else line.find_number,
            reference_designator=None,
            metadata="{}",
        )
        for place, (source, target, type, line) in enumerate([*lines, *traces])
    ]


async def _check_foreign(
    tx: Transaction, asked: Sequence[RelationshipRequest], by_id: Mapping[str, ShownVersion]
) -> None:
    """ForeignStructure when a part of another design would get a line that it has not yet."""
    if not asked:
        return
    ids = list(dict.fromkeys(one.source_id for one in asked))
    edges = await tx.all(RelationshipRow, RELATIONSHIPS_OF, item_ids=ids)
    standing = {(e.parent_item_id, e.child_master_id) for e in edges if e.type == BOM}
    for one in asked:
        parent, child = by_id[one.source_id], by_id[one.target_id]
        if (parent.item_id, child.master_id) not in standing:
            raise ForeignStructure(parent.item_number)
