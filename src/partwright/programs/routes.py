"""Programs and their members over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import ProgramId, UserId
from partwright.programs import access, listing, programs
from partwright.programs.listing import ProgramsQuery
from partwright.programs.model import Program, ProgramMember
from partwright.programs.wire import MemberEdit, NewMember, NewProgram, ProgramEdit
from partwright.web.answers import Answer, Done, created
from partwright.web.answers import listing as listed
from partwright.web.call import Call
from partwright.web.endpoint import Listed, Routes, Rule
from partwright.web.query import WholeQuery

routes = Routes("Programs")

READ = may("programs", "read")
LEADS = Rule("programs.read, and lead of the program or Administrator")
"""The verb checks it; a token with scopes needs programs.update among them."""


def shown(program: Program) -> Answer:
    return Answer(program, etag=etag(program))


def shown_member(member: ProgramMember, *, status: int = 200) -> Answer:
    return Answer({"member": member}, status=status, etag=etag(member))


@routes.get("/api/programs", READ, gives=Listed("programs", Program))
async def list_programs(call: Call, snapshot: Snapshot, query: ProgramsQuery) -> Answer:
    """List the programs that you are a member of; administrators see all."""
    return listed("programs", await listing.program_page(snapshot, call.actor, query))


@routes.post(
    "/api/programs",
    may("programs", "create"),
    answers=(201,),
    example={"name": "Lunar lander", "customer": "ESA", "startDate": "2026-11-21"},
    gives=Program,
)
async def create_program(call: Call, tx: Transaction, body: NewProgram) -> Answer:
    """Make a program; you become its lead. Without a code it gets one made of its name."""
    program = await programs.create_program(tx, call.actor, body)
    return created(program, etag=etag(program))


@routes.get("/api/programs/{program_id:str}", READ, gives=Program)
async def get_program(call: Call, reads: Snapshot, program_id: ProgramId) -> Answer:
    """One program."""
    return shown(await access.access_program(reads, call.actor, program_id))


@routes.put("/api/programs/{program_id:str}", LEADS, example={"status": "On Hold"}, gives=Program)
async def update_program(
    call: Call, tx: Transaction, program_id: ProgramId, body: PartialUpdate[ProgramEdit]
) -> Answer:
    """Change some fields of a program that you lead."""
    return shown(await programs.update_program(tx, call.actor, program_id, body, match=call.match))


@routes.get(
    "/api/programs/{program_id:str}/members",
    READ,
    gives=Listed("members", ProgramMember, is_whole=True),
)
async def list_members(
    call: Call, snapshot: Snapshot, program_id: ProgramId, query: WholeQuery
) -> Answer:
    """The members of a program with their roles; complete unless a page is asked for."""
    page = await listing.member_page(snapshot, call.actor, program_id, query.paging())
    return listed("members", page)


@routes.post(
    "/api/programs/{program_id:str}/members",
    LEADS,
    answers=(201,),
    example={"userId": "0197a3c1-9f00-7000-8000-000000000002", "role": "engineer"},
    gives={"member": ProgramMember},
)
async def add_member(call: Call, tx: Transaction, program_id: ProgramId, body: NewMember) -> Answer:
    """Take a user into a program that you lead."""
    return shown_member(await programs.add_member(tx, call.actor, program_id, body), status=201)


@routes.put(
    "/api/programs/{program_id:str}/members/{user_id:str}",
    LEADS,
    example={"role": "viewer"},
    gives={"member": ProgramMember},
)
async def change_member(
    call: Call,
    tx: Transaction,
    program_id: ProgramId,
    user_id: UserId,
    body: PartialUpdate[MemberEdit],
) -> Answer:
    """Give a member another role."""
    actor, match = call.actor, call.match
    return shown_member(
        await programs.change_member(tx, actor, program_id, user_id, body, match=match)
    )


@routes.delete("/api/programs/{program_id:str}/members/{user_id:str}", LEADS)
async def remove_member(
    call: Call, tx: Transaction, program_id: ProgramId, user_id: UserId
) -> Done:
    """Take a user out of a program; he stops seeing it at once."""
    await programs.remove_member(tx, call.actor, program_id, user_id, match=call.match)
    return Done()
