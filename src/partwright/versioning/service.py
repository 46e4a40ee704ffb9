"""Writing: every request's writes on one line of work are one commit.

A verb that writes begins by taking the next commit number, and with it the order of all commits:
writers follow one another on both databases, and what one checks still holds when it writes.
Version rows, edges and history are written through a `Change`, and `commit` closes it.
"""

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.ids import (
    BranchId,
    CommitId,
    DesignId,
    ItemId,
    RelationshipId,
    new_id,
)
from partwright.versioning import queries
from partwright.versioning.commit_sequence import take_commit_number
from partwright.versioning.model import Branch, FileLink, ItemVersion, RelationshipRow

NO_CHANGES = "{}"


class HistoryEntry(msgspec.Struct, frozen=True):
    """One line of an item's history."""

    version: ItemVersion
    action: str
    changes: str = NO_CHANGES
    """JSON: wire field -> {from, to}."""
    comment: str | None = None


class OpenCommit:
    """The writes of one request on one line, until they become a commit."""

    def __init__(self, actor: Actor, line: Branch, *, seq: int, message: str | None) -> None:
        self.actor = actor
        self.line = line
        self.seq = seq
        self.id = CommitId(new_id())
        self.message = message
        self.at = clock.now()
        self.added: set[ItemId] = set()
        self.modified: set[ItemId] = set()
        self.removed: set[ItemId] = set()
        self.revisions: dict[str, str] = {}
        self.change_order_id: str | None = None
        self.merge_parent_id: CommitId | None = None
        self.entries: list[HistoryEntry] = []

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


async def begin(tx: Transaction) -> int:
    """Take the next commit number; from here on no other commit comes between."""
    return await take_commit_number(tx)


def drafted(change: OpenCommit, version: ItemVersion) -> ItemVersion:
    """The row as it will stand on the change's line from this commit on."""
    return msgspec.structs.replace(
        version,
        row_id=0,
        branch_id=change.line.branch_id,
        since=change.seq,
        until=None,
        modified_at=change.at,
        modified_by=change.actor.id,
    )


async def add(
    tx: Transaction, change: OpenCommit, versions: list[ItemVersion]
) -> list[ItemVersion]:
    """Write the first rows of new items."""
    rows = [drafted(change, version) for version in versions]
    await tx.run_many(queries.INSERT_VERSION, [_params(row) for row in rows])
    change.added.update(row.item_id for row in rows)
    return rows


async def put(
    tx: Transaction, change: OpenCommit, versions: list[ItemVersion]
) -> list[ItemVersion]:
    """Replace the present rows of items on their line by these."""
    rows = [drafted(change, version) for version in versions]
    await _close(tx, change, [row.item_id for row in rows])
    await tx.run_many(queries.INSERT_VERSION, [_params(row) for row in rows])
    change.modified.update(row.item_id for row in rows if row.item_id not in change.added)
    return rows


async def remove(tx: Transaction, change: OpenCommit, versions: list[ItemVersion]) -> None:
    """Delete items on the line: a row says so from here on; earlier commits still show them."""
    gone = [msgspec.structs.replace(drafted(change, v), is_deleted=True) for v in versions]
    ids = [row.item_id for row in gone]
    await close_with_all(tx, change, ids)
    await tx.run_many(queries.INSERT_VERSION, [_params(row) for row in gone])
    change.removed.update(ids)


async def copy(
    tx: Transaction, change: OpenCommit, versions: list[ItemVersion], *, state: dict[str, str]
) -> list[ItemVersion]:
    """Make working copies on the change's branch, with the structure and files it shows.

    `state` names the initial state of each type's lifecycle. A working copy has its own item
    id, which becomes the new revision's at release; the original stays as it is.
    """
    copies = [
        msgspec.structs.replace(
            drafted(change, version),
            item_id=ItemId(new_id()),
            revision="-",
            state=state[version.type],
            released_at=None,
        )
        for version in versions
    ]
    await tx.run_many(queries.INSERT_VERSION, [_params(row) for row in copies])
    copy_of = {o.item_id: c.item_id for o, c in zip(versions, copies, strict=True)}
    ids, params = list[str](copy_of), change.line.view.params
    edges = await tx.all(RelationshipRow, queries.RELATIONSHIPS_IN_VIEW, item_ids=ids, **params)
    await add_edges(
        tx,
        change,
        [
            msgspec.structs.replace(
                edge,
                id=RelationshipId(new_id()),
                parent_item_id=copy_of[edge.parent_item_id],
                branch_id=change.line.branch_id,
            )
            for edge in edges
        ],
    )
    links = await tx.all(FileLink, queries.LINKS_IN_VIEW, item_ids=ids, **params)
    await add_links(tx, change, [linked(link, copy_of[link.item_id], change) for link in links])
    return copies


async def close_with_all(tx: Transaction, change: OpenCommit, item_ids: list[ItemId]) -> None:
    """End the rows of items on their line, with all that they hold."""
    ids = list[str](item_ids)
    await _close(tx, change, item_ids)
    await tx.run(queries.CLOSE_RELATIONSHIPS_OF, item_ids=ids, until=change.seq)
    await tx.run(queries.CLOSE_LINKS_OF, item_ids=ids, until=change.seq)


async def add_edges(tx: Transaction, change: OpenCommit, edges: list[RelationshipRow]) -> None:
    rows = [msgspec.structs.asdict(edge) | {"since": change.seq} for edge in edges]
    await tx.run_many(queries.INSERT_RELATIONSHIP, rows)


async def close_edges(tx: Transaction, change: OpenCommit, ids: list[RelationshipId]) -> None:
    await tx.run(queries.CLOSE_RELATIONSHIPS, ids=list[str](ids), until=change.seq)


def linked(link: FileLink, item_id: ItemId, change: OpenCommit) -> FileLink:
    """The same file on another row of its item, on the change's line."""
    return msgspec.structs.replace(
        link, id=new_id(), item_id=item_id, branch_id=change.line.branch_id
    )


async def add_links(tx: Transaction, change: OpenCommit, links: list[FileLink]) -> None:
    rows = [msgspec.structs.asdict(link) | {"since": change.seq} for link in links]
    await tx.run_many(queries.INSERT_LINK, rows)


async def close_links(tx: Transaction, change: OpenCommit, ids: list[str]) -> None:
    await tx.run(queries.CLOSE_LINKS, ids=ids, until=change.seq)


async def commit(
    tx: Transaction, change: OpenCommit, *, even_empty: bool = False
) -> CommitId | None:
    """Close the change; None when nothing was written, unless an empty commit says something."""
    if change.is_empty and not even_empty:
        return None
    await tx.run(
        queries.INSERT_COMMIT,
        seq=change.seq,
        id=change.id,
        design_id=change.line.design_id,
        branch_id=change.line.id,
        parent_id=change.line.head_commit_id,
        merge_parent_id=change.merge_parent_id,
        base_seq=change.line.base_seq,
        message=change.message or _message(change),
        author_id=change.actor.id,
        created_at=change.at,
        added=len(change.added),
        modified=len(change.modified - change.added - change.removed),
        removed=len(change.removed),
        revisions=msgspec.json.encode(change.revisions).decode(),
        change_order_id=change.change_order_id,
    )
    await tx.run(queries.MOVE_HEAD, branch_id=change.line.id, commit_id=change.id, seq=change.seq)
    await tx.run_many(queries.INSERT_HISTORY, [_history(change, entry) for entry in change.entries])
    if change.line.change_order_id is not None:
        await _list_affected(tx, change, change.line.change_order_id)
    return change.id


async def _list_affected(tx: Transaction, change: OpenCommit, change_order_id: ItemId) -> None:
    """Whatever a commit touches on a change's branch is affected by the change."""
    masters = list(dict.fromkeys(entry.version.master_id for entry in change.entries))
    common = {
        "change_order_id": change_order_id,
        "branch_id": change.line.id,
        "now": change.at,
        "user_id": change.actor.id,
    }
    await tx.run_many(
        queries.LIST_AFFECTED,
        [common | {"id": new_id(), "master_id": master_id} for master_id in masters],
    )
    await tx.run(
        queries.UNLIST_AFFECTED,
        change_order_id=change_order_id,
        branch_id=change.line.id,
        masters=list[str](masters),
    )


async def record_history(
    tx: Transaction, actor: Actor, version: ItemVersion, action: str, *, comment: str | None = None
) -> None:
    """A history entry of something that changes no content, such as a lock."""
    await tx.run(
        queries.INSERT_HISTORY,
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


async def ensure_library_branch(tx: Transaction) -> None:
    """Items without a design live on this line; made once."""
    await tx.run(queries.INSERT_LIBRARY_BRANCH, id=BranchId(new_id()), now=clock.now())


async def mark_post_release(tx: Transaction, design_id: DesignId, at: str) -> None:
    """From its first released item on, a design's main is protected, for ever."""
    await tx.run(queries.TURN_POST_RELEASE, design_id=design_id, now=at)


async def _close(tx: Transaction, change: OpenCommit, item_ids: list[ItemId]) -> None:
    if len(item_ids) == 1:
        await tx.run(queries.CLOSE_VERSION, item_id=item_ids[0], until=change.seq)
    else:
        await tx.run(queries.CLOSE_VERSIONS, item_ids=list[str](item_ids), until=change.seq)


def _params(version: ItemVersion) -> dict[str, str | int | bool | None]:
    row = msgspec.structs.asdict(version)
    del row["row_id"]
    row["search_text"] = search_text(version.item_number, version.name)
    return row


def search_text(number: str, name: str) -> str:
    """Number and name as search compares them: by Unicode's full case folding."""
    return f"{number}\n{name}".casefold()


def _message(change: OpenCommit) -> str:
    """What a commit says when its author said nothing."""
    if not change.entries:
        return "Changed"
    first = change.entries[0]
    more = len({entry.version.master_id for entry in change.entries}) - 1
    return f"{first.action} {first.version.item_number}" + (f" and {more} more" if more else "")


def _history(change: OpenCommit, entry: HistoryEntry) -> dict[str, str | None]:
    return {
        "id": new_id(),
        "master_id": entry.version.master_id,
        "item_id": entry.version.item_id,
        "branch_id": entry.version.branch_id,
        "commit_id": change.id,
        "action": entry.action,
        "user_id": change.actor.id,
        "happened_at": change.at,
        "comment": entry.comment,
        "changes": entry.changes,
    }
