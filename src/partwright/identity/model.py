"""Actors, and the records of users, roles and tokens as the wire shows them; their refusals."""

import unicodedata

import msgspec
from msgspec import UNSET, UnsetType

from partwright.identity.permissions import Permission
from partwright.kit.errors import ErrorDetail, PermissionDenied, StateConflict
from partwright.kit.etag import etag
from partwright.kit.ids import ProgramId, RoleId, TokenId, UserId


class UserRef(msgspec.Struct, frozen=True):
    """A user as other records name them."""

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
        """PermissionDenied unless the permission is held."""
        if permission not in self.permissions:
            raise PermissionDenied(f"This requires the permission {permission}")

    @property
    def sees_all(self) -> bool:
        """Whether membership in programs plays no part for this actor."""
        return self.is_administrator


class RoleRef(msgspec.Struct, frozen=True):
    """A role as its holders name it."""

    id: RoleId
    name: str


class User(msgspec.Struct, frozen=True, rename="camel"):
    """A person with an account."""

    id: UserId
    email: str
    name: str
    active: bool
    roles: list[RoleRef]
    created_at: str
    updated_at: str
    last_login_at: str | None


class ProgramMembership(msgspec.Struct, frozen=True):
    """A program that a user is a member of, with their role there."""

    id: ProgramId
    code: str
    role: str


class CurrentUser(User, frozen=True, rename="camel"):
    """The caller, with what the token in use may do."""

    permissions: list[Permission]
    programs: list[ProgramMembership]


class Role(msgspec.Struct, frozen=True, rename="camel"):
    """A named set of permissions."""

    id: RoleId
    name: str
    description: str
    permissions: list[str]
    built_in: bool
    created_at: str
    updated_at: str


class PersonalToken(msgspec.Struct, frozen=True, rename="camel"):
    """A token that a user made for themselves; without scopes it may all that its owner may."""

    id: TokenId
    name: str
    scopes: list[str] | None
    expires_at: str | None
    created_at: str
    last_used_at: str | None
    """To some minutes; null where it never was."""


class NewTokenSecret(PersonalToken, frozen=True, rename="camel"):
    """A personal token at the one moment at which it is shown."""

    token: str


class SignOnSession(msgspec.Struct, frozen=True, rename="camel"):
    """A sign-on that has not ended."""

    id: TokenId
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    address: str | None
    """The address that it was begun from."""
    client: str | None
    """The name that the browser or program gives itself."""
    is_current: bool


class SessionStart(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A session that has begun."""

    token: str | UnsetType = UNSET
    """Left out where the cookie alone is to carry it."""
    expires_at: str
    user: User
    token_type: str = "Bearer"
    needs_second_factor: bool = False
    """Whether the session may do nothing but set up the second factor that this server requires."""


def user_entity_tag(user: User) -> str:
    """The tag of an account; signing on does not change it."""
    return etag(msgspec.structs.replace(user, last_login_at=None))


def normalized_email(email: str) -> str:
    """The form that makes an e-mail address unique: the case of ASCII letters does not matter.

    Folding further would make one address of two that a mail server tells apart.
    """
    return "".join(c.lower() if c.isascii() else c for c in email.strip())


def is_stable_email(email: str) -> bool:
    """Whether no other spelling of the same letters (NFKC), such as a ligature, stands for it."""
    return unicodedata.normalize("NFKC", email) == email


class EmailTaken(StateConflict):
    """Another account has the address."""

    def __init__(self, email: str) -> None:
        message = f"The e-mail address {email} is already in use"
        super().__init__(message, details=[ErrorDetail("email", message)])


class RoleNameTaken(StateConflict):
    """Names of roles are unique, ignoring case."""

    def __init__(self, name: str) -> None:
        message = f"A role named {name} already exists"
        super().__init__(message, details=[ErrorDetail("name", message)])


class BuiltInRole(StateConflict):
    """The roles that every server has."""


class RoleInUse(StateConflict):
    """A role that users hold."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The role {name} is still assigned to users")


class LastAdministrator(StateConflict):
    """Somebody must be able to repair everything."""

    def __init__(self) -> None:
        super().__init__("This is the last active administrator")
