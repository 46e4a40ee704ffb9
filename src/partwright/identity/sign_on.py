"""Signing on and off."""

from partwright.identity import access, passwords, queries
from partwright.identity.model import Actor, SignedOn, email_key
from partwright.identity.queries import SecretRow
from partwright.identity.tokens import digest, new_token
from partwright.identity.wire import Login
from partwright.kit import clock
from partwright.kit.db import Database, Transaction
from partwright.kit.db.base import retrying
from partwright.kit.errors import InvalidCredentials
from partwright.kit.ids import new_id


def account(email: str) -> str:
    """What attempts on an account are counted by, of the same length for every address."""
    return digest(email_key(email))


async def with_password(database: Database, login: Login, *, hours: int) -> SignedOn:
    """Begin a session; InvalidCredentials alike, and after the same time, for every reason."""
    async with database.glance() as glance:
        secret = await glance.one(
            SecretRow, queries.USER_BY_EMAIL, email_key=email_key(login.email)
        )
    is_right = await passwords.verify(login.password, secret.password_hash if secret else None)
    if secret is None or not is_right or not secret.active:
        raise _refused()
    known = secret

    async def begin() -> SignedOn:
        async with database.transaction() as tx:
            return await open_session(tx, known, hours=hours)

    return await retrying(begin)


async def with_address(database: Database, email: str, *, hours: int) -> SignedOn:
    """Begin a session of who has proved elsewhere that the e-mail address is his."""
    async with database.glance() as glance:
        found = await glance.one(SecretRow, queries.USER_BY_EMAIL, email_key=email_key(email))
    if found is None or not found.active:
        raise InvalidCredentials("No active account here has your e-mail address")
    known = found

    async def begin() -> SignedOn:
        async with database.transaction() as tx:
            return await open_session(tx, known, hours=hours)

    return await retrying(begin)


async def open_session(tx: Transaction, secret: SecretRow, *, hours: int) -> SignedOn:
    """Make a session's token, unless the account or its password has changed meanwhile."""
    now, token = clock.now(), new_token()
    # Takes the user's row, as a new password does before it ends his tokens.
    signed_on = await tx.run(
        queries.SIGN_ON, id=secret.id, password_hash=secret.password_hash, now=now
    )
    if not signed_on:
        raise _refused()
    await tx.run(queries.DELETE_EXPIRED_SESSIONS, user_id=secret.id, now=now)
    expires_at = clock.later(seconds=hours * 3600)
    await tx.run(
        queries.INSERT_TOKEN,
        id=new_id(),
        user_id=secret.id,
        kind="session",
        name="Session",
        digest=digest(token),
        scopes=None,
        now=now,
        expires_at=expires_at,
    )
    return SignedOn(token=token, expires_at=expires_at, user=await access.user(tx, secret.id))


async def end(tx: Transaction, actor: Actor) -> None:
    """End the token in use, session or personal."""
    await tx.run(queries.DELETE_TOKEN, id=actor.token_id, user_id=actor.id)


def _refused() -> InvalidCredentials:
    return InvalidCredentials("The e-mail address or the password is wrong")
