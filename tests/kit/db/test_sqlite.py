import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from partwright.kit.db import (
    ConstraintViolated,
    Database,
    DatabaseUnavailable,
    open_database,
    sqlite_connection,
    sqlite_writer,
)
from partwright.kit.db.base import NoWriteAheadLog, WrittenElsewhere
from partwright.kit.db.sqlite_connection import SqliteConnection
from partwright.kit.memory import release_memory
from tests.kit.db.counters import ADD, COUNTING, add, prefixes, stored, write
from tests.support import databases

TOKEN_OF_NOBODY = """
    INSERT INTO tokens (id, user_id, kind, name, digest, scopes, created_at, expires_at)
    VALUES ('t', 'nobody', 'personal', 'x', 'd', NULL, 'now', NULL)
"""

LONG = 300_000
"""Rows whose counting takes some hundredths of a second."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(databases.fresh("sqlite", tmp_path).url.removeprefix("sqlite:///"))


@pytest.fixture
async def db(path: Path) -> AsyncIterator[Database]:
    opened = await open_database(f"sqlite:///{path}")
    yield opened
    await opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "PATIENCE_SECONDS", 0.05)


@contextlib.contextmanager
def written_elsewhere(path: Path) -> Iterator[sqlite3.Connection]:
    """Hold the file's write lock as another process would."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_too_many_open_files_are_not_taken_for_a_disk_elsewhere(path: Path) -> None:
    code = f"""
import os, resource
from pathlib import Path
from partwright.kit.db.base import NoWriteAheadLog, WrittenElsewhere
from partwright.kit.db.sqlite_connection import SqliteConnection
from partwright.kit.db import sqlite_connection
opens = len(os.listdir("/proc/self/fd"))
resource.setrlimit(resource.RLIMIT_NOFILE, (opens, opens))
try:
    sqlite_connection.connect(Path({str(path)!r}))
except NoWriteAheadLog as error:
    print(error.reason)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    folder = path.parent
    reason = "unable to open database file, SQLITE_CANTOPEN"
    assert ended.stdout.strip() == f"SQLite cannot keep its write-ahead log in {folder} ({reason})"
    with pytest.raises(NoWriteAheadLog) as refused:
        sqlite_connection.connect(Path(":memory:"))
    assert refused.value.reason.endswith("; expected a folder on a local disk")


async def test_readers_are_opened_as_they_are_needed(db: Database, path: Path) -> None:
    descriptors = Path("/proc/self/fd")

    def opened() -> int:
        kept = [fd for fd in descriptors.iterdir() if fd.exists()]
        return sum(fd.resolve() == path for fd in kept)

    before = opened()
    with contextlib.ExitStack() as aside:
        elsewhere = path.parent.rename(path.parent.with_name("elsewhere"))
        aside.callback(elsewhere.rename, path.parent)
        # More often than there are places for readers.
        for _ in range(6):
            with pytest.raises(DatabaseUnavailable):
                async with db.snapshot():
                    pass
    async with db.snapshot() as first, db.snapshot() as second:
        assert await first.one(int, "SELECT 1") == await second.one(int, "SELECT 1") == 1
        assert opened() == before + 2
    async with db.snapshot() as again:
        assert await again.one(int, "SELECT 1") == 1
    assert opened() == before + 2


async def test_commits_are_durable(db: Database, path: Path) -> None:
    async with db.transaction() as tx:
        assert await tx.one(int, "PRAGMA synchronous") == 2
        assert await tx.one(str, "PRAGMA journal_mode") == "wal"
        assert await tx.one(int, "PRAGMA foreign_keys") == 1


async def test_long_work_does_not_hold_in_memory_what_it_may_put_back(db: Database) -> None:
    """SQLite walks such a list after each statement, so that long updates would never end."""
    async with db.transaction() as tx:
        await tx.allow_seconds(60)
        assert await tx.one(int, "PRAGMA temp_store") == 1
        await add(tx, "long")
    async with db.transaction() as tx:
        # For others a file would cost more than what they write.
        assert await tx.one(int, "PRAGMA temp_store") == 2
    assert await stored(db) == ["long"]


PAGES = """
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 10000)
    INSERT INTO big SELECT randomblob(4000) FROM many
"""


def held_megabytes() -> int:
    """What the process has of its own, after what is free has gone back."""
    release_memory()
    status = Path("/proc/self/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) // 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no /proc")
async def test_long_work_gives_the_memory_of_its_pages_back(db: Database) -> None:
    async with db.transaction() as tx:
        await tx.run("CREATE TABLE big (data BLOB)")
    before = held_megabytes()
    async with db.transaction() as tx:
        await tx.allow_seconds(60)
        await tx.run(PAGES)
    assert held_megabytes() - before > 30
    async with db.transaction() as tx:
        await add(tx, "next")
    assert held_megabytes() - before < 15


async def test_long_work_lets_those_before_it_have_their_commit(db: Database) -> None:
    begun, going_on = asyncio.Event(), asyncio.Event()

    async def work_long() -> None:
        async with db.transaction() as tx:
            await tx.allow_seconds(60)
            await add(tx, "undone")
            begun.set()
            await going_on.wait()
            raise InterruptedError

    async with db.transaction() as tx:
        await add(tx, "earlier")
        long = asyncio.ensure_future(work_long())
        await asyncio.sleep(0)
    await asyncio.wait_for(begun.wait(), 30)
    later = asyncio.ensure_future(write(db, "later"))
    going_on.set()
    with pytest.raises(InterruptedError):
        await long
    await later
    assert await stored(db) == ["earlier", "later"]


@pytest.mark.parametrize("steps", range(1, 12))
async def test_long_work_given_up_as_it_begins_leaves_the_line_to_others(
    db: Database, steps: int
) -> None:
    async def work_long() -> None:
        async with db.transaction() as tx:
            await tx.allow_seconds(60)
            await add(tx, "given up")
            await asyncio.Event().wait()

    earlier = asyncio.ensure_future(write(db, "earlier"))
    long = asyncio.ensure_future(work_long())
    for _ in range(steps):
        await asyncio.sleep(0.0001)
    long.cancel()
    await asyncio.gather(long, return_exceptions=True)
    await earlier
    await write(db, "later")
    assert await stored(db) == ["earlier", "later"]


async def test_long_work_begins_before_anything_is_written(db: Database) -> None:
    async def write_first() -> None:
        async with db.transaction() as tx:
            await add(tx, "a")
            await tx.allow_seconds(60)

    with pytest.raises(AssertionError, match="written already"):
        await write_first()
    assert await stored(db) == []


def where(_: object) -> int:
    return threading.get_ident()


async def test_short_reads_stay_in_the_event_loop(db: Database) -> None:
    async with db.snapshot() as snapshot:
        assert await snapshot.one(where, "SELECT 1") == threading.get_ident()


async def test_short_reads_let_others_run(db: Database) -> None:
    others = asyncio.Event()
    asyncio.get_running_loop().call_later(0.01, others.set)
    until = time.monotonic() + 5
    while not others.is_set():
        assert time.monotonic() < until
        async with db.snapshot() as snapshot:
            await snapshot.one(int, "SELECT 1")


async def test_a_long_read_is_left_to_a_thread_and_sees_the_same_state(db: Database) -> None:
    async with db.snapshot() as snapshot:
        before = await prefixes(snapshot)
        await write(db, "late")
        counted = db.statements
        assert await snapshot.one(where, COUNTING, limit=LONG) != threading.get_ident()
        assert db.statements == counted + 1
        assert await prefixes(snapshot) == before


async def test_a_writer_leaves_reads_of_many_things_to_a_thread(db: Database) -> None:
    sql = "SELECT value FROM each(:ids) LIMIT 1"
    async with db.transaction() as tx:
        for count, stays in ((1, True), (5000, False)):
            ids = ["x"] * count
            assert (await tx.one(where, sql, ids=ids) == threading.get_ident()) == stays
            assert (await tx.all(where, sql, ids=ids) == [threading.get_ident()]) == stays


async def test_what_was_long_twice_is_not_tried_in_the_event_loop(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with db.snapshot() as snapshot:
        # More than twice: one that was broken off while others had the processor says nothing.
        for _ in range(6):
            await snapshot.one(int, COUNTING, limit=LONG)
        assert await snapshot.one(where, COUNTING, limit=1) != threading.get_ident()
        later = time.monotonic() + 61
        monkeypatch.setattr(time, "monotonic", lambda: later)
        assert await snapshot.one(where, COUNTING, limit=1) == threading.get_ident()


async def test_a_cancelled_read_is_stopped(db: Database) -> None:
    async def read() -> None:
        async with db.snapshot() as snapshot:
            await snapshot.one(int, COUNTING, limit=1 << 60)

    reading = [asyncio.ensure_future(read()) for _ in range(6)]
    await asyncio.sleep(0.01)
    for task in reading:
        task.cancel()
    outcome = await asyncio.gather(*reading, return_exceptions=True)
    assert {type(o) for o in outcome} == {asyncio.CancelledError}


@pytest.mark.usefixtures("impatient")
async def test_a_write_lock_held_elsewhere_refuses_all_who_wait(path: Path) -> None:
    db = await open_database(f"sqlite:///{path}")
    with written_elsewhere(path):
        outcome = await asyncio.gather(
            *(write(db, str(n)) for n in range(5)), return_exceptions=True
        )
        assert {type(o) for o in outcome} == {WrittenElsewhere}
        assert {o.retry_after for o in outcome if isinstance(o, WrittenElsewhere)} == {10}
        assert await stored(db) == []
    await write(db, "after")
    assert await stored(db) == ["after"]
    await db.close()


async def test_each_waits_as_long_for_a_write_lock_held_elsewhere(
    db: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "PATIENCE_SECONDS", 0.3)
    with written_elsewhere(path) as other:
        first = asyncio.ensure_future(write(db, "first"))
        await asyncio.sleep(0.2)
        later = asyncio.ensure_future(write(db, "later"))
        with pytest.raises(WrittenElsewhere):
            await first
        assert not later.done()
        other.execute("COMMIT")
    await later
    assert await stored(db) == ["later"]


async def test_who_goes_away_waits_no_longer_for_a_write_lock(db: Database, path: Path) -> None:
    with written_elsewhere(path):
        waiting = asyncio.ensure_future(write(db, "gone"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        assert await asyncio.wait([waiting], timeout=5) == ({waiting}, set())
    await write(db, "after")
    assert await stored(db) == ["after"]


async def test_a_write_lock_held_elsewhere_is_waited_for(db: Database, path: Path) -> None:
    with written_elsewhere(path) as other:
        waiting = asyncio.ensure_future(write(db, "here"))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        other.execute(ADD, {"prefix": "elsewhere", "last": 0})
        other.execute("COMMIT")
    await waiting
    assert await stored(db) == ["elsewhere", "here"]


async def test_another_process_may_come_after_a_writer_that_is_undone(
    db: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = SqliteConnection.execute_unprepared

    async def refused() -> None:
        async with db.transaction() as tx:
            await add(tx, "refused")
            raise InterruptedError

    with contextlib.closing(
        sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    ) as other:

        def let_other_in(connection: SqliteConnection, sql: str) -> None:
            execute(connection, sql)
            if sql == "ROLLBACK":
                other.execute("BEGIN IMMEDIATE")

        monkeypatch.setattr(SqliteConnection, "execute_unprepared", let_other_in)
        undone = asyncio.ensure_future(refused())
        behind = asyncio.ensure_future(write(db, "behind"))
        with pytest.raises(InterruptedError):
            await undone
        await asyncio.sleep(0.05)
        assert not behind.done()
        other.execute(ADD, {"prefix": "elsewhere", "last": 0})
        other.execute("COMMIT")
        await behind
    assert await stored(db) == ["behind", "elsewhere"]


@pytest.mark.parametrize("steps", range(6))
async def test_a_writer_cancelled_while_it_waits_for_the_lock(
    db: Database, path: Path, steps: int
) -> None:
    with written_elsewhere(path) as other:
        waiting = asyncio.ensure_future(write(db, "cancelled"))
        behind = asyncio.ensure_future(write(db, "behind"))
        for _ in range(steps):
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0.01)
        other.execute("COMMIT")
    await asyncio.gather(waiting, return_exceptions=True)
    await behind
    assert await stored(db) == ["behind"]


async def test_a_failed_commit_is_told_to_all_who_share_it(db: Database) -> None:
    async def owe() -> None:
        async with db.transaction() as tx:
            await tx.run("PRAGMA defer_foreign_keys = ON")
            await tx.run(TOKEN_OF_NOBODY)

    outcome = await asyncio.gather(write(db, "a"), owe(), write(db, "b"), return_exceptions=True)
    assert [type(o) for o in outcome] == [ConstraintViolated] * 3
    await write(db, "next")
    assert await stored(db) == ["next"]


async def test_when_sqlite_takes_all_back_no_one_is_told_otherwise(db: Database) -> None:
    async def ruin() -> None:
        async with db.transaction() as tx:
            with contextlib.suppress(ConstraintViolated):
                await tx.run("INSERT OR ROLLBACK INTO counters VALUES ('a', 0)")
            await add(tx, "outside of any transaction")

    outcome = await asyncio.gather(write(db, "a"), ruin(), write(db, "b"), return_exceptions=True)
    assert [type(o) for o in outcome] == [DatabaseUnavailable, DatabaseUnavailable, type(None)]
    assert await stored(db) == ["b"]


async def test_a_full_disk_is_no_fault_of_the_service(db: Database) -> None:
    async with db.transaction() as tx:
        pages = await tx.one(int, "PRAGMA page_count")
        await tx.one(int, f"PRAGMA max_page_count = {pages}")
    rows = [{"prefix": f"{n}" * 1000, "last": n} for n in range(100)]
    with pytest.raises(DatabaseUnavailable):
        async with db.transaction() as tx:
            await tx.run_many(ADD, rows)
    assert await stored(db) == []


WRITE_UNTIL_KILLED = """
import asyncio, sys
from partwright.kit.db import open_database

async def write(db, name):
    async with db.transaction() as tx:
        await tx.run("INSERT INTO counters (prefix, last) VALUES (:name, 0)", name=name)
    print(name, flush=True)

async def main():
    db = await open_database(sys.argv[1])
    for n in range(1_000_000):
        await asyncio.gather(*(write(db, f"{n}-{k}") for k in range(10)))

asyncio.run(main())
"""


def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    url = f"sqlite:///{path}"
    acknowledged = []
    with subprocess.Popen(
        [sys.executable, "-c", WRITE_UNTIL_KILLED, url], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            acknowledged.append(line.strip())
            if len(acknowledged) == 200:
                process.kill()
    assert set(acknowledged) <= set(asyncio.run(stored_at(url)))


async def stored_at(url: str) -> list[str]:
    db = await open_database(url)
    found = await stored(db)
    await db.close()
    return found
