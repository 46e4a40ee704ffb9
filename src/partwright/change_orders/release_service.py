"""Release: all branches of a change go into their mains, together or not at all."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.change_content import Decisions, decisions_of, undecided_conflicts
from partwright.change_orders.lifecycle_effects import commit_on
from partwright.change_orders.model import AffectedItem, CannotBeAffected, StillInUse
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.identity.model import Actor
from partwright.items import revision_rules
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import tuple_of
from partwright.kit.errors import ErrorDetail, MergeConflict, StateConflict
from partwright.kit.ids import CommitId, ItemId, MasterId
from partwright.merging.apply import (
    MergeWriter,
    check_cycles,
    check_not_checked_out_by_others,
    check_unlocked,
    close_branch_rows,
    close_tombstones,
    stage_changes,
)
from partwright.merging.conflict_wire import merge_conflict
from partwright.merging.diff import diff_item_fields
from partwright.merging.item_states import ThreeWay, content_columns, read_three_way
from partwright.programs.access import HIDDEN, check_program_writable, visibility_params
from partwright.settings import RevisionScheme
from partwright.versioning import access as branch_access
from partwright.versioning.branch_service import mark_post_release
from partwright.versioning.commits import OpenCommit
from partwright.versioning.merge import ItemContent, MergeResult
from partwright.versioning.model import Branch, BranchView, ItemVersion
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles

_exact = msgspec.json.Encoder(decimal_format="number")


class ReleaseResult(msgspec.Struct, frozen=True):
    """The commits on the mains, and the revision that each released item has now."""

    commits: list[CommitId]
    revisions: dict[str, str]


class ReleaseStages(msgspec.Struct, frozen=True):
    """Names of the states of each item type for released, superseded, obsolete."""

    lifecycles: Lifecycles
    wanted: Mapping[MasterId, str]
    """States that effects of the step name."""
    scheme: RevisionScheme

    def named(self, row: ItemVersion, stage: str, fallback: str) -> str:
        found = self.lifecycles.find(row.type)
        states = () if found is None else found.states
        return next((state.name for state in states if state.stage == stage), fallback)

    def released(self, row: ItemVersion) -> str:
        return self.wanted.get(row.master_id) or self.named(row, "released", "Released")

    def is_settled(self, row: ItemVersion) -> bool:
        """Whether the row has been released, or was made obsolete since."""
        return row.released_at is not None


async def release_branches(
    tx: Transaction,
    work: ChangeOrderEdit,
    entries: list[AffectedItem],
    *,
    wanted: Mapping[MasterId, str],
    scheme: RevisionScheme,
) -> ReleaseResult:
    """Bring every branch of the change into its main; a bounded number of statements a design."""
    await check_unused(tx, work.actor, entries, wanted)
    await check_unlocked(tx, work.actor, [entry.master_id for entry in entries])
    lifecycles = await workflow_service.read_lifecycles(tx)
    stages = ReleaseStages(lifecycles, _staged_states(lifecycles, entries) | dict(wanted), scheme)
    decisions = await decisions_of(tx, work.version.item_id)
    merges = [await _merge(tx, work, branch, decisions) for branch in work.branches]
    conflicts = [conflict for one in merges for conflict in one.conflicts]
    if conflicts:
        raise merge_conflict(conflicts)
    async with AsyncExitStack() as opened:
        commits: list[OpenCommit] = []
        for one in merges:
            commit = await opened.enter_async_context(commit_on(tx, work, one.main))
            await _release_branch(tx, work, commit, one, entries, stages)
            commits.append(commit)
        for commit in commits:
            touched = [entry.version.item_id for entry in commit.entries]
            await check_cycles(tx, work.actor, BranchView(), touched)
        await _check_whole(
            tx, work.actor, [master_id for one in merges for master_id in one.found.own]
        )
    return ReleaseResult(
        [commit.id for commit in commits if not commit.is_empty],
        {number: revision for one in commits for number, revision in one.revisions.items()},
    )


def _staged_states(lifecycles: Lifecycles, entries: list[AffectedItem]) -> dict[MasterId, str]:
    """The states that effects of earlier steps gave, where they are such that a release gives."""
    return {
        entry.master_id: entry.state
        for entry in entries
        if entry.branch_item_id is not None
        and lifecycles.stage_of(entry.type, entry.state)
        == ("obsolete" if entry.change_action == "obsolete" else "released")
    }


async def _check_whole(tx: Transaction, actor: Actor, masters: list[str]) -> None:
    """MergeConflict when a line would be left without its child, in this design or another."""
    dangling = await tx.all(
        tuple_of(str, str),
        queries.DANGLING,
        masters=masters,
        hidden=HIDDEN,
        **visibility_params(actor),
    )
    if dangling:
        told = ", ".join(f"{child} is used in {parent}" for parent, child in dangling)
        raise MergeConflict(
            f"Deleted items are still used: {told}",
            details=[ErrorDetail("parents", parent) for parent, _ in dangling],
        )


class _Merge(msgspec.Struct, frozen=True):
    branch: Branch
    main: Branch
    found: ThreeWay
    merged: MergeResult
    conflicts: list[Any]


async def _merge(
    tx: Transaction, work: ChangeOrderEdit, branch: Branch, decisions: Decisions
) -> _Merge:
    await check_program_writable(tx, work.actor, branch.program_id)
    await check_not_checked_out_by_others(tx, work.actor, branch)
    main = await branch_access.access_main_branch(tx, branch.design_id)
    found = await read_three_way(tx, branch, main)
    merged = await found.merged()
    return _Merge(
        branch,
        main,
        found,
        merged,
        await undecided_conflicts(tx, work.actor, found, merged, decisions),
    )


async def _release_branch(
    tx: Transaction,
    work: ChangeOrderEdit,
    commit: OpenCommit,
    one: _Merge,
    entries: list[AffectedItem],
    stages: ReleaseStages,
) -> None:
    """Write one branch into its main."""
    commit.message = f"Release {work.number}"
    commit.merge_parent_id = (await branch_access.read_head(tx, one.branch)).commit_id
    commit.change_order_id = work.version.item_id
    mine = {e.master_id: e for e in entries if e.design_id == one.branch.design_id}
    writer = MergeWriter(commit)
    became: dict[MasterId, ItemId] = {}
    own = one.found.own - {entry.master_id for entry in entries if entry.is_staged}
    for master_id in sorted(own):
        content = one.merged.items.get(master_id)
        row = _put(writer, MasterId(master_id), one.found, content, stages)
        if row is not None:
            became[row.master_id] = row.item_id
    direct = [m for m in mine if m not in own]
    await _put_direct(tx, writer, [mine[m] for m in direct], stages)
    await close_tombstones(tx, commit, one.found, one.merged)
    await writer.write(tx)
    await close_branch_rows(tx, commit, one.branch.id)
    await tx.run_many(
        queries.RELEASED_AS,
        [
            {"order_id": work.version.item_id, "master_id": m, "item_id": item_id}
            for m, item_id in became.items()
            if m in mine
        ],
    )
    if commit.revisions and one.main.design_id is not None:
        await mark_post_release(tx, one.main.design_id, commit.at)


def _put(
    writer: MergeWriter,
    master_id: MasterId,
    found: ThreeWay,
    content: ItemContent | None,
    stages: ReleaseStages,
) -> ItemVersion | None:
    """Give main what the branch made of one item; its row there afterwards."""
    theirs, ours = found.theirs.rows.get(master_id), found.ours.rows.get(master_id)
    if content is None:
        if theirs is not None:
            _check_deletable(theirs, stages)
            writer.remove(theirs)
        return None
    if theirs is None:
        assert ours is not None
        return _put_new(writer, ours, found, content, stages)
    if ours is None:
        return None
    if theirs.state == stages.named(theirs, "obsolete", "Obsolete"):
        raise StateConflict(f"{theirs.item_number} has been made obsolete in the meantime")
    if not stages.is_settled(theirs):
        return _put_first(writer, theirs, found, content, stages)
    return _put_next(writer, theirs, ours, found, content, stages)


def _check_deletable(theirs: ItemVersion, stages: ReleaseStages) -> None:
    if stages.is_settled(theirs):
        raise StateConflict(
            f"{theirs.item_number} was deleted on the branch but has been released since"
        )


def _put_new(
    writer: MergeWriter,
    ours: ItemVersion,
    found: ThreeWay,
    content: ItemContent,
    stages: ReleaseStages,
) -> ItemVersion:
    commit = writer.commit
    commit.added.add(ours.item_id)
    row = writer.move(ours, found.ours, content, **_stage_of_release(writer, ours, stages))
    commit.note(row, "Released", changes=_exact.encode(stage_changes(ours, row)).decode())
    return row


def _put_first(
    writer: MergeWriter,
    theirs: ItemVersion,
    found: ThreeWay,
    content: ItemContent,
    stages: ReleaseStages,
) -> ItemVersion:
    """Release what was drafted on main and edited on the branch under main's id."""
    stage = _stage_of_release(writer, theirs, stages)
    return writer.content(theirs, found.theirs, content, action="Released", **stage)


def _put_next(
    writer: MergeWriter,
    theirs: ItemVersion,
    ours: ItemVersion,
    found: ThreeWay,
    content: ItemContent,
    stages: ReleaseStages,
) -> ItemVersion:
    """The working copy becomes the next revision under its id; the former one is superseded."""
    commit = writer.commit
    superseded = stages.named(theirs, "superseded", "Superseded")
    writer.stage(theirs, "Superseded", state=superseded, is_current=False)
    revision = revision_rules.next_revision(theirs.revision, stages.scheme)
    row = writer.move(
        ours,
        found.ours,
        content,
        revision=revision,
        state=stages.released(ours),
        released_at=commit.at,
    )
    commit.revisions[row.item_number] = revision
    fields = {c: getattr(theirs, c) for c in content_columns(theirs.type)}
    told = diff_item_fields(row.type, fields, content.fields) | stage_changes(theirs, row)
    writer.note(row, "Released", told)
    return row


def _stage_of_release(
    writer: MergeWriter, row: ItemVersion, stages: ReleaseStages
) -> dict[str, Any]:
    """The first revision, unless one was given when the item was made."""
    revision = (
        row.revision
        if row.revision != revision_rules.NONE
        else revision_rules.first_revision(stages.scheme)
    )
    writer.commit.revisions[row.item_number] = revision
    return {
        "revision": revision,
        "state": stages.released(row),
        "released_at": writer.commit.at,
    }


async def _put_direct(
    tx: Transaction, writer: MergeWriter, entries: list[AffectedItem], stages: ReleaseStages
) -> None:
    """Release, or make obsolete, what stands on main and was not touched on the branch."""
    if not entries:
        return
    masters = [str(entry.master_id) for entry in entries]
    rows = {r.master_id: r for r in await tx.all(ItemVersion, queries.MAIN_ROWS, masters=masters)}
    for entry in entries:
        row = rows.get(entry.master_id)
        if row is None:
            continue
        if entry.change_action == "obsolete":
            wanted = stages.wanted.get(row.master_id)
            obsolete = wanted or stages.named(row, "obsolete", "Obsolete")
            if row.state != obsolete:
                writer.stage(row, "Obsoleted", state=obsolete)
        elif entry.change_action == "release" and not stages.is_settled(row):
            writer.stage(row, "Released", **_stage_of_release(writer, row, stages))


class _Use(msgspec.Struct, frozen=True):
    """A current parent of an item, on main."""

    child: MasterId
    master_id: MasterId
    item_id: ItemId
    item_number: str
    state: str
    type: str
    is_visible: bool


async def check_unused(
    snapshot: Snapshot,
    actor: Actor,
    entries: list[AffectedItem],
    wanted_states: Mapping[MasterId, str],
) -> None:
    """StillUsed when something to be obsolete stands in a released BOM outside this change.

    It is so by its action, or by an effect of this step or an earlier one. CannotBeAffected when
    what is made obsolete was also edited on the branch: obsolete items take no change.
    """
    lifecycles = await workflow_service.read_lifecycles(snapshot)
    listed = [e for e in entries if e.change_action == "obsolete"]
    edited = [e.item_number for e in listed if e.working_copy_id and e.main_item_id]
    if edited:
        raise CannotBeAffected(f"{', '.join(edited)} cannot be both revised and made obsolete")
    going = {e.master_id: e for e in listed} | {
        e.master_id: e
        for e in entries
        if e.branch_item_id is not None or e.master_id in wanted_states
        if lifecycles.stage_of(e.type, wanted_states.get(e.master_id, e.state)) == "obsolete"
    }
    wanted = [master_id for master_id, entry in going.items() if not entry.force]
    if not wanted:
        return
    inside = {entry.master_id for entry in entries}
    uses: dict[str, list[str]] = {}
    for use in await snapshot.all(
        _Use,
        queries.USED_BY_RELEASED,
        masters=list[str](wanted),
        **visibility_params(actor),
    ):
        if use.master_id not in inside and _is_released(lifecycles, use):
            uses.setdefault(going[use.child].item_number, []).append(
                use.item_number if use.is_visible else HIDDEN
            )
    if uses:
        raise StillInUse(uses)


def _is_released(lifecycles: Lifecycles, use: _Use) -> bool:
    found = lifecycles.find(use.type)
    state = None if found is None else found.named(use.state)
    return state is None or state.stage == "released"
