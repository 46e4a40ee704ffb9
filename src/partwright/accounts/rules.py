"""Limits on the rights that actors give to others or take from them: never more than their own."""

from collections.abc import Collection, Iterable

from partwright.identity.model import Actor, BuiltInRole, Role
from partwright.identity.permissions import ADMINISTRATOR, ALL, expand_manage
from partwright.kit.errors import PermissionDenied


def is_full_administrator(actor: Actor) -> bool:
    """Whether an administrator comes with all their rights, not with a scoped token."""
    return actor.is_administrator and actor.permissions >= ALL


def check_covers(actor: Actor, permissions: Iterable[str]) -> None:
    """PermissionDenied when there is a permission that the actor lacks."""
    lacking = sorted(expand_manage(permissions) - actor.permissions)
    if lacking:
        raise PermissionDenied(f"You do not have the permission {lacking[0]} yourself")


def check_outranks(actor: Actor, roles: Iterable[Role]) -> None:
    """PermissionDenied for roles with more rights than the actor has."""
    for role in roles:
        if role.name == ADMINISTRATOR and not is_full_administrator(actor):
            raise PermissionDenied("Only administrators may do this")
        check_covers(actor, role.permissions)


def check_user_edit(actor: Actor, role: Role, *, name: str, permissions: Collection[str]) -> None:
    """Refuse what would take a built-in role its meaning, or decide on rights the actor lacks."""
    if role.built_in and name != role.name:
        raise BuiltInRole(f"The role {role.name} is built in and cannot be renamed")
    if role.name == ADMINISTRATOR and not set(permissions) >= ALL:
        raise BuiltInRole("The Administrator role keeps all its permissions")
    # Taken away by the same rule as given: whoever lacks a right does not decide on it.
    check_covers(actor, expand_manage(permissions) ^ expand_manage(role.permissions))
