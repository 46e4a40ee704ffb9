"""The bodies that identity's routes take."""

import re
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.identity.model import RoleRef, is_stable_email
from partwright.identity.passwords import Password
from partwright.identity.permissions import ALL
from partwright.kit import clock
from partwright.kit.field_problems import shown
from partwright.kit.fields import FieldProblem, Moment, Name, Text, cleaned
from partwright.kit.ids import UserId, as_uuid

_EMAIL = re.compile(r"[^@\s<>()\[\],;:\"\\]+@[^@\s<>()\[\],;:\"\\]+")
"""Without the signs that would make two addresses of one in the head of a letter."""


def read_email(text: str) -> str:
    """An e-mail address as it is kept; FieldProblem for what is none."""
    text = text.strip()
    if not _EMAIL.fullmatch(text) or not text.isprintable():
        raise FieldProblem(f"expected an e-mail address, got {shown(text)}")
    if not is_stable_email(text):
        raise FieldProblem("must not contain compatibility characters such as ligatures")
    return text


def _future(text: str) -> str:
    if text <= clock.now():
        raise FieldProblem(f"expected a time in the future, got {shown(text)}")
    return text


def _permissions(names: list[str]) -> list[str]:
    unknown = sorted(set(names) - ALL)
    if unknown:
        raise FieldProblem(f"{unknown[0]!r} is not a permission")
    return sorted(set(names))


def _ids(texts: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in texts:
        canonical = as_uuid(text)
        if canonical is None:
            raise FieldProblem(f"expected a UUID, got {shown(text)}")
        found[canonical] = None
    return list(found)


Email = Annotated[str, Meta(max_length=254, extra=cleaned(read_email))]
Permissions = Annotated[
    list[Annotated[str, Meta(max_length=100)]], Meta(max_length=200, extra=cleaned(_permissions))
]
"""Names of permissions, each once and in order."""
RoleIds = Annotated[
    list[Annotated[str, Meta(extra_json_schema={"format": "uuid"})]],
    Meta(max_length=1000, extra=cleaned(_ids)),
]


class SignOnProvider(msgspec.Struct):
    """Another sign-on of people of this server, such as an OpenID provider."""

    name: str


class SignOnMethods(msgspec.Struct, rename="camel"):
    """The ways to sign on here."""

    password: bool
    oidc: SignOnProvider | None
    is_first_start: bool
    """Whether nobody has ever signed on."""
    sends_mail: bool
    """Whether this server sends e-mail at all, of what waits in inboxes."""


class LoginInput(msgspec.Struct, rename="camel"):
    """Credentials that a person signs on with."""

    email: Annotated[str, Meta(max_length=1000)]
    password: Annotated[str, Meta(max_length=16_384)]
    code: Annotated[str, Meta(max_length=100)] | None = None
    """Of an authenticator app, or for recovery; where the account has a second factor."""
    cookie_only: bool = False
    """Whether the answer leaves the token out, so that no script of a page ever has it."""


class NewPersonalToken(msgspec.Struct, rename="camel"):
    """A personal token to be made; without scopes it gets the caller's rights."""

    name: Name
    expires_at: Annotated[Moment, Meta(extra=cleaned(_future))] | UnsetType | None = UNSET
    """After a year where it is left out; null for never."""
    scopes: Permissions | None = None


class ListedUser(msgspec.Struct, frozen=True, rename="camel"):
    """A person with an account, as others see them."""

    id: UserId
    email: str | None
    """Only for administrators, who changes accounts, and members of a program that they are in."""
    name: str
    active: bool
    roles: list[RoleRef]
    created_at: str
    updated_at: str
    last_login_at: str | None


class NewUser(msgspec.Struct, rename="camel"):
    """An account to be made."""

    email: Email
    name: Name
    password: Password
    role_ids: RoleIds = []
    active: bool = True


class UserEdit(msgspec.Struct, rename="camel"):
    """Changes of an account; users themselves change their name and password."""

    email: Email | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    active: bool | UnsetType = UNSET
    role_ids: RoleIds | UnsetType = UNSET
    password: Password | UnsetType = UNSET
    current_password: Annotated[str, Meta(max_length=1000)] | UnsetType = UNSET


class NewRole(msgspec.Struct):
    """A role to be made."""

    name: Name
    description: Text = ""
    permissions: Permissions = []


class RoleEdit(msgspec.Struct):
    """Changes of a role."""

    name: Name | UnsetType = UNSET
    description: Text | UnsetType = UNSET
    permissions: Permissions | UnsetType = UNSET
