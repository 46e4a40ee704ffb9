"""Designs and programs for an actor, or a refusal."""

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.errors import Forbidden, NotFound
from partwright.kit.ids import DesignId
from partwright.programs import queries
from partwright.programs.model import Design, Program
from partwright.programs.visibility import seen_by

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


async def design(snapshot: Snapshot, actor: Actor, design_id: DesignId) -> Design:
    """The design; NotFound when it is unknown or invisible to the actor."""
    found = await snapshot.one(Design, queries.DESIGN, id=design_id, **seen_by(actor))
    if found is None:
        raise NotFound.of("Design", design_id)
    return found


async def program(snapshot: Snapshot, actor: Actor, program_id: str) -> Program:
    """The program; NotFound when it is unknown or invisible to the actor."""
    found = await snapshot.one(Program, queries.PROGRAM, id=program_id, **seen_by(actor))
    if found is None:
        raise NotFound.of("Program", program_id)
    return found
