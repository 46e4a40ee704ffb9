"""Writers in turn on PostgreSQL go on with expected answers, and keep nothing that was expected wrongly."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from psycopg import DataError

from partwright.kit.db import ConstraintViolated, Database, Transaction, open_database
from partwright.kit.db.base import retry_lost_transaction
from tests.kit.db.counters import ADD, LAST, SET, add, stored, write
from tests.support import databases, postgres
from tests.support.databases import Database as Place

USES = 5
"""After so many writes everything that stays the same is expected."""
MANY = 40
"""Writers at once, of more than one commit."""
DELETE = "DELETE FROM counters WHERE prefix = :prefix"
NEXT = "UPDATE counters SET last = last + 1 WHERE prefix = :prefix RETURNING last"
HELD = "SELECT last FROM counters WHERE prefix = :prefix AND last < 0"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return databases.fresh("postgres", tmp_path)


@pytest.fixture
async def db(place: Place) -> AsyncIterator[Database]:
    opened = await open_database(place.url)
    yield opened
    await opened.close()


class Work:
    """A writer in turn, and how often it was run."""

    def __init__(self, db: Database, verb: Callable[[Transaction], Awaitable[object]]) -> None:
        self._db = db
        self._verb = verb
        self.runs = 0

    async def done(self) -> object:
        return await retry_lost_transaction(self._once)

    async def _once(self) -> object:
        self.runs += 1
        async with self._db.transaction() as tx:
            await tx.serialize()
            return await self._verb(tx)


def elsewhere(place: Place, prefix: str, last: int) -> None:
    """What another process writes."""
    with contextlib.closing(postgres.psycopg.connect(place.url, autocommit=True)) as connection:
        connection.execute("UPDATE counters SET last = %s WHERE prefix = %s", [last, prefix])


async def test_what_stays_the_same_is_not_waited_for(db: Database) -> None:
    async def verb(tx: Transaction) -> None:
        number = await tx.one(int, NEXT, prefix="number")
        assert await tx.one(int, LAST, prefix="limit") == 0
        assert await tx.all(int, HELD, prefix=f"row {number}") == []
        await tx.run(SET, prefix="limit", last=0)
        await add(tx, f"row {number}")

    await write(db, "number", "limit")
    work = Work(db, verb)
    waits: list[int] = []
    for _ in range(USES):
        before = db.waits
        await work.done()
        waits.append(db.waits - before)
    # One for all statements together, one for the commit.
    assert (waits[0], waits[-1], work.runs) == (6, 2, USES)
    assert len(await stored(db)) == 2 + USES


async def test_writers_do_not_wait_for_those_before_them(db: Database) -> None:
    await write(db, "number")
    for _ in range(USES):
        await Work(db, numbered).done()
    before = db.waits
    given = await asyncio.gather(*(Work(db, numbered).done() for _ in range(MANY)))
    assert db.waits - before < MANY
    assert given == list(range(USES + 1, USES + MANY + 1))


async def test_where_one_expected_wrongly_all_run_again_and_nothing_is_lost(
    db: Database, place: Place
) -> None:
    class Full(Exception):
        pass

    async def limited(tx: Transaction) -> None:
        if await tx.one(int, LAST, prefix="limit") == 7:
            raise Full
        await add(tx, "beyond the limit")
        await tx.run(DELETE, prefix="beyond the limit")

    await write(db, "limit", "number")
    for _ in range(USES):
        await asyncio.gather(Work(db, limited).done(), Work(db, numbered).done())
    elsewhere(place, "limit", 7)
    works = [*(Work(db, numbered) for _ in range(MANY)), Work(db, limited)]
    said = await asyncio.gather(*(work.done() for work in works), return_exceptions=True)
    numbers = list(range(1, USES + MANY + 1))
    assert sorted(n for n in said if isinstance(n, int)) == numbers[USES:]
    assert type(said[-1]) is Full
    # Who came before in the same commit ran again.
    assert max(work.runs for work in works[:-1]) == 2
    assert await stored(db) == ["limit", "number", *(f"row {number:03d}" for number in numbers)]


async def numbered(tx: Transaction) -> int:
    number = await tx.one(int, NEXT, prefix="number")
    assert number is not None
    await add(tx, f"row {number:03d}")
    return number


async def test_what_has_changed_elsewhere_is_found_out(db: Database, place: Place) -> None:
    async def verb(tx: Transaction) -> None:
        limit = await tx.one(int, LAST, prefix="limit")
        await tx.run(SET, prefix="copy", last=limit)

    await write(db, "limit", "copy")
    work = Work(db, verb)
    for _ in range(USES):
        await work.done()
    elsewhere(place, "limit", 7)
    await work.done()
    assert work.runs == USES + 2
    async with db.single_reads() as reads:
        assert await reads.one(int, LAST, prefix="copy") == 7


async def test_who_expects_nothing_is_not_taken_back_with_others(
    db: Database, place: Place
) -> None:
    async def verb(tx: Transaction) -> None:
        limit = await tx.one(int, LAST, prefix="limit")
        await tx.run(SET, prefix="copy", last=limit)

    async def certain() -> None:
        async with db.transaction() as tx:
            await tx.serialize()
            await add(tx, "certain")

    await write(db, "limit", "copy")
    work = Work(db, verb)
    for _ in range(USES):
        await work.done()
    elsewhere(place, "limit", 7)
    await asyncio.gather(certain(), work.done())
    assert await stored(db) == ["certain", "copy", "limit"]


async def test_nothing_is_refused_for_what_is_only_expected(db: Database, place: Place) -> None:
    class Closed(Exception):
        pass

    async def verb(tx: Transaction) -> None:
        await add(tx, "never")
        if await tx.one(int, LAST, prefix="open") == 0:
            raise Closed

    await write(db, "open")
    work = Work(db, verb)
    for _ in range(USES):
        with pytest.raises(Closed):
            await work.done()
    assert await stored(db) == ["open"]
    elsewhere(place, "open", 1)
    await work.done()
    assert await stored(db) == ["never", "open"]


async def test_a_refused_row_is_refused_where_it_is_written(db: Database) -> None:
    class Taken(Exception):
        pass

    async def verb(tx: Transaction, name: str) -> None:
        try:
            await add(tx, name)
        except ConstraintViolated as violated:
            raise Taken from violated
        await add(tx, f"{name} also")

    names = [*map(str, range(USES)), "0", "last"]
    work = (Work(db, partial(verb, name=name)).done() for name in names)
    said = await asyncio.gather(*work, return_exceptions=True)
    assert [type(one) for one in said] == [*[type(None)] * USES, Taken, type(None)]
    kept = [*map(str, range(USES)), "last"]
    assert await stored(db) == sorted([*kept, *(f"{name} also" for name in kept)])


async def test_numbers_of_two_processes_are_each_taken_once(db: Database, place: Place) -> None:
    class Mishap(Exception):
        pass

    def work(turn: int, one: Database) -> Awaitable[object]:
        async def verb(tx: Transaction) -> int | None:
            number = await tx.one(int, NEXT, prefix="number")
            await add(tx, f"row {number:03d}")
            if turn % 7 == 3:
                raise Mishap
            return number

        return Work(one, verb).done()

    await write(db, "number")
    other = await open_database(place.url)
    given = await asyncio.gather(
        *(work(turn, (db, other)[turn % 2]) for turn in range(140)), return_exceptions=True
    )
    await other.close()
    numbers = sorted(number for number in given if isinstance(number, int))
    assert numbers == list(range(1, 121))
    assert sum(isinstance(one, Mishap) for one in given) == 20
    assert await stored(db) == ["number", *(f"row {number:03d}" for number in numbers)]


async def test_a_fault_of_one_is_no_loss_of_another(db: Database) -> None:
    async def good(tx: Transaction, name: str) -> None:
        await add(tx, name)

    async def unaware(tx: Transaction) -> None:
        with contextlib.suppress(ConstraintViolated):
            await add(tx, "0")

    async def unsendable(tx: Transaction) -> None:
        await add(tx, "sent")
        await tx.one(int, LAST, prefix="\0")

    verbs = [*(partial(good, name=str(number)) for number in range(USES)), unaware, unsendable]
    said = await asyncio.gather(*(Work(db, one).done() for one in verbs), return_exceptions=True)
    assert [type(one) for one in said] == [*[type(None)] * USES, RuntimeError, DataError]
    assert await stored(db) == sorted(map(str, range(USES)))
    with pytest.raises(RuntimeError):
        async with db.transaction() as alone:
            await unaware(alone)


@pytest.mark.parametrize(("many", "prepared"), [(9, 1), (100, 0)])
async def test_few_rows_are_prepared_once_and_many_are_one_statement(
    db: Database, many: int, prepared: int
) -> None:
    async def verb(tx: Transaction) -> int | None:
        await tx.run_many(ADD, [{"prefix": str(number), "last": 0} for number in range(many)])
        return await tx.one(int, "SELECT count(*) FROM pg_prepared_statements")

    assert await Work(db, verb).done() == prepared
