"""Checks of deletions from main: rules of slices above, which versioning need not know."""

from collections.abc import Awaitable, Callable, Sequence

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.ids import MasterId

DeletionCheck = Callable[[Snapshot, Actor, Sequence[MasterId]], Awaitable[None]]
deletion_checks: list[DeletionCheck] = []


def register_deletion_check(check: DeletionCheck) -> None:
    """Ask a slice above before items leave main otherwise than by the release of a change.

    The composition root registers; registering again does nothing.
    """
    if check not in deletion_checks:
        deletion_checks.append(check)


async def check_deletion(snapshot: Snapshot, actor: Actor, masters: Sequence[MasterId]) -> None:
    """Refuse where one of the checks does."""
    for check in deletion_checks:
        await check(snapshot, actor, masters)
