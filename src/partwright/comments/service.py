"""Comments read, written, settled and deleted."""

from collections.abc import Sequence

import msgspec

from partwright.comments import queries as comment_queries
from partwright.comments.model import (
    Comment,
    CommentEdit,
    CommentInput,
    CommentNotFound,
    ForeignComment,
    KeptComment,
    SubjectKind,
    mentioned_users,
    plain_text,
    read_subject,
)
from partwright.events import outbox
from partwright.identity.model import Actor
from partwright.inbox.model import Notice
from partwright.inbox.notices import item_subject, notify
from partwright.items import access as item_access
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.ids import FileId, ItemId, MasterId, RelationshipId, UserId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.relationships import queries as relationship_queries
from partwright.relationships.model import RelationshipNotFound
from partwright.relationships.single_service import read_relationship
from partwright.vault import access as file_access
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import RelationshipRow

CHANGE_ORDER = "ChangeOrder"


class CommentSubject(msgspec.Struct, frozen=True):
    """Subject of comments; items and lines are meant with all their versions."""

    kind: SubjectKind
    id: str
    master_id: MasterId
    """The item that is seen by whoever sees the comments."""
    ids: Sequence[str]
    """Under any of which it may have been spoken about."""


async def access_subject(snapshot: Snapshot, actor: Actor, text: str) -> CommentSubject:
    """The subject that the actor sees; NotFound otherwise."""
    kind, subject_id = read_subject(text)
    if kind == "line":
        return await _line(snapshot, actor, RelationshipId(subject_id))
    if kind == "file":
        file = await file_access.file(snapshot, actor, FileId(subject_id))
        return CommentSubject("file", file.id, file.item.master_id, [file.id])
    item = await item_access.access_item(snapshot, actor, ItemId(subject_id))
    if (kind == "change") != (item.type == CHANGE_ORDER):
        raise InvalidInput.field("subject", f"{item.item_number} is not of the kind {kind}")
    return CommentSubject(kind, item.master_id, item.master_id, [item.master_id])


async def _line(
    snapshot: Snapshot, actor: Actor, relationship_id: RelationshipId
) -> CommentSubject:
    sent = [str(relationship_id)]
    edge = await snapshot.one(RelationshipRow, relationship_queries.LAST_EDGES, ids=sent)
    if edge is None:
        raise RelationshipNotFound(relationship_id)
    try:
        await read_relationship(snapshot, actor, edge)
    except NotFound:
        # Whoever names a line does not learn what it belongs to.
        raise RelationshipNotFound(relationship_id) from None
    ids = await snapshot.all(
        str,
        relationship_queries.IDS_OF_PLACE,
        parent_master_id=edge.parent_master_id,
        child_master_id=edge.child_master_id,
        type=edge.type,
    )
    return CommentSubject("line", edge.id, edge.parent_master_id, ids)


async def list_comments(
    snapshot: Snapshot, actor: Actor, subject: str, paging: PageRequest
) -> Page[Comment]:
    """The comments on a subject, oldest first."""
    found = await access_subject(snapshot, actor, subject)
    page = await page_of_rows(
        snapshot,
        KeptComment,
        comment_queries.COMMENTS_OF,
        comment_queries.COUNT_COMMENTS_OF,
        params={"kind": found.kind, "ids": list(found.ids)},
        paging=paging,
    )
    return page.map(KeptComment.shown)


async def access_comment(snapshot: Snapshot, actor: Actor, comment_id: str) -> KeptComment:
    """A comment on something that the actor sees; NotFound otherwise."""
    found = await snapshot.one(KeptComment, comment_queries.COMMENT, id=comment_id)
    if found is None:
        raise CommentNotFound(comment_id)
    try:
        await _check_seen(snapshot, actor, found)
    except NotFound:
        raise CommentNotFound(comment_id) from None
    return found


async def _check_seen(snapshot: Snapshot, actor: Actor, comment: KeptComment) -> None:
    if comment.kind in ("line", "file"):
        await access_subject(snapshot, actor, f"{comment.kind}:{comment.subject_id}")
        return
    item_id = await snapshot.one(str, comment_queries.ANY_VERSION, master_id=comment.master_id)
    await item_access.access_item(snapshot, actor, ItemId(item_id or comment.master_id))


async def create_comment(tx: Transaction, actor: Actor, wanted: CommentInput) -> Comment:
    """Say something of a subject, or reply to what was said of it."""
    await hold_commit_order(tx)
    subject = await access_subject(tx, actor, wanted.subject)
    if wanted.reply_to is not None:
        thread = await access_comment(tx, actor, wanted.reply_to)
        if thread.kind != subject.kind or thread.subject_id not in subject.ids:
            raise InvalidInput.field("replyTo", "is a comment on another subject")
        if thread.reply_to is not None:
            raise InvalidInput.field(
                "replyTo", "is a reply; name the comment that began its thread"
            )
    comment_id = new_id()
    await tx.run(
        comment_queries.INSERT_COMMENT,
        id=comment_id,
        kind=subject.kind,
        subject_id=subject.id,
        master_id=subject.master_id,
        reply_to=wanted.reply_to,
        author_id=actor.id,
        content=wanted.text,
        now=clock.now(),
    )
    mentioned = await _write_mentions(tx, comment_id, wanted.text)
    await _tell_mentioned(tx, actor, subject.master_id, wanted.text, mentioned)
    await outbox.publish(
        tx, actor, "comment", subject.master_id, action="Commented", text=plain_text(wanted.text)
    )
    return (await access_comment(tx, actor, comment_id)).shown()


async def _tell_mentioned(
    tx: Transaction, actor: Actor, master_id: MasterId, text: str, mentioned: Sequence[str]
) -> None:
    item_id = await tx.one(str, comment_queries.ANY_VERSION, master_id=master_id)
    item = await item_access.access_item(tx, actor, ItemId(item_id or master_id))
    said = plain_text(text)
    notice = Notice(
        kind="mention",
        subject=item_subject(master_id, item.type),
        text=f"{actor.name} on {item.item_number}: {said}",
        by=actor.id,
    )
    await notify(tx, [UserId(one) for one in mentioned if one != actor.id], notice)


async def _write_mentions(tx: Transaction, comment_id: str, text: str) -> list[str]:
    ids = mentioned_users(text)
    known = set(await tx.all(str, comment_queries.USERS, ids=ids)) if ids else set[str]()
    if unknown := [user_id for user_id in ids if user_id not in known]:
        raise InvalidInput.field("text", f"mentions {unknown[0]}, who is not a user")
    rows = [{"comment_id": comment_id, "user_id": user_id} for user_id in ids]
    if rows:
        await tx.run_many(comment_queries.INSERT_MENTION, rows)
    return ids


async def update_comment(
    tx: Transaction, actor: Actor, comment_id: str, edit: CommentEdit
) -> Comment:
    """Say it in other words; only authors do."""
    await hold_commit_order(tx)
    found = await _own(tx, actor, comment_id)
    await tx.run(comment_queries.UPDATE_COMMENT, id=found.id, content=edit.text, now=clock.now())
    await tx.run(comment_queries.DELETE_MENTIONS, comment_id=found.id)
    before = mentioned_users(found.text)
    mentioned = await _write_mentions(tx, found.id, edit.text)
    new = [user_id for user_id in mentioned if user_id not in before]
    await _tell_mentioned(tx, actor, found.master_id, edit.text, new)
    return (await access_comment(tx, actor, comment_id)).shown()


async def resolve_comment(
    tx: Transaction, actor: Actor, comment_id: str, *, resolved: bool
) -> Comment:
    """Settle a thread or open it again; everybody who sees it may."""
    found = await access_comment(tx, actor, comment_id)
    if found.reply_to is not None:
        raise InvalidInput.field("id", "is a reply; threads are resolved as a whole")
    await tx.run(
        comment_queries.RESOLVE_COMMENT,
        id=found.id,
        resolved_at=clock.now() if resolved else None,
        resolved_by=actor.id if resolved else None,
    )
    return (await access_comment(tx, actor, comment_id)).shown()


async def delete_comment(tx: Transaction, actor: Actor, comment_id: str) -> None:
    """Take back what one said; replies stay."""
    found = await _own(tx, actor, comment_id)
    await tx.run(comment_queries.DELETE_COMMENT, id=found.id)
    await tx.run(comment_queries.DELETE_MENTIONS, comment_id=found.id)


async def _own(tx: Transaction, actor: Actor, comment_id: str) -> KeptComment:
    found = await access_comment(tx, actor, comment_id)
    if found.author_id != actor.id and not actor.is_administrator:
        raise ForeignComment
    return found
