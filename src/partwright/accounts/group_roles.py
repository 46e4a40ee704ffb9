"""Roles that follow the groups of an OpenID provider."""

from collections.abc import Collection

import msgspec
import structlog

from partwright.identity import access as identity_access
from partwright.identity import queries as identity_queries
from partwright.identity.model import Role
from partwright.identity.queries import RoleRow
from partwright.identity.rights_listeners import tell_of_rights
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import UserId

_log = structlog.get_logger("accounts")


class FollowedGroups(msgspec.Struct, frozen=True):
    """The groups of whoever signs on, and which role each group brings."""

    groups: frozenset[str] | None
    """None where the provider tells none."""
    roles: tuple[tuple[str, str], ...]

    def granted(self) -> set[str]:
        groups = self.groups or frozenset()
        return {role.casefold() for group, role in self.roles if group in groups}


class RoleChange(msgspec.Struct, frozen=True):
    """The names of the roles that a sign-on gave and took."""

    given: list[str]
    taken: list[str]


async def follow_groups(tx: Transaction, user_id: UserId, followed: FollowedGroups) -> RoleChange:
    """Give the roles of the user's groups, and take those that only other groups bring.

    Roles that no group brings are left as they are. LastAdministrator where nobody else would be
    one.
    """
    given, taken = await _differing(tx, user_id, followed) if followed.roles else ([], [])
    if not given and not taken:
        return RoleChange([], [])
    await identity_access.serialize_rights_changes(tx)
    await tx.run(identity_queries.TAKE_USER, id=user_id)
    given, taken = await _differing(tx, user_id, followed)
    for role in taken:
        await tx.run(identity_queries.DROP_ROLE, user_id=user_id, role_id=role.id)
    for role in given:
        await tx.run(identity_queries.GIVE_ROLE, user_id=user_id, role_id=role.id)
    if taken:
        await identity_access.check_administered(tx)
    await tell_of_rights(tx)
    return RoleChange(_names(given), _names(taken))


async def _differing(
    snapshot: Snapshot, user_id: UserId, followed: FollowedGroups
) -> tuple[list[Role], list[Role]]:
    """The roles to give and those to take."""
    keys = sorted({role.casefold() for _, role in followed.roles})
    rows = await snapshot.all(RoleRow, identity_queries.ROLES_BY_NAME, name_keys=keys)
    managed = {row.name.casefold(): identity_access.to_role(row) for row in rows}
    if missing := [key for key in keys if key not in managed]:
        _log.warning("roles of groups do not exist", roles=missing)
    held = {role.id for role in await identity_access.roles_of_user(snapshot, user_id)}
    granted = followed.granted()
    given = [role for key, role in managed.items() if key in granted and role.id not in held]
    taken = [role for key, role in managed.items() if key not in granted and role.id in held]
    return given, taken


def _names(roles: Collection[Role]) -> list[str]:
    return sorted(role.name for role in roles)
