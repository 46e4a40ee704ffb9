"""Entries of inboxes as they are kept and shown."""

from typing import Literal, get_args

import msgspec

from partwright.identity.model import UserRef
from partwright.kit.errors import NotFound
from partwright.kit.ids import ItemId, UserId

NoticeKind = Literal[
    "vote", "sent_back", "assigned", "mention", "failed", "moved_on", "watched", "report"
]
NOTICE_KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
"""The most urgent first; of several reasons the first is shown."""
SubjectKind = Literal["item", "changeOrder", "designSession", "report"]
LONGEST_TEXT = 300


class NoticeSubject(msgspec.Struct, frozen=True):
    """Subject of a notice: an item by its master, a design session or a report."""

    kind: SubjectKind
    id: str
    title: str = ""
    """The name of a session or a report; items have the name that they have now."""


class NoticeFile(msgspec.Struct, frozen=True):
    """A file that comes with a notice."""

    name: str
    size: int
    url: str
    """The address from which its reader gets it."""


class InboxSubject(msgspec.Struct, frozen=True):
    """Subject of an entry, as its reader finds it now."""

    kind: SubjectKind
    id: str
    number: str | None
    name: str
    url: str


class InboxEntry(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Something that waits for a user."""

    id: str
    kind: NoticeKind
    """The most urgent reason."""
    kinds: list[NoticeKind]
    """All reasons that are not done."""
    subject: InboxSubject
    text: str
    at: str
    by: UserRef | None
    file: NoticeFile | None
    is_read: bool
    is_done: bool


class InboxCounts(msgspec.Struct, rename="camel", frozen=True):
    """Count of waiting entries, by their most urgent reason."""

    open: int
    unread: int
    kinds: dict[NoticeKind, int]


class NoticeRow(msgspec.Struct, frozen=True):
    """A notice with what it is about; the fields are columns."""

    id: str
    kind: NoticeKind
    subject_kind: SubjectKind
    subject_id: str
    title: str
    content: str
    at: str
    by_id: UserId | None
    by_name: str | None
    file: str | None
    """As JSON."""
    is_read: bool
    is_done: bool
    item_id: ItemId | None
    item_number: str | None
    item_name: str | None
    item_type: str | None

    def shown(self, kinds: list[NoticeKind], *, is_read: bool) -> InboxEntry:
        return InboxEntry(
            id=self.id,
            kind=self.kind,
            kinds=kinds,
            subject=self._subject(),
            text=self.content,
            at=self.at,
            by=None if self.by_id is None else UserRef(self.by_id, self.by_name or ""),
            file=None if self.file is None else msgspec.json.decode(self.file, type=NoticeFile),
            is_read=is_read,
            is_done=bool(self.is_done),
        )

    def _subject(self) -> InboxSubject:
        if self.item_id is None or self.item_number is None:
            place = "reports" if self.subject_kind == "report" else "design-engine"
            url = f"/{place}/{self.subject_id}"
            return InboxSubject(self.subject_kind, self.subject_id, None, self.title, url)
        place = "changes" if self.item_type == "ChangeOrder" else "items"
        kind: SubjectKind = "changeOrder" if self.item_type == "ChangeOrder" else "item"
        url = f"/{place}/{self.item_number}"
        return InboxSubject(kind, self.item_id, self.item_number, self.item_name or "", url)


class WatchedItem(msgspec.Struct, rename="camel", frozen=True):
    """An item that a user watches."""

    id: ItemId
    item_number: str
    name: str
    type: str
    since: str


class WatchState(msgspec.Struct, rename="camel", frozen=True):
    """Watch of the caller on an item, and how many watch it."""

    is_watched: bool
    watchers: int


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Notices for some users."""

    kind: NoticeKind
    subject: NoticeSubject
    text: str
    by: UserId | None
    file: NoticeFile | None = None
    mail_at_once: bool = False
    """By e-mail, too, whatever the user has chosen for their inbox."""


class EntryNotFound(NotFound):
    """Unknown, or in another user's inbox."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(f"Entry {entry_id!r} is not in your inbox")
