"""Programs for an actor, or a refusal."""

from partwright.identity.model import Actor, ProgramMembership
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import NotFound, PermissionDenied
from partwright.kit.ids import UserId
from partwright.programs import queries
from partwright.programs.model import LEAD, VIEWER, Program, ProgramMember

HIDDEN = "an item that is hidden from you"
"""What refusals say in place of a number that the caller may not see."""


def visibility_params(actor: Actor) -> dict[str, Value]:
    return {"sees_all": actor.sees_all, "seer": actor.id}


async def sees_program(snapshot: Snapshot, actor: Actor, program_id: str | None) -> bool:
    """Whether the actor sees what belongs to the program; everybody sees what has none."""
    if program_id is None or actor.sees_all:
        return True
    return await _role(snapshot, actor, program_id) is not None


async def check_program_writable(snapshot: Snapshot, actor: Actor, program_id: str | None) -> None:
    """PermissionDenied for the program's viewers, whatever their role outside."""
    if program_id is None or actor.is_administrator:
        return
    if await _role(snapshot, actor, program_id) in (None, VIEWER):
        raise PermissionDenied("You are a viewer of this program")


async def check_program_lead(snapshot: Snapshot, actor: Actor, program_id: str) -> None:
    """PermissionDenied unless the actor leads the program or is an administrator.

    Leading it gives the right by itself; a token with scopes must have been given it too.
    """
    if actor.is_scoped:
        actor.require(may("programs", "update"))
    if actor.is_administrator:
        return
    if await _role(snapshot, actor, program_id) != LEAD:
        raise PermissionDenied("Only the program's leads and administrators may do this")


async def _role(snapshot: Snapshot, actor: Actor, program_id: str) -> str | None:
    return await snapshot.one(str, queries.MEMBER_ROLE, program_id=program_id, user_id=actor.id)


async def access_program(snapshot: Snapshot, actor: Actor, program_id: str) -> Program:
    """The program; NotFound when it is unknown or invisible to the actor."""
    found = await snapshot.one(Program, queries.PROGRAM, id=program_id, **visibility_params(actor))
    if found is None:
        raise NotFound.of("Program", program_id)
    return found


async def access_member(snapshot: Snapshot, program_id: str, user_id: str) -> ProgramMember:
    """The membership in a program that was accessed before; NotFound for one who is not in it."""
    found = await snapshot.one(
        ProgramMember, queries.MEMBER, program_id=program_id, user_id=user_id
    )
    if found is None:
        raise NotFound.of("Member", user_id)
    return found


async def memberships_of(snapshot: Snapshot, user_id: UserId) -> list[ProgramMembership]:
    """The programs that a user is a member of, with the role there."""
    return await snapshot.all(ProgramMembership, queries.PROGRAMS_OF, user_id=user_id)
