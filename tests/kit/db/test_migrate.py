import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from partwright.cli.console import CommandFailed
from partwright.cli.schema_update import bring_up_to_date
from partwright.kit.db import Database, DatabaseUnavailable, open_database
from partwright.migrations.numbers import known_schemas
from partwright.migrations.schema import is_current, migrate
from partwright.settings import Settings
from tests.kit.db.counters import stored, write
from tests.support.databases import Database as Place

MIGRATE = "import sys; from partwright.migrations.schema import migrate; migrate(sys.argv[1])"


async def open_and_use(place: Place) -> None:
    db: Database = await open_database(place.url)
    await write(db, "a")
    assert await stored(db) == ["a"]
    await db.close()


async def test_an_empty_database_is_brought_to_the_newest_schema(empty_database: Place) -> None:
    assert not is_current(empty_database.url)
    tried = migrate(empty_database.url, is_trial=True)
    assert tried == sorted(known_schemas()), (
        "a script is named by its number, and follows the one before"
    )
    # A trial leaves nothing behind.
    assert not is_current(empty_database.url)
    assert migrate(empty_database.url) == tried
    assert is_current(empty_database.url)
    await open_and_use(empty_database)


async def test_a_second_time_changes_nothing_and_a_newer_schema_is_left_alone(
    database: Place, tmp_path: Path
) -> None:
    await open_and_use(database)
    assert migrate(database.url) == []
    db = await open_database(database.url)
    assert await stored(db) == ["a"]
    async with db.transaction() as tx:
        await tx.run("UPDATE alembic_version SET version_num = '9999'")
    await db.close()
    settings = Settings(data_dir=tmp_path, database_url=database.url)
    with pytest.raises(CommandFailed, match="made by a newer Partwright: it has migration 9999"):
        bring_up_to_date(settings)


def test_several_processes_may_do_it_at_once(empty_database: Place) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, empty_database.url], stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    assert [process.communicate()[1] for process in processes] == [""] * 3
    assert [process.returncode for process in processes] == [0] * 3
    asyncio.run(open_and_use(empty_database))


def test_nobody_there_is_refused() -> None:
    with pytest.raises(DatabaseUnavailable):
        migrate("postgresql://nobody@127.0.0.1:1/nothing")
