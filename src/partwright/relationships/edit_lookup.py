"""The lines, parents and children that an edit of a structure speaks of, as a branch shows them."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import ItemNotFound
from partwright.kit.ids import BranchId, ItemId
from partwright.relationships import queries as relationship_queries
from partwright.relationships.edit_input import LineEdit, LineEditInput
from partwright.relationships.edit_plan import line_key
from partwright.relationships.model import RelationshipNotFound, edge_with_child
from partwright.relationships.plan import RelationshipEnd, RelationshipKey
from partwright.relationships.service import resolve_items
from partwright.relationships.single_service import relationship_list_params
from partwright.versioning import access as branch_access
from partwright.versioning.model import BranchView, RelationshipRow, ShownVersion


class EditedItems(msgspec.Struct):
    """The items and lines that the edits speak of."""

    view: BranchView | None
    edges: Mapping[str, RelationshipRow]
    """By the ids that the client uses."""
    items: dict[str, ShownVersion]
    """Parents and children by the ids that the client uses, and new items by their references."""

    def parent(self, sent: LineEditInput) -> ShownVersion:
        """The parent that the line has afterwards, or is taken from."""
        if sent.action in ("create", "move"):
            return self.named(sent.source_id, sent.source_ref)
        assert sent.id is not None
        edge = self.edges.get(sent.id)
        if edge is None or edge.parent_item_id not in self.items:
            raise RelationshipNotFound(sent.id)
        return self.items[edge.parent_item_id]

    def named(self, item_id: str | None, ref: str | None) -> ShownVersion:
        found = self.items.get(f"ref {ref}" if item_id is None else item_id)
        if found is None:
            raise ItemNotFound.by_id(item_id or "")
        return found


async def find_edited(
    tx: Transaction,
    actor: Actor,
    edits: Sequence[LineEdit],
    new_items: Mapping[str, ShownVersion],
    branch_id: BranchId | None,
) -> EditedItems:
    view = (
        None
        if branch_id is None
        else (await branch_access.access_branch(tx, actor, branch_id)).view
    )
    edges = await _edges(tx, [edit.input.id for edit in edits if edit.input.id], view)
    ids = [edge.parent_item_id for edge in edges.values()]
    ids += [ItemId(e.input.source_id) for e in edits if e.input.source_id]
    items = await resolve_items(tx, actor, ids, view)
    items |= {f"ref {ref}": item for ref, item in new_items.items()}
    return EditedItems(view, edges, items)


async def _edges(
    tx: Snapshot, ids: list[str], view: BranchView | None
) -> dict[str, RelationshipRow]:
    """Lines by ids; a branch shows some under other ids than main, whose ids are taken as well."""
    if view is None or view.is_main_now:
        rows = await tx.all(RelationshipRow, relationship_queries.OPEN_EDGES, ids=ids)
        return {str(row.id): row for row in rows}
    found = {
        str(row.id): row
        for row in await tx.all(
            RelationshipRow, relationship_queries.EDGES_IN_VIEW, ids=ids, **view.params
        )
    }
    rest = [sent for sent in ids if sent not in found]
    if rest:
        rows = await tx.all(RelationshipRow, relationship_queries.LAST_EDGES, ids=rest)
        found |= {str(row.id): row for row in rows}
    return found


class ShownLines(msgspec.Struct):
    """The lines of the parents as the branch shows them."""

    rows: dict[RelationshipKey, RelationshipRow]
    children: dict[RelationshipKey, RelationshipEnd]
    """Of those whose child the actor sees."""


async def read_lines(
    tx: Transaction, actor: Actor, item_ids: Iterable[str], view: BranchView
) -> ShownLines:
    sql = (
        relationship_queries.LINES_OF if view.is_main_now else relationship_queries.LINES_OF_IN_VIEW
    )
    params: dict[str, Value] = {"item_ids": list(dict.fromkeys(item_ids))}
    read = await tx.all(edge_with_child, sql, **params, **relationship_list_params(actor, view))
    return ShownLines(
        {line_key(row): row for row, _ in read},
        {
            line_key(row): RelationshipEnd(child.item_id, row.child_master_id, child.item_number)
            for row, child in read
            if child.item_id
        },
    )


def present_line(
    sent: LineEditInput, found: EditedItems, lines: ShownLines
) -> tuple[RelationshipRow, RelationshipEnd]:
    """The line as the branch shows it, with the child that the actor sees."""
    assert sent.id is not None
    edge = found.edges.get(sent.id)
    parent = None if edge is None else found.items.get(edge.parent_item_id)
    if edge is None or parent is None:
        raise RelationshipNotFound(sent.id)
    key = (parent.item_id, edge.type, edge.child_master_id)
    if key not in lines.children:
        raise RelationshipNotFound(sent.id)
    return lines.rows[key], lines.children[key]
