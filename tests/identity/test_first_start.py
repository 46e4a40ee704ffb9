import asyncio
import stat
from pathlib import Path

import pytest

from partwright.accounts.first_start import first_start
from partwright.identity.authentication import find_actor
from partwright.identity.permissions import ALL, BUILT_IN_ROLES
from partwright.kit.db import open_database
from partwright.migrations.schema import migrate
from partwright.settings import Settings
from tests.support.databases import Database

TOKEN = "a-token-of-thirty-two-characters!"
GIVEN = {"admin_email": " Grace@Example.com ", "admin_password": "ten chars!", "admin_token": TOKEN}


@pytest.fixture
def empty(empty_database: Database, tmp_path: Path) -> Settings:
    migrate(empty_database.url)
    return Settings(
        database_url=empty_database.url,
        data_dir=tmp_path / "data",
        rate_limit_login=0,
        rate_limit_anonymous=0,
    )


def given(settings: Settings) -> Settings:
    return Settings(database_url=settings.database_url, data_dir=settings.data_dir, **GIVEN)  # type: ignore[arg-type]


async def test_secrets_are_generated_and_written_for_the_owner_alone(empty: Settings) -> None:
    database = await open_database(empty.database)
    told = await first_start(database, empty)
    assert told is not None
    assert told.email == "admin@localhost"
    assert told.password
    assert told.token
    assert told.file is not None
    assert stat.S_IMODE(told.file.stat().st_mode) == 0o600
    written = told.file.read_text()
    assert told.password in written
    assert told.token in written
    async with database.snapshot() as snapshot:
        actor = await find_actor(snapshot, told.token)
    assert actor is not None
    assert actor.is_administrator
    assert actor.permissions == ALL
    await database.close()


async def test_it_happens_once(empty: Settings) -> None:
    database = await open_database(empty.database)
    told = await first_start(database, empty)
    assert told is not None
    assert told.file is not None
    written = told.file.read_text()
    assert await first_start(database, empty) is None
    assert told.file.read_text() == written
    await database.close()


async def test_secrets_of_the_settings_are_used_and_written_nowhere(empty: Settings) -> None:
    settings = given(empty)
    database = await open_database(settings.database)
    told = await first_start(database, settings)
    assert told is not None
    assert (told.email, told.password, told.token, told.file) == (
        "Grace@Example.com",
        None,
        None,
        None,
    )
    assert not (settings.data_dir / "first-administrator.txt").exists()
    async with database.snapshot() as snapshot:
        actor = await find_actor(snapshot, TOKEN)
    assert actor is not None
    assert actor.email == "Grace@Example.com"
    await database.close()


async def test_two_processes_that_start_at_once_make_one_administrator(empty: Settings) -> None:
    first, second = await open_database(empty.database), await open_database(empty.database)
    told = await asyncio.gather(first_start(first, empty), first_start(second, empty))
    assert len([each for each in told if each is not None]) == 1
    async with first.snapshot() as snapshot:
        users = await snapshot.one(int, "SELECT COUNT(*) FROM users")
        roles = await snapshot.one(int, "SELECT COUNT(*) FROM roles")
    assert (users, roles) == (1, len(BUILT_IN_ROLES))
    await first.close()
    await second.close()


async def test_a_database_with_users_is_left_alone(settings: Settings) -> None:
    database = await open_database(settings.database)
    assert await first_start(database, settings) is None
    assert not (settings.data_dir / "first-administrator.txt").exists()
    await database.close()
