"""Making and changing programs, and who is in them.

Each change takes the program's row first, so that two of them cannot both leave it without a lead.
"""

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.errors import NotFound
from partwright.kit.etag import IfMatch, etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import ProgramId, UserId, new_id
from partwright.programs import access as program_access
from partwright.programs import codes, queries, rules
from partwright.programs.model import (
    LEAD,
    AlreadyMember,
    LastLead,
    Program,
    ProgramMember,
)
from partwright.programs.wire import MemberEdit, NewMember, NewProgram, ProgramEdit


async def create_program(tx: Transaction, actor: Actor, new: NewProgram) -> Program:
    """Make a program led by the actor."""
    rules.check_program_dates(new.start_date, new.target_end_date)
    program_id, now = ProgramId(new_id()), clock.now()
    row = msgspec.structs.asdict(new)
    del row["code"], row["name"]
    row |= {"id": program_id, "created_at": now, "updated_at": now, "created_by": actor.id}
    await codes.insert_with_code(tx, codes.PROGRAMS, row, name=new.name, code=new.code)
    await tx.run(queries.INSERT_MEMBER, program_id=program_id, user_id=actor.id, role=LEAD, now=now)
    return await program_access.access_program(tx, actor, program_id)


async def update_program(
    tx: Transaction,
    actor: Actor,
    program_id: ProgramId,
    body: PartialUpdate[ProgramEdit],
    *,
    match: IfMatch,
) -> Program:
    """Change fields of a program."""
    present = await _led(tx, actor, program_id)
    after = body.applied_to(present, match)
    if after is present:
        return present
    rules.check_program_dates(after.start_date, after.target_end_date)
    after = msgspec.structs.replace(after, updated_at=clock.now())
    row = msgspec.structs.asdict(after)
    del row["created_at"], row["created_by"]
    await codes.update_with_code(tx, codes.PROGRAMS, row)
    return after


async def add_program_member(
    tx: Transaction, actor: Actor, program_id: ProgramId, new: NewMember
) -> ProgramMember:
    """Take a user into the program."""
    await _led(tx, actor, program_id)
    name = await tx.one(str, queries.USER_NAME, user_id=new.user_id)
    if name is None:
        raise NotFound.of("User", new.user_id)
    row = msgspec.structs.asdict(new)
    if not await tx.run(queries.INSERT_MEMBER, program_id=program_id, now=clock.now(), **row):
        raise AlreadyMember(name)
    return await program_access.access_member(tx, program_id, new.user_id)


async def change_member(
    tx: Transaction,
    actor: Actor,
    program_id: ProgramId,
    user_id: UserId,
    body: PartialUpdate[MemberEdit],
    *,
    match: IfMatch,
) -> ProgramMember:
    """Give a member another role."""
    present = await _member_to_change(tx, actor, program_id, user_id, match)
    after = body.applied_to(present)
    if after is present:
        return present
    await _check_still_led(tx, actor, program_id, present)
    await tx.run(queries.UPDATE_MEMBER, program_id=program_id, user_id=user_id, role=after.role)
    return after


async def remove_member(
    tx: Transaction, actor: Actor, program_id: ProgramId, user_id: UserId, *, match: IfMatch
) -> None:
    """Take a user out of the program."""
    present = await _member_to_change(tx, actor, program_id, user_id, match)
    await _check_still_led(tx, actor, program_id, present)
    await tx.run(queries.DELETE_MEMBER, program_id=program_id, user_id=user_id)


async def _led(tx: Transaction, actor: Actor, program_id: ProgramId) -> Program:
    """The program for one who may change it; no other change of it comes between."""
    actor.require(may("programs", "read"))
    await tx.run(queries.TAKE_PROGRAM, id=program_id)
    found = await program_access.access_program(tx, actor, program_id)
    await program_access.check_program_lead(tx, actor, program_id)
    return found


async def _member_to_change(
    tx: Transaction, actor: Actor, program_id: ProgramId, user_id: UserId, match: IfMatch
) -> ProgramMember:
    await _led(tx, actor, program_id)
    found = await program_access.access_member(tx, program_id, user_id)
    match.check(etag(found))
    return found


async def _check_still_led(
    tx: Transaction, actor: Actor, program_id: ProgramId, leaving: ProgramMember
) -> None:
    """LastLead when the program's only lead would stop leading it; administrators may do that."""
    if leaving.role != LEAD or actor.is_administrator:
        return
    leads = await tx.one(int, queries.COUNT_LEADS, program_id=program_id)
    if leads == 1:
        raise LastLead(leaving.name)
