"""The resources there are, what may be done to them, and the roles of a new server."""

from collections.abc import Iterable

from partwright.item_types import TYPES
from partwright.kit.permissions import ACTIONS, Action, Permission

__all__ = ["ACTIONS", "ADMINISTRATOR", "ALL", "BUILT_IN_ROLES", "Action", "Permission", "may"]

RESOURCES = (
    *(item_type.resource for item_type in TYPES.values()),
    "relationships",
    "designs",
    "programs",
    "workflows",
    "reports",
    "users",
    "roles",
    "imports",
    "design_sessions",
    "directory",
    "system",
)

ALL = frozenset(Permission(f"{resource}.{action}") for resource in RESOURCES for action in ACTIONS)


def may(resource: str, action: Action) -> Permission:
    """The permission by its parts; a resource that nobody declares is a mistake of the caller."""
    permission = Permission(f"{resource}.{action}")
    assert permission in ALL, permission
    return permission


def expand_manage(granted: Iterable[str]) -> frozenset[Permission]:
    """All that is granted once `manage` has brought the other actions of its resource."""
    names = set(granted)
    managed = {name.removesuffix(".manage") for name in names if name.endswith(".manage")}
    return frozenset(p for p in ALL if p in names or p.partition(".")[0] in managed)


def _all_of(resources: Iterable[str], actions: Iterable[Action]) -> frozenset[Permission]:
    actions = tuple(actions)
    return frozenset(may(resource, action) for resource in resources for action in actions)


_READ_ALL = _all_of((each for each in RESOURCES if each != "directory"), ["read"])
_OF_ITEMS = tuple(item_type.resource for item_type in TYPES.values())
_APPROVED = tuple(item_type.resource for item_type in TYPES.values() if item_type.is_approved)

ADMINISTRATOR = "Administrator"

BUILT_IN_ROLES: dict[str, tuple[str, frozenset[Permission]]] = {
    ADMINISTRATOR: ("Everything, in every program", ALL),
    "Engineer": (
        "Creates and changes engineering data",
        _READ_ALL
        | _all_of(
            [*_OF_ITEMS, "relationships", "designs", "reports"],
            ["create", "read", "update", "delete"],
        )
        | _all_of(["design_sessions"], ACTIONS)
        | {may("imports", "create")},
    ),
    "Approver": (
        "Reads everything and approves",
        _READ_ALL | _all_of(_APPROVED, ["approve"]),
    ),
    "Viewer": ("Reads everything", _READ_ALL),
}
"""The roles of a new server: name -> (description, permissions)."""
