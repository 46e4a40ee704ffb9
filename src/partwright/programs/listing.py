"""Lists of programs, members and designs: filtered, searched, sorted, counted and paged in SQL."""

from collections.abc import Callable, Collection
from typing import TypeVar

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import Invalid
from partwright.kit.fields import Uuid
from partwright.kit.ids import ProgramId
from partwright.kit.paging import Page, Paging, Sort
from partwright.programs import access, queries
from partwright.programs.model import Design, Member, Phase, Program, Status
from partwright.programs.visibility import seen_by
from partwright.programs.wire import Code
from partwright.web.query import SortedPageQuery

T = TypeVar("T")
Given = dict[str, dict[str, Value]]
"""The conditions that are needed, each with its parameters."""

_ALL = 1_000_000_000
"""More members than a program has."""


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


async def designs(snapshot: Snapshot, actor: Actor, wanted: DesignsQuery) -> Page[Design]:
    """A page of the designs that the actor sees; NotFound for an unknown or invisible program."""
    if wanted.program_id is not None:
        await access.program(snapshot, actor, wanted.program_id)
    given: Given = {
        "program": {"program_id": wanted.program_id},
        "phase": {"phase": wanted.phase},
        "archived": {"is_archived": wanted.is_archived},
        "code": {"code": wanted.code},
        "name": {"name": wanted.name},
        "search": {"pattern": _pattern(wanted.search)},
    }
    order = _order(wanted.sorts(), queries.DESIGN_SORTS)
    names, params = _needed(actor, given)
    return await _page(
        snapshot,
        Design,
        queries.list_designs(names, order),
        queries.count_designs(names),
        params=params,
        paging=wanted.paging(),
    )


async def programs(snapshot: Snapshot, actor: Actor, wanted: ProgramsQuery) -> Page[Program]:
    """A page of the programs that the actor is a member of; administrators see all."""
    given: Given = {
        "status": {"status": wanted.status},
        "customer": {"customer": wanted.customer},
        "code": {"code": wanted.code},
        "name": {"name": wanted.name},
        "search": {"pattern": _pattern(wanted.search)},
    }
    order = _order(wanted.sorts(), queries.PROGRAM_SORTS)
    names, params = _needed(actor, given)
    return await _page(
        snapshot,
        Program,
        queries.list_programs(names, order),
        queries.count_programs(names),
        params=params,
        paging=wanted.paging(),
    )


async def members(
    snapshot: Snapshot, actor: Actor, program_id: ProgramId, paging: Paging | None
) -> Page[Member]:
    """The members of a program, or a page of them; who came last comes first."""
    await access.program(snapshot, actor, program_id)
    return await _page(
        snapshot,
        Member,
        queries.MEMBERS,
        queries.COUNT_MEMBERS,
        params={"program_id": program_id},
        paging=paging or Paging(limit=_ALL),
    )


async def _page(
    snapshot: Snapshot,
    row: Callable[..., T],
    rows_of: str,
    count: str,
    *,
    params: dict[str, Value],
    paging: Paging,
) -> Page[T]:
    rows = await snapshot.all(row, rows_of, limit=paging.limit, offset=paging.offset, **params)
    if len(rows) < paging.limit and (rows or paging.page == 1):
        return Page(rows, paging.offset + len(rows), paging)
    return Page(rows, await snapshot.one(int, count, **params) or 0, paging)


def _needed(actor: Actor, given: Given) -> tuple[tuple[str, ...], dict[str, Value]]:
    """The names of the conditions whose value is given, and all their parameters."""
    needed = {name: p for name, p in given.items() if None not in p.values()}
    if not actor.sees_all:
        needed["seer"] = seen_by(actor)
    return tuple(needed), {key: value for p in needed.values() for key, value in p.items()}


def _order(sorts: tuple[Sort, ...], known: Collection[str]) -> tuple[str, ...]:
    """Each field once, as the statements take them; newest first where none is named."""
    ways: dict[str, str] = {}
    for sort in sorts or (Sort("createdAt", descending=True),):
        if sort.field not in known:
            raise Invalid.field("sort", f"there is no field {sort.field!r} to sort by")
        ways.setdefault(sort.field, "DESC" if sort.descending else "ASC")
    return tuple(f"{field} {way}" for field, way in ways.items())


def _pattern(search: str | None) -> str | None:
    """A LIKE pattern that finds the text anywhere, `%` and `_` taken literally."""
    folded = (search or "").strip().casefold()
    if not folded:
        return None
    escaped = folded.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
