"""The three states that a merge of a branch and main looks at."""

import msgspec

from partwright.changes.contents import State, state
from partwright.kit.db import Snapshot
from partwright.versioning import queries
from partwright.versioning.merge import MergeResult, merge
from partwright.versioning.model import Branch, BranchView


class Sides(msgspec.Struct, frozen=True):
    """Base, branch and main of everything that either has touched, and the branch's own items."""

    base: State
    ours: State
    theirs: State
    own: frozenset[str]

    def merged(self) -> MergeResult:
        return merge(self.base.contents(), self.ours.contents(), self.theirs.contents())


async def sides(snapshot: Snapshot, line: Branch, main: Branch) -> Sides:
    """Read the sides; a bounded number of statements, however much was changed."""
    view = line.view
    own = await snapshot.all(str, queries.OWN_MASTERS, branch_id=line.id, at=view.at)
    changed = await snapshot.all(str, queries.CHANGED_ON_MAIN, main_id=main.id, base=view.base)
    masters = {*own, *changed}
    return Sides(
        await state(snapshot, BranchView(None, view.base, view.base), masters),
        await state(snapshot, view, masters),
        await state(snapshot, BranchView(), masters),
        frozenset(own),
    )
