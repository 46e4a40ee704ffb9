"""The one order of all commits: writers follow one another, and each commit has a number."""

from weakref import WeakKeyDictionary

from partwright.kit.db import Snapshot, Transaction
from partwright.versioning.queries import LAST_COMMIT_NUMBER, NEXT_COMMIT

_numbers: WeakKeyDictionary[Transaction, int] = WeakKeyDictionary()
"""The numbers that transactions have taken and not yet given to a commit."""


async def hold_commit_order(tx: Transaction) -> int:
    """Let no other commit come between from here on; answers the number of the next one here.

    What a verb checks after this still holds when it writes. It costs a statement once, however
    often it is asked for before a commit takes the number. As the first act of a transaction it
    lets those who wait share their commit.
    """
    number = _numbers.get(tx)
    if number is None:
        await tx.serialize()
        number = await tx.one(int, NEXT_COMMIT)
        assert number is not None
        _numbers[tx] = number
    return number


async def take_commit_number(tx: Transaction) -> int:
    """The number of a commit that is opened now."""
    number = await hold_commit_order(tx)
    del _numbers[tx]
    return number


async def last_commit_number(snapshot: Snapshot) -> int:
    """The number that was taken last; what a snapshot shows has no commit beyond it, and all before."""
    return await snapshot.one(int, LAST_COMMIT_NUMBER) or 0
