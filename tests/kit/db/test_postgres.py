import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from partwright.kit.db import Database, DatabaseUnavailable, TransactionLost, open_database
from partwright.kit.db.base import retry_lost_transaction
from partwright.kit.db.postgres import FIRST_ANALYZE
from partwright.kit.db.postgres_writers import SHARED_COMMIT
from tests.kit.db.counters import ADD, SET, add, prefixes, stored, write
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


async def test_of_two_that_wait_for_each_other_both_end(db: Database) -> None:
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

        await retry_lost_transaction(work)

    await write(db, "a", "b")
    await asyncio.gather(take("a", "b", 1), take("b", "a", 2))
    # The one that runs again may be faster than the other wakes, and meet them once more.
    assert lost
    async with db.single_reads() as reads:
        values = await reads.all(int, "SELECT last FROM counters")
    assert values in ([1, 1], [2, 2])


async def in_turn(db: Database, *prefixes: str) -> str:
    """Write in turn; answers the transaction of the database that holds it."""
    async with db.transaction() as tx:
        await tx.serialize()
        for prefix in prefixes:
            await add(tx, prefix)
        found = await tx.one(str, "SELECT CAST(pg_current_xact_id() AS text)")
    assert found is not None
    return found


async def test_writers_in_turn_share_a_commit(db: Database) -> None:
    first = await in_turn(db, "a")
    together = await asyncio.gather(*(in_turn(db, f"{n:02d}") for n in range(SHARED_COMMIT + 8)))
    assert first not in together
    assert [together.count(shared) for shared in dict.fromkeys(together)] == [SHARED_COMMIT, 8]
    assert len(await stored(db)) == SHARED_COMMIT + 9


async def test_a_turn_taken_late_is_a_transaction_of_its_own(db: Database) -> None:
    async def late() -> None:
        async with db.transaction() as tx:
            await add(tx, "late")
            await tx.serialize()
            await add(tx, "later")
            assert "b" in await in_turn_is_free()

    async def in_turn_is_free() -> list[str]:
        await in_turn(db, "b")
        return await stored(db)

    await late()
    assert await stored(db) == ["b", "late", "later"]


async def test_writers_in_turn_find_a_connection_after_theirs_is_lost(
    db: Database, place: Place
) -> None:
    async def lost() -> None:
        async with db.transaction() as tx:
            await tx.serialize()
            await add(tx, "lost")
            end_all_connections(place)

    await in_turn(db, "before")
    with pytest.raises(DatabaseUnavailable):
        await lost()
    await in_turn(db, "after")
    end_all_connections(place)
    await asyncio.gather(*(in_turn(db, f"after {n}") for n in range(3)))
    assert await stored(db) == ["after", "after 0", "after 1", "after 2", "before"]


READ_LIST = "SELECT value FROM each(:ids) AS wanted"
READ_PAGE = "SELECT prefix FROM counters ORDER BY prefix LIMIT :limit"
PLANNING = "SHOW plan_cache_mode"
PLANS = "SELECT SUM(custom_plans)::int FROM pg_prepared_statements WHERE statement LIKE '%unnest%'"


async def test_statements_that_read_lists_are_planned_once(db: Database) -> None:
    async with db.snapshot() as snapshot:
        assert await snapshot.one(str, PLANNING) == "auto"
        for size in range(20):
            assert await snapshot.all(str, READ_LIST, ids=["x"] * size) == ["x"] * size
        assert await snapshot.one(str, PLANNING) == "force_generic_plan"
        assert await snapshot.one(int, PLANS) == 0
        await snapshot.all(str, READ_PAGE, limit=1)
        assert await snapshot.one(str, PLANNING) == "auto"


COUNTED = "SELECT CAST(reltuples AS int) FROM pg_class WHERE relname = 'counters'"


async def bulk(db: Database, prefix: str, size: int) -> int | None:
    """Write so many rows; answers how many the planner reckons with afterwards."""
    async with db.transaction() as tx:
        await tx.run_many(ADD, [{"prefix": f"{prefix}{n}", "last": n} for n in range(size)])
    async with db.single_reads() as reads:
        return await reads.one(int, COUNTED)


async def test_the_planner_hears_of_many_rows_and_not_of_few_more(
    db: Database, place: Place
) -> None:
    async with db.transaction() as tx:
        # What the tests before have left is forgotten, and not counted meanwhile.
        await tx.run("ALTER TABLE counters SET (autovacuum_enabled = off)")
        await tx.run("ANALYZE")
    # More than the migrations have written.
    many = 8 * FIRST_ANALYZE
    assert await bulk(db, "a", many) == many
    assert len(await stored(db)) == many
    other = await open_database(place.url)
    assert await bulk(other, "b", FIRST_ANALYZE) == many
    assert await bulk(other, "c", 2 * many) == FIRST_ANALYZE + 3 * many
    await other.close()


async def test_what_is_taken_back_leaves_the_planning_known(db: Database) -> None:
    async def page_then_fail() -> None:
        async with db.transaction() as tx:
            await tx.serialize()
            await tx.all(str, READ_PAGE, limit=1)
            raise RuntimeError

    async def read_list() -> str | None:
        async with db.transaction() as tx:
            await tx.serialize()
            await tx.all(str, READ_LIST, ids=["a"])
            return await tx.one(str, PLANNING)

    outcome = await asyncio.gather(page_then_fail(), read_list(), return_exceptions=True)
    assert outcome[1] == "force_generic_plan"


async def test_what_is_prepared_stays_so_after_a_refusal(db: Database) -> None:
    async def prepare_and_fail() -> None:
        async with db.transaction() as tx:
            await tx.serialize()
            for _ in range(8):
                await tx.all(str, READ_LIST, ids=["a"])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await prepare_and_fail()
    async with db.transaction() as tx:
        await tx.serialize()
        assert await tx.one(int, PLANS) == 0


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
