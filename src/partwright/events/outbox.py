"""The outbox: each event is written in the transaction of what it tells of."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import msgspec

from partwright.events import queries as event_queries
from partwright.events.model import PERSONAL, EventKind, EventPosition
from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.db.base import hint
from partwright.kit.hints import EVENTS
from partwright.kit.ids import MasterId, UserId
from partwright.versioning.commits import OpenCommit, commit_message, hold_commit_order

LONGEST_TEXT = 1000
_CHANGE_ORDER = "ChangeOrder"
_LINE = "Relationship "
_FILE = "File "
_LOCKS = frozenset({"Checked Out", "Checked In", "Checkout Cancelled", "Locked", "Unlocked"})

_last: WeakKeyDictionary[Transaction, EventPosition] = WeakKeyDictionary()
"""The last event of each transaction that is not a commit."""


async def record_commit(commit: OpenCommit) -> None:
    """Add a commit's event; called with every commit."""
    touched = {entry.version.master_id for entry in commit.entries}
    await commit.tx.run(
        event_queries.INSERT_EVENT,
        seq=commit.seq,
        kind=commit_kind(commit),
        at=commit.at,
        user_id=commit.actor.id,
        design_id=commit.branch.design_id,
        branch_id=commit.branch.id,
        commit_id=commit.id,
        text=commit_message(commit)[:LONGEST_TEXT],
        touched=len(touched),
    )
    hint(commit.tx, EVENTS)


def commit_kind(commit: OpenCommit) -> EventKind:
    """The subject of the commit, where all of it is about the same."""
    if commit.change_order_id is not None and commit.branch.is_main:
        return "release"
    if commit.merge_parent_id is not None or not commit.entries:
        return "merge"
    if all(entry.version.type == _CHANGE_ORDER for entry in commit.entries):
        return "change_order"
    actions = {entry.action for entry in commit.entries}
    if actions <= _LOCKS:
        return "lock"
    if all(action.startswith(_LINE) for action in actions):
        return "line"
    return "file" if all(action.startswith(_FILE) for action in actions) else "item"


async def publish(
    tx: Transaction,
    actor: Actor,
    kind: EventKind,
    master_id: MasterId,
    *,
    action: str,
    text: str,
) -> None:
    """Add an event about an item that is not a commit, such as a lock or a comment."""
    position = await _next_position(tx)
    await tx.run(
        event_queries.INSERT_ITEM_EVENT,
        seq=position.seq,
        part=position.part,
        kind=kind,
        at=clock.now(),
        user_id=actor.id,
        master_id=master_id,
        recipient_id=None,
        action=action,
        text=text[:LONGEST_TEXT],
    )
    hint(tx, EVENTS)


class PersonalEvent(msgspec.Struct, frozen=True):
    """Something that is told to one user alone: there is news in their inbox."""

    recipient: UserId
    by: UserId | None
    master_id: MasterId | None
    action: str
    text: str


async def publish_to(tx: Transaction, told: Sequence[PersonalEvent]) -> None:
    """Add events that one user each is told of."""
    rows: list[dict[str, str | int | None]] = []
    for event in told:
        position = await _next_position(tx)
        rows.append(
            {
                "seq": position.seq,
                "part": position.part,
                "kind": PERSONAL,
                "at": clock.now(),
                "user_id": event.by,
                "master_id": event.master_id,
                "recipient_id": event.recipient,
                "action": event.action,
                "text": event.text[:LONGEST_TEXT],
            }
        )
    await tx.run_many(event_queries.INSERT_ITEM_EVENT, rows)
    hint(tx, EVENTS)


async def _next_position(tx: Transaction) -> EventPosition:
    """A place of its own beside the number of the transaction's next commit.

    Numbers are given in the order in which transactions are committed, so that who has read up to
    one of them has missed nothing before it.
    """
    seq = await hold_commit_order(tx)
    last = _last.get(tx)
    part = last.part + 1 if last is not None and last.seq == seq else 1
    _last[tx] = EventPosition(seq, part)
    return _last[tx]
