"""Who acts, and the records of users, roles and tokens."""

import msgspec

from partwright.identity.permissions import Permission
from partwright.kit.errors import Forbidden
from partwright.kit.ids import TokenId, UserId


class UserRef(msgspec.Struct, frozen=True):
    """A user as other records name him."""

    id: UserId
    name: str


class UserCard(msgspec.Struct, frozen=True):
    """A user as locks name their holder."""

    id: UserId
    name: str
    email: str


class Actor(msgspec.Struct, frozen=True):
    """The signed-in user with the rights of the token in use."""

    id: UserId
    name: str
    email: str
    is_administrator: bool
    """Sees every program, may force locks and bypass branch protection."""
    permissions: frozenset[Permission]
    role_ids: tuple[str, ...]
    token_id: TokenId
    is_scoped: bool
    expires_at: str | None

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions

    def require(self, permission: Permission) -> None:
        """Forbidden unless the permission is held."""
        if permission not in self.permissions:
            raise Forbidden(f"This needs the permission {permission}")

    @property
    def sees_all(self) -> bool:
        """Whether membership in programs plays no part for this actor."""
        return self.is_administrator
