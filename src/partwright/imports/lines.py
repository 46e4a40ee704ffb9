"""BOM lines of an import, written."""

from collections.abc import Sequence

import msgspec

from partwright.imports import queries
from partwright.imports.body import FailedImportLine, ImportLine
from partwright.imports.sorted_lines import failed_line, sort_lines
from partwright.item_types import TYPES
from partwright.kit.db import Transaction
from partwright.programs.access import visibility_params
from partwright.relationships.service import BranchWork, RelationshipOutcome, create_on_branch
from partwright.versioning import access as branch_access
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.model import ShownVersion, number_key
from partwright.workflows.service import Lifecycles


class WrittenLines(msgspec.Struct, frozen=True):
    """Outcome of the lines of a body."""

    made: int
    failed: dict[int, FailedImportLine]
    """By their places among those of the request."""
    found: dict[str, ShownVersion]
    """Items that lines name, by number key."""
    in_library: list[int]
    """The commit in which parents of the library took theirs, if any did."""


async def write_lines(
    tx: Transaction,
    commit: OpenCommit,
    wanted: Sequence[ImportLine],
    born: Sequence[ShownVersion],
    lifecycles: Lifecycles,
) -> WrittenLines:
    """Make the BOM lines, those of parents of the library in a commit of its own."""
    found = await _items(tx, commit, wanted, born)
    planned = sort_lines(wanted, found, commit.branch)
    outcome = RelationshipOutcome([], [], [])
    by_id: dict[str, ShownVersion] = {version.item_id: version for version in found.values()}
    await create_on_branch(tx, BranchWork(commit, lifecycles, by_id, by_id), planned.here, outcome)
    in_library: list[int] = []
    if planned.library:
        line = await branch_access.access_writable_branch(tx, commit.actor, design_id=None)
        async with open_commit(tx, commit.actor, line, commit.message) as besides:
            in_library.append(besides.seq)
            work = BranchWork(besides, lifecycles, by_id, by_id)
            await create_on_branch(tx, work, planned.library, outcome)
    places = {line.index: line for line in wanted}
    unmade = dict(planned.failed)
    for fault in outcome.faults:
        unmade[fault.index] = failed_line(places[fault.index], fault.refusal.message)
    for request in outcome.skipped:
        unmade[request.index] = failed_line(places[request.index], "already exists, or is repeated")
    return WrittenLines(len(outcome.created), unmade, found, in_library)


async def _items(
    tx: Transaction, commit: OpenCommit, wanted: Sequence[ImportLine], born: Sequence[ShownVersion]
) -> dict[str, ShownVersion]:
    """The items that the lines name, by number key: of this import, the design, the library."""
    found = {number_key(version.item_number): version for version in born}
    named = {number_key(number) for line in wanted for number in (line.parent, line.child)}
    others = await tx.all(
        ShownVersion,
        queries.NUMBERED,
        keys=list(named - found.keys()),
        **commit.branch.view.params,
        **visibility_params(commit.actor),
    )
    return found | {
        number_key(version.item_number): version
        for version in others
        if version.design_id in (None, commit.branch.design_id)
        and TYPES[version.type].is_branched
        and commit.actor.may(TYPES[version.type].may("read"))
    }
