"""Writes that follow one another by the order of commits, against a server that goes away."""

import asyncio

from partwright.kit.db import Database, DatabaseUnavailable
from tests.kit.db.counters import ADD

TABLE = "CREATE TABLE counters (prefix text PRIMARY KEY, last bigint NOT NULL)"
NEXT = "UPDATE counters SET last = last + 1 WHERE prefix = 'order' RETURNING last"


async def write(db: Database, prefix: str) -> None:
    async with db.transaction() as tx:
        await tx.serialize()
        await tx.one(int, NEXT)
        await tx.run(ADD, prefix=prefix, last=0)


async def write_until_refused(
    db: Database, name: str, acknowledged: list[str], is_over: asyncio.Event
) -> None:
    """Write one after the other, and keep the names of those that were acknowledged."""
    n = 0
    while not is_over.is_set():
        n += 1
        try:
            await write(db, f"{name} {n}")
        except DatabaseUnavailable:
            return
        acknowledged.append(f"{name} {n}")
