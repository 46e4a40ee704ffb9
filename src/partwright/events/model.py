"""Events as they are kept, and as those who may know of them are shown them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import msgspec

from partwright.identity.model import Actor, UserRef
from partwright.item_types import TYPES
from partwright.kit.errors import InvalidInput
from partwright.kit.ids import BranchId, CommitId, DesignId, ItemId, MasterId, UserId

EventKind = Literal[
    "item", "line", "file", "change_order", "release", "merge", "lock", "vote", "comment", "inbox"
]
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
PERSONAL: EventKind = "inbox"
"""Told to one user alone, and only to those who ask for it."""
MOST_ITEMS = 200
"""Items that one event names."""
_DIGITS = 18


class EventPosition(NamedTuple):
    """An event's place in the order: the commit's number, and which event of it this is."""

    seq: int
    part: int = 0

    @property
    def id(self) -> str:
        """`<number>` of a commit; `<number>.<part>` of what is not a commit."""
        return f"{self.seq}.{self.part}" if self.part else str(self.seq)


def read_position(text: str, *, name: str) -> EventPosition:
    """The position that an event's id names; InvalidInput otherwise."""
    seq, dot, part = text.strip().partition(".")
    numbers = [seq, part] if dot else [seq]
    if all(n.isascii() and n.isdecimal() and len(n) <= _DIGITS for n in numbers):
        return EventPosition(int(seq), int(part) if dot else 0)
    raise InvalidInput.field(name, f"expected the id of an event, such as 42 or 42.1, got {text!r}")


class EventItem(msgspec.Struct, rename="camel", frozen=True):
    """An item that an event touched."""

    id: ItemId
    item_number: str
    name: str
    type: str
    action: str


class EventBranch(msgspec.Struct, frozen=True):
    """The branch of a commit."""

    id: BranchId
    name: str


class FeedEvent(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Something that happened, with as much of it as the reader may know."""

    id: str
    """The commit's number, with a suffix for what is not a commit; later ones are greater."""
    at: str
    by: UserRef | None
    kind: EventKind
    design_id: DesignId | None
    branch: EventBranch | None
    commit_id: CommitId | None
    items: tuple[EventItem, ...]
    """At most 200; `truncated` says when there were more."""
    truncated: bool
    text: str


class KeptEvent(msgspec.Struct, frozen=True):
    """An event's row with what it refers to now; the fields are columns."""

    seq: int
    part: int
    kind: EventKind
    at: str
    user_id: UserId | None
    user_name: str | None
    design_id: DesignId | None
    program_id: str | None
    """Of the design, as it is now."""
    branch_id: BranchId | None
    branch_name: str | None
    commit_id: CommitId | None
    master_id: MasterId | None
    recipient_id: UserId | None
    action: str
    text: str
    touched: int
    """The number of items that it touched; 0 for an event of a branch as a whole."""

    @property
    def position(self) -> EventPosition:
        return EventPosition(self.seq, self.part)


class EventSubject(msgspec.Struct, frozen=True):
    """An item of an event, and what decides who may know of it; the fields are columns."""

    of: str
    """The commit, or the master of an event that is not one."""
    id: ItemId
    item_number: str
    name: str
    type: str
    program_id: str | None
    action: str


class Viewer(msgspec.Struct, frozen=True):
    """Rights that decide which events and items somebody may know of."""

    user_id: UserId
    sees_all: bool
    programs: frozenset[str]
    types: frozenset[str]
    """The item types that they may read."""

    def sees(self, program_id: str | None) -> bool:
        return self.sees_all or program_id is None or program_id in self.programs


def viewer_of(actor: Actor, programs: frozenset[str]) -> Viewer:
    types = frozenset(name for name, type in TYPES.items() if actor.may(type.may("read")))
    return Viewer(actor.id, actor.sees_all, programs, types)


def shown_event(
    event: KeptEvent, touched: Sequence[EventSubject], viewer: Viewer
) -> FeedEvent | None:
    """The event as the viewer may know of it; None where they may not."""
    if event.recipient_id not in (None, viewer.user_id) or not viewer.sees(event.program_id):
        return None
    seen = [one for one in touched if one.type in viewer.types and viewer.sees(one.program_id)]
    is_of_design = event.design_id is not None and bool(viewer.types)
    if not seen and (event.touched or not (event.recipient_id or is_of_design)):
        return None
    return FeedEvent(
        id=event.position.id,
        at=event.at,
        by=None if event.user_id is None else UserRef(event.user_id, event.user_name or ""),
        kind=event.kind,
        design_id=event.design_id,
        branch=None
        if event.branch_id is None
        else EventBranch(event.branch_id, event.branch_name or ""),
        commit_id=event.commit_id,
        items=tuple(EventItem(o.id, o.item_number, o.name, o.type, o.action) for o in seen),
        truncated=event.touched > len(touched),
        text=event.text,
    )
