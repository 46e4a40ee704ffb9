"""Permissions by name: `<resource>.<action>`."""

from typing import Literal, NewType, get_args

Permission = NewType("Permission", str)
Action = Literal["create", "read", "update", "delete", "approve", "manage"]

ACTIONS: tuple[Action, ...] = get_args(Action)
