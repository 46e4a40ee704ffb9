"""Design sessions for an actor, or a refusal."""

from collections.abc import Sequence

import msgspec

from partwright.design_engine import queries
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.issues import complete, named_existing
from partwright.design_engine.model import DesignSession, NotSessionOwner, SessionRecord, decode
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.ids import SessionId
from partwright.relationships.service import resolve_items
from partwright.versioning.model import ShownVersion


async def head(snapshot: Snapshot, actor: Actor, session_id: SessionId) -> SessionRecord:
    """The session's head for its owner, or for an administrator who looks at it."""
    found = await snapshot.one(SessionRecord, queries.HEAD, id=session_id)
    if found is None:
        raise NotFound.of("Design session", session_id)
    if found.user_id != actor.id and not actor.is_administrator:
        raise NotSessionOwner
    return found


async def session(snapshot: Snapshot, actor: Actor, session_id: SessionId) -> DesignSession:
    """The session for its owner, or for an administrator who looks at it."""
    found = await _session(snapshot, session_id)
    if found.head.user_id != actor.id and not actor.is_administrator:
        raise NotSessionOwner
    return found


async def own_session(tx: Transaction, actor: Actor, session_id: SessionId) -> DesignSession:
    """The session for its owner to change; nobody else changes it before the transaction ends."""
    await take(tx, session_id)
    found = await _session(tx, session_id)
    if found.head.user_id != actor.id:
        raise NotSessionOwner
    return found


async def take(tx: Transaction, session_id: SessionId) -> None:
    """Lock the session's row."""
    await tx.run(queries.TAKE_SESSION, id=session_id)


async def taken(tx: Transaction, session_id: SessionId) -> DesignSession:
    """The session of a run, its row locked."""
    await take(tx, session_id)
    return await _session(tx, session_id)


async def _session(snapshot: Snapshot, session_id: SessionId) -> DesignSession:
    found = await snapshot.one(_row, queries.SESSION, id=session_id)
    if found is None:
        raise NotFound.of("Design session", session_id)
    return found


def _row(artifacts: str, *columns: object) -> DesignSession:
    return DesignSession(SessionRecord(*columns), decode(artifacts))  # pyright: ignore[reportArgumentType]


async def existing_parts(
    snapshot: Snapshot, actor: Actor, ids: Sequence[str]
) -> dict[str, ShownVersion]:
    """The parts among items that the structure names, as the actor sees them, by id."""
    if not ids or not actor.may(TYPES["Part"].may("read")):
        return {}
    lowered = {one: one.lower() for one in ids}
    found = await resolve_items(snapshot, actor, list(lowered.values()), None)
    return {
        one: found[low]
        for one, low in lowered.items()
        if low in found and found[low].type == "Part"
    }


async def completed(snapshot: Snapshot, actor: Actor, session: DesignSession) -> DesignSession:
    """The session with coverage and issues as they are now."""
    artifacts = await complete_artifacts(snapshot, actor, session.artifacts)
    return msgspec.structs.replace(session, artifacts=artifacts)


async def complete_artifacts(snapshot: Snapshot, actor: Actor, artifacts: Artifacts) -> Artifacts:
    """The artifacts with all that is computed of them."""
    existing = await existing_parts(snapshot, actor, named_existing(artifacts))
    return complete(artifacts, existing=frozenset(existing))
