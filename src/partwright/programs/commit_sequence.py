"""The one order of all commits, which begins here since a design is made with its first one."""

from partwright.kit.db import Transaction
from partwright.programs.queries import NEXT_COMMIT


async def next_commit(tx: Transaction) -> int:
    """Take the next commit number; from here on no other commit comes between.

    As the first act of a transaction it lets those who wait share their commit.
    """
    await tx.serialize()
    seq = await tx.one(int, NEXT_COMMIT)
    assert seq is not None
    return seq
