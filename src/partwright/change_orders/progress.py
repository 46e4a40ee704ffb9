"""Progress of many change orders at once: state, votes, who is waited for, affected items."""

from collections.abc import Mapping, Sequence

import msgspec

from partwright.change_orders import conflict_service, progress_queries, queries
from partwright.change_orders.approval_service import APPROVE
from partwright.change_orders.model import ApproverRecord, StateRef
from partwright.identity.model import Actor, UserRef
from partwright.items import access as item_access
from partwright.items import list_queries
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId, RoleId, UserId
from partwright.kit.pages import Page
from partwright.programs.access import visibility_params
from partwright.versioning.model import ShownVersion
from partwright.workflows.model import RequiresApproval, StateMachine
from partwright.workflows.rows import state_machine_of


class AffectedCount(msgspec.Struct, frozen=True):
    """Count of the items that a change affects, of those that the caller sees."""

    total: int
    reviewed: int


class OrderProgress(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """Progress of a change order."""

    order_id: str
    owner: UserRef
    """The user who made it."""
    state: StateRef | None
    """Null before its workflow has started."""
    entered_at: str | None
    approved: int
    rejected: int
    votes_needed: int
    waiting_for: list[ApproverRecord]
    """The named approvers whose vote is missing; none where whoever may approve is asked."""
    waits_for_me: bool
    affected: AffectedCount
    conflicts: int
    """The number of undecided places where main and the change have come to differ; 0 once it is closed."""


class _Waiting(msgspec.Struct, frozen=True):
    """A change order under way on which somebody has not voted; the fields are columns."""

    order_id: ItemId
    states: str
    transitions: str
    state_id: str
    author_id: UserId
    has_approvers: bool
    asks_them: bool


class _Course(msgspec.Struct, frozen=True):
    """The present state of a change order's workflow; the fields are columns."""

    order_id: str
    states: str
    transitions: str
    state_id: str
    status: str
    entered_at: str | None
    approved: int
    rejected: int

    def needed(self, awaited: int) -> int:
        """The number of votes still missing."""
        counts = _required_counts(state_machine_of(self.states, self.transitions), self.state_id)
        if self.status != "active" or not (counts or awaited):
            return 0
        least = [max(0, (count or 1) - self.approved) for count in counts if count or not awaited]
        return min(least, default=awaited)


def _required_counts(machine: StateMachine, state_id: str) -> list[int | None]:
    """The approvals that the guards of the transitions out of a state ask for; None for all approvers."""
    return [
        guard.required_count
        for transition in machine.leaving(machine.state(state_id))
        for guard in transition.guards
        if isinstance(guard, RequiresApproval)
    ]


async def orders_waiting_for(snapshot: Snapshot, actor: Actor) -> list[ItemId]:
    """The change orders that wait for the actor's vote."""
    rows = await snapshot.all(
        _Waiting, queries.WAITING_ORDERS, user_id=actor.id, roles=list(actor.role_ids)
    )
    return [
        row.order_id
        for row in rows
        if row.asks_them
        or (
            not row.has_approvers
            and actor.may(APPROVE)
            and actor.id != row.author_id
            and _required_counts(state_machine_of(row.states, row.transitions), row.state_id)
        )
    ]


async def list_orders(
    snapshot: Snapshot, actor: Actor, wanted: list_queries.ItemListQuery, *, waiting: bool
) -> Page[ShownVersion]:
    """A page of change orders; with `waiting` of those that wait for the actor's vote."""
    only = await orders_waiting_for(snapshot, actor) if waiting else None
    return await list_queries.list_items(
        snapshot, actor, wanted, item_type="ChangeOrder", only=only
    )


async def read_progress(
    snapshot: Snapshot, actor: Actor, order_ids: Sequence[str]
) -> list[OrderProgress]:
    """The progress of those of some change orders that the actor sees.

    A fixed number of statements, and some more for each that main has touched since.
    """
    found = await item_access.access_items(snapshot, actor, order_ids, None)
    named = [found[one] for one in order_ids if one in found]
    ids = [version.item_id for version in named if version.type == "ChangeOrder"]
    seen = list[str](dict.fromkeys(ids))
    if not seen:
        return []
    courses = {row.order_id: row for row in await snapshot.all(_Course, queries.PROGRESS, ids=seen)}
    awaited: dict[str, list[ApproverRecord]] = {}
    for order_id, approver in await snapshot.all(_awaited, queries.AWAITED, ids=seen):
        awaited.setdefault(order_id, []).append(approver)
    counts = dict(
        await snapshot.all(_counted, queries.COUNT_AFFECTED, ids=seen, **visibility_params(actor))
    )
    mine = set(await orders_waiting_for(snapshot, actor))
    owners = await _owners(snapshot, found)
    conflicts = await _conflicts(snapshot, actor, seen)
    return [
        _progress(
            _About(
                one,
                owners[one],
                one in mine,
                counts.get(one, AffectedCount(0, 0)),
                conflicts.get(one, 0),
            ),
            courses.get(one),
            awaited.get(one, []),
        )
        for one in ids
    ]


async def _owners(snapshot: Snapshot, orders: Mapping[str, ShownVersion]) -> dict[str, UserRef]:
    """The maker of each."""
    makers = sorted({version.created_by for version in orders.values()})
    people = await snapshot.all(UserRef, progress_queries.OWNERS, ids=list[str](makers))
    by_id = {person.id: person for person in people}
    return {version.item_id: by_id[version.created_by] for version in orders.values()}


async def _conflicts(snapshot: Snapshot, actor: Actor, ids: list[str]) -> dict[str, int]:
    """The number of conflicts of each that has any."""
    suspects = await snapshot.all(ItemId, progress_queries.MAY_CONFLICT, ids=ids)
    return {
        one: len(await conflict_service.list_conflicts(snapshot, actor, one)) for one in suspects
    }


def _awaited(
    order_id: str,
    user_id: UserId | None,
    role_id: RoleId | None,
    user: str | None,
    role: str | None,
) -> tuple[str, ApproverRecord]:
    return order_id, ApproverRecord(user_id, role_id, user, role)


def _counted(order_id: str, total: int, reviewed: int) -> tuple[str, AffectedCount]:
    return order_id, AffectedCount(total, reviewed)


class _About(msgspec.Struct, frozen=True):
    """Facts about an order apart from its workflow."""

    order_id: str
    owner: UserRef
    waits_for_me: bool
    affected: AffectedCount
    conflicts: int


def _progress(
    about: _About, course: _Course | None, awaited: list[ApproverRecord]
) -> OrderProgress:
    state = None
    if course is not None:
        machine = state_machine_of(course.states, course.transitions)
        state = StateRef(course.state_id, machine.state(course.state_id).name)
    return OrderProgress(
        **msgspec.structs.asdict(about),
        state=state,
        entered_at=None if course is None else course.entered_at,
        approved=0 if course is None else course.approved,
        rejected=0 if course is None else course.rejected,
        votes_needed=0 if course is None else course.needed(len(awaited)),
        waiting_for=awaited,
    )
