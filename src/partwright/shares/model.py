"""Shares as they are made, kept and shown, and why they refuse."""

from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from partwright.accounts.wire import Email
from partwright.identity.model import UserRef
from partwright.identity.passwords import Password
from partwright.items.wire import ItemSummary
from partwright.kit.errors import NotFound
from partwright.kit.fields import LongText, Moment, Uuid
from partwright.kit.ids import CommitId, FileId, ItemId, UserId
from partwright.packages.model import USUAL, FileKind

ShareId = NewType("ShareId", str)

MOST_FILES = 1000
"""Files that one share names."""
LONGEST_DAYS = 366
VisitAction = Literal["page", "bom", "file", "package", "refused"]
Kinds = Annotated[list[FileKind], Meta(max_length=10)]
Columns = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(min_length=1, max_length=50)
]


class NewShare(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A share to be made: which assembly at which state, which files of it, until when."""

    item_id: Uuid
    expires_at: Moment
    revision: Annotated[str, Meta(max_length=50)] | None = None
    """A revision of the item, with the children of its release."""
    commit_id: Uuid | None = None
    """A commit of the item's design; main's newest, or the revision's release, if left out."""
    files: Annotated[list[Uuid], Meta(max_length=MOST_FILES)] | None = None
    """The files that are shown; those of the kinds, where none are named."""
    kinds: Kinds = msgspec.field(default_factory=lambda: list(USUAL))
    include_unreleased: bool = False
    """Whether the files of parts that are not released are shown as well."""
    columns: Columns | None = None
    """Those of the bill of materials, as its exports have them (`mpn`, `manufacturer`); the usual if left out."""
    password: Password | None = None
    email: Email | None = None
    """Whom it is for; an account of this address, be it without any right, finds it by itself."""
    note: LongText | None = None
    """A message to the visitor."""


class ShareRow(msgspec.Struct, frozen=True):
    """A share as it is kept; the fields are columns."""

    id: ShareId
    item_id: ItemId
    commit_id: CommitId
    files: str | None
    """A JSON array of ids."""
    kinds: str
    include_unreleased: bool
    expires_at: str
    password_hash: str | None
    email: str | None
    note: str | None
    scopes: str | None
    """The permissions of a scoped token that made it, beyond which it shows nothing."""
    created_at: str
    created_by: UserId
    revoked_at: str | None
    email_key: str | None
    """By which the account of the address finds it."""
    columns: str | None
    """A JSON array of names; None for the usual ones."""
    creator: str
    visits: int
    last_visit_at: str | None


class ShareRecord(msgspec.Struct, rename="camel", frozen=True):
    """A share as those see it who may end it; the link itself is told only once."""

    id: ShareId
    item: ItemSummary | None
    """None where the item is gone."""
    commit_id: CommitId
    files: list[FileId] | None
    kinds: list[str]
    include_unreleased: bool
    columns: list[str] | None
    expires_at: str
    has_password: bool
    email: str | None
    note: str | None
    created_at: str
    created_by: UserRef
    revoked_at: str | None
    visits: int
    last_visit_at: str | None


class CreatedShare(ShareRecord, rename="camel", frozen=True):
    """A share that was just made, with the secret that nobody can read again."""

    token: str
    path: str
    """Of the visitor's page, below the server's address."""


class ReceivedShare(msgspec.Struct, rename="camel", frozen=True):
    """A share as the account sees it that it was made for."""

    id: ShareId
    item: ItemSummary | None
    """None where its maker may not see the item any more."""
    note: str | None
    shared_by: UserRef
    created_at: str
    expires_at: str
    path: str
    """Of the page and what is below it, for this account alone."""


class ShareVisit(msgspec.Struct, rename="camel", frozen=True):
    """One thing that a visitor looked at."""

    id: str
    at: str
    action: str
    file_name: str | None
    address: str
    client: str | None


class ShareNotFound(NotFound):
    """A link that leads nowhere; which of the reasons it is, is nobody's business."""

    def __init__(self) -> None:
        super().__init__("This link does not exist, has expired or was withdrawn")
