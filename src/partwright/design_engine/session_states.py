"""The states of a session before its changes, kept to be taken back to."""

import msgspec

from partwright.design_engine import queries
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.model import DesignSession, decode, encode
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.ids import SessionId

MOST_STATES = 30
"""States that are kept of a session; older ones go."""


class KeptState(msgspec.Struct, frozen=True):
    """A state as the database keeps it."""

    version: int
    stage: str
    status: str
    artifacts: str


async def keep(tx: Transaction, session: DesignSession) -> None:
    """Note the state of a session that is about to be changed."""
    head = session.head
    await tx.run(
        queries.INSERT_STATE,
        id=head.id,
        version=head.version,
        stage=head.stage,
        status=head.status,
        artifacts=encode(session.artifacts),
        now=clock.now(),
    )
    await tx.run(queries.DROP_OLD_STATES, id=head.id, most=MOST_STATES)


async def forget_unchanged(
    tx: Transaction, session_id: SessionId, *, stage: str, artifacts: Artifacts
) -> None:
    """Forget the state before a run that left all as it was: there is nothing to take back of it."""
    last = await tx.one(KeptState, queries.LAST_STATE, id=session_id)
    if last is not None and last.stage == stage and decode(last.artifacts) == artifacts:
        await tx.run(queries.DELETE_STATE, id=session_id, version=last.version)
