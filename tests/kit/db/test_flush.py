"""Commits in turn free the order before the disk has them; nobody is answered before."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from partwright.kit.db import Database, DatabaseUnavailable, open_database
from partwright.kit.db.postgres_flush import FLUSH
from tests.kit.db.counters import ADD
from tests.kit.db.ordered_writes import TABLE, write, write_until_refused
from tests.support.own_postgres import OwnServer, own_server

FLUSHED = "SELECT count(*) FROM pg_stat_activity WHERE query = %s"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
WRITERS = 8


@pytest.fixture
def server() -> Iterator[OwnServer]:
    with own_server() as server:
        with contextlib.closing(server.connect()) as connection:
            connection.execute(TABLE)
            connection.execute(ADD.replace(":prefix", "'order'").replace(":last", "0").encode())
        yield server


@pytest.fixture
async def processes(server: OwnServer) -> AsyncIterator[list[Database]]:
    """Two that share the database, and that have written side by side before."""
    opened = [await open_database(server.url) for _ in range(2)]
    for at, db in enumerate(opened):
        n = 0
        while told(server, FLUSHED, FLUSH) <= at:
            assert n < 100
            await asyncio.gather(*(write(db, f"first {at} {n} {side}") for side in range(2)))
            n += 1
    yield opened
    # What still waits for a disk that is stalled ends with the server.
    server.end()
    await asyncio.gather(*(db.close() for db in opened))


def told(server: OwnServer, sql: str, *values: str) -> Any:
    with contextlib.closing(server.connect()) as connection:
        row = connection.execute(sql.encode(), values).fetchone()
    assert row is not None
    return row[0]


def stored(server: OwnServer) -> set[Any]:
    with contextlib.closing(server.connect()) as connection:
        return {row[0] for row in connection.execute("SELECT prefix FROM counters")}


def stall_the_disk(server: OwnServer) -> None:
    """From now on whoever waits for a commit waits for a standby that never comes."""
    with contextlib.closing(server.connect()) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        connection.execute("SELECT pg_reload_conf()")
    # It is in force once somebody waits.
    while not told(server, WAITING):
        with contextlib.closing(server.connect()) as connection:
            connection.pgconn.send_query(FLUSH.encode())
            time.sleep(0.02)


async def until(condition: Callable[[], bool]) -> None:
    def wait() -> None:
        give_up = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < give_up
            time.sleep(0.01)

    await asyncio.to_thread(wait)


async def test_the_order_is_free_while_a_commit_is_waited_for(
    server: OwnServer, processes: list[Database]
) -> None:
    before = told(server, "SELECT last FROM counters WHERE prefix = 'order'")
    stall_the_disk(server)
    names = {f"{n} {at}" for n in range(3) for at in range(2)}
    writers = [
        asyncio.create_task(write(processes[at], f"{n} {at}")) for n in range(3) for at in range(2)
    ]
    # Those of both are committed one after the other, and can be seen.
    await until(lambda: stored(server) >= names)
    assert told(server, "SELECT last FROM counters WHERE prefix = 'order'") == before + 6
    reader = asyncio.create_task(processes[0].flush())
    await until(lambda: told(server, WAITING) > 3)
    assert not [one for one in (*writers, reader) if one.done()]
    server.kill()
    outcomes = await asyncio.gather(*writers, reader, return_exceptions=True)
    assert {type(one) for one in outcomes} == {DatabaseUnavailable}


async def test_no_acknowledged_write_is_lost_when_the_server_is_killed(
    server: OwnServer, processes: list[Database]
) -> None:
    acknowledged: list[str] = []
    is_over = asyncio.Event()

    async with asyncio.TaskGroup() as group:
        for at, db in enumerate(processes):
            for writer in range(WRITERS):
                group.create_task(write_until_refused(db, f"{at} {writer}", acknowledged, is_over))
        await until(lambda: len(acknowledged) > 200)
        await asyncio.to_thread(server.kill)
        is_over.set()
        server.start_again()
    assert not set(acknowledged) - stored(server)
    # They find it again, and so does what flushes.
    await asyncio.gather(*(write(db, f"after {at}") for at, db in enumerate(processes)))
