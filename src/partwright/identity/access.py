"""Users and roles by their ids, or a refusal."""

from collections.abc import Sequence

import msgspec

from partwright.identity import queries as identity_queries
from partwright.identity.model import LastAdministrator, Role, RoleRef, User
from partwright.identity.permissions import ADMINISTRATOR
from partwright.identity.queries import HeldRole, RoleRow, UserRow
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.ids import RoleId, UserId


async def user(snapshot: Snapshot, user_id: UserId) -> User:
    row = await snapshot.one(UserRow, identity_queries.USER, id=user_id)
    if row is None:
        raise NotFound.of("User", user_id)
    held = await held_roles(snapshot, [row.id])
    return User(**msgspec.structs.asdict(row), roles=held[row.id])


async def held_roles(snapshot: Snapshot, user_ids: Sequence[UserId]) -> dict[UserId, list[RoleRef]]:
    """User -> the roles they hold, by name."""
    held: dict[UserId, list[RoleRef]] = {user_id: [] for user_id in user_ids}
    for role in await snapshot.all(
        HeldRole, identity_queries.HELD_ROLES, user_ids=list[str](user_ids)
    ):
        held[UserId(role.user_id)].append(RoleRef(role.id, role.name))
    return held


async def role(snapshot: Snapshot, role_id: RoleId) -> Role:
    row = await snapshot.one(RoleRow, identity_queries.ROLE, id=role_id)
    if row is None:
        raise NotFound.of("Role", role_id)
    return to_role(row)


async def roles(snapshot: Snapshot, role_ids: Sequence[str]) -> list[Role]:
    """The roles of the ids; NotFound for the first that does not exist."""
    rows = await snapshot.all(RoleRow, identity_queries.ROLES_BY_ID, ids=list(role_ids))
    found = {row.id for row in rows}
    for role_id in role_ids:
        if role_id not in found:
            raise NotFound.of("Role", role_id)
    return [to_role(row) for row in rows]


async def roles_of_user(snapshot: Snapshot, user_id: UserId) -> list[Role]:
    rows = await snapshot.all(RoleRow, identity_queries.ROLES_OF, user_id=user_id)
    return [to_role(row) for row in rows]


async def serialize_rights_changes(tx: Transaction) -> None:
    """Let changes of rights happen one after the other, so that each sees the ones before."""
    await tx.one(str, identity_queries.TAKE_RIGHTS, administrator=ADMINISTRATOR)


async def check_administered(tx: Transaction) -> None:
    """LastAdministrator, which undoes it, for what leaves no active administrator."""
    if not await tx.one(int, identity_queries.ACTIVE_HOLDERS, role=ADMINISTRATOR):
        raise LastAdministrator


def to_role(row: RoleRow) -> Role:
    return Role(
        id=row.id,
        name=row.name,
        description=row.description,
        permissions=msgspec.json.decode(row.permissions, type=list[str]),
        built_in=row.built_in,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
