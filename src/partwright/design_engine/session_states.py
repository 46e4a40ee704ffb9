"""The states of a session before its changes, kept to be taken back to."""

from partwright.design_engine import queries
from partwright.design_engine.model import DesignSession, encode
from partwright.kit import clock
from partwright.kit.db import Transaction

MOST_STATES = 30
"""States that are kept of a session; older ones go."""


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
