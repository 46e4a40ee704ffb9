"""The installation that the present work is of, where one process serves several."""

from contextvars import ContextVar

instance_name: ContextVar[str] = ContextVar("instance_name", default="")
"""What is remembered in a module, and shared by the whole process, is remembered by this name too."""
