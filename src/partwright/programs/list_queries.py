"""Lists of programs and members: filtered, searched, sorted, counted and paged in SQL."""

from typing import ClassVar

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.ids import ProgramId
from partwright.kit.like_patterns import like_anywhere
from partwright.kit.lists import page_of_list, page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs import access as program_access
from partwright.programs import queries
from partwright.programs.access import visibility_params
from partwright.programs.model import Program, ProgramMember
from partwright.web.parameters import FilteredQuery


class ProgramsQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters of a list of programs, its order and page."""

    fields: ClassVar = queries.PROGRAMS.fields
    search: str | None = None


async def program_page(snapshot: Snapshot, actor: Actor, wanted: ProgramsQuery) -> Page[Program]:
    """A page of the programs that the actor is a member of; administrators see all."""
    return await page_of_list(
        snapshot,
        Program,
        queries.PROGRAMS,
        given={
            "search": {"pattern": search_pattern(wanted.search)},
            "seer": {} if actor.sees_all else visibility_params(actor),
        },
        filters=wanted.filters,
        sorts=wanted.sorts(),
        paging=wanted.paging(),
    )


async def page_of_members(
    snapshot: Snapshot, actor: Actor, program_id: ProgramId, paging: PageRequest
) -> Page[ProgramMember]:
    """A page of the members of a program; who came last comes first."""
    await program_access.access_program(snapshot, actor, program_id)
    params = {"program_id": program_id}
    return await page_of_rows(
        snapshot,
        ProgramMember,
        queries.MEMBERS,
        queries.COUNT_MEMBERS,
        params=params,
        paging=paging,
    )


def search_pattern(search: str | None) -> str | None:
    folded = (search or "").strip().casefold()
    return like_anywhere(folded) if folded else None
