"""Personal tokens: users make them for themselves, with their rights or with fewer."""

import msgspec
from msgspec import UNSET, UnsetType

from partwright.accounts import rules
from partwright.accounts.wire import NewPersonalToken
from partwright.identity import queries as identity_queries
from partwright.identity import tokens
from partwright.identity.model import Actor, NewTokenSecret, PersonalToken
from partwright.identity.permissions import expand_manage
from partwright.identity.queries import PersonalRow
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotAuthenticated, NotFound, PermissionDenied, StateConflict
from partwright.kit.ids import TokenId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest

_DEFAULT_DAYS = 365
MOST_TOKENS = 500
"""Of one user; all are listed together."""


class TooManyTokens(StateConflict):
    """The user has as many personal tokens as one may have."""

    def __init__(self) -> None:
        super().__init__(f"You have reached the limit of {MOST_TOKENS} tokens; revoke some first")


async def page_of_tokens(
    snapshot: Snapshot, actor: Actor, *, paging: PageRequest
) -> Page[PersonalToken]:
    """The actor's personal tokens, newest first."""
    found = await page_of_rows(
        snapshot,
        PersonalRow,
        identity_queries.PERSONAL_TOKENS,
        identity_queries.PERSONAL_TOKEN_COUNT,
        params={"user_id": actor.id},
        paging=paging,
    )
    return found.map(_shown)


async def mint_personal_token(
    tx: Transaction, actor: Actor, new: NewPersonalToken
) -> NewTokenSecret:
    """Make a token with no more rights than the one in use.

    One made with a scoped token does not outlive it either.
    """
    # The same row that a new password takes before it ends the user's tokens.
    await tx.run(identity_queries.TAKE_USER, id=actor.id)
    if await tx.one(str, identity_queries.TOKEN_EXISTS, id=actor.token_id) is None:
        raise NotAuthenticated("This token has been revoked")
    kept = await tx.one(int, identity_queries.PERSONAL_TOKEN_COUNT, user_id=actor.id) or 0
    if kept >= MOST_TOKENS:
        raise TooManyTokens
    token, now = tokens.new_token_secret(), clock.now()
    scopes, expires_at = _scopes(actor, new.scopes), _end(actor, new.expires_at)
    token_id = await tokens.store_token(
        tx,
        token,
        user_id=actor.id,
        kind="personal",
        name=new.name,
        now=now,
        scopes=scopes,
        expires_at=expires_at,
    )
    return NewTokenSecret(
        id=token_id,
        name=new.name,
        scopes=scopes,
        expires_at=expires_at,
        created_at=now,
        last_used_at=None,
        token=token,
    )


def _scopes(actor: Actor, asked: list[str] | None) -> list[str] | None:
    """The new token's scopes; None, all that the owner may, comes from an unscoped one alone."""
    if asked is None:
        return [*sorted(actor.permissions)] if actor.is_scoped else None
    rules.check_covers(actor, asked)
    return asked


def _end(actor: Actor, wanted: str | UnsetType | None) -> str | None:
    """The end of the token: after a year unless another time, or never, is asked for."""
    asked = clock.moment_later(days=_DEFAULT_DAYS) if wanted is UNSET else wanted
    if wanted is UNSET and actor.is_scoped and actor.expires_at is not None:
        return min(asked or actor.expires_at, actor.expires_at)
    if not actor.is_scoped or actor.expires_at is None:
        return asked
    if asked is not None and asked > actor.expires_at:
        raise PermissionDenied("A scoped token cannot make a token that outlives it")
    return asked or actor.expires_at


async def revoke_personal_token(tx: Transaction, actor: Actor, token_id: TokenId) -> None:
    """End one of the actor's tokens; NotFound for another user's.

    PermissionDenied for a token with scopes, unless it ends itself or what it might have made.
    """
    if actor.is_scoped and token_id != actor.token_id:
        found = await tx.one(
            PersonalRow, identity_queries.PERSONAL_TOKEN, id=token_id, user_id=actor.id
        )
        if found is not None and not _covers(actor, _shown(found)):
            raise PermissionDenied(
                "The token in use cannot make a token with more rights than its own"
            )
    if not await tx.run(identity_queries.DELETE_TOKEN, id=token_id, user_id=actor.id):
        raise NotFound.of("Token", token_id)


def _covers(actor: Actor, token: PersonalToken) -> bool:
    return token.scopes is not None and expand_manage(token.scopes) <= actor.permissions


def _shown(row: PersonalRow) -> PersonalToken:
    scopes = None if row.scopes is None else msgspec.json.decode(row.scopes, type=list[str])
    return PersonalToken(
        id=row.id,
        name=row.name,
        scopes=scopes,
        expires_at=row.expires_at,
        created_at=row.created_at,
        last_used_at=row.last_used_at,
    )
