"""Groups as a directory makes, changes and deletes them."""

from partwright.accounts import group_mappings, group_queries
from partwright.accounts.group_mappings import group_key
from partwright.directory import queries
from partwright.directory.conditions import Condition
from partwright.directory.errors import NotUnique, invalid_value
from partwright.directory.filters import read_filter
from partwright.directory.patches import Resource, apply_patch
from partwright.directory.queries import DirectoryGroup, Membership
from partwright.directory.resources import (
    MOST_MEMBERS,
    WantedGroup,
    group_resource,
    read_group,
)
from partwright.directory.user_service import FoundResources
from partwright.identity import access as identity_access
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.ids import new_id

MOST_WITH_MEMBERS = 10
"""Groups of a page whose members are told too: each may have ten thousand."""


async def find_groups(
    snapshot: Snapshot,
    wanted: str | None,
    *,
    start: int,
    count: int,
    base: str,
    with_members: bool,
    asks_for_all: bool = False,
) -> FoundResources:
    """The groups that meet a filter, from a place on."""
    filter_ = None if wanted is None else read_filter(wanted)
    condition = Condition(filter_, queries.GROUP_COLUMNS, asks_for_all=asks_for_all)
    total = await snapshot.one(int, queries.group_count(condition.sql), **condition.params)
    if not count:
        return FoundResources([], total or 0)
    rows = await snapshot.all(
        DirectoryGroup,
        queries.groups(condition.sql),
        limit=min(count, MOST_WITH_MEMBERS) if with_members else count,
        offset=start - 1,
        **condition.params,
    )
    members = await _members(snapshot, rows) if with_members else {}
    return FoundResources(
        [group_resource(row, members.get(row.id), base=base) for row in rows], total or 0
    )


async def read(
    snapshot: Snapshot, group_id: str, *, base: str, with_members: bool = True
) -> Resource:
    """One group."""
    group = await _group(snapshot, group_id)
    members = await _members(snapshot, [group]) if with_members else {}
    return group_resource(group, members.get(group_id), base=base)


async def create(tx: Transaction, body: Resource, *, base: str) -> Resource:
    """Make a group; its members get what it brings."""
    wanted, group_id = read_group(body), new_id()
    await identity_access.serialize_rights_changes(tx)
    made = await tx.run(
        group_queries.INSERT_GROUP,
        id=group_id,
        name=wanted.name,
        name_key=group_key(wanted.name),
        external_id=wanted.external_id,
        now=clock.now(),
    )
    if not made:
        raise _taken(wanted)
    await _set_members(tx, group_id, frozenset(), wanted.members)
    return await read(tx, group_id, base=base)


async def replace(tx: Transaction, group_id: str, body: Resource, *, base: str) -> Resource:
    """Let a group be what the directory says."""
    await identity_access.serialize_rights_changes(tx)
    await _change(tx, await _group(tx, group_id), read_group(body))
    return await read(tx, group_id, base=base)


async def patch(tx: Transaction, group_id: str, body: Resource, *, base: str) -> Resource:
    """Change parts of a group, as a rule who is in it."""
    await identity_access.serialize_rights_changes(tx)
    present = await _group(tx, group_id)
    members = (await _members(tx, [present]))[group_id]
    before = group_resource(present, members, base=base)
    await _change(tx, present, read_group(apply_patch(before, body)))
    return await read(tx, group_id, base=base)


async def delete(tx: Transaction, group_id: str) -> None:
    """Delete a group; what it brought is taken from its members."""
    await identity_access.serialize_rights_changes(tx)
    present = await _group(tx, group_id)
    members = await _member_ids(tx, present)
    await tx.run(group_queries.DELETE_GROUP, id=group_id)
    await group_mappings.follow(tx, sorted(members))


async def _change(tx: Transaction, present: DirectoryGroup, wanted: WantedGroup) -> None:
    name_key = group_key(wanted.name)
    taken = await tx.one(str, queries.GROUP_OF_NAME, name_key=name_key, other=present.id)
    if taken is not None:
        raise _taken(wanted)
    members = await _member_ids(tx, present)
    is_renamed = name_key != group_key(present.name)
    await tx.run(
        group_queries.UPDATE_GROUP,
        id=present.id,
        name=wanted.name,
        name_key=name_key,
        external_id=wanted.external_id,
        now=clock.now(),
    )
    await _set_members(tx, present.id, members, wanted.members)
    if is_renamed:
        # What it brings goes by its name.
        await group_mappings.follow(tx, sorted(members & wanted.members))


async def _set_members(
    tx: Transaction, group_id: str, present: frozenset[str], wanted: frozenset[str]
) -> None:
    new, gone = sorted(wanted - present), sorted(present - wanted)
    known = frozenset[str](await tx.all(str, queries.KNOWN_USERS, user_ids=new))
    if unknown := [user_id for user_id in new if user_id not in known]:
        raise invalid_value(f"members: there is no user {unknown[0]}")
    if new:
        await tx.run(group_queries.LET_MEMBERS_IN, id=group_id, user_ids=new)
    if gone:
        await tx.run(group_queries.LET_MEMBERS_OUT, id=group_id, user_ids=gone)
    await group_mappings.follow(tx, [*new, *gone])


async def _group(snapshot: Snapshot, group_id: str) -> DirectoryGroup:
    row = await snapshot.one(DirectoryGroup, queries.GROUP, id=group_id)
    if row is None:
        raise NotFound.of("Group", group_id)
    return row


async def _members(snapshot: Snapshot, groups: list[DirectoryGroup]) -> dict[str, list[Membership]]:
    ids = [group.id for group in groups]
    found: dict[str, list[Membership]] = {group_id: [] for group_id in ids}
    for member in await snapshot.all(Membership, queries.MEMBERS_OF_GROUPS, group_ids=ids):
        found[member.group_id].append(member)
    return found


async def _member_ids(snapshot: Snapshot, group: DirectoryGroup) -> frozenset[str]:
    members = (await _members(snapshot, [group]))[group.id]
    assert len(members) <= MOST_MEMBERS
    return frozenset(member.user_id for member in members)


def _taken(wanted: WantedGroup) -> NotUnique:
    return NotUnique(f"Another group is called {wanted.name}")
