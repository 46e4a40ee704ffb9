"""Permissions by name: `<resource>.<action>`."""

from collections.abc import Iterable
from typing import Literal, NewType, get_args

Permission = NewType("Permission", str)

Resource = Literal[
    "parts",
    "documents",
    "change_orders",
    "requirements",
    "tasks",
    "issues",
    "relationships",
    "designs",
    "programs",
    "workflows",
    "reports",
    "users",
    "roles",
    "imports",
    "design_sessions",
    "system",
]
Action = Literal["create", "read", "update", "delete", "approve", "manage"]

RESOURCES: tuple[Resource, ...] = get_args(Resource)
ACTIONS: tuple[Action, ...] = get_args(Action)


def may(resource: Resource, action: Action) -> Permission:
    return Permission(f"{resource}.{action}")


ALL = frozenset(may(resource, action) for resource in RESOURCES for action in ACTIONS)


def expand_manage(granted: Iterable[str]) -> frozenset[Permission]:
    """All that is granted once `manage` has brought the other actions of its resource."""
    names = set(granted)
    managed = {name.removesuffix(".manage") for name in names if name.endswith(".manage")}
    return frozenset(p for p in ALL if p in names or p.partition(".")[0] in managed)


def _all_of(resources: Iterable[Resource], actions: Iterable[Action]) -> frozenset[Permission]:
    actions = tuple(actions)
    return frozenset(may(resource, action) for resource in resources for action in actions)


_READ_ALL = _all_of(RESOURCES, ["read"])
_ENGINEERED: tuple[Resource, ...] = (
    "parts",
    "documents",
    "requirements",
    "tasks",
    "issues",
    "relationships",
    "designs",
    "change_orders",
    "reports",
)

ADMINISTRATOR = "Administrator"

BUILT_IN_ROLES: dict[str, tuple[str, frozenset[Permission]]] = {
    ADMINISTRATOR: ("Everything, in every program", ALL),
    "Engineer": (
        "Creates and changes engineering data",
        _READ_ALL
        | _all_of(_ENGINEERED, ["create", "read", "update", "delete"])
        | _all_of(["design_sessions"], ACTIONS)
        | {may("imports", "create")},
    ),
    "Approver": (
        "Reads everything and approves",
        _READ_ALL | _all_of(["change_orders", "parts", "documents", "requirements"], ["approve"]),
    ),
    "Viewer": ("Reads everything", _READ_ALL),
}
"""The roles of a new server: name -> (description, permissions)."""
