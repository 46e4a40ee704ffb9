"""Signing on and off."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET

from partwright.accounts.group_mappings import claim_groups
from partwright.accounts.group_roles import FollowedGroups, RoleChange, follow_groups
from partwright.accounts.second_factor_service import check_code, take_guess
from partwright.accounts.wire import LoginInput, SignOnMethods, SignOnProvider
from partwright.identity import access as identity_access
from partwright.identity import passwords
from partwright.identity import queries as identity_queries
from partwright.identity.model import (
    Actor,
    SessionStart,
    SignOnSession,
    is_stable_email,
    normalized_email,
)
from partwright.identity.queries import SecretRow, SessionRow
from partwright.identity.tokens import new_token_secret, store_token, token_digest
from partwright.kit import clock
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import InvalidCredentials, NotFound, PermissionDenied
from partwright.kit.ids import TokenId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.settings import Settings


class NoAccount(InvalidCredentials):
    """Somebody whom the provider knows and this server does not."""

    def __init__(self) -> None:
        super().__init__("There is no active account with your e-mail address")


class SessionOrigin(msgspec.Struct, frozen=True):
    """Origin of a session, and how long it may last."""

    hours: int
    address: str
    client: str | None
    needs_second: bool = False
    """Whether who comes by a password needs a second factor."""


def counted_as(email: str) -> str:
    """The key that attempts on an account are counted by, of the same length for every address."""
    return token_digest(normalized_email(email))


async def sign_on_methods(snapshot: Snapshot, settings: Settings) -> SignOnMethods:
    """The ways to sign on to this server."""
    name = settings.oidc_name or urlsplit(settings.oidc_issuer).hostname or ""
    return SignOnMethods(
        password=True,
        oidc=SignOnProvider(name) if settings.oidc_issuer else None,
        is_first_start=await is_first_start(snapshot),
        sends_mail=bool(settings.smtp_url),
    )


def shown_session(session: SessionStart, login: LoginInput) -> SessionStart:
    """The answer to a sign-on; without the token where the cookie alone is to hold it."""
    return msgspec.structs.replace(session, token=UNSET) if login.cookie_only else session


async def has_come_from(database: Database, email: str, address: str) -> bool:
    """Whether the owner of an account is, or was lately, signed on from an address."""
    async with database.single_reads() as reads:
        known = await reads.one(
            str, identity_queries.KNOWN_ADDRESS, email_key=normalized_email(email), address=address
        )
    return known is not None


async def with_password(
    database: Database, login: LoginInput, origin: SessionOrigin
) -> SessionStart:
    """Begin a session; InvalidCredentials alike, and after the same time, for every reason.

    With the right password CodeNeeded where a second factor is set up; where one is needed and none
    is, the session may do nothing but set it up.
    """
    account = await _account_of(database, login.email)
    kept = account.password_hash if account else None
    is_right = await passwords.verify_password(login.password, kept)
    if account is None or not is_right or not account.active:
        raise _refused()
    is_held = bool(login.code) and not await take_guess(database, account.id)

    async def begin(tx: Transaction) -> SessionStart:
        has_second = await check_code(tx, account.id, login.code, is_held=is_held)
        return await _open_session(
            tx, account, origin, scopes=[] if origin.needs_second and not has_second else None
        )

    return await write_alone(database, begin)


async def with_address(
    database: Database, email: str, origin: SessionOrigin, followed: FollowedGroups
) -> tuple[SessionStart, RoleChange]:
    """Begin a session for whoever has proved elsewhere that the e-mail address is theirs.

    Their roles are those of their groups there from now on.
    """
    account = await _account_of(database, email)
    if account is None or not account.active:
        raise NoAccount

    async def begin(tx: Transaction) -> tuple[SessionStart, RoleChange]:
        change = await follow_groups(tx, account.id, followed)
        if followed.groups is not None:
            await claim_groups(tx, account.id, followed.groups)
        return await _open_session(tx, account, origin), change

    return await write_alone(database, begin)


async def _account_of(database: Database, email: str) -> SecretRow | None:
    if not is_stable_email(email):
        return None
    async with database.single_reads() as reads:
        return await reads.one(
            SecretRow, identity_queries.USER_BY_EMAIL, email_key=normalized_email(email)
        )


async def _open_session(
    tx: Transaction,
    account: SecretRow,
    origin: SessionOrigin,
    *,
    scopes: Sequence[str] | None = None,
) -> SessionStart:
    """Make a session's token, unless the account or its password has changed meanwhile."""
    user_id, now, token = account.id, clock.now(), new_token_secret()
    # Takes the user's row, as a new password does before it ends the user's tokens.
    if not await tx.run(
        identity_queries.SIGN_ON, id=user_id, password_hash=account.password_hash, now=now
    ):
        raise _refused()
    await tx.run(identity_queries.DELETE_EXPIRED_SESSIONS, user_id=user_id, now=now)
    expires_at = clock.moment_later(seconds=origin.hours * 3600)
    await store_token(
        tx,
        token,
        user_id=user_id,
        kind="session",
        name="Session",
        now=now,
        scopes=scopes,
        expires_at=expires_at,
        address=origin.address,
        client=origin.client,
    )
    return SessionStart(
        token=token,
        expires_at=expires_at,
        user=await identity_access.user(tx, user_id),
        needs_second_factor=scopes is not None,
    )


async def sign_on_sessions(
    snapshot: Snapshot, actor: Actor, *, paging: PageRequest
) -> Page[SignOnSession]:
    """The actor's sign-ons that have not ended, newest first."""
    found = await page_of_rows(
        snapshot,
        SessionRow,
        identity_queries.SESSIONS,
        identity_queries.SESSION_COUNT,
        params={"user_id": actor.id, "now": clock.now()},
        paging=paging,
    )
    return found.map(
        lambda row: SignOnSession(
            **msgspec.structs.asdict(row), is_current=row.id == actor.token_id
        )
    )


async def end_sign_on_session(tx: Transaction, actor: Actor, session_id: TokenId) -> None:
    """End one of the actor's sign-ons; NotFound for another user's."""
    if actor.is_scoped:
        raise PermissionDenied("A scoped token cannot end sign-ons")
    if not await tx.run(identity_queries.DELETE_SESSION, id=session_id, user_id=actor.id):
        raise NotFound.of("Session", session_id)


async def is_first_start(snapshot: Snapshot) -> bool:
    """Whether nobody has ever signed on here."""
    return await snapshot.one(str, identity_queries.ANY_SIGN_ON) is None


async def end(tx: Transaction, actor: Actor) -> None:
    """End the token in use, session or personal."""
    await tx.run(identity_queries.DELETE_TOKEN, id=actor.token_id, user_id=actor.id)


def _refused() -> InvalidCredentials:
    return InvalidCredentials("The e-mail address or the password is wrong")
