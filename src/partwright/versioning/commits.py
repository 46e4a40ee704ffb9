"""Writing: every request's writes on one branch are one commit.

`async with open_commit(...)` takes the commit's number, its `OpenCommit` writes version rows,
relationships, file links and history, and the commit itself is written at the end of the block.
What a verb checks before it writes comes after `hold_commit_order`: writers follow one another on
both databases, and what one has seen still holds when it writes.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar
from weakref import WeakKeyDictionary

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import held_up_by_others, tuple_of
from partwright.kit.ids import CommitId, ItemId, MasterId, RelationshipId, new_id
from partwright.versioning import queries as version_queries
from partwright.versioning import renewal_queries
from partwright.versioning.deletion_checks import check_deletion
from partwright.versioning.masters import claim_numbers, free_numbers
from partwright.versioning.model import (
    NO_CHANGES,
    Branch,
    FileLink,
    HistoryEntry,
    ItemVersion,
    RelationshipRow,
    column_values,
)
from partwright.versioning.queries import LAST_COMMIT_NUMBER, NEXT_COMMIT
from partwright.versioning.renewal import renew_versions

_numbers: WeakKeyDictionary[Transaction, int] = WeakKeyDictionary()
"""The numbers that transactions have taken and not yet given to a commit."""


async def hold_commit_order(tx: Transaction) -> int:
    """Let no other commit come between from here on; answers the number of the next one here.

    What a verb checks after this still holds when it writes. It costs a statement once, however
    often it is asked for before a commit takes the number. As the first act of a transaction it
    lets those who wait share their commit.
    """
    number = _numbers.get(tx)
    if number is None:
        await tx.serialize()
        number = await held_up_by_others(tx.one(int, NEXT_COMMIT))
        assert number is not None
        _numbers[tx] = number
    return number


async def take_commit_number(tx: Transaction) -> int:
    """The number of a commit that is opened now."""
    number = await hold_commit_order(tx)
    del _numbers[tx]
    return number


async def last_commit_number(snapshot: Snapshot) -> int:
    """The number that was taken last; what a snapshot shows has no commit beyond it, and all before."""
    return await snapshot.one(int, LAST_COMMIT_NUMBER) or 0


V = TypeVar("V", bound=ItemVersion)
BOM_LINE = "bom"
"""The relationships whose change is a change of their parent."""


class OpenCommit:
    """The writes of one request on one branch, until they become a commit."""

    tx: Transaction
    actor: Actor
    branch: Branch
    seq: int
    id: CommitId

    def __init__(
        self, tx: Transaction, actor: Actor, branch: Branch, *, seq: int, message: str | None
    ) -> None:
        self.tx = tx
        self.actor = actor
        self.branch = branch
        self.seq = seq
        self.id = CommitId(new_id())
        self.message = message
        self.at = clock.now()
        self.added: set[ItemId] = set()
        self.modified: set[ItemId] = set()
        self.removed: set[ItemId] = set()
        self.new_masters: set[MasterId] = set()
        """Of items that nobody can have known before."""
        self.revisions: dict[str, str] = {}
        self.change_order_id: str | None = None
        self.merge_parent_id: CommitId | None = None
        self.keep_empty = False
        """Whether a commit that touches nothing says something, as a rebase does."""
        self.entries: list[HistoryEntry] = []
        self._written: set[ItemId] = set()
        """Items whose rows it opened or closed."""
        self._restructured: set[ItemId] = set()

    def note(
        self,
        version: ItemVersion,
        action: str,
        *,
        changes: str = NO_CHANGES,
        comment: str | None = None,
    ) -> None:
        """Add an entry to the item's history."""
        self.entries.append(HistoryEntry(version, action, changes, comment))

    @property
    def is_empty(self) -> bool:
        return not (self.entries or self.added or self.modified or self.removed)

    @property
    def commit_id(self) -> CommitId | None:
        """The commit's id; None as long as there is nothing to write."""
        return self.id if self.keep_empty or not self.is_empty else None

    async def add_items(self, versions: list[V]) -> list[V]:
        """Write the first rows of new items; answers them as stored, a lone one with its row id."""
        rows = await self._insert([self._row(version) for version in versions])
        self.added.update(row.item_id for row in rows)
        return rows

    async def replace_items(self, versions: list[V]) -> list[V]:
        """Replace the present rows of items on their branch by these; answers as `add_items` does."""
        rows = [self._row(version) for version in versions]
        if len(rows) == 1:
            self._written.add(rows[0].item_id)
            values = column_values(rows[0])
            # Its search entry and its place in the counts stay where they would be the same.
            await self.tx.run(renewal_queries.CLOSE_REPLACED_VERSION, **values)
            row_id = await self.tx.one(int, renewal_queries.INSERT_REPLACING_VERSION, **values)
            rows = [msgspec.structs.replace(rows[0], row_id=row_id)]
        else:
            await self._close([row.item_id for row in rows])
            rows = await self._insert(rows)
        self.modified.update(row.item_id for row in rows if row.item_id not in self.added)
        return rows

    async def delete_items(self, versions: list[ItemVersion]) -> None:
        """Delete items on the branch: a row says so from here on; earlier commits show them."""
        if self.branch.is_main and self.change_order_id is None:
            await check_deletion(self.tx, self.actor, [v.master_id for v in versions])
        gone = [msgspec.structs.replace(self._row(v), is_deleted=True) for v in versions]
        ids = [row.item_id for row in gone]
        await self.close_items(ids)
        await self._insert(gone)
        await free_numbers(self.tx, [row.master_id for row in gone])
        self.removed.update(ids)

    async def copy_items(
        self, versions: list[ItemVersion], *, state: dict[str, str]
    ) -> list[ItemVersion]:
        """Make working copies on the branch, with the structure and files it shows.

        `state` names the initial state of each type's lifecycle. A working copy has its own item
        id, which becomes the new revision's at release; the original stays as it is.
        """
        return await self.add_copies(
            [
                msgspec.structs.replace(
                    version, revision="-", state=state[version.type], released_at=None
                )
                for version in versions
            ]
        )

    async def add_copies(self, versions: list[ItemVersion]) -> list[ItemVersion]:
        """Put items on the branch under ids of their own, with the structure and files it shows."""
        copies = [
            msgspec.structs.replace(self._row(version), item_id=ItemId(new_id()))
            for version in versions
        ]
        await claim_numbers(self.tx, copies, user_id=self.actor.id)
        await self._insert(copies)
        await self._copy_contents(
            {o.item_id: c.item_id for o, c in zip(versions, copies, strict=True)}
        )
        return copies

    async def _copy_contents(self, copy_of: dict[ItemId, ItemId]) -> None:
        """Give working copies what the branch shows of their originals' structure and files."""
        ids, params = list[str](copy_of), self.branch.view.params
        rows = await self.tx.all(
            RelationshipRow, version_queries.RELATIONSHIPS_IN_VIEW, item_ids=ids, **params
        )
        await self.add_relationships(
            [
                msgspec.structs.replace(
                    row,
                    id=RelationshipId(new_id()),
                    parent_item_id=copy_of[row.parent_item_id],
                    branch_id=self.branch.branch_id,
                )
                for row in rows
            ]
        )
        links = await self.tx.all(FileLink, version_queries.LINKS_IN_VIEW, item_ids=ids, **params)
        await self.add_file_links([self.relinked(link, copy_of[link.item_id]) for link in links])

    async def close_items(self, item_ids: list[ItemId]) -> None:
        """End the rows of items on their branch, with all that they hold."""
        ids = list[str](item_ids)
        await self._close(item_ids)
        await self.tx.run(version_queries.CLOSE_RELATIONSHIPS_OF, item_ids=ids, until=self.seq)
        await self.tx.run(version_queries.CLOSE_LINKS_OF, item_ids=ids, until=self.seq)

    async def add_relationships(self, rows: list[RelationshipRow]) -> None:
        given = (msgspec.structs.asdict(row) | {"since": self.seq} for row in rows)
        self._restructured.update(row.parent_item_id for row in rows if row.type == BOM_LINE)
        await self.tx.run_many(version_queries.INSERT_RELATIONSHIP, given)

    async def close_lines(self, lines: list[RelationshipRow]) -> None:
        """End relationships that were read in this transaction."""
        ids = [str(line.id) for line in lines]
        await self.tx.run(version_queries.CLOSE_RELATIONSHIPS, ids=ids, until=self.seq)
        self._restructured.update(line.parent_item_id for line in lines if line.type == BOM_LINE)

    async def close_relationships(self, ids: list[RelationshipId]) -> None:
        """End those of the relationships that have not ended."""
        sql = version_queries.CLOSE_RELATIONSHIPS_TOLD
        closed = await self.tx.all(tuple_of(ItemId, str), sql, ids=list[str](ids), until=self.seq)
        self._restructured.update(parent for parent, type in closed if type == BOM_LINE)

    def relinked(self, link: FileLink, item_id: ItemId) -> FileLink:
        """The same file on another row of its item, on this branch."""
        return msgspec.structs.replace(
            link, id=new_id(), item_id=item_id, branch_id=self.branch.branch_id
        )

    async def add_file_links(self, links: list[FileLink]) -> None:
        rows = (msgspec.structs.asdict(link) | {"since": self.seq} for link in links)
        await self.tx.run_many(version_queries.INSERT_LINK, rows)

    async def close_file_links(self, ids: list[str]) -> None:
        await self.tx.run(version_queries.CLOSE_LINKS, ids=ids, until=self.seq)

    async def renew_rows(self) -> None:
        """Write rows of items of which only BOM lines changed: that modifies them as well."""
        ids = self._restructured - self.removed - self._written
        if not ids:
            return
        renewed = await renew_versions(
            self.tx,
            ids,
            branch_id=self.branch.branch_id,
            since=self.seq,
            at=self.at,
            by=self.actor.id,
        )
        self.modified |= renewed - self.added

    def _row(self, version: V) -> V:
        """The row as it will stand on the branch from this commit on."""
        return msgspec.structs.replace(
            version,
            row_id=0,
            branch_id=self.branch.branch_id,
            since=self.seq,
            until=None,
            modified_at=self.at,
            modified_by=self.actor.id,
        )

    async def _insert(self, rows: list[V]) -> list[V]:
        self._written.update(row.item_id for row in rows)
        if len(rows) == 1:
            values = column_values(rows[0])
            row_id = await self.tx.one(int, version_queries.INSERT_LONE_VERSION, **values)
            return [msgspec.structs.replace(rows[0], row_id=row_id)]
        await self.tx.run_many(version_queries.INSERT_VERSION, map(column_values, rows))
        return rows

    async def _close(self, item_ids: list[ItemId]) -> None:
        self._written.update(item_ids)
        if len(item_ids) == 1:
            await self.tx.run(version_queries.CLOSE_VERSION, item_id=item_ids[0], until=self.seq)
        else:
            ids = list[str](item_ids)
            await self.tx.run(version_queries.CLOSE_VERSIONS, item_ids=ids, until=self.seq)


CommitListener = Callable[[OpenCommit], Awaitable[None]]
commit_listeners: dict[CommitListener, bool] = {}
"""Who follows commits, and whether only those on branches of changes."""


def register_commit_listener(
    listener: CommitListener, *, only_on_change_branches: bool = False
) -> None:
    """Tell a slice above of every commit once it is written, in the commit's own transaction.

    The composition root registers, so that versioning need not know who follows commits.
    Registering again does nothing.
    """
    commit_listeners.setdefault(listener, only_on_change_branches)


@asynccontextmanager
async def open_commit(
    tx: Transaction, actor: Actor, branch: Branch, message: str | None = None
) -> AsyncGenerator[OpenCommit]:
    """A commit on a branch that was accessed before; written when the block has ended.

    Nothing is written, and the number lost, when the block touches nothing or raises. Refused with
    DesignIsArchived on every branch of an archived design, whichever verb asks.
    """
    branch.check_design_open()
    seq = await take_commit_number(tx)
    commit = OpenCommit(tx, actor, branch, seq=seq, message=message)
    yield commit
    await commit.renew_rows()
    if commit.commit_id is not None:
        await _write(commit)


async def _write(commit: OpenCommit) -> None:
    tx = commit.tx
    await tx.run(
        version_queries.INSERT_COMMIT,
        seq=commit.seq,
        id=commit.id,
        design_id=commit.branch.design_id,
        branch_id=commit.branch.id,
        merge_parent_id=commit.merge_parent_id,
        base_seq=commit.branch.base_seq,
        message=commit_message(commit),
        author_id=commit.actor.id,
        created_at=commit.at,
        added=len(commit.added),
        modified=len(commit.modified - commit.added - commit.removed),
        removed=len(commit.removed),
        revisions=msgspec.json.encode(commit.revisions).decode(),
        change_order_id=commit.change_order_id,
    )
    await tx.run(
        version_queries.MOVE_HEAD, branch_id=commit.branch.id, commit_id=commit.id, seq=commit.seq
    )
    await tx.run_many(
        version_queries.INSERT_HISTORY, (_history(commit, entry) for entry in commit.entries)
    )
    is_of_change = commit.branch.change_order_id is not None
    for listener, only_on_change_branches in commit_listeners.items():
        if is_of_change or not only_on_change_branches:
            await listener(commit)


async def record_history(
    tx: Transaction, actor: Actor, version: ItemVersion, action: str, *, comment: str | None = None
) -> None:
    """A history entry of something that changes no content, such as a lock."""
    await tx.run(
        version_queries.INSERT_HISTORY,
        id=new_id(),
        master_id=version.master_id,
        item_id=version.item_id,
        branch_id=version.branch_id,
        commit_id=None,
        action=action,
        user_id=actor.id,
        happened_at=clock.now(),
        comment=comment,
        changes=NO_CHANGES,
    )


def commit_message(commit: OpenCommit) -> str:
    """The author's message, or else a summary of the first entry."""
    if commit.message or not commit.entries:
        return commit.message or "Changed"
    first = commit.entries[0]
    more = len({entry.version.master_id for entry in commit.entries}) - 1
    return f"{first.action} {first.version.item_number}" + (f" and {more} more" if more else "")


def _history(commit: OpenCommit, entry: HistoryEntry) -> dict[str, str | None]:
    return {
        "id": new_id(),
        "master_id": entry.version.master_id,
        "item_id": entry.version.item_id,
        "branch_id": entry.version.branch_id,
        "commit_id": commit.id,
        "action": entry.action,
        "user_id": commit.actor.id,
        "happened_at": commit.at,
        "comment": entry.comment,
        "changes": entry.changes,
    }
