"""Contents of every database when a test begins: roles, people, lifecycles, the library."""

import asyncio
import json
from threading import Thread
from typing import Any

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from partwright.identity.permissions import BUILT_IN_ROLES
from partwright.identity.tokens import token_digest
from partwright.kit.db import open_database
from partwright.kit.postgres_address import postgres_address
from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows.service import ensure_defaults
from tests.support.people import EVERYBODY, PASSWORD_HASH

_MOMENT = "2026-01-01T00:00:00.000Z"

_ROLE = """
    INSERT INTO roles
    VALUES (:id, :name, :key, :description, :permissions, :built_in, :moment, :moment)
"""
_USER = """
    INSERT INTO users VALUES (:id, :email, :email, :name, :hash, :active, :moment, :moment, NULL)
"""
_USER_ROLE = "INSERT INTO user_roles VALUES (:user, :role)"
_TOKEN = """
    INSERT INTO tokens (id, user_id, kind, name, digest, scopes, created_at, expires_at)
    VALUES (:id, :user, 'personal', 'for the tests', :digest, NULL, :moment, NULL)
"""


def seed(url: str) -> None:
    """Fill a migrated database."""
    address = postgres_address(url).url if url.startswith("postgresql://") else url
    engine = create_engine(
        address.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool
    )
    with engine.begin() as connection:
        roles = _roles(connection)
        for person in EVERYBODY:
            _person(connection, person.id, roles.get(person.role or ""), person)
    # In a thread of its own, since the one that asks may have an event loop already.
    stocking = Thread(target=lambda: asyncio.run(_stock(url)))
    stocking.start()
    stocking.join()


async def _stock(url: str) -> None:
    """What items need to be written: their lifecycles, and the line of those without a design."""
    database = await open_database(url)
    async with database.transaction() as tx:
        await ensure_defaults(tx)
        await ensure_library_branch(tx)
    await database.close()


def _roles(connection: Connection) -> dict[str, str]:
    """The ids of the built-in roles, which are made here unless the first start made them."""
    found: dict[str, str] = {
        name: role_id for role_id, name in connection.execute(text("SELECT id, name FROM roles"))
    }
    for number, (name, (description, permissions)) in enumerate(BUILT_IN_ROLES.items(), 1):
        if name not in found:
            found[name] = f"00000000-0000-7000-9000-{number:012d}"
            connection.execute(
                text(_ROLE),
                {
                    "id": found[name],
                    "name": name,
                    "key": name.casefold(),
                    "description": description,
                    "permissions": json.dumps(sorted(permissions)),
                    "built_in": True,
                    "moment": _MOMENT,
                },
            )
    return found


def _person(connection: Connection, user_id: str, role_id: str | None, person: Any) -> None:
    connection.execute(
        text(_USER),
        {
            "id": user_id,
            "email": person.email,
            "name": person.name,
            "hash": PASSWORD_HASH,
            "active": True,
            "moment": _MOMENT,
        },
    )
    if role_id:
        connection.execute(text(_USER_ROLE), {"user": user_id, "role": role_id})
    connection.execute(
        text(_TOKEN),
        {
            "id": user_id,
            "user": user_id,
            "digest": token_digest(person.token),
            "moment": _MOMENT,
        },
    )
