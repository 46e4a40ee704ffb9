"""Making, changing, deleting and listing roles."""

import msgspec

from partwright.accounts import rules
from partwright.accounts.wire import NewRole, RoleEdit
from partwright.identity import access as identity_access
from partwright.identity import queries as identity_queries
from partwright.identity.model import Actor, BuiltInRole, Role, RoleInUse, RoleNameTaken
from partwright.identity.queries import RoleRow
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.db.violations import refusal_for_violation
from partwright.kit.etag import IfMatch, etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import RoleId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest


async def page_of_roles(snapshot: Snapshot, *, paging: PageRequest) -> Page[Role]:
    """Roles, newest first."""
    found = await page_of_rows(
        snapshot,
        RoleRow,
        identity_queries.ROLES,
        identity_queries.ROLE_COUNT,
        params={},
        paging=paging,
    )
    return found.map(identity_access.to_role)


async def create(tx: Transaction, actor: Actor, new: NewRole) -> Role:
    """Make a role with at most the actor's rights."""
    rules.check_covers(actor, new.permissions)
    role_id = RoleId(new_id())
    try:
        await tx.run(
            identity_queries.INSERT_ROLE,
            id=role_id,
            name=new.name,
            name_key=new.name.casefold(),
            description=new.description,
            permissions=_kept(new.permissions),
            built_in=False,
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        raise _refusal(violation, new.name) from violation
    return await identity_access.role(tx, role_id)


async def update(
    tx: Transaction, actor: Actor, role_id: RoleId, body: PartialUpdate[RoleEdit], *, match: IfMatch
) -> Role:
    """Change a role; rights are added and taken only out of the actor's own."""
    await identity_access.serialize_rights_changes(tx)
    present = await identity_access.role(tx, role_id)
    role = body.applied_to(present, match)
    if role is present:
        return present
    rules.check_user_edit(actor, present, name=role.name, permissions=role.permissions)
    try:
        await tx.run(
            identity_queries.UPDATE_ROLE,
            id=role.id,
            name=role.name,
            name_key=role.name.casefold(),
            description=role.description,
            permissions=_kept(role.permissions),
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        raise _refusal(violation, role.name) from violation
    return await identity_access.role(tx, role_id)


async def delete(tx: Transaction, actor: Actor, role_id: RoleId, *, match: IfMatch) -> None:
    """Delete a role that is not built in and that nobody holds."""
    await identity_access.serialize_rights_changes(tx)
    role = await identity_access.role(tx, role_id)
    match.check(etag(role))
    if role.built_in:
        raise BuiltInRole(f"The role {role.name} is built in and cannot be deleted")
    rules.check_covers(actor, role.permissions)
    if not await tx.run(identity_queries.DELETE_ROLE, id=role_id):
        raise RoleInUse(role.name)


def _kept(permissions: list[str]) -> str:
    return msgspec.json.encode(permissions).decode()


def _refusal(violation: ConstraintViolated, name: str) -> Exception:
    return refusal_for_violation(violation, {"roles_name": lambda: RoleNameTaken(name)})
