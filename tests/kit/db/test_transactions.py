import asyncio
import gc
from collections.abc import Awaitable, Callable

import pytest

from partwright.kit.db import Database, DatabaseUnavailable, TransactionLost, open_database
from partwright.kit.db.base import (
    ATTEMPTS,
    ConstraintViolated,
    answering_task,
    finish_despite_cancel,
    retry_lost_transaction,
)
from partwright.kit.db.violations import refusal_for_violation
from partwright.kit.errors import StateConflict
from tests.kit.db.counters import ADD, COUNTING, LAST, SET, add, prefixes, stored, write
from tests.support.databases import Database as Place


class Mishap(Exception):
    """What goes wrong in a test."""


async def settled(work: Callable[[], Awaitable[object]], steps: int) -> bool:
    """Run the work as a task that is cancelled after so many steps; whether it came to its end."""
    task = asyncio.ensure_future(work())
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    return (await asyncio.gather(task, return_exceptions=True))[0] is None


async def test_a_snapshot_sees_one_state(db: Database) -> None:
    await write(db, "a")
    async with db.snapshot() as snapshot:
        before = await prefixes(snapshot)
        await write(db, "b")
        assert await stored(db) == ["a", "b"]
        assert await prefixes(snapshot) == before == ["a"]
    async with db.snapshot() as snapshot:
        assert await prefixes(snapshot) == ["a", "b"]


async def test_nobody_sees_what_is_not_committed(db: Database) -> None:
    async with db.transaction() as tx:
        await add(tx, "a")
        assert await prefixes(tx) == ["a"]
        assert await stored(db) == []
        async with db.snapshot() as snapshot:
            assert await prefixes(snapshot) == []
    assert await stored(db) == ["a"]


async def test_what_raises_is_undone(db: Database) -> None:
    async def fail() -> None:
        async with db.transaction() as tx:
            await add(tx, "a")
            raise Mishap

    with pytest.raises(Mishap):
        await fail()
    assert await stored(db) == []


async def test_all_of_many_writers_at_once_are_durable(db: Database, database: Place) -> None:
    names = [f"{n:03d}" for n in range(200)]
    await asyncio.gather(*(write(db, name) for name in names))
    other = await open_database(database.url)
    assert await stored(other) == names
    await other.close()


async def test_a_failure_among_many_harms_none_but_itself(db: Database) -> None:
    async def fail(name: str) -> None:
        async with db.transaction() as tx:
            await add(tx, name)
            raise Mishap

    await write(db, "taken")
    names = [f"{n:02d}" for n in range(40)]
    work = [
        step
        for name in names
        for step in (write(db, name), fail(f"x{name}"), write(db, f"y{name}", "taken"))
    ]
    outcome = await asyncio.gather(*work, return_exceptions=True)
    assert [type(o) for o in outcome] == [type(None), Mishap, ConstraintViolated] * len(names)
    assert await stored(db) == [*names, "taken"]


@pytest.mark.parametrize("steps", range(24))
async def test_a_cancelled_writer_leaves_all_or_nothing(db: Database, steps: int) -> None:
    others = [asyncio.ensure_future(write(db, f"before{n}")) for n in range(2)]

    async def answer() -> None:
        answering_task.set(asyncio.current_task())
        await write(db, "left", "right")

    done = await settled(answer, steps)
    others += [asyncio.ensure_future(write(db, f"after{n}")) for n in range(2)]
    await asyncio.gather(*others)
    found = await stored(db)
    assert found[:4] == ["after0", "after1", "before0", "before1"]
    # Who is told of no end has written nothing, also when the commit was under way.
    assert found[4:] == (["left", "right"] if done else [])


@pytest.mark.parametrize("steps", range(0, 24, 3))
async def test_many_cancelled_writers_leave_the_way_free(db: Database, steps: int) -> None:
    await asyncio.gather(
        *(settled(lambda n=n: write(db, f"l{n}", f"r{n}"), steps + n % 5) for n in range(20))
    )
    await write(db, "end")
    found = set(await stored(db))
    assert "end" in found
    assert {p[1:] for p in found if p[0] == "l"} == {p[1:] for p in found if p[0] == "r"}


@pytest.mark.parametrize("steps", [1, 3, 6, 9, 12, 40])
async def test_a_cancelled_bulk_write_leaves_nothing(db: Database, steps: int) -> None:
    async def bulk() -> None:
        async with db.transaction() as tx:
            await tx.run_many(ADD, [{"prefix": str(n), "last": n} for n in range(5000)])
            await asyncio.sleep(60)

    assert not await settled(bulk, steps)
    await write(db, "next")
    assert await stored(db) == ["next"]


@pytest.mark.parametrize("steps", [1, 2, 3, 5, 8])
async def test_a_cancelled_reader_leaves_its_connection_fit(db: Database, steps: int) -> None:
    async def read() -> None:
        async with db.snapshot() as snapshot:
            await snapshot.one(int, COUNTING, limit=300_000)

    await asyncio.gather(*(settled(read, steps) for _ in range(8)))
    await write(db, "a")
    for _ in range(8):
        async with db.snapshot() as snapshot:
            assert await prefixes(snapshot) == ["a"]


async def test_increments_are_not_lost(db: Database) -> None:
    async def increment() -> None:
        async with db.transaction() as tx:
            await tx.run("UPDATE counters SET last = last + 1 WHERE prefix = 'a'")
            value = await tx.one(int, LAST, prefix="a")
            assert value is not None
            await tx.run(SET, prefix="a", last=value)

    await write(db, "a")
    await asyncio.gather(*(increment() for _ in range(50)))
    async with db.single_reads() as reads:
        assert await reads.one(int, LAST, prefix="a") == 50


async def test_a_lost_transaction_is_run_again(db: Database) -> None:
    tries = 0

    async def work() -> int:
        nonlocal tries
        tries += 1
        async with db.transaction() as tx:
            await add(tx, f"try {tries}")
            if tries < 3:
                raise TransactionLost
        return tries

    assert await retry_lost_transaction(work) == 3
    assert await stored(db) == ["try 3"]


async def test_a_transaction_that_is_always_lost_is_refused() -> None:
    tries = 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        raise TransactionLost

    with pytest.raises(DatabaseUnavailable) as refused:
        await retry_lost_transaction(work)
    assert tries == ATTEMPTS
    assert refused.value.retry_after


async def test_closing_answers_every_writer(db: Database, database: Place) -> None:
    names = [f"{n:02d}" for n in range(40)]
    writers = [asyncio.ensure_future(write(db, name)) for name in names]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await db.close()
    outcome = await asyncio.gather(*writers, return_exceptions=True)
    assert {type(o) for o in outcome} <= {type(None), DatabaseUnavailable}
    other = await open_database(database.url)
    done = [name for name, o in zip(names, outcome, strict=True) if o is None]
    assert await stored(other) == done
    await other.close()


async def test_a_closed_database_refuses(db: Database) -> None:
    await db.close()
    with pytest.raises(DatabaseUnavailable):
        await write(db, "late")
    with pytest.raises(DatabaseUnavailable):
        async with db.snapshot() as snapshot:
            await prefixes(snapshot)


async def test_what_fails_after_it_was_cancelled_is_not_reported_as_forgotten() -> None:
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    is_reached, is_away = asyncio.Event(), asyncio.Event()

    async def begin() -> None:
        is_reached.set()
        await is_away.wait()
        raise DatabaseUnavailable

    caller = asyncio.create_task(finish_despite_cancel(begin()))
    await is_reached.wait()
    caller.cancel()
    is_away.set()
    with pytest.raises(asyncio.CancelledError):
        await caller
    del caller
    gc.collect()
    await asyncio.sleep(0)
    assert not reported


def test_a_constraint_stands_for_its_refusal() -> None:
    table = {"users_email": lambda: StateConflict("taken")}
    assert isinstance(
        refusal_for_violation(ConstraintViolated("users_email"), table), StateConflict
    )
    with pytest.raises(ConstraintViolated):
        refusal_for_violation(ConstraintViolated("another"), table)
