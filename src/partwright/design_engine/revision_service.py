"""Edits of a structure that has become items: further commits on its design's line of work."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import msgspec

from partwright.change_orders import order_service
from partwright.design_engine.artifacts import Artifacts, MaterializationResult, MaterializedItem
from partwright.design_engine.draft_items import created, estimates_of, newborn, revised
from partwright.design_engine.model import DesignSession, DraftsFrozen
from partwright.design_engine.revision_plan import (
    RevisedLine,
    RevisionPlan,
    revision,
    with_stale_assemblies,
)
from partwright.design_engine.stages import AlreadyRunning, HasErrors
from partwright.drafter.structures.prices import CostEstimate
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import creation_service, service
from partwright.items.access import SharedCommits, lifecycles_for
from partwright.kit.db import Transaction
from partwright.kit.etag import ANY
from partwright.kit.ids import BranchId, DesignId, ItemId
from partwright.relationships.edit_input import LineEdit, LineEditInput
from partwright.relationships.edit_lookup import read_lines
from partwright.relationships.edit_service import edit_lines
from partwright.relationships.model import BOM
from partwright.relationships.service import resolve_items
from partwright.versioning import access as branch_access
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import Branch, ShownVersion


async def revise(
    tx: Transaction, actor: Actor, present: DesignSession, after: Artifacts
) -> Artifacts:
    """The artifacts with their items brought along; DraftsFrozen where requirements changed."""
    before = present.artifacts
    result = before.materialization_result
    if result is None or after.bom is None or after.requirements != before.requirements:
        raise DraftsFrozen
    if present.head.is_running:
        raise AlreadyRunning
    wanted = revision(before, after)
    stale = with_stale_assemblies(before, after)
    if wanted.is_empty:
        return stale
    for item in wanted.newborn:
        actor.require(TYPES[item.type].may("create"))
    await hold_commit_order(tx)
    branch = await _branch(tx, actor, result)
    message = f"Edit {present.head.title}"[:500]
    async with SharedCommits(tx, actor, message) as commits:
        work = _Revision(tx, actor, wanted, branch, commits)
        estimates = estimates_of(after)
        await work.check_reused()
        born = await work.make(present, result.design_id, estimates)
        await work.edit(estimates)
        await work.relate(born)
    items = (*_still_made(result, wanted), *(created(i, born[i.key]) for i in wanted.newborn))
    return msgspec.structs.replace(
        stale, materialization_result=msgspec.structs.replace(result, created_items=items)
    )


async def _branch(tx: Transaction, actor: Actor, result: MaterializationResult) -> Branch:
    """The line of work: main, or the branch of the change that materialised."""
    design_id = DesignId(result.design_id)
    if result.eco_id is None:
        await access_design(tx, actor, design_id)
        return await branch_access.access_writable_branch(tx, actor, design_id=design_id)
    for line in await order_service.branches_of_order(tx, ItemId(result.eco_id)):
        if line.design_id == design_id and not line.is_archived:
            return line
    raise DraftsFrozen


def _still_made(result: MaterializationResult, wanted: RevisionPlan) -> Sequence[MaterializedItem]:
    """The items that were made before, by the drafts that they stand for now."""
    drafts = {item_id: wanted.planned.items[key].temp_ids for key, item_id in wanted.ids.items()}
    names = {item_id: wanted.planned.items[key].name for key, item_id in wanted.ids.items()}
    return [
        msgspec.structs.replace(
            item,
            temp_id=drafts[item.item_id][0],
            temp_ids=drafts[item.item_id],
            name=names[item.item_id],
        )
        if item.item_id in drafts
        else item
        for item in result.created_items
    ]


class _Revision:
    """One edit of a structure on its way into items and lines."""

    def __init__(
        self,
        tx: Transaction,
        actor: Actor,
        wanted: RevisionPlan,
        branch: Branch,
        commits: SharedCommits,
    ) -> None:
        self._tx = tx
        self._actor = actor
        self._wanted = wanted
        self._branch = branch
        self._commits = commits

    @property
    def _named_branch(self) -> BranchId | None:
        return None if self._branch.view.is_main_now else self._branch.id

    async def check_reused(self) -> None:
        """HasErrors where an existing part is named that is none."""
        ids = [i.existing_item_id for i in self._wanted.planned.items if i.existing_item_id]
        found = await resolve_items(self._tx, self._actor, ids, self._branch.view)
        if any(one not in found or found[one].type != "Part" for one in ids):
            raise HasErrors

    async def make(
        self, present: DesignSession, design_id: str, estimates: Mapping[str, CostEstimate]
    ) -> Mapping[int, ShownVersion]:
        """The parts that are new."""
        fresh = self._wanted.newborn
        if not fresh:
            return {}
        design = await access_design(self._tx, self._actor, DesignId(design_id))
        made = await creation_service.create_items(
            self._tx,
            await self._commits.on(self._branch),
            [
                newborn(item, design, present, estimates.get(item.temp_ids[0]), model="")
                for item in fresh
            ],
            await lifecycles_for(self._tx, []),
        )
        made.check_attributes()
        return {item.key: made.created[at] for at, item in enumerate(fresh)}

    async def edit(self, estimates: Mapping[str, CostEstimate]) -> None:
        """Names, descriptions, materials, sorts and prices of the parts that are there."""
        for one in self._wanted.edited:
            await service.edit_item(
                self._tx,
                self._actor,
                ItemId(self._wanted.ids[one.item.key]),
                revised(one.draft, one.before, estimates.get(one.item.temp_ids[0])),
                branch_id=self._named_branch,
                match=ANY,
                commits=self._commits,
            )

    async def relate(self, born: Mapping[int, ShownVersion]) -> None:
        """Lines added, changed and removed."""
        wanted = self._wanted
        refs = {f"{key}": version for key, version in born.items()}
        sent = [_added(line, number) for line, number in wanted.added.items()]
        standing = await self._standing([*wanted.changed, *wanted.removed])
        for line, number in wanted.changed.items():
            if line in standing:
                sent.append(LineEditInput(action="update", id=standing[line], quantity=number))
        sent += [
            LineEditInput(action="delete", id=standing[line])
            for line in wanted.removed
            if line in standing
        ]
        if not sent:
            return
        edits = [LineEdit(index=index, input=one, expected=None) for index, one in enumerate(sent)]
        done = await edit_lines(
            self._tx,
            self._actor,
            edits,
            new_items=refs,
            branch_id=self._named_branch,
            commits=self._commits,
        )
        if done.faults:
            raise done.faults[0].refusal

    async def _standing(self, lines: Sequence[RevisedLine]) -> dict[RevisedLine, str]:
        """The ids of the lines that are there; somebody may have taken one away as items."""
        ids = list(dict.fromkeys(str(end) for one in lines for end in (one.parent, one.child)))
        if not ids:
            return {}
        found = await resolve_items(self._tx, self._actor, ids, self._branch.view)
        if set(ids) - found.keys():
            raise HasErrors
        parents = [found[str(line.parent)].item_id for line in lines]
        rows = (await read_lines(self._tx, self._actor, parents, self._branch.view)).rows
        standing: dict[RevisedLine, str] = {}
        for line in lines:
            parent, child = found[str(line.parent)], found[str(line.child)]
            row = rows.get((parent.item_id, BOM, child.master_id))
            if row is not None:
                standing[line] = row.id
        return standing


def _added(line: RevisedLine, quantity: Decimal) -> LineEditInput:
    """Ends that are items are named by their ids, those that are new by their refs."""
    parent, child = line.parent, line.child
    return LineEditInput(
        action="create",
        quantity=quantity,
        source_id=parent if isinstance(parent, str) else None,
        source_ref=None if isinstance(parent, str) else str(parent),
        target_id=child if isinstance(child, str) else None,
        target_ref=None if isinstance(child, str) else str(child),
    )
