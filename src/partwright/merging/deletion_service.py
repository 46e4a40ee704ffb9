"""Deletion of a design of which nothing was ever released, or that another cell publishes.

Its items are deleted by a last commit on main, its branches archived, its code and the numbers of
its items become free. What was there stays in the database; nothing shows it any more.
"""

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.items import access as item_access
from partwright.items import deletion_queries, family_queries
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.errors import ErrorDetail, StateConflict
from partwright.kit.etag import IfMatch, etag
from partwright.kit.ids import DesignId
from partwright.merging.apply import (
    check_items_not_checked_out,
    check_not_checked_out_by_others,
    check_unlocked,
)
from partwright.programs.access import check_program_writable, visibility_params
from partwright.versioning import access as branch_access
from partwright.versioning import design_queries
from partwright.versioning.commits import hold_commit_order, open_commit
from partwright.versioning.model import Branch, Design, ItemVersion

SHOWN = 20
"""How many names a refusal tells."""


class DesignInUse(StateConflict):
    """Something outside of the design stands on it."""

    def __init__(self, what: str, names: list[str], field: str) -> None:
        told = ", ".join(names[:SHOWN])
        super().__init__(
            f"The design cannot be deleted: {what} {told}",
            details=[ErrorDetail(field, name) for name in names[:SHOWN]],
        )


async def delete_design(
    tx: Transaction, actor: Actor, design_id: DesignId, *, match: IfMatch
) -> None:
    """Delete a design with its items; refused once anything of it was released here."""
    await hold_commit_order(tx)
    design = await branch_access.access_design(tx, actor, design_id)
    await check_program_writable(tx, actor, design.program_id)
    match.check(etag(design))
    own = msgspec.structs.replace(design, published_from=None)
    own.check_open()
    branch = await branch_access.access_main_branch(tx, design.id)
    main = msgspec.structs.replace(branch, published_from=None)
    if design.published_from is None:
        await _check_never_released(tx, design)
    else:
        actor.require(may("designs", "manage"))
    await _check_branches_free(tx, actor, design)
    items = await tx.all(ItemVersion, design_queries.OPEN_ON_MAIN, design_id=design.id)
    await _check_items_free(tx, actor, design, main, items)
    async with open_commit(tx, actor, main, f"Deleted the design {design.code}") as commit:
        await commit.delete_items(items)
        for version in items:
            commit.note(version, "Deleted", comment="with its design")
    await tx.run(design_queries.FREE_NUMBERS_OF, design_id=design.id)
    await tx.run(design_queries.ARCHIVE_BRANCHES_OF_DESIGN, design_id=design.id)
    await tx.run(design_queries.DELETE_DESIGN, id=design.id, now=clock.now())


async def _check_never_released(tx: Transaction, design: Design) -> None:
    released = await tx.all(str, design_queries.RELEASED_IN, design_id=design.id, limit=SHOWN)
    if released or design.phase == "post-release":
        raise DesignInUse("it has released items; archive it instead.", released, "items")


async def _check_branches_free(tx: Transaction, actor: Actor, design: Design) -> None:
    """Refuse while a change order is open on the design, or somebody works on a branch."""
    open_ones = await tx.all(Branch, design_queries.OPEN_BRANCHES_OF, design_id=design.id)
    orders = [branch.name for branch in open_ones if branch.change_order_id is not None]
    if orders:
        raise DesignInUse("change orders are open on its branches", orders, "branches")
    for branch in open_ones:
        await check_not_checked_out_by_others(tx, actor, branch)


async def _check_items_free(
    tx: Transaction, actor: Actor, design: Design, main: Branch, items: list[ItemVersion]
) -> None:
    """Refuse what others hold, what the actor may not delete, and what others' BOMs name."""
    for name in sorted({version.type for version in items}):
        item_access.check_permission(actor, name, ("delete",))
    masters = [str(version.master_id) for version in items]
    await check_unlocked(tx, actor, masters)
    await check_items_not_checked_out(tx, actor, main, masters)
    users = await tx.all(str, deletion_queries.USED_OUTSIDE, design_id=design.id, limit=SHOWN)
    if users:
        raise DesignInUse("its items are used in the BOM of", users, "parents")
    await _check_no_variants_outside(tx, actor, design)


async def _check_no_variants_outside(tx: Transaction, actor: Actor, design: Design) -> None:
    """Refuse what would leave variants without their family."""
    found = await tx.all(
        family_queries.JudgedVariant,
        family_queries.VARIANTS_OUTSIDE,
        design_id=design.id,
        **visibility_params(actor),
    )
    if found:
        names = sorted({variant.number for variant in found if variant.is_visible})
        hidden = sum(not variant.is_visible for variant in found)
        names += [f"{hidden} that you cannot see"] if hidden else []
        raise DesignInUse("its families have the variants", names, "variants")
