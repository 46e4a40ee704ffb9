"""Checks that every write on an item passes before it takes effect."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from types import TracebackType

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import Action
from partwright.item_types import TYPES, ItemType
from partwright.items import access as item_access
from partwright.items import rules
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import StateConflict, UnprocessableInput
from partwright.kit.ids import BranchId, DesignId, ItemId
from partwright.locks.checkouts import check_not_checked_out
from partwright.programs.access import check_program_writable
from partwright.versioning import access as branch_access
from partwright.versioning.commit_sequence import hold_commit_order
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.model import Branch, ItemVersion, LibraryIsProtected, ShownVersion
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles


class ItemUnderReview(StateConflict):
    """The item takes no change until it is rejected."""

    def __init__(self, version: ItemVersion) -> None:
        super().__init__(f"{version.item_number} is {version.state} and cannot be changed")


class ChangeOrderClosed(StateConflict):
    """The change order was released or cancelled and cannot be changed."""

    def __init__(self, version: ItemVersion) -> None:
        super().__init__(f"{version.item_number} is {version.state} and cannot be changed")


class NotBranched(UnprocessableInput):
    """Tasks, issues and change orders are edited in place."""

    def __init__(self, item_type: str) -> None:
        super().__init__(f"{item_type}s do not live on branches")


class ItemEdit(msgspec.Struct):
    """An item about to be written: as it stands, on its line, in an open change."""

    version: ShownVersion
    line: Branch
    commit: OpenCommit
    lifecycles: Lifecycles


async def branch_to_write(
    snapshot: Snapshot,
    actor: Actor,
    *,
    item_type: str,
    design_id: DesignId | None,
    branch_id: BranchId | None,
    bypass: bool = False,
) -> Branch:
    """The line on which items of the type and design are written."""
    if not TYPES[item_type].is_branched:
        if branch_id is not None:
            raise NotBranched(item_type)
        # Work records move on while designs are protected, so they are no commits of a design.
        return await branch_access.access_main_branch(snapshot, None)
    return await branch_access.access_writable_branch(
        snapshot, actor, design_id=design_id, branch_id=branch_id, bypass=bypass
    )


@asynccontextmanager
async def open_for_edit(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    *,
    branch_id: BranchId | None = None,
    action: Action = "update",
    message: str | None = None,
    item_type: ItemType | None = None,
    commits: "SharedCommits | None" = None,
) -> AsyncGenerator[ItemEdit]:
    """An item for a write on a branch, or on its own where none is named; committed at the end.

    Refuses what is of another type than the path's, locked, checked out by another, under review,
    or protected. With `commits` the write becomes part of the one on its branch.
    """
    await hold_commit_order(tx)
    version = await _as_written(tx, actor, item_id, branch_id, action)
    item_access.check_item_type(version, item_type)
    branch = await check_branch_for_edit(tx, actor, version, branch_id or version.branch_id)
    lifecycles = await lifecycles_for(tx, [version])
    check_editable(lifecycles, version, branch)
    if commits is not None:
        yield ItemEdit(version, branch, await commits.on(branch), lifecycles)
        return
    async with open_commit(tx, actor, branch, message) as commit:
        yield ItemEdit(version, branch, commit, lifecycles)


async def check_branch_for_edit(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, branch_id: BranchId | None
) -> Branch:
    """The branch on which the item is written; refuses what another person or the branch forbids."""
    item_access.check_unlocked(actor, version)
    branch = await branch_to_write(
        snapshot,
        actor,
        item_type=version.type,
        design_id=version.design_id,
        branch_id=branch_id,
    )
    await check_program_writable(snapshot, actor, version.program_id)
    await check_not_checked_out(snapshot, actor, master_id=version.master_id, branch_id=branch.id)
    return branch


class SharedCommits:
    """One open commit for each branch that a batch writes on; all are written at the end."""

    def __init__(self, tx: Transaction, actor: Actor, message: str | None) -> None:
        self._tx = tx
        self._actor = actor
        self._message = message
        self._stack = AsyncExitStack()
        self._opened: dict[BranchId, OpenCommit] = {}

    async def __aenter__(self) -> "SharedCommits":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._stack.__aexit__(kind, error, traceback)

    async def on(self, branch: Branch) -> OpenCommit:
        """The commit of the branch."""
        if branch.id not in self._opened:
            opening = open_commit(self._tx, self._actor, branch, self._message)
            self._opened[branch.id] = await self._stack.enter_async_context(opening)
        return self._opened[branch.id]


def check_item_open(version: ItemVersion) -> None:
    """ChangeOrderClosed once a change order was released or cancelled."""
    if version.closed_at is not None:
        raise ChangeOrderClosed(version)


async def _as_written(
    tx: Transaction, actor: Actor, item_id: ItemId, branch_id: BranchId | None, action: Action
) -> ShownVersion:
    if branch_id is None:
        return await item_access.access_item(tx, actor, item_id, action=action)
    branch = await branch_access.access_branch(tx, actor, branch_id)
    return await item_access.access_item(tx, actor, item_id, view=branch.view, action=action)


async def lifecycles_for(snapshot: Snapshot, versions: Iterable[ItemVersion]) -> Lifecycles:
    """What governs the items: a change order that was started goes by its own workflow."""
    orders = [v.item_id for v in versions if v.type == workflow_service.CHANGE_ORDER]
    return await workflow_service.read_lifecycles(snapshot, change_orders=orders)


def check_editable(lifecycles: Lifecycles, version: ItemVersion, branch: Branch) -> None:
    """Refuse what is closed, under review, superseded, or released in the library."""
    check_item_open(version)
    lifecycle = lifecycles.governing(version.type, version.item_id)
    if version.branch_id is not None or branch.is_main:
        if rules.is_under_review(lifecycle, version.state):
            raise ItemUnderReview(version)
        released = version.released_at is not None
        settled = rules.is_settled_state(lifecycle, version.state, was_released=released)
        if TYPES[version.type].is_branched and settled:
            raise LibraryIsProtected(version.item_number)
    if not version.is_current:
        raise StateConflict(f"{version.item_number} {version.revision} is superseded")


async def ensure_on_branch(tx: Transaction, work: ItemEdit) -> ShownVersion:
    """The row to replace: the item's own on the line, copied there on the first touch."""
    if work.version.branch_id == work.line.branch_id:
        return work.version
    initial = {work.version.type: work.lifecycles.initial(work.version.type).name}
    (copy,) = await work.commit.copy_items([work.version], state=initial)
    work.version = msgspec.convert(
        msgspec.structs.asdict(work.version) | msgspec.structs.asdict(copy), ShownVersion
    )
    return work.version
