"""Tokens made on the machine itself, by whoever may read the database anyway."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from partwright.cli import queries
from partwright.cli.console import WRONG_USE, CommandFailed, out
from partwright.cli.flags import UNSET, Json, Stores
from partwright.cli.opened_database import opened_database
from partwright.cli.output import print_json
from partwright.identity import queries as identity_queries
from partwright.identity.model import normalized_email
from partwright.identity.permissions import ADMINISTRATOR
from partwright.identity.queries import SecretRow
from partwright.identity.tokens import new_token_secret, store_token
from partwright.kit import clock
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.ids import TokenId, UserId

_MOST_DAYS = 36_500


def create(
    *,
    email: str,
    name: str = "Command line",
    days: int = 365,
    json: Json = False,
    flags: Stores = UNSET,
) -> None:
    """Make a personal token and print it, alone on its line.

    Parameters
    ----------
    email
        The e-mail address of the token's user.
    name
        The token's name in the user's list.
    days
        After how many days it expires; 0 for never.
    """
    if not 0 <= days <= _MOST_DAYS:
        raise CommandFailed(f"--days {days}: expected 0 to {_MOST_DAYS}", exit_code=WRONG_USE)
    expires_at = clock.moment_later(days=days) if days else None
    made = _create(flags.settings().database, email=email, name=name, expires_at=expires_at)
    secret = asyncio.run(made)
    if json:
        print_json({"token": secret, "name": name, "expiresAt": expires_at})
    else:
        out.print(secret)


async def _create(url: str, *, email: str, name: str, expires_at: str | None) -> str:
    async with opened_database(url) as database:
        async with database.single_reads() as reads:
            user = await reads.one(
                SecretRow, identity_queries.USER_BY_EMAIL, email_key=normalized_email(email)
            )
        if user is None or not user.active:
            raise CommandFailed(f"no active user has the e-mail address {email}")
        _, token = await _mint(database, user.id, name=name, expires_at=expires_at)
        return token


@asynccontextmanager
async def administrator_token(database: Database, *, name: str) -> AsyncGenerator[str]:
    """A token of some administrator, gone after the block; a killed process leaves it for a day."""
    async with database.single_reads() as reads:
        user_id = await reads.one(UserId, queries.ANY_ADMINISTRATOR, role=ADMINISTRATOR)
    if user_id is None:
        raise CommandFailed("the database has no active administrator to act for")
    expires_at = clock.moment_later(days=1)
    token_id, token = await _mint(database, user_id, name=name, expires_at=expires_at)
    try:
        yield token
    finally:
        await run_alone(database, identity_queries.DELETE_TOKEN, id=token_id, user_id=user_id)


async def _mint(
    database: Database, user_id: UserId, *, name: str, expires_at: str | None
) -> tuple[TokenId, str]:
    token = new_token_secret()

    async def mint(tx: Transaction) -> TokenId:
        return await store_token(
            tx,
            token,
            user_id=user_id,
            kind="personal",
            name=name,
            now=clock.now(),
            expires_at=expires_at,
        )

    return await write_alone(database, mint), token
