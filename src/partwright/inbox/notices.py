"""Telling users: written in the transaction of what they are told of."""

from collections.abc import Collection, Sequence

import msgspec

from partwright.events import outbox
from partwright.inbox import queries as inbox_queries
from partwright.inbox.model import (
    LONGEST_TEXT,
    NOTICE_KINDS,
    Notice,
    NoticeKind,
    NoticeSubject,
)
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.db.base import hint, tuple_of
from partwright.kit.hints import MAIL
from partwright.kit.ids import MasterId, UserId, new_id
from partwright.versioning.commits import OpenCommit, commit_message
from partwright.versioning.model import HistoryEntry

_ASSIGNEE = '"assignee"'
_CLOSED = frozenset({"Completed", "Closed", "Cancelled", "Done", "Resolved"})


def item_subject(master_id: MasterId, item_type: str) -> NoticeSubject:
    return NoticeSubject("changeOrder" if item_type == "ChangeOrder" else "item", master_id)


async def notify(tx: Transaction, users: Collection[UserId], notice: Notice) -> None:
    """Put a notice into the inboxes of users; an earlier one of the kind about the subject goes."""
    active = await tx.all(UserId, inbox_queries.ACTIVE_AMONG, users=sorted(set(users)))
    await _notify(tx, [(user_id, notice) for user_id in active])


async def _notify(tx: Transaction, told: Sequence[tuple[UserId, Notice]]) -> None:
    if not told:
        return
    now = clock.now()
    rows = [
        {
            "id": new_id(),
            "user_id": user_id,
            "subject_kind": notice.subject.kind,
            "subject_id": notice.subject.id,
            "kind": notice.kind,
            "urgency": NOTICE_KINDS.index(notice.kind),
            "title": notice.subject.title,
            "content": notice.text[:LONGEST_TEXT],
            "now": now,
            "by_id": notice.by,
            "file": None if notice.file is None else msgspec.json.encode(notice.file).decode(),
            "mail_at_once": notice.mail_at_once,
        }
        for user_id, notice in told
    ]
    await tx.run_many(inbox_queries.NOTIFY, rows)
    hint(tx, MAIL)
    await outbox.publish_to(
        tx,
        [
            outbox.PersonalEvent(
                user_id,
                notice.by,
                MasterId(notice.subject.id)
                if notice.subject.kind in ("item", "changeOrder")
                else None,
                notice.kind,
                notice.text,
            )
            for user_id, notice in told
        ],
    )


async def finish(
    tx: Transaction, kind: NoticeKind, subject: NoticeSubject, *, but: Collection[UserId] = ()
) -> None:
    """Call a reason done for all users but some, since nothing is asked of them any more."""
    await tx.run(
        inbox_queries.FINISH,
        subject_kind=subject.kind,
        subject_id=subject.id,
        kind=kind,
        but=list[str](but),
    )


async def notify_of_commit(commit: OpenCommit) -> None:
    """Tell those who watch what a commit touched, and those whom it gave a task or an issue."""
    types = {entry.version.master_id: entry.version.type for entry in commit.entries}
    if not types:
        return
    for entry in commit.entries:
        if entry.version.assignee is not None or _ASSIGNEE in entry.changes:
            await _tell_assignee(commit, entry)
    # Nobody can watch what is new.
    known = types.keys() - commit.new_masters
    if not known or outbox.commit_kind(commit) == "lock":
        return
    text = commit_message(commit)
    watchers = await commit.tx.all(
        tuple_of(MasterId, UserId),
        inbox_queries.WATCHERS,
        masters=list[str](known),
        but=commit.actor.id,
    )
    await _notify(
        commit.tx,
        [
            (user_id, _of(commit, "watched", item_subject(master_id, types[master_id]), text))
            for master_id, user_id in watchers
        ],
    )


async def _tell_assignee(commit: OpenCommit, entry: HistoryEntry) -> None:
    version = entry.version
    subject = item_subject(version.master_id, version.type)
    assignee = None if version.assignee is None else UserId(version.assignee)
    is_open = version.state not in _CLOSED and entry.action != "Deleted"
    keep = () if assignee is None or not is_open else (assignee,)
    await finish(commit.tx, "assigned", subject, but=keep)
    is_new = entry.action == "Created" or _ASSIGNEE in entry.changes
    if is_new and keep and assignee != commit.actor.id:
        text = f"{commit.actor.name} assigned {version.item_number} to you: {version.name}"
        await notify(commit.tx, keep, _of(commit, "assigned", subject, text))


def _of(commit: OpenCommit, kind: NoticeKind, subject: NoticeSubject, text: str) -> Notice:
    return Notice(kind=kind, subject=subject, text=text, by=commit.actor.id)
