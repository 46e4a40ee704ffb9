"""Conflicts that somebody has decided: ours stands, knowing what main holds."""

from typing import Any

import msgspec

from partwright.change_orders import queries
from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import ItemId, UserId
from partwright.merging.conflict_wire import ConflictRecord, conflict_records
from partwright.merging.item_states import ThreeWay
from partwright.versioning.merge import ItemContent, MergeResult, PlaceConflict

Decisions = dict[tuple[str, str], str]
"""(master, place) -> what main held when ours was chosen; another value is another conflict."""

_encoder = msgspec.json.Encoder(order="sorted")


def _key(conflict: PlaceConflict) -> tuple[str, str]:
    return conflict.master_id, _encoder.encode(conflict.place).decode()


def _known(value: Any) -> str:
    if isinstance(value, ItemContent):
        lines = sorted((*key, *held) for key, held in value.lines.items())
        value = [dict(value.fields), lines, sorted(value.files.items())]
    return _encoder.encode(value).decode()


def _row(master_id: str, place: str, theirs: str) -> tuple[tuple[str, str], str]:
    return (master_id, place), theirs


async def decisions_of(snapshot: Snapshot, order_id: ItemId) -> Decisions:
    """Every decision of the order."""
    return dict(await snapshot.all(_row, queries.RESOLUTIONS, order_id=order_id))


def open_conflicts(merged: MergeResult, decisions: Decisions) -> list[PlaceConflict]:
    """The conflicts that nobody has decided, or that have changed since."""
    return [c for c in merged.conflicts if decisions.get(_key(c)) != _known(c.theirs)]


async def undecided_conflicts(
    snapshot: Snapshot,
    actor: Actor,
    found: ThreeWay,
    merged: MergeResult,
    decisions: Decisions,
) -> list[ConflictRecord]:
    """The open conflicts, as the wire tells them."""
    return await conflict_records(snapshot, actor, found, open_conflicts(merged, decisions))


async def keep_ours(
    tx: Transaction, order_id: ItemId, user_id: UserId, conflict: PlaceConflict
) -> None:
    """Decide that the change's value stands."""
    master_id, place = _key(conflict)
    await tx.run(
        queries.RESOLVE,
        order_id=order_id,
        master_id=master_id,
        place=place,
        theirs=_known(conflict.theirs),
        user_id=user_id,
        now=clock.now(),
    )
