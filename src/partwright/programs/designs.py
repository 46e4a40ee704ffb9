"""Making and changing designs.

Both take the next commit number first, as writes of items do: so no item can be written between
the checks of a design's program and its move to another.
"""

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.etag import IfMatch, etag
from partwright.kit.fields import PartialUpdate, changed_fields
from partwright.kit.ids import BranchId, CommitId, DesignId, new_id
from partwright.programs import access, codes, queries
from partwright.programs.commit_sequence import next_commit
from partwright.programs.model import Design
from partwright.programs.wire import DesignEdit, NewDesign


async def create_design(tx: Transaction, actor: Actor, new: NewDesign) -> Design:
    """Make a design with its main branch and that branch's first commit."""
    seq = await next_commit(tx)
    await _check_may_join(tx, actor, new.program_id)
    design_id, now = DesignId(new_id()), clock.now()
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
    await codes.insert_with_code(tx, codes.DESIGNS, row, name=new.name, code=new.code)
    await tx.run(
        queries.INSERT_MAIN_BRANCH,
        id=branch_id,
        design_id=design_id,
        commit_id=commit_id,
        seq=seq,
        now=now,
        created_by=actor.id,
    )
    await tx.run(
        queries.INSERT_FIRST_COMMIT,
        seq=seq,
        id=commit_id,
        design_id=design_id,
        branch_id=branch_id,
        author_id=actor.id,
        now=now,
    )
    return await access.access_design(tx, actor, design_id)


async def update_design(
    tx: Transaction,
    actor: Actor,
    design_id: DesignId,
    body: PartialUpdate[DesignEdit],
    *,
    match: IfMatch,
) -> Design:
    """Change fields of a design; with its program change who sees its items."""
    await next_commit(tx)
    present = await access.access_design(tx, actor, design_id)
    await access.check_program_writable(tx, actor, present.program_id)
    match.check(etag(present))
    found = changed_fields(body.over(present), lambda name: getattr(present, name))
    if not found:
        return present
    await _check_may_join(tx, actor, found.get("program_id"))
    after = msgspec.structs.replace(present, updated_at=clock.now(), **found)
    row = msgspec.structs.asdict(after)
    for kept in ("phase", "main_branch_id", "created_at", "created_by"):
        del row[kept]
    await codes.update_with_code(tx, codes.DESIGNS, row)
    if "program_id" in found:
        await tx.run(queries.MOVE_MASTERS, design_id=design_id, program_id=after.program_id)
        await tx.run(queries.MOVE_VERSIONS, design_id=design_id, program_id=after.program_id)
    return after


async def _check_may_join(tx: Transaction, actor: Actor, program_id: str | None) -> None:
    """NotFound for a program that the actor does not see, PermissionDenied for its viewers."""
    if program_id is not None:
        await access.access_program(tx, actor, program_id)
        await access.check_program_writable(tx, actor, program_id)
