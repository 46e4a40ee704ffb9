"""Shares made, listed and ended by those who may give documents out."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.identity.authentication import find_user
from partwright.identity.model import Actor, UserRef, normalized_email
from partwright.identity.passwords import hash_new_password
from partwright.identity.tokens import new_token_secret, token_digest
from partwright.items import access as item_access
from partwright.items.wire import ItemSummary
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import (
    InvalidInput,
    ItemNotFound,
    NotFound,
    PermissionDenied,
    StateConflict,
)
from partwright.kit.fields import Uuid
from partwright.kit.ids import CommitId, FileId, ItemId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.packages.columns import THUMBNAIL, joined_names, read_columns
from partwright.packages.contents import revision_id
from partwright.programs.access import check_program_writable
from partwright.relationships.single_service import item_summary
from partwright.shares import queries
from partwright.shares.model import (
    LONGEST_DAYS,
    CreatedShare,
    NewShare,
    ReceivedShare,
    ShareId,
    ShareRecord,
    ShareRow,
    ShareVisit,
)
from partwright.vault import access as file_access
from partwright.versioning import access as branch_access
from partwright.versioning.model import BranchView, ShownVersion
from partwright.versioning.release_queries import RELEASE_COMMITS, ReleaseCommit
from partwright.web.parameters import PageQuery

MOST_OPEN = 1_000
"""Links of one user that have not ended."""


class SharesQuery(PageQuery, rename="camel", kw_only=True):
    """A page of shares, of all items or of one."""

    item_id: Uuid | None = None


async def hash_share_password(body: NewShare) -> None:
    """Replace a password by what is kept of it, which takes too long for a transaction."""
    if body.password is not None:
        body.password = await hash_new_password(body.password)


async def create_share(tx: Transaction, actor: Actor, new: NewShare) -> CreatedShare:
    """Make a link that shows one assembly as it stood at one commit, until a moment.

    Of a password it takes what is kept of it (`hash_share_password`).
    """
    _check_end(new.expires_at)
    await _check_room(tx, actor)
    named = None
    if new.commit_id is not None:
        named = await branch_access.access_view(tx, actor, commit_id=CommitId(new.commit_id))
    item_id = await revision_id(tx, actor, ItemId(new.item_id), new.revision, named)
    item = await item_access.access_item(tx, actor, item_id, view=named)
    await check_program_writable(tx, actor, item.program_id)
    commit_id = CommitId(new.commit_id) if new.commit_id else await _state_of(tx, item)
    view = await branch_access.access_view(tx, actor, commit_id=commit_id)
    await _check_files(tx, actor, new, view)
    secret = new_token_secret()
    row: dict[str, Any] = {
        "id": ShareId(new_id()),
        "item_id": item.item_id,
        "commit_id": commit_id,
        "files": None if new.files is None else msgspec.json.encode(new.files).decode(),
        "kinds": ",".join(new.kinds),
        "include_unreleased": new.include_unreleased,
        "expires_at": new.expires_at,
        "password_hash": new.password,
        "email": new.email,
        "note": new.note,
        "scopes": _scopes(actor),
        "created_at": clock.now(),
        "created_by": actor.id,
        "revoked_at": None,
        "email_key": None if new.email is None else normalized_email(new.email),
        "columns": _kept_columns(new.columns),
        "digest": token_digest(secret),
    }
    await tx.run(queries.INSERT, **row)
    record = await read_share(tx, actor, row["id"])
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    return CreatedShare(**fields, token=secret, path=f"/share/{secret}")


def _check_end(expires_at: str) -> None:
    if expires_at <= clock.now():
        raise InvalidInput.field("expiresAt", "must be in the future")
    if expires_at > clock.moment_later(days=LONGEST_DAYS):
        raise InvalidInput.field("expiresAt", f"must be within {LONGEST_DAYS} days from now")


async def _check_room(tx: Transaction, actor: Actor) -> None:
    now = clock.now()
    if (await tx.one(int, queries.COUNT_OPEN, user_id=actor.id, now=now) or 0) >= MOST_OPEN:
        raise StateConflict(f"You have {MOST_OPEN} links, which is the limit; end some first")


def _kept_columns(columns: Sequence[str] | None) -> str | None:
    """The names as they are kept; InvalidInput for one that no bill of materials has, or a picture."""
    if columns is None:
        return None
    if not all(map(str.strip, columns)):
        raise InvalidInput.field("columns", "expected names of columns, got an empty one")
    names = [column.name for column in read_columns(joined_names(columns), flat=False)]
    if THUMBNAIL in names:
        raise InvalidInput.field("columns", f"{THUMBNAIL} is for exports; a share has no pictures")
    return msgspec.json.encode(names).decode()


def _scopes(actor: Actor) -> str | None:
    """The scopes that limit a share of a scoped token to what the token might read."""
    return msgspec.json.encode(sorted(actor.permissions)).decode() if actor.is_scoped else None


async def _state_of(snapshot: Snapshot, item: ShownVersion) -> CommitId:
    """The commit as of which the item is shown: its release, or main's newest."""
    if item.branch_id is not None:
        raise InvalidInput.field("commitId", "is required for an item that exists only on a branch")
    released = await snapshot.all(ReleaseCommit, RELEASE_COMMITS, item_ids=[str(item.item_id)])
    if released:
        return released[0].commit_id
    if item.design_id is None:
        head = await snapshot.one(CommitId, queries.HEAD_OF_LIBRARY)
    else:
        head = await snapshot.one(CommitId, queries.HEAD_OF, design_id=item.design_id)
    assert head is not None
    return head


async def _check_files(tx: Transaction, actor: Actor, new: NewShare, view: BranchView) -> None:
    """NotFound for a file that the actor does not see where the item is shown."""
    if new.files is None:
        return
    found = await file_access.access_files(tx, actor, new.files, view)
    missing = next((file_id for file_id in new.files if file_id not in found), None)
    if missing is not None:
        raise NotFound.of("File", missing)


async def list_shares(snapshot: Snapshot, actor: Actor, wanted: SharesQuery) -> Page[ShareRecord]:
    """A page of the actor's shares, an administrator's of everybody's; newest first."""
    params = {"all": actor.is_administrator, "user_id": actor.id, "item_id": wanted.item_id}
    found = await page_of_rows(
        snapshot, ShareRow, queries.PAGE, queries.COUNT, params=params, paging=wanted.paging()
    )
    return Page(
        [await _record(snapshot, actor, row) for row in found.rows], found.total, found.paging
    )


async def list_received(
    snapshot: Snapshot, actor: Actor, paging: PageRequest
) -> Page[ReceivedShare]:
    """A page of the open shares that were made for the actor's address, newest first."""
    found = await page_of_rows(
        snapshot,
        ShareRow,
        queries.RECEIVED,
        queries.COUNT_RECEIVED,
        params={"email_key": normalized_email(actor.email), "now": clock.now()},
        paging=paging,
    )
    return Page([await _received(snapshot, row) for row in found.rows], found.total, found.paging)


async def _received(snapshot: Snapshot, row: ShareRow) -> ReceivedShare:
    maker = await find_user(snapshot, row.created_by, scopes=row.scopes)
    return ReceivedShare(
        id=row.id,
        item=None if maker is None else await _item(snapshot, maker, row),
        note=row.note,
        shared_by=UserRef(row.created_by, row.creator),
        created_at=row.created_at,
        expires_at=row.expires_at,
        path=f"/share/{row.id}",
    )


async def access_share(snapshot: Snapshot, actor: Actor, share_id: ShareId) -> ShareRow:
    """A share of the actor's own, or, for an administrator, of anybody; NotFound otherwise."""
    found = await snapshot.one(
        ShareRow, queries.BY_ID, id=share_id, all=actor.is_administrator, user_id=actor.id
    )
    if found is None:
        raise NotFound.of("Share", share_id)
    return found


async def read_share(snapshot: Snapshot, actor: Actor, share_id: ShareId) -> ShareRecord:
    return await _record(snapshot, actor, await access_share(snapshot, actor, share_id))


async def revoke_share(tx: Transaction, actor: Actor, share_id: ShareId) -> None:
    """End a share; what was looked at stays in its log."""
    await access_share(tx, actor, share_id)
    await tx.run(queries.REVOKE, id=share_id, now=clock.now())


async def list_visits(
    snapshot: Snapshot, actor: Actor, share_id: ShareId, paging: PageRequest
) -> Page[ShareVisit]:
    """A page of what visitors looked at, newest first."""
    await access_share(snapshot, actor, share_id)
    return await page_of_rows(
        snapshot,
        ShareVisit,
        queries.VISITS,
        queries.COUNT_VISITS,
        params={"share_id": share_id},
        paging=paging,
    )


async def _record(snapshot: Snapshot, actor: Actor, row: ShareRow) -> ShareRecord:
    return ShareRecord(
        id=row.id,
        item=await _item(snapshot, actor, row),
        commit_id=row.commit_id,
        files=None if row.files is None else msgspec.json.decode(row.files, type=list[FileId]),
        kinds=[kind for kind in row.kinds.split(",") if kind],
        include_unreleased=row.include_unreleased,
        columns=None if row.columns is None else msgspec.json.decode(row.columns, type=list[str]),
        expires_at=row.expires_at,
        has_password=row.password_hash is not None,
        email=row.email,
        note=row.note,
        created_at=row.created_at,
        created_by=UserRef(row.created_by, row.creator),
        revoked_at=row.revoked_at,
        visits=row.visits,
        last_visit_at=row.last_visit_at,
    )


async def _item(snapshot: Snapshot, actor: Actor, row: ShareRow) -> ItemSummary | None:
    try:
        view = await branch_access.access_view(snapshot, actor, commit_id=row.commit_id)
        return item_summary(await item_access.access_item(snapshot, actor, row.item_id, view=view))
    except (NotFound, ItemNotFound, PermissionDenied):
        return None
