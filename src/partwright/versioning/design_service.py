"""Designs listed, made and changed.

Writes take the order of commits first, as writes of items do: so no item can be written between
the checks of a design's program and its move to another.
"""

from typing import ClassVar

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import PermissionDenied
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import BranchId, CommitId, DesignId, ProgramId, new_id
from partwright.kit.lists import page_of_list
from partwright.kit.pages import Page
from partwright.programs import codes
from partwright.programs.access import (
    access_program,
    check_program_lead,
    check_program_writable,
    visibility_params,
)
from partwright.programs.codes import CodeRegister
from partwright.programs.list_queries import search_pattern
from partwright.versioning import design_queries
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order, take_commit_number
from partwright.versioning.model import Design, DesignIsArchived, PublishedElsewhere
from partwright.versioning.wire import DesignEdit, NewDesign
from partwright.web.parameters import FilteredQuery

DESIGN_CODES = CodeRegister(
    "Design",
    design_queries.TAKEN_DESIGN_CODES,
    design_queries.INSERT_DESIGN,
    design_queries.UPDATE_DESIGN,
    "designs_code",
)


class DesignsQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters of a list of designs, its order and page."""

    fields: ClassVar = design_queries.DESIGNS.fields
    search: str | None = None


async def page_of_designs(snapshot: Snapshot, actor: Actor, wanted: DesignsQuery) -> Page[Design]:
    """A page of the designs that the actor sees; NotFound for an unknown or invisible program."""
    for program_id in wanted.values("programId"):
        await access_program(snapshot, actor, ProgramId(program_id))
    return await page_of_list(
        snapshot,
        Design,
        design_queries.DESIGNS,
        given={
            "search": {"pattern": search_pattern(wanted.search)},
            "seer": {} if actor.sees_all else visibility_params(actor),
        },
        filters=wanted.filters,
        sorts=wanted.sorts(),
        paging=wanted.paging(),
    )


async def create_design(
    tx: Transaction, actor: Actor, new: NewDesign, *, design_id: DesignId | None = None
) -> Design:
    """Make a design with its main branch and that branch's first commit."""
    seq = await take_commit_number(tx)
    await _check_may_join(tx, actor, new.program_id)
    design_id, now = design_id or DesignId(new_id()), clock.now()
    branch_id, commit_id = BranchId(new_id()), CommitId(new_id())
    row = {
        "id": design_id,
        "description": new.description,
        "program_id": new.program_id,
        "phase": "pre-release",
        "main_branch_id": branch_id,
        "is_archived": False,
        "created_at": now,
        "updated_at": now,
        "created_by": actor.id,
    }
    await codes.insert_with_code(tx, DESIGN_CODES, row, name=new.name, code=new.code)
    await tx.run(
        design_queries.INSERT_MAIN_BRANCH,
        id=branch_id,
        design_id=design_id,
        commit_id=commit_id,
        seq=seq,
        now=now,
        created_by=actor.id,
    )
    await tx.run(
        design_queries.INSERT_FIRST_COMMIT,
        seq=seq,
        id=commit_id,
        design_id=design_id,
        branch_id=branch_id,
        author_id=actor.id,
        now=now,
    )
    return await access_design(tx, actor, design_id)


async def update_design(
    tx: Transaction,
    actor: Actor,
    design_id: DesignId,
    body: PartialUpdate[DesignEdit],
    *,
    match: IfMatch,
) -> Design:
    """Change fields of a design; with its program change who sees its items."""
    await hold_commit_order(tx)
    present = await access_design(tx, actor, design_id)
    await check_program_writable(tx, actor, present.program_id)
    after = body.applied_to(present, match)
    if after is present:
        return present
    if after.is_archived and present.is_archived:
        raise DesignIsArchived
    if present.published_from is not None and _published_of(after) != _published_of(present):
        raise PublishedElsewhere(present.published_from)
    is_moved = after.program_id != present.program_id
    if is_moved:
        await _check_may_move(tx, actor, present.program_id, after.program_id)
    after = msgspec.structs.replace(after, updated_at=clock.now())
    await _write(tx, after)
    if is_moved:
        await tx.run(design_queries.MOVE_MASTERS, design_id=design_id, program_id=after.program_id)
        await tx.run(design_queries.MOVE_VERSIONS, design_id=design_id, program_id=after.program_id)
    return after


async def renew_published(
    tx: Transaction, design: Design, *, name: str, code: str, description: str | None
) -> Design:
    """Bring the record of a received design to what the cell says that publishes it."""
    after = msgspec.structs.replace(design, name=name, code=code, description=description)
    if after != design:
        await _write(tx, msgspec.structs.replace(after, updated_at=clock.now()))
    return after


def _published_of(design: Design) -> tuple[str, str, str | None]:
    """Fields that the cell decides which publishes a design; program and archive are this one's."""
    return design.name, design.code, design.description


async def _write(tx: Transaction, design: Design) -> None:
    row = msgspec.structs.asdict(design)
    for kept in ("phase", "main_branch_id", "created_at", "created_by", "published_from"):
        del row[kept]
    await codes.update_with_code(tx, DESIGN_CODES, row)


async def mark_published(tx: Transaction, design_id: DesignId, cell: str) -> None:
    """Let nobody change the design but who receives it from the cell that publishes it."""
    await tx.run(design_queries.MARK_PUBLISHED, id=design_id, cell=cell)


async def _check_may_move(
    tx: Transaction, actor: Actor, left: str | None, joined: str | None
) -> None:
    """PermissionDenied unless the actor leads both programs: with them change those who see it.

    Without a program everybody sees the design, so only an administrator takes it out of one.
    """
    if joined is None and not actor.is_administrator:
        raise PermissionDenied("Only an Administrator may take a design out of its program")
    if joined is not None:
        await access_program(tx, actor, joined)
    for program_id in (left, joined):
        if program_id is not None:
            await check_program_lead(tx, actor, program_id)


async def _check_may_join(tx: Transaction, actor: Actor, program_id: str | None) -> None:
    """NotFound for a program that the actor does not see, PermissionDenied for its viewers."""
    if program_id is not None:
        await access_program(tx, actor, program_id)
        await check_program_writable(tx, actor, program_id)
