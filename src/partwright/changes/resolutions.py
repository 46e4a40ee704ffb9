"""Clashes that somebody has decided: ours stands, knowing what main holds."""

from typing import Any

import msgspec

from partwright.changes import queries
from partwright.changes.clashes import MergeClash, told
from partwright.changes.sides import Sides
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import ItemId, UserId
from partwright.versioning.merge import ItemContent, MergeResult, PlaceConflict

Decided = dict[tuple[str, str], str]
"""(master, place) -> what main held when ours was chosen; another value is another clash."""

_encoder = msgspec.json.Encoder(order="sorted")


def _key(clash: PlaceConflict) -> tuple[str, str]:
    return clash.master_id, _encoder.encode(clash.place).decode()


def _known(value: Any) -> str:
    if isinstance(value, ItemContent):
        lines = sorted((*key, *held) for key, held in value.lines.items())
        value = [dict(value.fields), lines, sorted(value.files.items())]
    return _encoder.encode(value).decode()


def _row(master_id: str, place: str, theirs: str) -> tuple[tuple[str, str], str]:
    return (master_id, place), theirs


async def decided(snapshot: Snapshot, order_id: ItemId) -> Decided:
    """Every decision of the order."""
    return dict(await snapshot.all(_row, queries.RESOLUTIONS, order_id=order_id))


def open_clashes(merged: MergeResult, decisions: Decided) -> list[PlaceConflict]:
    """The clashes that nobody has decided, or that have changed since."""
    return [c for c in merged.clashes if decisions.get(_key(c)) != _known(c.theirs)]


async def undecided(
    snapshot: Snapshot, found: Sides, merged: MergeResult, decisions: Decided
) -> list[MergeClash]:
    """The open clashes, as the wire tells them."""
    return await told(snapshot, found, open_clashes(merged, decisions))


async def keep_ours(
    tx: Transaction, order_id: ItemId, user_id: UserId, clash: PlaceConflict
) -> None:
    """Decide that the change's value stands."""
    master_id, place = _key(clash)
    await tx.run(
        queries.RESOLVE,
        order_id=order_id,
        master_id=master_id,
        place=place,
        theirs=_known(clash.theirs),
        user_id=user_id,
        now=clock.now(),
    )
