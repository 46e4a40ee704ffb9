"""Items for an actor, or a refusal."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from types import TracebackType

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import Action
from partwright.item_types import TYPES, ItemType
from partwright.items import queries as item_queries
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.db.sqlite_connection import row_maker
from partwright.kit.errors import (
    ItemLocked,
    ItemNotFound,
    NotFound,
    PermissionDenied,
    StateConflict,
    UnprocessableInput,
)
from partwright.kit.ids import BranchId, DesignId, ItemId
from partwright.locks.checkouts import check_not_checked_out
from partwright.programs.access import check_program_writable, visibility_params
from partwright.versioning import access as branch_access
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.model import (
    MAIN,
    Branch,
    BranchView,
    ItemVersion,
    LibraryIsProtected,
    ShownVersion,
    shown_as,
)
from partwright.workflows import service as workflow_service
from partwright.workflows.model import Category, StateMachine, stage_named
from partwright.workflows.service import Lifecycles


async def access_item(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None = None,
    action: Action = "read",
) -> ShownVersion:
    """The item as the view shows it, or on its own branch where no view is named.

    ItemNotFound when unknown, deleted there or invisible; PermissionDenied without the permission
    `<type>.<action>`.
    """
    params: dict[str, Value] = {}
    if view is None:
        sql = version_queries.ITEM
    else:
        sql = version_queries.ITEM_IN_VIEW
        params = dict(view.params)
    found = await snapshot.one(
        ShownVersion, sql, item_id=item_id, **params, **visibility_params(actor)
    )
    if found is None and view is None:
        sql = item_queries.RELEASED_AS
        found = await snapshot.one(ShownVersion, sql, item_id=item_id, **visibility_params(actor))
    if found is None:
        raise ItemNotFound.by_id(item_id)
    _require(actor, found, action)
    return found


def _require(actor: Actor, version: ItemVersion, action: Action) -> None:
    actor.require(TYPES[version.type].may("read"))
    if action != "read":
        actor.require(TYPES[version.type].may(action))


async def read_item_version(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    view: BranchView | None,
    *,
    item_type: ItemType | None = None,
) -> ShownVersion:
    """One item in a view; of another type than the path's it does not exist."""
    version = await access_item(snapshot, actor, item_id, view=view)
    check_item_type(version, item_type)
    return version


async def access_items(
    snapshot: Snapshot, actor: Actor, item_ids: Sequence[str], view: BranchView | None
) -> dict[str, ShownVersion]:
    """Items by any of their ids, as the view shows them or each on its own branch.

    What is not seen is left out; whether the actor may read the types is for the caller to say.
    """
    params: dict[str, Value] = {"item_ids": list(dict.fromkeys(item_ids))}
    sql = item_queries.ITEMS if view is None else item_queries.ITEMS_ON_MAIN
    if view is not None and not view.is_main_now:
        sql = item_queries.ITEMS_IN_VIEW
        params |= view.params
    return dict(await snapshot.all(_named, sql, **params, **visibility_params(actor)))


_to_version = row_maker(ShownVersion)


def _named(sent: str, *columns: object) -> tuple[str, ShownVersion]:
    return sent, _to_version(columns)


def check_unlocked(actor: Actor, version: ShownVersion) -> None:
    """ItemLocked when somebody else holds the item's lock."""
    if version.locked_by is not None and version.locked_by != actor.id:
        raise ItemLocked.by(
            version.locked_by_name or "", holder=version.locked_by, since=version.locked_at or ""
        )


async def name_of_user(snapshot: Snapshot, user_id: str) -> str:
    """The user's name; NotFound when they do not exist."""
    name = await snapshot.one(str, item_queries.USER_NAME, user_id=user_id)
    if name is None:
        raise NotFound.of("User", user_id)
    return name


def readable_types(actor: Actor) -> list[str] | None:
    """The item types whose permission the actor holds; None for all of them."""
    readable = [name for name, type in TYPES.items() if actor.may(type.may("read"))]
    return None if len(readable) == len(TYPES) else readable


def check_permission(actor: Actor, item_type: str, actions: tuple[Action, ...]) -> None:
    """PermissionDenied unless one of the actions is permitted on the type."""
    permissions = [TYPES[item_type].may(action) for action in actions]
    if not any(actor.may(permission) for permission in permissions):
        raise PermissionDenied(f"This requires the permission {' or '.join(permissions)}")


def check_item_type(version: ItemVersion, item_type: ItemType | None) -> None:
    """ItemNotFound when the path is of another type, as `/api/parts/<a document>` is."""
    if item_type is not None and version.type != item_type.name:
        raise ItemNotFound.by_id(version.item_id)


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
        super().__init__(f"{item_type}s are not edited on branches")


class ItemEdit(msgspec.Struct):
    """An item about to be written: as it stands, its branch, and the open commit."""

    version: ShownVersion
    branch: Branch
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
    """The branch on which items of the type and design are written."""
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
    seen: ShownVersion | None = None,
) -> AsyncGenerator[ItemEdit]:
    """An item for a write on a branch, or on its own where none is named; committed at the end.

    Refuses what is of another type than the path's, locked, checked out by another, under review,
    or protected. With `commits` the write becomes part of the one on its branch. `seen` is the item
    as it was read in this transaction, in turn and for this actor; of main's it is not read again.
    """
    await hold_commit_order(tx)
    version = await _as_written(tx, actor, item_id, branch_id, action, seen)
    check_item_type(version, item_type)
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
    check_unlocked(actor, version)
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
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    branch_id: BranchId | None,
    action: Action,
    seen: ShownVersion | None,
) -> ShownVersion:
    view = None
    if branch_id is not None:
        view = (await branch_access.access_branch(tx, actor, branch_id)).view
    if seen is None or seen.branch_id is not None or not (view or MAIN).is_main_now:
        return await access_item(tx, actor, item_id, view=view, action=action)
    _require(actor, seen, action)
    return seen


async def lifecycles_for(snapshot: Snapshot, versions: Iterable[ItemVersion]) -> Lifecycles:
    """The definitions that govern the items: a change order that was started goes by its own workflow."""
    orders = [v.item_id for v in versions if v.type == workflow_service.CHANGE_ORDER]
    return await workflow_service.read_lifecycles(snapshot, change_orders=orders)


def stage_of(lifecycle: StateMachine, state: str) -> Category | None:
    """The meaning of the state; by its name alone where the lifecycle no longer knows it."""
    found = lifecycle.named(state)
    return stage_named(state) if found is None else found.stage


def is_under_review(lifecycle: StateMachine, state: str) -> bool:
    """Whether an item in the state takes no change until it is rejected."""
    return stage_of(lifecycle, state) == "review"


def is_settled_state(lifecycle: StateMachine, state: str, *, was_released: bool) -> bool:
    """Whether the state is released or later, so that a change order is needed.

    In a state that the lifecycle no longer knows, what was released is released still.
    """
    if was_released and lifecycle.named(state) is None:
        return True
    return stage_of(lifecycle, state) in ("released", "superseded", "obsolete")


def check_editable(lifecycles: Lifecycles, version: ItemVersion, branch: Branch) -> None:
    """Refuse what is closed, under review, superseded, or released in the library."""
    check_item_open(version)
    lifecycle = lifecycles.governing(version.type, version.item_id)
    if version.branch_id is not None or branch.is_main:
        if is_under_review(lifecycle, version.state):
            raise ItemUnderReview(version)
        released = version.released_at is not None
        settled = is_settled_state(lifecycle, version.state, was_released=released)
        if TYPES[version.type].is_branched and settled:
            raise LibraryIsProtected(version.item_number)
    if not version.is_current:
        raise StateConflict(f"{version.item_number} {version.revision} is superseded")


async def ensure_on_branch(tx: Transaction, work: ItemEdit) -> ShownVersion:
    """The row to replace: the item's own on the branch, copied there on the first touch."""
    if work.version.branch_id == work.branch.branch_id:
        return work.version
    initial = {work.version.type: work.lifecycles.initial(work.version.type).name}
    (copy,) = await work.commit.copy_items([work.version], state=initial)
    work.version = shown_as(work.version, copy)
    return work.version
