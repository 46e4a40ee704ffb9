"""Signing on and off."""

from partwright.accounts.wire import LoginInput
from partwright.identity import access, passwords, queries
from partwright.identity.model import Actor, SessionStart, email_key
from partwright.identity.queries import SecretRow
from partwright.identity.tokens import new_token, store_token, token_digest
from partwright.kit import clock
from partwright.kit.db import Database, Transaction
from partwright.kit.db.base import retry_lost
from partwright.kit.errors import InvalidCredentials


def counted_as(email: str) -> str:
    """What attempts on an account are counted by, of the same length for every address."""
    return token_digest(email_key(email))


async def with_password(database: Database, login: LoginInput, *, hours: int) -> SessionStart:
    """Begin a session; InvalidCredentials alike, and after the same time, for every reason."""
    account = await _account_of(database, login.email)
    kept = account.password_hash if account else None
    is_right = await passwords.verify(login.password, kept)
    if account is None or not is_right or not account.active:
        raise _refused()
    return await _begin(database, account, hours=hours)


async def with_address(database: Database, email: str, *, hours: int) -> SessionStart:
    """Begin a session of who has proved elsewhere that the e-mail address is his."""
    account = await _account_of(database, email)
    if account is None or not account.active:
        raise InvalidCredentials("No active account here has your e-mail address")
    return await _begin(database, account, hours=hours)


async def _account_of(database: Database, email: str) -> SecretRow | None:
    async with database.single_reads() as reads:
        return await reads.one(SecretRow, queries.USER_BY_EMAIL, email_key=email_key(email))


async def _begin(database: Database, account: SecretRow, *, hours: int) -> SessionStart:
    """Make a session's token, unless the account or its password has changed meanwhile."""

    async def begin() -> SessionStart:
        async with database.transaction() as tx:
            return await _open_session(tx, account, hours=hours)

    return await retry_lost(begin)


async def _open_session(tx: Transaction, account: SecretRow, *, hours: int) -> SessionStart:
    user_id, now, token = account.id, clock.now(), new_token()
    # Takes the user's row, as a new password does before it ends his tokens.
    if not await tx.run(queries.SIGN_ON, id=user_id, password_hash=account.password_hash, now=now):
        raise _refused()
    await tx.run(queries.DELETE_EXPIRED_SESSIONS, user_id=user_id, now=now)
    expires_at = clock.later(seconds=hours * 3600)
    await store_token(
        tx,
        token,
        user_id=user_id,
        kind="session",
        name="Session",
        now=now,
        expires_at=expires_at,
    )
    return SessionStart(token=token, expires_at=expires_at, user=await access.user(tx, user_id))


async def end(tx: Transaction, actor: Actor) -> None:
    """End the token in use, session or personal."""
    await tx.run(queries.DELETE_TOKEN, id=actor.token_id, user_id=actor.id)


def _refused() -> InvalidCredentials:
    return InvalidCredentials("The e-mail address or the password is wrong")
