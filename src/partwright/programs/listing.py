"""Lists of programs, members and designs: filtered, searched, sorted, counted and paged in SQL."""

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.fields import Uuid
from partwright.kit.ids import ProgramId
from partwright.kit.lists import like_anywhere, list_page, read_page
from partwright.kit.pages import Page, PageRequest
from partwright.programs import access, queries
from partwright.programs.model import Design, Phase, Program, ProgramMember, Status
from partwright.programs.visibility import visibility_params
from partwright.programs.wire import Code
from partwright.web.parameters import SortedPageQuery


class DesignsQuery(SortedPageQuery, rename="camel", kw_only=True):
    """What a list of designs is narrowed down to, its order and page."""

    program_id: Uuid | None = None
    phase: Phase | None = None
    is_archived: bool | None = None
    code: Code | None = None
    name: str | None = None
    search: str | None = None


class ProgramsQuery(SortedPageQuery, rename="camel", kw_only=True):
    """What a list of programs is narrowed down to, its order and page."""

    status: Status | None = None
    customer: str | None = None
    code: Code | None = None
    name: str | None = None
    search: str | None = None


async def design_page(snapshot: Snapshot, actor: Actor, wanted: DesignsQuery) -> Page[Design]:
    """A page of the designs that the actor sees; NotFound for an unknown or invisible program."""
    if wanted.program_id is not None:
        await access.access_program(snapshot, actor, wanted.program_id)
    return await list_page(
        snapshot,
        Design,
        queries.DESIGNS,
        given={
            "program": {"program_id": wanted.program_id},
            "phase": {"phase": wanted.phase},
            "archived": {"is_archived": wanted.is_archived},
            "code": {"code": wanted.code},
            "name": {"name": wanted.name},
            "search": {"pattern": _pattern(wanted.search)},
            "seer": {} if actor.sees_all else visibility_params(actor),
        },
        sorts=wanted.sorts(),
        paging=wanted.paging(),
    )


async def program_page(snapshot: Snapshot, actor: Actor, wanted: ProgramsQuery) -> Page[Program]:
    """A page of the programs that the actor is a member of; administrators see all."""
    return await list_page(
        snapshot,
        Program,
        queries.PROGRAMS,
        given={
            "status": {"status": wanted.status},
            "customer": {"customer": wanted.customer},
            "code": {"code": wanted.code},
            "name": {"name": wanted.name},
            "search": {"pattern": _pattern(wanted.search)},
            "seer": {} if actor.sees_all else visibility_params(actor),
        },
        sorts=wanted.sorts(),
        paging=wanted.paging(),
    )


async def member_page(
    snapshot: Snapshot, actor: Actor, program_id: ProgramId, paging: PageRequest
) -> Page[ProgramMember]:
    """A page of the members of a program; who came last comes first."""
    await access.access_program(snapshot, actor, program_id)
    params = {"program_id": program_id}
    return await read_page(
        snapshot,
        ProgramMember,
        queries.MEMBERS,
        queries.COUNT_MEMBERS,
        params=params,
        paging=paging,
    )


def _pattern(search: str | None) -> str | None:
    folded = (search or "").strip().casefold()
    return like_anywhere(folded) if folded else None
