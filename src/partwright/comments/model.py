"""Comments as they are kept, shown and refused."""

import re
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from partwright.kit.errors import InvalidInput, NotFound, PermissionDenied
from partwright.kit.fields import Uuid, cleaned, trimmed
from partwright.kit.ids import MasterId, as_uuid

SubjectKind = Literal["item", "line", "file", "change"]
SUBJECT_KINDS: tuple[SubjectKind, ...] = get_args(SubjectKind)
CommentText = Annotated[str, Meta(max_length=5000, extra=cleaned(trimmed))]
SubjectText = Annotated[str, Meta(max_length=100)]
MOST_MENTIONS = 50

_MENTION = re.compile(r"@\[([^\]\n]{1,200})\]\(user:([0-9a-fA-F-]{36})\)")


class CommentAuthor(msgspec.Struct, frozen=True):
    """A person as comments name them."""

    id: str
    name: str


class Comment(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """One comment; a thread is a comment with the replies to it."""

    id: str
    subject: str
    """`item:<id>`, `line:<id>`, `file:<id>` or `change:<id>`; items and lines are meant with all their versions."""
    reply_to: str | None
    author: CommentAuthor
    text: str
    """Mentions are written as `@[name](user:id)`."""
    created_at: str
    edited_at: str | None
    resolved_at: str | None
    resolved_by: CommentAuthor | None


class KeptComment(msgspec.Struct, frozen=True):
    """A comment's row; the fields are columns."""

    id: str
    kind: SubjectKind
    subject_id: str
    master_id: MasterId
    reply_to: str | None
    author_id: str
    author_name: str
    text: str
    created_at: str
    edited_at: str | None
    resolved_at: str | None
    resolved_by: str | None
    resolver_name: str | None

    def shown(self) -> Comment:
        resolver = self.resolved_by and CommentAuthor(self.resolved_by, self.resolver_name or "")
        return Comment(
            id=self.id,
            subject=f"{self.kind}:{self.subject_id}",
            reply_to=self.reply_to,
            author=CommentAuthor(self.author_id, self.author_name),
            text=self.text,
            created_at=self.created_at,
            edited_at=self.edited_at,
            resolved_at=self.resolved_at,
            resolved_by=resolver or None,
        )


class CommentInput(msgspec.Struct, rename="camel", kw_only=True):
    """A new comment, or a reply to one."""

    subject: SubjectText
    text: CommentText
    reply_to: Uuid | None = None


class CommentEdit(msgspec.Struct, kw_only=True):
    """New text of a comment."""

    text: CommentText


class ResolutionInput(msgspec.Struct, kw_only=True):
    """Settling of a thread; settled ones can be opened again."""

    resolved: bool = True


class CommentNotFound(NotFound):
    """Unknown, deleted, or on something that the actor does not see."""

    def __init__(self, comment_id: str) -> None:
        super().__init__(f"Comment {comment_id!r} does not exist")


class ForeignComment(PermissionDenied):
    """Only authors change and delete what they said."""

    def __init__(self) -> None:
        super().__init__("The comment was written by another person")


_AS_SEARCHES_SAY = "changeOrder"
"""What searches call the kind `change`."""


def read_subject(text: str) -> tuple[SubjectKind, str]:
    """The kind and the id of `kind:id`; InvalidInput otherwise."""
    kind, _, subject_id = text.partition(":")
    kind = "change" if kind == _AS_SEARCHES_SAY else kind
    found = as_uuid(subject_id)
    for known in SUBJECT_KINDS:
        if kind == known and found is not None:
            return known, found
    kinds = ", ".join(f"{known}:<id>" for known in SUBJECT_KINDS)
    raise InvalidInput.field("subject", f"must be one of {kinds}")


def mentioned_users(text: str) -> list[str]:
    """The ids of the users that a text mentions, each once."""
    found = [as_uuid(user_id) for _, user_id in _MENTION.findall(text)]
    ids = list(dict.fromkeys(user_id for user_id in found if user_id is not None))
    if len(ids) > MOST_MENTIONS:
        raise InvalidInput.field("text", f"must mention at most {MOST_MENTIONS} people")
    return ids


def plain_text(text: str) -> str:
    """The text with the names of those whom it mentions."""
    return _MENTION.sub(r"@\1", text)
