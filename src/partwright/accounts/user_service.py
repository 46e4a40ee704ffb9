"""Making, changing and listing users."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from partwright.accounts import queries as account_queries
from partwright.accounts import rules
from partwright.accounts.queries import ListedUserRow
from partwright.accounts.wire import ListedUser, NewUser, UserEdit
from partwright.identity import access as identity_access
from partwright.identity import passwords
from partwright.identity import queries as identity_queries
from partwright.identity.model import (
    Actor,
    CurrentUser,
    EmailTaken,
    User,
    normalized_email,
    user_entity_tag,
)
from partwright.identity.permissions import may
from partwright.identity.queries import SecretRow
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Database, Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.db.violations import refusal_for_violation
from partwright.kit.errors import InvalidInput, PermissionDenied
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate, changed_fields
from partwright.kit.filters import FieldFilters
from partwright.kit.ids import RoleId, UserId, new_id
from partwright.kit.like_patterns import name_patterns
from partwright.kit.lists import page_of_list
from partwright.kit.pages import Page, PageRequest, SortKey
from partwright.programs import access as program_access


class UserFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Filters of a list of users."""

    filters: FieldFilters = ()
    role_id: str | None = None
    search: str | None = None


class PreparedEdit(msgspec.Struct, frozen=True):
    """An edit of a user whose passwords are dealt with."""

    edit: UserEdit
    new_hash: str | None = None
    over: str | None = None
    """The hash that the present password was checked against."""


async def page_of_users(
    snapshot: Snapshot,
    actor: Actor,
    wanted: UserFilter,
    *,
    sorts: tuple[SortKey, ...],
    paging: PageRequest,
) -> Page[ListedUser]:
    """A page of users; NotFound for an unknown role."""
    if wanted.role_id is not None:
        await identity_access.role(snapshot, RoleId(wanted.role_id))
    search = (wanted.search or "").strip()
    given: dict[str, dict[str, Value]] = {
        "reader": _reader(actor),
        "role": {"role_id": wanted.role_id},
        "search": {"patterns": name_patterns(search) if search else None},
    }
    found = await page_of_list(
        snapshot,
        ListedUserRow,
        account_queries.USERS,
        given=given,
        filters=wanted.filters,
        sorts=sorts,
        paging=paging,
    )
    held = await identity_access.held_roles(snapshot, [row.id for row in found.rows])
    return found.map(lambda row: ListedUser(**msgspec.structs.asdict(row), roles=held[row.id]))


def _reader(actor: Actor) -> dict[str, Value]:
    """The viewers of accounts; those who may change them see the addresses of all."""
    return {"sees_all": actor.sees_all or actor.may(may("users", "update")), "seer": actor.id}


async def read_user(snapshot: Snapshot, actor: Actor, user_id: UserId) -> tuple[ListedUser, str]:
    """A user as the actor sees them, and the tag of the whole record."""
    user = await identity_access.user(snapshot, user_id)
    is_shown = await snapshot.one(
        UserId, account_queries.IS_EMAIL_SHOWN, id=user_id, **_reader(actor)
    )
    listed = ListedUser(**msgspec.structs.asdict(user))
    if is_shown is None:
        listed = msgspec.structs.replace(listed, email=None)
    return listed, user_entity_tag(user)


async def read_current_user(snapshot: Snapshot, actor: Actor) -> CurrentUser:
    """The actor with the rights of the token in use."""
    user = await identity_access.user(snapshot, actor.id)
    return CurrentUser(
        **msgspec.structs.asdict(user),
        permissions=sorted(actor.permissions),
        programs=await program_access.memberships_of(snapshot, actor.id),
    )


async def create_account(
    tx: Transaction, actor: Actor, new: NewUser, *, password_hash: str
) -> User:
    """Make an account with at most the actor's rights."""
    await identity_access.serialize_rights_changes(tx)
    rules.check_outranks(actor, await identity_access.roles(tx, new.role_ids))
    user_id = UserId(new_id())
    try:
        await tx.run(
            identity_queries.INSERT_USER,
            id=user_id,
            email=new.email,
            email_key=normalized_email(new.email),
            name=new.name,
            password_hash=password_hash,
            active=new.active,
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        raise _refusal(violation, new.email) from violation
    await _give(tx, user_id, new.role_ids)
    return await identity_access.user(tx, user_id)


async def prepare_account(
    database: Database,
    actor: Actor,
    user_id: UserId,
    body: PartialUpdate[UserEdit],
    *,
    count_attempt: Callable[[], Awaitable[None]],
) -> PreparedEdit:
    """Read an edit and hash its password, which takes too long for a transaction.

    `count_attempt` is called before the present password is checked, and refuses when that
    happens too often.
    """
    own = user_id == actor.id
    if not own or actor.is_scoped:
        # What everybody may do with their own account, a token does only where it was given that.
        actor.require(may("users", "update"))
    async with database.snapshot() as snapshot:
        present = (
            await read_current_user(snapshot, actor)
            if own
            else await identity_access.user(snapshot, user_id)
        )
        secret = await snapshot.one(SecretRow, identity_queries.SECRET, id=user_id)
    edit = body.over(present)
    if edit.password is UNSET or secret is None:
        return PreparedEdit(edit)
    if not own:
        if not rules.is_full_administrator(actor):
            raise PermissionDenied("Only administrators can set other users' passwords")
        return PreparedEdit(edit, await _new_hash(edit.password, present))
    if edit.current_password is UNSET:
        raise InvalidInput.field("currentPassword", "is required to set a new password")
    await count_attempt()
    if not await passwords.verify_password(edit.current_password, secret.password_hash):
        raise _wrong_password()
    return PreparedEdit(edit, await _new_hash(edit.password, present), secret.password_hash)


async def _new_hash(password: str, owner: User) -> str:
    return await passwords.hash_new_password(password, about=(owner.name, owner.email))


async def update_account(
    tx: Transaction, actor: Actor, user_id: UserId, change: PreparedEdit, *, match: IfMatch
) -> User:
    """Change an account; a new password ends the user's other tokens."""
    await identity_access.serialize_rights_changes(tx)
    await tx.run(identity_queries.TAKE_USER, id=user_id)
    present = await identity_access.user(tx, user_id)
    match.check(user_entity_tag(present))
    if user_id != actor.id:
        rules.check_outranks(actor, await identity_access.roles_of_user(tx, user_id))
    found = _changes(change.edit, present)
    if user_id == actor.id and found.keys() - {"name"}:
        actor.require(may("users", "update"))
    if user_id != actor.id and "email" in found and not rules.is_full_administrator(actor):
        # Single sign-on knows a person by it, so it is as good as a password.
        raise PermissionDenied("Only administrators can change other users' e-mail addresses")
    if "role_ids" in found:
        await _replace_roles(tx, actor, present, found["role_ids"])
    if found:
        columns = {name: value for name, value in found.items() if name != "role_ids"}
        await _store(tx, msgspec.structs.replace(present, **columns))
    if found.keys() & {"role_ids", "active"}:
        await identity_access.check_administered(tx)
    if change.new_hash is not None:
        await _set_password(tx, actor, user_id, change)
    return await identity_access.user(tx, user_id)


def _changes(edit: UserEdit, present: User) -> dict[str, Any]:
    """The differences from the present record, passwords apart."""
    held = {role.id for role in present.roles}
    found = changed_fields(edit, lambda name: getattr(present, name, UNSET))
    found.pop("password", None)
    found.pop("current_password", None)
    if set(found.get("role_ids", ())) == held:
        found.pop("role_ids", None)
    return found


async def _store(tx: Transaction, user: User) -> None:
    try:
        await tx.run(
            identity_queries.UPDATE_USER,
            id=user.id,
            email=user.email,
            email_key=normalized_email(user.email),
            name=user.name,
            active=user.active,
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        raise _refusal(violation, user.email) from violation


async def _replace_roles(
    tx: Transaction, actor: Actor, present: User, role_ids: Sequence[str]
) -> None:
    """Give exactly the roles; those that come or go must not exceed the actor's rights."""
    held = {role.id for role in present.roles}
    wanted = await identity_access.roles(tx, role_ids)
    gone = [
        role
        for role in await identity_access.roles_of_user(tx, present.id)
        if role.id not in role_ids
    ]
    rules.check_outranks(actor, [*gone, *(role for role in wanted if role.id not in held)])
    await tx.run(identity_queries.DROP_ROLES, user_id=present.id)
    await _give(tx, present.id, role_ids)


async def _give(tx: Transaction, user_id: UserId, role_ids: Sequence[str]) -> None:
    await tx.run_many(
        identity_queries.GIVE_ROLE,
        [{"user_id": user_id, "role_id": role_id} for role_id in role_ids],
    )


async def _set_password(
    tx: Transaction, actor: Actor, user_id: UserId, change: PreparedEdit
) -> None:
    secret = await tx.one(SecretRow, identity_queries.SECRET, id=user_id)
    if change.over is not None and (secret is None or secret.password_hash != change.over):
        raise _wrong_password()
    await tx.run(
        identity_queries.SET_PASSWORD, id=user_id, password_hash=change.new_hash, now=clock.now()
    )
    kept = actor.token_id if user_id == actor.id else ""
    await tx.run(identity_queries.DELETE_OTHER_TOKENS, user_id=user_id, kept=kept)


def _wrong_password() -> InvalidInput:
    return InvalidInput.field("currentPassword", "that is not your current password")


def _refusal(violation: ConstraintViolated, email: str) -> Exception:
    return refusal_for_violation(violation, {"users_email": lambda: EmailTaken(email)})
