import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from partwright.kit.db import Database, DatabaseUnavailable, TransactionLost, open_database
from partwright.kit.db.base import retrying
from tests.kit.db.counters import SET, prefixes, stored, write
from tests.support import databases, postgres
from tests.support.databases import Database as Place

OTHERS = """
    SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return databases.fresh("postgres", tmp_path)


@pytest.fixture
async def db(place: Place) -> AsyncIterator[Database]:
    opened = await open_database(place.url)
    yield opened
    await opened.close()


def end_all_connections(place: Place) -> None:
    with contextlib.closing(postgres.psycopg.connect(place.url, autocommit=True)) as connection:
        connection.execute(OTHERS)


async def test_of_two_that_wait_for_each_other_one_runs_again(db: Database) -> None:
    both_hold_one = asyncio.Barrier(2)
    lost = 0

    async def take(first: str, second: str, last: int) -> None:
        met = False

        async def work() -> None:
            nonlocal met, lost
            try:
                async with db.transaction() as tx:
                    await tx.run(SET, prefix=first, last=last)
                    if not met:
                        met = True
                        await both_hold_one.wait()
                    await tx.run(SET, prefix=second, last=last)
            except TransactionLost:
                lost += 1
                raise

        await retrying(work)

    await write(db, "a", "b")
    await asyncio.gather(take("a", "b", 1), take("b", "a", 2))
    assert lost == 1
    async with db.glance() as glance:
        values = await glance.all(int, "SELECT last FROM counters")
    assert values in ([1, 1], [2, 2])


async def test_connections_that_the_server_closed_are_replaced_unnoticed(
    db: Database, place: Place
) -> None:
    await asyncio.gather(*(write(db, str(n)) for n in range(8)))
    end_all_connections(place)
    await asyncio.gather(*(write(db, f"after {n}") for n in range(8)))
    assert len(await stored(db)) == 16


async def test_a_connection_lost_midway_is_refused_and_undone(db: Database, place: Place) -> None:
    async def lost_between_statements() -> None:
        async with db.transaction() as tx:
            await tx.run("INSERT INTO counters VALUES ('a', 1)")
            end_all_connections(place)
            await tx.run("INSERT INTO counters VALUES ('b', 1)")

    async def lost_before_the_commit() -> None:
        async with db.transaction() as tx:
            await tx.run("INSERT INTO counters VALUES ('c', 1)")
            end_all_connections(place)

    async def lost_while_reading() -> None:
        async with db.snapshot() as snapshot:
            end_all_connections(place)
            await prefixes(snapshot)

    for mishap in (lost_between_statements, lost_before_the_commit, lost_while_reading):
        with pytest.raises(DatabaseUnavailable):
            await mishap()
    assert await stored(db) == []


async def test_a_snapshot_cannot_write(db: Database) -> None:
    with pytest.raises(postgres.psycopg.errors.ReadOnlySqlTransaction):
        async with db.snapshot() as snapshot:
            await snapshot.all(int, "INSERT INTO counters VALUES ('a', 1) RETURNING last")


async def test_more_callers_than_connections_are_served(db: Database) -> None:
    async def read() -> list[str]:
        async with db.snapshot() as snapshot:
            await asyncio.sleep(0.001)
            return await prefixes(snapshot)

    await write(db, "a")
    assert await asyncio.gather(*(read() for _ in range(100))) == [["a"]] * 100


async def test_nobody_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partwright.kit.db.postgres.WAIT_SECONDS", 0.1)
    with pytest.raises(DatabaseUnavailable):
        await open_database("postgresql://nobody@127.0.0.1:1/nothing")
