"""Users as a directory makes, changes, deactivates and removes them."""

import msgspec

from partwright.accounts import group_mappings, group_queries
from partwright.directory import queries
from partwright.directory.conditions import Condition
from partwright.directory.errors import NotUnique, ScimProblem
from partwright.directory.filters import read_filter
from partwright.directory.patches import Resource, apply_patch
from partwright.directory.queries import DirectoryUser, Membership
from partwright.directory.resources import WantedUser, read_user, user_resource
from partwright.identity import access as identity_access
from partwright.identity import queries as identity_queries
from partwright.identity.model import normalized_email
from partwright.identity.passwords import NO_PASSWORD
from partwright.identity.permissions import ADMINISTRATOR
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.errors import NotFound, PermissionDenied
from partwright.kit.ids import UserId, new_id


class FoundResources(msgspec.Struct, frozen=True):
    """A page of resources and how many there are in all."""

    resources: list[Resource]
    total: int


async def find_users(
    snapshot: Snapshot,
    wanted: str | None,
    *,
    start: int,
    count: int,
    base: str,
    asks_for_all: bool = False,
) -> FoundResources:
    """The users that meet a filter, from a place on."""
    filter_ = None if wanted is None else read_filter(wanted)
    condition = Condition(filter_, queries.USER_COLUMNS, asks_for_all=asks_for_all)
    total = await snapshot.one(int, queries.user_count(condition.sql), **condition.params)
    if not count:
        return FoundResources([], total or 0)
    rows = await snapshot.all(
        DirectoryUser,
        queries.users(condition.sql),
        limit=count,
        offset=start - 1,
        **condition.params,
    )
    return FoundResources(await _shown(snapshot, rows, base), total or 0)


async def read(snapshot: Snapshot, user_id: UserId, *, base: str) -> Resource:
    """One user."""
    return (await _shown(snapshot, [await _user(snapshot, user_id)], base))[0]


async def create(tx: Transaction, body: Resource, *, base: str) -> Resource:
    """Make an account, or take one up again that was removed."""
    wanted = read_user(body)
    await identity_access.serialize_rights_changes(tx)
    await _check_name_is_free(tx, wanted, other="")
    email_key, now = normalized_email(wanted.email), clock.now()
    removed = await tx.one(UserId, queries.REMOVED_USER, email_key=email_key)
    if removed is not None:
        await _store(tx, removed, wanted)
        return await read(tx, removed, base=base)
    user_id = UserId(new_id())
    try:
        await tx.run(
            identity_queries.INSERT_USER,
            id=user_id,
            email=wanted.email,
            email_key=email_key,
            name=wanted.name,
            password_hash=NO_PASSWORD,
            active=wanted.active,
            now=now,
        )
    except ConstraintViolated as violation:
        raise _taken(wanted) from violation
    await _keep(tx, user_id, wanted)
    return await read(tx, user_id, base=base)


async def replace(tx: Transaction, user_id: UserId, body: Resource, *, base: str) -> Resource:
    """Let a user be what the directory says."""
    present = await _taken_user(tx, user_id)
    await _change(tx, present, read_user(body, active=present.active))
    return await read(tx, user_id, base=base)


async def patch(tx: Transaction, user_id: UserId, body: Resource, *, base: str) -> Resource:
    """Change parts of a user."""
    present = await _taken_user(tx, user_id)
    before = user_resource(present, [], base=base)
    await _change(tx, present, read_user(apply_patch(before, body), active=present.active))
    return await read(tx, user_id, base=base)


async def remove(tx: Transaction, user_id: UserId) -> None:
    """Deactivate an account and forget it for the directory; what the person did stays theirs."""
    present = await _taken_user(tx, user_id)
    await tx.run(group_queries.LEAVE_GROUPS, id=user_id)
    await group_mappings.follow(tx, [user_id])
    await _keep(tx, user_id, _as_is(present))
    await tx.run(queries.NOTE_REMOVAL, id=user_id, now=clock.now())
    await _update(tx, user_id, msgspec.structs.replace(_as_is(present), active=False))
    await _end_tokens(tx, user_id)


async def _taken_user(tx: Transaction, user_id: UserId) -> DirectoryUser:
    """A user whom nobody else changes meanwhile."""
    await identity_access.serialize_rights_changes(tx)
    await tx.run(identity_queries.TAKE_USER, id=user_id)
    return await _user(tx, user_id)


async def _user(snapshot: Snapshot, user_id: UserId) -> DirectoryUser:
    row = await snapshot.one(DirectoryUser, queries.USER, id=user_id)
    if row is None:
        raise NotFound.of("User", user_id)
    return row


async def _change(tx: Transaction, present: DirectoryUser, wanted: WantedUser) -> None:
    if normalized_email(wanted.email) != normalized_email(present.email):
        await _check_may_rename(tx, present.id)
    await _check_name_is_free(tx, wanted, other=present.id)
    if wanted == _as_is(present):
        return
    await _store(tx, present.id, wanted)
    if not wanted.active:
        await _end_tokens(tx, present.id)


async def _check_may_rename(tx: Transaction, user_id: UserId) -> None:
    """PermissionDenied for administrators by another hand: their address is as good as a password."""
    if await tx.one(int, queries.IS_NAMED_BY_HAND, id=user_id, role=ADMINISTRATOR):
        message = (
            "The address of an administrator whose role does not come from a group can only be"
            " changed in Partwright"
        )
        raise PermissionDenied(message)


async def _check_name_is_free(tx: Transaction, wanted: WantedUser, *, other: str) -> None:
    key = normalized_email(wanted.user_name)
    if await tx.one(str, queries.USER_OF_NAME, user_name_key=key, other=other) is not None:
        raise _taken(wanted)


async def _store(tx: Transaction, user_id: UserId, wanted: WantedUser) -> None:
    await _update(tx, user_id, wanted)
    await _keep(tx, user_id, wanted)


async def _update(tx: Transaction, user_id: UserId, wanted: WantedUser) -> None:
    try:
        await tx.run(
            identity_queries.UPDATE_USER,
            id=user_id,
            email=wanted.email,
            email_key=normalized_email(wanted.email),
            name=wanted.name,
            active=wanted.active,
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        raise _taken(wanted) from violation
    if not wanted.active:
        await identity_access.check_administered(tx)


async def _keep(tx: Transaction, user_id: UserId, wanted: WantedUser) -> None:
    await tx.run(
        queries.KEEP_USER,
        id=user_id,
        user_name=wanted.user_name,
        user_name_key=normalized_email(wanted.user_name),
        external_id=wanted.external_id,
        formatted_name=wanted.formatted_name,
        given_name=wanted.given_name,
        family_name=wanted.family_name,
    )


async def _end_tokens(tx: Transaction, user_id: UserId) -> None:
    await tx.run(identity_queries.DELETE_OTHER_TOKENS, user_id=user_id, kept="")


def _as_is(user: DirectoryUser) -> WantedUser:
    return WantedUser(
        user_name=user.user_name,
        external_id=user.external_id,
        name=user.name,
        formatted_name=user.formatted_name,
        given_name=user.given_name,
        family_name=user.family_name,
        email=user.email,
        active=user.active,
    )


def _taken(wanted: WantedUser) -> NotUnique:
    return NotUnique(f"Another user already has the user name {wanted.user_name} or {wanted.email}")


async def _shown(snapshot: Snapshot, users: list[DirectoryUser], base: str) -> list[Resource]:
    """Users with the groups that they are in."""
    ids: list[str] = [user.id for user in users]
    groups: dict[str, list[Membership]] = {user_id: [] for user_id in ids}
    for found in await snapshot.all(Membership, queries.GROUPS_OF_USERS, user_ids=ids):
        groups[found.user_id].append(found)
    return [user_resource(user, groups[user.id], base=base) for user in users]


def check_start(start: int, count: int) -> tuple[int, int]:
    """The place and the length of a page, as RFC 7644 reads numbers that are too small."""
    if start > 2**31:
        raise ScimProblem("invalidValue", "startIndex: is too large")
    return max(start, 1), max(count, 0)
