"""The three states that a merge of a branch and main looks at."""

import msgspec

from partwright.kit.db import Snapshot
from partwright.merging.item_states import ItemStates, read_item_states
from partwright.versioning import queries as version_queries
from partwright.versioning.merge import MergeResult, merge_states
from partwright.versioning.model import Branch, BranchView


class ThreeWay(msgspec.Struct, frozen=True):
    """Base, branch and main of everything that either has touched, and the branch's own items."""

    base: ItemStates
    ours: ItemStates
    theirs: ItemStates
    own: frozenset[str]

    def merged(self) -> MergeResult:
        return merge_states(self.base.contents(), self.ours.contents(), self.theirs.contents())


async def read_three_way(snapshot: Snapshot, branch: Branch, main: Branch) -> ThreeWay:
    """Read base, branch and main; a bounded number of statements, however much was changed."""
    view = branch.view
    own = await snapshot.all(str, version_queries.OWN_MASTERS, branch_id=branch.id, at=view.at)
    changed = await snapshot.all(
        str, version_queries.CHANGED_ON_MAIN, main_id=main.id, base=view.base
    )
    masters = {*own, *changed}
    return ThreeWay(
        await read_item_states(snapshot, BranchView(None, view.base, view.base), masters),
        await read_item_states(snapshot, view, masters),
        await read_item_states(snapshot, BranchView(), masters),
        frozenset(own),
    )
