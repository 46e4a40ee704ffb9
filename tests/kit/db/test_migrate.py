import asyncio
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from partwright.cli import doctor
from partwright.cli.console import CommandFailed
from partwright.cli.schema_update import bring_up_to_date
from partwright.kit.db import Database, DatabaseUnavailable, open_database
from partwright.kit.db.migrate import run_migrations
from partwright.migrations.numbers import SCRIPTS, known_schemas
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


COMPANY = """
    INSERT INTO suppliers (id, name, name_key, is_active, is_withdrawn, created_at, updated_at)
    VALUES (:id, :name, :name_key, TRUE, FALSE, 't', 't')
"""


async def test_decomposed_numbers_are_composed_unless_another_item_has_them(
    database: Place, tmp_path: Path
) -> None:
    held = {
        "lone": "gro\u0308\u00dfe-1".casefold(),
        "own": "w-\u0439",
        "twin": "u\u0308-2",
        "present": "\u00fc-2",
        "first": "s\u0323\u0307",
        "second": "s\u0307\u0323",
        "plain": "p-1",
    }
    db = await open_database(database.url)
    async with db.transaction() as tx:
        for name, key in held.items():
            await tx.run(
                "INSERT INTO masters (id, number_key, type, created_at) VALUES (:id, :key, 'Part', 't')",
                id=name,
                key=key,
            )
        for table in ("manufacturers", "suppliers"):
            await tx.run(f"DROP INDEX {table}_plain_name")
            await tx.run(f"ALTER TABLE {table} DROP COLUMN plain_name")
        is_sqlite = database.url.startswith("sqlite")
        followed = "TRIGGER search_words_plainly"
        await tx.run(f"DROP {followed if is_sqlite else 'FUNCTION search_words_plainly CASCADE'}")
        await tx.run("DROP INDEX search_words_plain")
        await tx.run("ALTER TABLE search_words DROP COLUMN plain")
        await tx.run("INSERT INTO search_words (text) VALUES (' flügel ')")
        await tx.run(COMPANY, id="c1", name="Würth", name_key="würth")
        await tx.run("UPDATE alembic_version SET version_num = '0059'")
        await tx.run("DROP INDEX file_names_text")
    await db.close()
    assert migrate(database.url)[0] == "0060"
    db = await open_database(database.url)
    async with db.snapshot() as reads:
        assert await reads.one(str, "SELECT plain_name FROM suppliers") == "wurth"
        assert await reads.one(str, "SELECT plain FROM search_words") == " flugel "
        found = {
            name: await reads.one(str, "SELECT number_key FROM masters WHERE id = :id", id=name)
            for name in held
        }
    await db.close()
    assert found == held | {"lone": "gr\u00f6sse-1"}
    with pytest.raises(CommandFailed, match="3 item numbers look like those of other items"):
        doctor.database(Settings(data_dir=tmp_path, database_url=database.url))


RECORDS = """
    PRAGMA foreign_keys = OFF;
    INSERT INTO commits (seq, id, branch_id, message, created_at, added, modified, removed, revisions)
    VALUES (7, 'c7', 'b', 'late', 't', 1, 0, 0, '{}'), (3, 'c3', 'b', 'early', 't', 0, 1, 0, '{}');
    INSERT INTO history (id, master_id, item_id, commit_id, action, user_id, happened_at, changes)
    VALUES ('h2', 'm', 'i', 'c7', 'updated', 'u', 't', '{}'), ('h1', 'm', 'i', 'c3', 'created', 'u', 't', '{}');
    INSERT INTO events (seq, part, kind, happened_at, action, content, touched)
    VALUES (7, 0, 'commit', 't', '', 'x', 1), (3, 0, 'commit', 't', '', 'y', 1), (3, 1, 'item', 't', '', '', 0);
"""


LONG_HISTORY = """
    INSERT INTO history (id, master_id, item_id, commit_id, action, user_id, happened_at, changes)
      WITH RECURSIVE n(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n WHERE n < 400)
    SELECT 'x' || n, 'm', 'i', 'c7', 'updated', 'u', 't', hex(zeroblob(550)) FROM n;
"""
"""Rows of 1,100 bytes of changes, as an edit of attributes leaves them."""
INDEXES = """
    SELECT sql FROM sqlite_master
     WHERE tbl_name IN ('commits', 'history', 'events') AND type = 'index' AND sql IS NOT NULL
     ORDER BY sql
"""


def pages(stored: sqlite3.Connection) -> int:
    stored.execute("VACUUM")
    (count,) = stored.execute("PRAGMA page_count").fetchone()
    return int(count)


def test_records_keep_their_rows_when_they_move_into_the_tree_of_their_key(tmp_path: Path) -> None:
    former, file = tmp_path / "scripts", tmp_path / "partwright.sqlite"
    shutil.copytree(SCRIPTS, former)
    for script in (former / "versions").glob("*.py"):
        if script.name >= "0053":
            script.unlink()
    url = f"sqlite:///{file}"
    run_migrations(url, former)
    orders = {"commits": "seq", "history": "id", "events": "seq, part"}

    def rows() -> dict[str, list[tuple[object, ...]]]:
        return {
            table: stored.execute(f"SELECT * FROM {table} ORDER BY {key}").fetchall()
            for table, key in orders.items()
        }

    with sqlite3.connect(file) as stored:
        stored.executescript(RECORDS + LONG_HISTORY)
        before = rows(), stored.execute(INDEXES).fetchall()
        size = pages(stored)
    stored.close()
    assert migrate(url)[0] == "0053"
    with sqlite3.connect(file) as stored:
        assert (rows(), stored.execute(INDEXES).fetchall()) == before
        assert pages(stored) < size * 1.2, "long rows have no place in the tree of their key"
        keys = "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name = 'commits' AND sql IS NULL"
        assert stored.execute(keys).fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError, match="no such column"):
            stored.execute("SELECT rowid FROM events")
        with pytest.raises(sqlite3.IntegrityError):
            stored.execute("INSERT INTO events SELECT * FROM events WHERE part = 1")
        assert stored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    stored.close()
