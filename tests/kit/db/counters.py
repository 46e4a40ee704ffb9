"""A small table of the service, written to by the tests of the database layer."""

from partwright.kit.db import Database, Snapshot, Transaction

ADD = "INSERT INTO counters (prefix, last) VALUES (:prefix, :last)"
SET = "UPDATE counters SET last = :last WHERE prefix = :prefix"
PREFIXES = "SELECT prefix FROM counters ORDER BY prefix"
LAST = "SELECT last FROM counters WHERE prefix = :prefix"

COUNTING = """
    WITH RECURSIVE counting (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM counting WHERE n < :limit
    ) SELECT count(*) FROM counting
"""
"""Takes a while, as long as its limit is high."""


async def add(tx: Transaction, prefix: str, last: int = 0) -> None:
    await tx.run(ADD, prefix=prefix, last=last)


async def write(db: Database, *prefixes: str) -> None:
    """All of them in one transaction."""
    async with db.transaction() as tx:
        for prefix in prefixes:
            await add(tx, prefix)


async def stored(db: Database) -> list[str]:
    async with db.single_reads() as reads:
        return await prefixes(reads)


async def prefixes(snapshot: Snapshot) -> list[str]:
    return await snapshot.all(str, PREFIXES)
