"""From a token to the actor, with a memory of a few seconds."""

import time
from collections import OrderedDict
from collections.abc import Collection, Sequence

import msgspec

from partwright.identity import queries as identity_queries
from partwright.identity.model import Actor
from partwright.identity.permissions import ADMINISTRATOR, expand_manage
from partwright.identity.tokens import token_digest
from partwright.kit import clock
from partwright.kit.db import Database, Snapshot
from partwright.kit.ids import TokenId, UserId

REMEMBERED_SECONDS = 4.0
"""Within this time a revocation in another process may go unnoticed; at most 5 s are allowed."""
_REMEMBERED = 10_000


class Authenticator:
    """Answers who a token belongs to; forgets everything when told that rights changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, tuple[float, Actor]] = OrderedDict()
        self._forgotten = 0
        self._used: dict[TokenId, str] = {}
        """When tokens were used last, not yet stored."""

    def remembered(self, token: str) -> Actor | None:
        """The actor of a token that was looked up within the last seconds."""
        known = self._known.get(token)
        if known is None or known[0] <= time.monotonic():
            return None
        actor, now = known[1], clock.now()
        if actor.expires_at is not None and actor.expires_at <= now:
            return None
        self._used[actor.token_id] = now
        return actor

    async def actor(self, token: str) -> Actor | None:
        """The actor of a valid token of an active user, else None."""
        if not token.isascii() or len(token) > 512:
            return None
        remembered = self._known.get(token)
        if remembered and remembered[0] > time.monotonic():
            actor = remembered[1]
        else:
            forgotten = self._forgotten
            async with self._database.single_reads() as reads:
                actor = await find_actor(reads, token)
            if actor is None:
                self._known.pop(token, None)
                return None
            if remembered and remembered[1] == actor:
                # The same object, by which one sees that no right has changed.
                actor = remembered[1]
            # What was read while rights changed may be what they were before.
            if forgotten == self._forgotten:
                self._remember(token, actor)
        if actor.expires_at is not None and actor.expires_at <= clock.now():
            return None
        self._used[actor.token_id] = clock.now()
        return actor

    async def actors(self, tokens: Collection[str]) -> dict[str, Actor]:
        """The actors of those of some tokens that are valid; those not remembered in one read."""
        now = time.monotonic()
        missing = {
            token_digest(token): token
            for token in tokens
            if token not in self._known or self._known[token][0] <= now
        }
        found = {token: self._known[token][1] for token in tokens if token not in missing.values()}
        if missing:
            forgotten = self._forgotten
            async with self._database.single_reads() as reads:
                read = await find_actors(reads, list(missing))
            for digest, actor in read.items():
                found[missing[digest]] = actor
                if forgotten == self._forgotten:
                    self._remember(missing[digest], actor)
        present = clock.now()
        return {t: a for t, a in found.items() if a.expires_at is None or a.expires_at > present}

    async def store_uses(self) -> None:
        """Store when tokens were used; called now and then, since each use would be a write."""
        used, self._used = self._used, {}
        if used:
            rows = [{"id": token_id, "now": at} for token_id, at in sorted(used.items())]
            async with self._database.transaction() as tx:
                await tx.run_many(identity_queries.NOTE_USE, rows)

    def _remember(self, token: str, actor: Actor) -> None:
        self._known[token] = (time.monotonic() + REMEMBERED_SECONDS, actor)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def forget(self) -> None:
        """Look every token up anew: a token, a user or a role has changed."""
        self._known.clear()
        self._forgotten += 1


async def find_actor(snapshot: Snapshot, token: str) -> Actor | None:
    """Read token, user and roles in one statement."""
    digest = token_digest(token)
    return (await find_actors(snapshot, [digest])).get(digest)


async def find_actors(snapshot: Snapshot, digests: list[str]) -> dict[str, Actor]:
    """The actors of tokens of active users, by the tokens' digests; one statement."""
    rows = await snapshot.all(identity_queries.TokenRow, identity_queries.TOKENS, digests=digests)
    grouped: dict[str, list[identity_queries.TokenRow]] = {}
    for row in rows:
        if row.active:
            grouped.setdefault(row.digest, []).append(row)
    return {digest: _actor(of_token) for digest, of_token in grouped.items()}


async def find_user(snapshot: Snapshot, user_id: UserId, *, scopes: str | None) -> Actor | None:
    """An active user for whom the server acts while they are away; `scopes` is JSON, or all rights."""
    rows = await snapshot.all(
        identity_queries.TokenRow, identity_queries.USER_RIGHTS, user_id=user_id, scopes=scopes
    )
    return _actor(rows) if rows and rows[0].active else None


def _actor(rows: Sequence[identity_queries.TokenRow]) -> Actor:
    first = rows[0]
    granted: set[str] = set()
    for row in rows:
        granted.update(msgspec.json.decode(row.permissions or "[]", type=list[str]))
    permissions = expand_manage(granted)
    scopes = None if first.scopes is None else msgspec.json.decode(first.scopes, type=list[str])
    if scopes is not None:
        permissions &= expand_manage(scopes)
    return Actor(
        id=first.user_id,
        name=first.name,
        email=first.email,
        is_administrator=any(row.role == ADMINISTRATOR for row in rows),
        permissions=permissions,
        role_ids=tuple(row.role_id for row in rows if row.role_id),
        token_id=first.token_id,
        is_scoped=scopes is not None,
        expires_at=first.expires_at,
    )
