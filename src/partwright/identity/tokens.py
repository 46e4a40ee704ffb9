"""Opaque tokens: made here, known afterwards by their digest alone."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from partwright.identity import queries as identity_queries
from partwright.kit.db import Transaction
from partwright.kit.ids import TokenId, UserId, new_id

PREFIX = "pw_"


def new_token_secret() -> str:
    """`pw_` and 256 random bits in 43 URL-safe characters."""
    return PREFIX + secrets.token_urlsafe(32)


def token_digest(token: str) -> str:
    """SHA-256 in hex; the only form in which a token is kept.

    Looking the digest up is as good as comparing in constant time: what an attacker can
    steer is the digest's preimage, never the digest.
    """
    return hashlib.sha256(token.encode()).hexdigest()


async def store_token(
    tx: Transaction,
    token: str,
    *,
    user_id: UserId,
    kind: Literal["personal", "session"],
    name: str,
    now: str,
    scopes: Sequence[str] | None = None,
    expires_at: str | None = None,
    address: str | None = None,
    client: str | None = None,
) -> TokenId:
    """Let the token stand for the user; without scopes for all that they may."""
    token_id = TokenId(new_id())
    await tx.run(
        identity_queries.INSERT_TOKEN,
        id=token_id,
        user_id=user_id,
        kind=kind,
        name=name,
        digest=token_digest(token),
        scopes=None if scopes is None else msgspec.json.encode(scopes).decode(),
        now=now,
        expires_at=expires_at,
        address=address,
        client=client,
    )
    return token_id
