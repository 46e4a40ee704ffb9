"""Designs and programs for an actor, or a refusal."""

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import Forbidden
from partwright.programs import queries

VIEWER = "viewer"


async def sees(snapshot: Snapshot, actor: Actor, program_id: str | None) -> bool:
    """Whether the actor sees what belongs to the program; everybody sees what has none."""
    if program_id is None or actor.sees_all:
        return True
    return await _role(snapshot, actor, program_id) is not None


async def check_writable(snapshot: Snapshot, actor: Actor, program_id: str | None) -> None:
    """Forbidden for the program's viewers, whatever their role outside."""
    if program_id is None or actor.is_administrator:
        return
    if await _role(snapshot, actor, program_id) in (None, VIEWER):
        raise Forbidden("You are a viewer of this program")


async def _role(snapshot: Snapshot, actor: Actor, program_id: str) -> str | None:
    return await snapshot.one(str, queries.MEMBER_ROLE, program_id=program_id, user_id=actor.id)
