"""History of an item: every entry over all its versions, newest first."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor, UserRef
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items import history_queries
from partwright.items import queries as item_queries
from partwright.items.wire import FieldChange
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.ids import CommitId, ItemId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs.access import visibility_params
from partwright.versioning.model import BranchView, number_key
from partwright.versioning.release_queries import RELEASE_COMMITS, ReleaseCommit

_TELLING = ("targetItem", "family")
"""The fields of changes that tell the numbers of other items."""


class HistoryRecord(msgspec.Struct, rename="camel", frozen=True):
    """One entry as the wire shows it."""

    id: str
    action: str
    user: UserRef
    timestamp: str
    changes: msgspec.Raw
    comment: str | None
    branch_id: str | None
    commit_id: str | None


async def list_history(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None,
    paging: PageRequest,
) -> Page[HistoryRecord]:
    """A page of the item's history."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    found = await page_of_rows(
        snapshot,
        history_queries.HistoryRow,
        history_queries.HISTORY,
        history_queries.HISTORY_COUNT,
        params={"master_id": version.master_id},
        paging=paging,
    )
    return Page(await _redacted(snapshot, actor, found.rows), found.total, found.paging)


async def _redacted(
    snapshot: Snapshot, actor: Actor, rows: Sequence[history_queries.HistoryRow]
) -> list[HistoryRecord]:
    """The entries without the numbers of related items that the actor does not see."""
    named = {row.id: _told_numbers(row) for row in rows}
    keys = {key for fields in named.values() for told in fields.values() for key in told}
    seen: set[str] = set()
    if keys:
        params: dict[str, Value] = {"types": item_access.readable_types(actor) or list(TYPES)}
        params |= visibility_params(actor)
        seen = set(
            await snapshot.all(str, item_queries.VISIBLE_NUMBERS, keys=sorted(keys), **params)
        )
    return [
        _entry(row, hidden=[name for name, told in named[row.id].items() if not told <= seen])
        for row in rows
    ]


def _told_numbers(row: history_queries.HistoryRow) -> dict[str, set[str]]:
    """The keys of the numbers that an entry tells of other items, by the field."""
    if not any(f'"{name}"' in row.changes for name in _TELLING):
        return {}
    fields = msgspec.json.decode(row.changes, type=dict[str, msgspec.Raw])
    return {
        name: _keys(msgspec.json.decode(fields[name], type=FieldChange))
        for name in _TELLING
        if name in fields
    }


def _keys(change: FieldChange) -> set[str]:
    return {number_key(n) for n in (change.before, change.after) if isinstance(n, str)}


def _entry(row: history_queries.HistoryRow, *, hidden: Sequence[str]) -> HistoryRecord:
    changes = row.changes
    if hidden:
        fields = msgspec.json.decode(changes, type=dict[str, msgspec.Raw])
        shown = {name: value for name, value in fields.items() if name not in hidden}
        changes = msgspec.json.encode(shown).decode()
    return HistoryRecord(
        id=row.id,
        action=row.action,
        user=UserRef(row.user_id, row.user_name),
        timestamp=row.happened_at,
        changes=msgspec.Raw(changes.encode()),
        comment=row.comment,
        branch_id=row.branch_id,
        commit_id=row.commit_id,
    )


class RevisionRecord(msgspec.Struct, rename="camel", frozen=True):
    """One revision of an item on main."""

    id: ItemId
    revision: str
    state: str
    is_current: bool
    branch_id: str | None
    created_at: str
    created_by: str
    released_at: str | None
    release_commit_id: CommitId | None
    """The commit as of which its structure is read once a later revision has superseded it."""


async def list_revisions(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, view: BranchView | None
) -> list[RevisionRecord]:
    """The item's revisions on main, newest first."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    rows = await snapshot.all(
        item_queries.RevisionRow, item_queries.REVISIONS, master_id=version.master_id
    )
    commits = await snapshot.all(
        ReleaseCommit, RELEASE_COMMITS, item_ids=[str(row.id) for row in rows]
    )
    released_by = {found.item_id: found.commit_id for found in commits}
    return [
        RevisionRecord(
            id=row.id,
            revision=row.revision,
            state=row.state,
            is_current=row.is_current,
            branch_id=None,
            created_at=row.created_at,
            created_by=row.created_by,
            released_at=row.released_at,
            release_commit_id=released_by.get(row.id),
        )
        for row in rows
    ]
