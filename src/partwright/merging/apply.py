"""Making items on a branch what a merge says, set-wise, and the checks of what comes out of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.items.wire import FieldChange
from partwright.kit.db import Transaction
from partwright.kit.errors import ItemLocked
from partwright.kit.ids import ItemId, MasterId, RelationshipId, new_id
from partwright.locks import queries as lock_queries
from partwright.locks.checkouts import checkout_conflict, end_checkouts, held_by_others
from partwright.locks.queries import CheckoutRow
from partwright.merging import queries
from partwright.merging.diff import diff_item_fields, named_family
from partwright.merging.item_states import (
    ItemStates,
    ThreeWay,
    content_columns,
    item_numbers,
    line_values,
    link_values,
    visible_item_numbers,
)
from partwright.programs.access import HIDDEN
from partwright.relationships.cycles import ancestry_between
from partwright.relationships.model import BOM, ClosesCycle
from partwright.sourcing.service import named_sources
from partwright.versioning import master_queries
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import OpenCommit
from partwright.versioning.masters import change_numbers, claim_numbers
from partwright.versioning.merge import ItemContent, MergeResult
from partwright.versioning.model import (
    Branch,
    BranchView,
    FileLink,
    ItemVersion,
    RelationshipRow,
    number_key,
)

_exact = msgspec.json.Encoder(decimal_format="number")


class MergeWriter:
    """Writes on one line, gathered item by item and written together."""

    def __init__(self, commit: OpenCommit) -> None:
        self.commit = commit
        self._rows: list[ItemVersion] = []
        self._removed: list[ItemVersion] = []
        self._moved: list[ItemVersion] = []
        self._gone_edges: list[RelationshipId] = []
        self._new_edges: list[RelationshipRow] = []
        self._gone_links: list[str] = []
        self._new_links: list[FileLink] = []
        self._of_others: list[tuple[int, dict[str, FieldChange]]] = []

    def content(
        self,
        row: ItemVersion,
        side: ItemStates,
        content: ItemContent,
        *,
        action: str = "Updated",
        **stage: Any,
    ) -> ItemVersion:
        """Give an item on the branch other content, and another stage: revision, state."""
        fields = {c: content.fields[c] for c in content_columns(row.type)}
        now = {c: getattr(row, c) for c in fields}
        held = self._lines(row, side, content.lines) | self._files(row, side, content.files)
        after = msgspec.structs.replace(row, **fields, **stage)
        if fields != now or stage:
            self._rows.append(after)
        if fields != now or held or stage:
            self.commit.modified.add(row.item_id)
            changes = diff_item_fields(row.type, now, fields) | stage_changes(row, after)
            self.note(after, action, changes)
        return after

    def note(self, row: ItemVersion, action: str, changes: dict[str, FieldChange]) -> None:
        """Add an entry to the item's history; families and companies are named when all is written."""
        if "familyId" in changes or "sources" in changes:
            self._of_others.append((len(self.commit.entries), changes))
        self.commit.note(row, action, changes=_exact.encode(changes).decode())

    async def _name_others(self, tx: Transaction) -> None:
        sides = [
            (changes[field], field)
            for _, changes in self._of_others
            for field in ("familyId", "sources")
            if field in changes
        ]
        families = {m for c, field in sides if field == "familyId" for m in (c.before, c.after)}
        numbers = await item_numbers(tx, families - {None}) if families else {}
        kept = [c for c, field in sides if field == "sources"]
        sources = [s for c in kept for s in (c.before, c.after)]
        named = iter(await named_sources(tx, sources) if sources else ())
        for place, changes in self._of_others:
            if "sources" in changes:
                changes["sources"] = FieldChange(next(named), next(named))
            told = _exact.encode(named_family(changes, numbers)).decode()
            entry = msgspec.structs.replace(self.commit.entries[place], changes=told)
            self.commit.entries[place] = entry

    def stage(self, row: ItemVersion, action: str, **stage: Any) -> ItemVersion:
        """Give an item's row another stage and leave its content."""
        after = msgspec.structs.replace(row, **stage)
        self._rows.append(after)
        changes = _exact.encode(stage_changes(row, after)).decode()
        self.commit.note(after, action, changes=changes)
        return after

    def remove(self, row: ItemVersion) -> None:
        self._removed.append(row)
        self.commit.note(row, "Deleted")

    def move(
        self, row: ItemVersion, side: ItemStates, content: ItemContent, **stage: Any
    ) -> ItemVersion:
        """A row of a branch goes on living on this line, under its id, with all it holds."""
        edges = side.edges.get(row.master_id, {})
        links = side.links.get(row.master_id, {})
        self._gone_edges += [edge.id for edge in edges.values()]
        self._gone_links += [link.id for link in links.values()]
        on_line = msgspec.structs.replace(row, branch_id=self.commit.branch.branch_id)
        self._new_edges += [
            _edge(on_line, key, values, edges.get(key)) for key, values in content.lines.items()
        ]
        self._new_links += [_link(on_line, key, v) for key, v in content.files.items()]
        fields = {c: content.fields[c] for c in content_columns(row.type)}
        moved = msgspec.structs.replace(on_line, **fields, **stage)
        self._moved.append(moved)
        return moved

    def _lines(
        self, row: ItemVersion, side: ItemStates, wanted: Mapping[tuple[str, str], Any]
    ) -> bool:
        present = side.edges.get(row.master_id, {})
        gone = [e.id for key, e in present.items() if wanted.get(key) != line_values(e)]
        come = [
            _edge(row, key, values, present.get(key))
            for key, values in wanted.items()
            if key not in present or line_values(present[key]) != values
        ]
        self._gone_edges += gone
        self._new_edges += come
        return bool(gone or come)

    def _files(self, row: ItemVersion, side: ItemStates, wanted: Mapping[str, Any]) -> bool:
        present = side.links.get(row.master_id, {})
        gone = [f.id for key, f in present.items() if wanted.get(key) != link_values(f)]
        come = [
            _link(row, key, values)
            for key, values in wanted.items()
            if key not in present or link_values(present[key]) != values
        ]
        self._gone_links += gone
        self._new_links += come
        return bool(gone or come)

    async def write(self, tx: Transaction) -> None:
        """Write all of it; the number of statements does not depend on how much there is."""
        commit = self.commit
        await self._name_others(tx)
        await commit.close_relationships(self._gone_edges)
        await commit.close_file_links(self._gone_links)
        if self._removed:
            await commit.delete_items(self._removed)
            gone = [row.master_id for row in self._removed]
            await end_checkouts(tx, masters=gone, branch_id=commit.branch.id)
        if self._rows or self._moved:
            rows = [*self._rows, *self._moved]
            await commit.replace_items(rows)
            await self._claim_numbers(tx, rows)
        await commit.add_relationships(self._new_edges)
        await commit.add_file_links(self._new_links)

    async def _claim_numbers(self, tx: Transaction, rows: Sequence[ItemVersion]) -> None:
        """Give what main had deleted or numbered otherwise its number, unless another has it by now."""
        user_id = self.commit.actor.id
        if not self.commit.branch.is_main:
            await claim_numbers(tx, rows, user_id=user_id)
            return
        masters = list[str]({row.master_id for row in rows})
        keys = {*await tx.all(str, master_queries.KEYS_AMONG, masters=masters)}
        numbers = {
            row.master_id: row.item_number
            for row in rows
            if f"{row.master_id} {number_key(row.item_number)}" not in keys
        }
        if numbers:
            await change_numbers(tx, numbers, user_id=user_id)


def _edge(
    row: ItemVersion, key: tuple[str, str], values: Any, present: RelationshipRow | None
) -> RelationshipRow:
    quantity, find_number, designators, metadata = values
    return RelationshipRow(
        id=RelationshipId(new_id()) if present is None else present.id,
        parent_item_id=row.item_id,
        parent_master_id=row.master_id,
        child_master_id=MasterId(key[1]),
        branch_id=row.branch_id,
        type=key[0],
        quantity=quantity,
        find_number=find_number,
        reference_designator=designators,
        metadata=metadata,
    )


def _link(row: ItemVersion, file_id: str, values: Any) -> FileLink:
    version_id, is_primary = values
    return FileLink(
        id=new_id(),
        file_id=file_id,  # pyright: ignore[reportArgumentType]
        version_id=version_id,
        item_id=row.item_id,
        master_id=row.master_id,
        branch_id=row.branch_id,
        is_primary=is_primary,
    )


def stage_changes(before: ItemVersion, after: ItemVersion) -> dict[str, FieldChange]:
    """The changes of state and revision."""
    return {
        name: FieldChange(getattr(before, name), getattr(after, name))
        for name in ("state", "revision")
        if getattr(before, name) != getattr(after, name)
    }


async def close_branch_rows(tx: Transaction, commit: OpenCommit, branch_id: str) -> None:
    """Give main the rows that the branch held; from here on the branch shows main's rows."""
    rest = await tx.all(ItemVersion, version_queries.OPEN_ON, branch_id=branch_id)
    await commit.close_items([row.item_id for row in rest])


async def close_tombstones(
    tx: Transaction, commit: OpenCommit, found: ThreeWay, merged: MergeResult
) -> None:
    """Restore in its place what main has deleted and the branch keeps, by decision."""
    kept = [m for m in found.own if merged.items.get(m) is not None]
    await commit.close_items(await tx.all(ItemId, queries.TOMBSTONES, masters=kept))


async def check_not_checked_out_by_others(tx: Transaction, actor: Actor, branch: Branch) -> None:
    """CheckoutConflict while somebody else works on the branch; one's own end here."""
    rows = await tx.all(CheckoutRow, lock_queries.CHECKOUTS_ON, branch_id=branch.id)
    for row in rows:
        if row.holder != actor.id:
            raise checkout_conflict(row)
    await tx.run(lock_queries.END_CHECKOUTS_ON, branch_id=branch.id)


async def check_items_not_checked_out(
    tx: Transaction, actor: Actor, branch: Branch, masters: Iterable[str]
) -> None:
    """CheckoutConflict while somebody else has one of the items checked out on the branch."""
    held = await held_by_others(
        tx, actor, masters=[MasterId(m) for m in masters], branch_id=branch.id
    )
    for refusal in held.values():
        raise refusal


async def check_unlocked(tx: Transaction, actor: Actor, masters: Iterable[str]) -> None:
    """ItemLocked when somebody else holds one of the items."""
    held = await tx.all(lock_queries.ItemLockRow, lock_queries.LOCKS, masters=list(masters))
    for row in held:
        if row.holder != actor.id:
            raise ItemLocked.by(row.holder_name, holder=row.holder, since=row.taken_at)


async def check_cycles(
    tx: Transaction, actor: Actor, view: BranchView, item_ids: list[Any]
) -> None:
    """RelationshipCycle when a structure below the items runs in a circle."""
    found = await tx.all(
        RelationshipRow, version_queries.RELATIONSHIPS_OF, item_ids=[str(i) for i in item_ids]
    )
    edges = [edge for edge in found if edge.type == BOM]
    if not edges:
        return
    sources = {edge.parent_master_id for edge in edges}
    ancestry = await ancestry_between(tx, view, sources=sources, targets=list(item_ids))
    for edge in edges:
        if ancestry.would_close(edge.parent_master_id, edge.child_master_id):
            ends = edge.parent_master_id, edge.child_master_id
            named = await visible_item_numbers(tx, actor, ends)
            raise ClosesCycle(*(named.get(end, HIDDEN) for end in ends))
