"""A standby that commits wait for takes over, and has all that was acknowledged."""

import asyncio
import contextlib
import time
from collections.abc import Callable

import psycopg

from partwright.kit.db import Database, DatabaseUnavailable, open_database
from partwright.migrations.schema import is_current
from tests.kit.db.ordered_writes import TABLE, write, write_until_refused
from tests.support.own_postgres import OwnServer, own_server

IN_STEP = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
RECEIVER = "SELECT pid FROM pg_stat_wal_receiver"
PROCESSES, WRITERS = 2, 8
STALL_SECONDS = 0.5


def asked(url: str, sql: str) -> list[tuple[object, ...]]:
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
        return connection.execute(sql.encode()).fetchall()


def stored(url: str) -> set[object]:
    return {prefix for (prefix,) in asked(url, "SELECT prefix FROM counters")}


def until(condition: Callable[[], object]) -> None:
    give_up = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def wait_for_the_standby(server: OwnServer) -> None:
    """From now on who waits for a commit waits for the standby."""
    with contextlib.closing(server.connect()) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        connection.execute("SELECT pg_reload_conf()")
    until(lambda: asked(server.url, IN_STEP))


def promote(server: OwnServer, standby: str) -> None:
    """Cut the standby off, let the server go on for a while, and let the standby take over."""
    with contextlib.closing(psycopg.connect(standby, autocommit=True)) as connection:
        connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
        connection.execute("SELECT pg_reload_conf()")
    until(lambda: not asked(standby, RECEIVER))
    time.sleep(STALL_SECONDS)
    server.kill()
    asked(standby, "SELECT pg_promote()")


async def write_again(db: Database, prefix: str) -> None:
    """Once the server that took over has been found."""
    give_up = time.monotonic() + 30
    while True:
        try:
            return await write(db, prefix)
        except DatabaseUnavailable:
            assert time.monotonic() < give_up
            await asyncio.sleep(0.1)


async def test_no_acknowledged_write_is_lost_when_a_standby_takes_over() -> None:
    with own_server() as server:
        with contextlib.closing(server.connect()) as connection:
            connection.execute(TABLE)
            connection.execute("INSERT INTO counters VALUES ('order', 0)")
        with server.standby() as standby:
            hosts = ",".join(url.partition("host=")[2] for url in (standby, server.url))
            both = f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write"
            assert not is_current(both)
            wait_for_the_standby(server)
            await fail_over(server, standby, both)


async def fail_over(server: OwnServer, standby: str, both: str) -> None:
    opened = [await open_database(both) for _ in range(PROCESSES)]
    acknowledged: list[str] = []
    is_over = asyncio.Event()
    try:
        async with asyncio.TaskGroup() as group:
            for at, db in enumerate(opened):
                for writer in range(WRITERS):
                    group.create_task(
                        write_until_refused(db, f"{at} {writer}", acknowledged, is_over)
                    )
            await asyncio.to_thread(until, lambda: len(acknowledged) > 100 * PROCESSES)
            await asyncio.to_thread(promote, server, standby)
            is_over.set()
        assert not set(acknowledged) - stored(standby)
        # The same processes go on with the one that took over.
        await asyncio.gather(*(write_again(db, f"after {at}") for at, db in enumerate(opened)))
        assert {f"after {at}" for at in range(PROCESSES)} <= stored(standby)
    finally:
        await asyncio.gather(*(db.close() for db in opened))
