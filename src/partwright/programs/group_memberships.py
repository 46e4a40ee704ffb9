"""Places in programs that the groups of users bring."""

from collections.abc import Sequence

import msgspec

from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.programs import queries


class ProgramPlace(msgspec.Struct, frozen=True):
    """A user in a program, with their role there."""

    program_id: str
    user_id: str
    role: str


async def give_places(tx: Transaction, places: Sequence[ProgramPlace]) -> None:
    """Let users into programs that they are not in."""
    now = clock.now()
    rows = [msgspec.structs.asdict(place) | {"now": now} for place in places]
    await tx.run_many(queries.INSERT_MEMBER, rows)


async def change_places(tx: Transaction, places: Sequence[ProgramPlace]) -> None:
    """Give members another role."""
    await tx.run_many(queries.UPDATE_MEMBER, [msgspec.structs.asdict(place) for place in places])


async def take_places(tx: Transaction, places: Sequence[ProgramPlace]) -> None:
    """Let users out of programs."""
    rows = [{"program_id": place.program_id, "user_id": place.user_id} for place in places]
    await tx.run_many(queries.DELETE_MEMBER, rows)
