"""Programs and their members over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import ProgramId, UserId
from partwright.programs import access as program_access
from partwright.programs import list_queries, service
from partwright.programs.list_queries import ProgramsQuery
from partwright.programs.model import Program, ProgramMember
from partwright.programs.wire import MemberEdit, NewMember, NewProgram, ProgramEdit
from partwright.web.endpoint import AccessRule, ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response, page_response

routes = RouteTable("Programs")

READ = may("programs", "read")
LEADS = AccessRule("programs.read, and lead of the program or Administrator")
"""The verb checks it; a token with scopes needs programs.update among them."""


def shown(program: Program) -> DataResponse:
    return DataResponse(program, etag=etag(program))


def shown_member(member: ProgramMember, *, status: int = 200) -> DataResponse:
    return DataResponse({"member": member}, status=status, etag=etag(member))


@routes.get("/api/programs", READ, response=ListOf("programs", Program))
async def list_programs(request: Request, snapshot: Snapshot, query: ProgramsQuery) -> DataResponse:
    """List the programs that you are a member of; administrators see all."""
    return page_response(
        "programs", await list_queries.program_page(snapshot, request.actor, query)
    )


@routes.post(
    "/api/programs",
    may("programs", "create"),
    statuses=(201,),
    example={"name": "Lunar lander", "customer": "ESA", "startDate": "2026-11-21"},
    response=Program,
)
async def create_program(request: Request, tx: Transaction, body: NewProgram) -> DataResponse:
    """Make a program; you become its lead. Without a code it gets one made of its name."""
    program = await service.create_program(tx, request.actor, body)
    return created_response(program, etag=etag(program))


@routes.get("/api/programs/{program_id:str}", READ, response=Program)
async def get_program(request: Request, reads: Snapshot, program_id: ProgramId) -> DataResponse:
    """One program."""
    return shown(await program_access.access_program(reads, request.actor, program_id))


@routes.put(
    "/api/programs/{program_id:str}", LEADS, example={"status": "On Hold"}, response=Program
)
async def update_program(
    request: Request, tx: Transaction, program_id: ProgramId, body: PartialUpdate[ProgramEdit]
) -> DataResponse:
    """Change some fields of a program that you lead."""
    return shown(
        await service.update_program(tx, request.actor, program_id, body, match=request.match)
    )


@routes.get(
    "/api/programs/{program_id:str}/members",
    READ,
    response=ListOf("members", ProgramMember, is_whole=True),
)
async def list_program_members(
    request: Request, snapshot: Snapshot, program_id: ProgramId, query: OptionalPageQuery
) -> DataResponse:
    """The members of a program with their roles; complete unless a page is asked for."""
    page = await list_queries.page_of_members(snapshot, request.actor, program_id, query.paging())
    return page_response("members", page)


@routes.post(
    "/api/programs/{program_id:str}/members",
    LEADS,
    statuses=(201,),
    example={"userId": "0197a3c1-9f00-7000-8000-000000000002", "role": "engineer"},
    response={"member": ProgramMember},
)
async def add_program_member(
    request: Request, tx: Transaction, program_id: ProgramId, body: NewMember
) -> DataResponse:
    """Take a user into a program that you lead."""
    return shown_member(
        await service.add_program_member(tx, request.actor, program_id, body), status=201
    )


@routes.put(
    "/api/programs/{program_id:str}/members/{user_id:str}",
    LEADS,
    example={"role": "viewer"},
    response={"member": ProgramMember},
)
async def update_program_member(
    request: Request,
    tx: Transaction,
    program_id: ProgramId,
    user_id: UserId,
    body: PartialUpdate[MemberEdit],
) -> DataResponse:
    """Give a member another role."""
    actor, match = request.actor, request.match
    return shown_member(
        await service.change_member(tx, actor, program_id, user_id, body, match=match)
    )


@routes.delete("/api/programs/{program_id:str}/members/{user_id:str}", LEADS)
async def remove_program_member(
    request: Request, tx: Transaction, program_id: ProgramId, user_id: UserId
) -> SuccessMessage:
    """Take a user out of a program; they stop seeing it at once."""
    await service.remove_member(tx, request.actor, program_id, user_id, match=request.match)
    return SuccessMessage()
