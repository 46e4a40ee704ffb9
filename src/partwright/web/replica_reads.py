"""Reads that replicas of the database may answer, for clients that tell what they have seen.

A client that sends `Partwright-Position` with every request is told a position with every answer,
and sends the largest it was told. A read goes to a replica once that has come there: so whoever
wrote sees what they wrote, and nobody sees less than before.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from partwright.kit.db import Database, DatabaseUnavailable
from partwright.kit.db.base import TransactionLost
from partwright.kit.db.replicas import UNKNOWN, Replicas
from partwright.kit.errors import NotFound
from partwright.web.request import Request, RequestState

HEADER = b"partwright-position"
_DIGITS = 16


async def read_somewhere(
    replicas: Replicas, request: Request, read: Callable[[Database], Awaitable[Any]]
) -> Any:
    """The answer of the read, from a replica where one has what the client has seen."""
    seen = _position_of(request.state)
    replica = None if seen is None else replicas.find(seen)
    if replica is not None:
        try:
            answer = await read(replica.database)
            request.state.position = await replica.position()
        except (DatabaseUnavailable, TransactionLost, NotFound):
            # A standby cancels reads that stand in the way of its replay, and what is not found
            # may just be new.
            pass
        else:
            replica.reads += 1
            return answer
    return await read(request.services.database)


async def with_position(replicas: Replicas, state: RequestState, work: Awaitable[Any]) -> Any:
    """The answer of the work; a client that asked for it is told what it has seen by then."""
    try:
        return await work
    finally:
        # Also of what is refused: others of its writes may have been committed before.
        if HEADER in state.headers and state.position is None:
            state.position = await replicas.primary_position()


def _position_of(state: RequestState) -> int | None:
    given = state.headers.get(HEADER, b"")
    return min(int(given), UNKNOWN) if given.isdigit() and len(given) <= _DIGITS else None
