"""Opaque tokens: made here, known afterwards by their digest alone."""

import hashlib
import secrets

PREFIX = "pw_"


def new_token() -> str:
    """`pw_` and 256 random bits in 43 URL-safe characters."""
    return PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """SHA-256 in hex; the only form in which a token is kept.

    Looking the digest up is as good as comparing in constant time: what an attacker can
    steer is the digest's preimage, never the digest.
    """
    return hashlib.sha256(token.encode()).hexdigest()
