"""Rights that a publication asks for beyond those of designs: on every type of item in it."""

from collections.abc import Iterable

from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.item_types import TYPES
from partwright.kit.permissions import Action

_READ: tuple[Action, ...] = ("read",)
_RECEIVE: tuple[Action, ...] = ("create", "update", "delete")


def check_may_read(actor: Actor, types: Iterable[str]) -> None:
    """PermissionDenied unless all types that are there may be read, and relationships as well.

    Leaving out what is hidden would withdraw it where the publication is received.
    """
    _check(actor, types, _READ)


def check_may_receive(actor: Actor, types: Iterable[str]) -> None:
    """PermissionDenied unless all that a receipt writes may be made, changed and taken away."""
    _check(actor, types, _RECEIVE)


def _check(actor: Actor, types: Iterable[str], actions: tuple[Action, ...]) -> None:
    resources = [*sorted({TYPES[name].resource for name in types}), "relationships"]
    for resource in resources:
        for action in actions:
            actor.require(may(resource, action))
