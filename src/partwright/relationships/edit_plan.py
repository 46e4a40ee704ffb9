"""Decides, without a database, whether edits of a structure can stand together; pure."""

from collections.abc import Mapping, Sequence

import msgspec

from partwright.kit.errors import InvalidInput
from partwright.relationships.model import BOM, AlreadyRelated, ClosesCycle, SelfReference
from partwright.relationships.plan import (
    AncestorGraph,
    RefusedRequest,
    RelationshipEnd,
    RelationshipKey,
    masters_of,
)
from partwright.versioning.model import RelationshipRow


class PlannedLine(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one edit of a line, its ends known."""

    index: int
    before: RelationshipRow | None = None
    """None for a new line."""
    after: RelationshipRow | None = None
    """None for a line that goes."""
    parent: RelationshipEnd
    """The parent that it has afterwards, or had."""
    child: RelationshipEnd
    """The child that it has afterwards, or had."""
    former: RelationshipEnd | None = None
    """The child that is replaced."""

    @property
    def changes_nothing(self) -> bool:
        return self.before == self.after

    @property
    def keeps_ends(self) -> bool:
        """Whether the line stands before and afterwards, between the same items."""
        return (
            self.before is not None
            and self.after is not None
            and line_key(self.before) == line_key(self.after)
        )


def line_key(line: RelationshipRow) -> RelationshipKey:
    return (line.parent_item_id, line.type, line.child_master_id)


def _taken_away(
    edits: Sequence[PlannedLine], stands: set[RelationshipKey], ancestry: AncestorGraph
) -> list[RefusedRequest]:
    """Take the lines as they were out of what stands; refused where a batch ends one twice."""
    faults: list[RefusedRequest] = []
    ended: set[RelationshipKey] = set()
    for edit in edits:
        if edit.before is not None:
            if line_key(edit.before) in ended:
                # On a branch main's id and the branch's are two names of one line.
                refusal = InvalidInput.field("id", "is in the batch more than once")
                faults.append(RefusedRequest(edit.index, refusal))
                continue
            ended.add(line_key(edit.before))
            stands.discard(line_key(edit.before))
            if edit.before.type == BOM:
                ancestry.remove(edit.before.parent_master_id, edit.before.child_master_id)
    return faults


def refused_edits(
    edits: Sequence[PlannedLine],
    *,
    existing: Mapping[RelationshipKey, RelationshipRow],
    ancestry: AncestorGraph,
) -> list[RefusedRequest]:
    """The edits that cannot stand: what they take away is gone before anything is added.

    So two lines may change places, and an assembly may move into what stood below it.
    """
    stands = set(existing)
    faults = _taken_away(edits, stands, ancestry)
    added = [(edit, edit.after) for edit in edits if edit.after is not None]
    suspects = ancestry.suspects([masters_of(after) for _, after in added if after.type == BOM])
    for edit, after in added:
        if line_key(after) in stands:
            refusal = AlreadyRelated(edit.parent.number, edit.child.number, after.type)
            faults.append(RefusedRequest(edit.index, refusal))
            continue
        parent, child = masters_of(after)
        if after.type != BOM:
            if parent == child:
                faults.append(RefusedRequest(edit.index, SelfReference()))
                continue
        elif parent in suspects and child in suspects and ancestry.would_close(parent, child):
            refusal = ClosesCycle(edit.parent.number, edit.child.number)
            faults.append(RefusedRequest(edit.index, refusal))
            continue
        else:
            ancestry.add(parent, child)
        stands.add(line_key(after))
    return faults
