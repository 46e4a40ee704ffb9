"""What a step of a change brings about in the lifecycles of its affected items."""

import msgspec

from partwright.changes.checks import check_unlocked
from partwright.changes.order_model import REVISES, Affected
from partwright.changes.orders import Work, branches_of
from partwright.changes.putting import Putting
from partwright.items import revisions
from partwright.kit.db import Transaction
from partwright.kit.ids import DesignId, ItemId, MasterId
from partwright.settings import RevisionScheme
from partwright.versioning import access as lines
from partwright.versioning import queries as version_queries
from partwright.versioning import service as versioning
from partwright.versioning.model import Branch, ItemVersion
from partwright.versioning.service import OpenCommit
from partwright.workflows import queries as workflow_queries
from partwright.workflows import service as workflows
from partwright.workflows.model import Definition, Effect, State, Transition
from partwright.workflows.queries import DefinitionRow
from partwright.workflows.service import Lifecycles
from partwright.workflows.stored import definition_of


class Effected(msgspec.Struct, frozen=True, rename="camel"):
    """An item that a step moved in its own lifecycle."""

    item_id: ItemId
    item_number: str
    from_state: str
    to_state: str


class Aim(msgspec.Struct, frozen=True):
    """An item's row, and the state that an effect moves it to."""

    entry: Affected
    row: ItemVersion
    target: State


async def aims(tx: Transaction, entries: list[Affected], way: Transition) -> list[Aim]:
    """The affected items with a matching action that are in an effect's from-state."""
    if not way.lifecycle_effects or not entries:
        return []
    rows = await _rows(tx, entries)
    lifecycles = await _lifecycles(tx, way)
    found: list[Aim] = []
    for entry in entries:
        row = rows.get(entry.master_id)
        for effect in way.lifecycle_effects:
            target = None if row is None else _target(entry, row, effect, lifecycles)
            if row is not None and target is not None:
                found.append(Aim(entry, row, target))
                break
    return found


async def _rows(tx: Transaction, entries: list[Affected]) -> dict[MasterId, ItemVersion]:
    """Each item's row on the change's branch, else its current one on main."""
    ids = [e.working_copy_id or e.main_item_id or e.item_id for e in entries]
    rows = await tx.all(ItemVersion, version_queries.ITEMS, item_ids=list[str](ids))
    return {row.master_id: row for row in rows}


async def _lifecycles(tx: Transaction, way: Transition) -> dict[str, Definition]:
    """The lifecycles that the effects name; one that was deleted since moves nothing."""
    ids = sorted({effect.lifecycle_definition_id for effect in way.lifecycle_effects})
    rows = await tx.all(DefinitionRow, workflow_queries.LIFECYCLES_NAMED, ids=ids)
    return {row.id: definition_of(row) for row in rows}


def _target(
    entry: Affected, row: ItemVersion, effect: Effect, lifecycles: dict[str, Definition]
) -> State | None:
    both_revise = {entry.change_action, effect.change_action} <= REVISES
    lifecycle = lifecycles.get(effect.lifecycle_definition_id)
    if lifecycle is None or not (both_revise or entry.change_action == effect.change_action):
        return None
    source = lifecycle.referred(effect.from_state_id)
    if source is None or source.name != row.state:
        return None
    return lifecycle.referred(effect.to_state_id)


def told(aim: Aim) -> Effected:
    return Effected(aim.row.item_id, aim.row.item_number, aim.row.state, aim.target.name)


async def move(
    tx: Transaction, work: Work, found: list[Aim], *, scheme: RevisionScheme
) -> list[Effected]:
    """Move the items where they stand: working copies on the branches, the others on main."""
    await check_unlocked(tx, work.actor, [aim.row.master_id for aim in found])
    by_line: dict[tuple[DesignId | None, bool], list[Aim]] = {}
    for aim in found:
        by_line.setdefault((aim.row.design_id, aim.row.branch_id is None), []).append(aim)
    for (design_id, on_main), group in by_line.items():
        if on_main:
            await _on_main(tx, work, design_id, group, scheme=scheme)
        else:
            line = next(line for line in work.lines if line.design_id == design_id)
            await _on(tx, await change_on(tx, work, line), group, {})
    return [told(aim) for aim in found]


async def _on_main(
    tx: Transaction,
    work: Work,
    design_id: DesignId | None,
    group: list[Aim],
    *,
    scheme: RevisionScheme,
) -> None:
    change = await change_on(tx, work, await lines.main_branch(tx, design_id))
    revised = {
        aim.row.item_id: aim.row.revision
        if aim.row.revision != revisions.NONE
        else revisions.first_revision(scheme)
        for aim in group
        if aim.target.stage == "released"
    }
    await _on(tx, change, group, revised)
    if revised and design_id is not None:
        await versioning.mark_post_release(tx, design_id, change.at)


async def _on(
    tx: Transaction, change: OpenCommit, group: list[Aim], revised: dict[ItemId, str]
) -> None:
    putting = Putting(change)
    for aim in group:
        stage: dict[str, str] = {"state": aim.target.name}
        if aim.row.item_id in revised:
            stage |= {"revision": revised[aim.row.item_id], "released_at": change.at}
            change.revisions[aim.row.item_number] = revised[aim.row.item_id]
        putting.stage(aim.row, "Transitioned", **stage)
    await putting.write(tx)
    await finish(tx, change)


async def draft_again(tx: Transaction, work: Work) -> None:
    """Working copies that a step put under review are drafts again, whatever sent them back.

    A transition that carries no effect for it would leave them where nobody can edit them.
    """
    lifecycles = await workflows.lifecycles(tx)
    # Read anew, since the step may have moved the branches' heads.
    for line in await branches_of(tx, work.version.item_id):
        rows = await tx.all(ItemVersion, version_queries.OPEN_ON, branch_id=line.id)
        stuck = [row for row in rows if _is_reviewed(lifecycles, row)]
        if not stuck:
            continue
        change = await change_on(tx, work, line)
        putting = Putting(change)
        for row in stuck:
            putting.stage(row, "Transitioned", state=lifecycles.initial(row.type).name)
        await putting.write(tx)
        await finish(tx, change)


def _is_reviewed(lifecycles: Lifecycles, row: ItemVersion) -> bool:
    lifecycle = lifecycles.find(row.type)
    state = None if lifecycle is None else lifecycle.named(row.state)
    return not row.is_deleted and state is not None and state.stage == "review"


async def change_on(tx: Transaction, work: Work, line: Branch) -> OpenCommit:
    """A change of this step on a line; on the library's main it is the order's own."""
    if line.is_main and line.design_id is None:
        return work.change
    change = OpenCommit(work.actor, line, seq=await versioning.begin(tx), message=None)
    change.message = f"{work.number}: lifecycle effects"
    change.change_order_id = work.version.item_id
    return change


async def finish(tx: Transaction, change: OpenCommit) -> None:
    """Commit it, unless it is the order's own, which is committed at the end of the step."""
    if not (change.line.is_main and change.line.design_id is None):
        await versioning.commit(tx, change)
