"""Holds: while one lasts, no content is removed from the store."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from partwright.kit import clock
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.errors import StateConflict
from partwright.kit.ids import new_id
from partwright.kit.tasks import end_tasks
from partwright.vault import queries as vault_queries

_LEASE_SECONDS = 600
"""After it the hold of a process that was killed is none any more."""
_RENEWAL_SECONDS = 60


class ContentsHeld(StateConflict):
    """Nothing may be removed now."""

    def __init__(self, until: str) -> None:
        super().__init__(
            f"A backup is being taken; files can be removed after it ends, at the latest {until}"
        )


@asynccontextmanager
async def held_contents(database: Database) -> AsyncGenerator[None]:
    """Keep every content that is referred to from now on until the block ends.

    What is being removed at this moment is referred to by nothing, and who wants to refer to it
    comes after its removal and stores it anew.
    """
    hold = new_id()
    await _write(database, hold)
    renewing = asyncio.create_task(_renew(database, hold))
    try:
        yield
    finally:
        await end_tasks([renewing])
        await run_alone(database, vault_queries.END_HOLD, id=hold)


async def check_not_held(tx: Transaction) -> None:
    """ContentsHeld while a backup is being taken."""
    until = await tx.one(str, vault_queries.HELD_UNTIL, now=clock.now())
    if until is not None:
        raise ContentsHeld(until)


async def _renew(database: Database, hold: str) -> None:
    while True:
        await asyncio.sleep(_RENEWAL_SECONDS)
        await _write(database, hold)


async def _write(database: Database, hold: str) -> None:
    async def write(tx: Transaction) -> None:
        await tx.run(vault_queries.FORGET_HOLDS, now=clock.now())
        until = clock.moment_later(seconds=_LEASE_SECONDS)
        await tx.run(vault_queries.HOLD_CONTENTS, id=hold, until=until)

    await write_alone(database, write)
