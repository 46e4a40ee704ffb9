"""Statements that writers in turn leave on PostgreSQL are sent before what was sent has been answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from partwright.kit.db import Transaction, open_database
from partwright.kit.db.base import retry_lost_transaction
from tests.kit.db.counters import LAST, SET, add, stored, write
from tests.support import databases

_USES = 5
_MANY = 12
_PATIENCE_SECONDS = 10.0
_NEXT = "UPDATE counters SET last = last + 1 WHERE prefix = :prefix RETURNING last"


class Wire:
    """Carries bytes to and from the server, counts what is sent together, and can keep answers back."""

    def __init__(self) -> None:
        self.sent = 0
        """How often the client said that an answer is due now."""
        self._may_answer = asyncio.Event()
        self._may_answer.set()
        self._counted = asyncio.Condition()

    def keep_back(self) -> None:
        self.sent = 0
        self._may_answer.clear()

    def let_pass(self) -> None:
        self._may_answer.set()

    async def wait_for(self, many: int) -> None:
        async with self._counted, asyncio.timeout(_PATIENCE_SECONDS):
            await self._counted.wait_for(lambda: self.sent >= many)

    async def up(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        kind = b""
        while True:
            head = await source.readexactly(4)
            rest = await source.readexactly(int.from_bytes(head) - 4)
            target.write(kind + head + rest)
            if kind == b"S":
                async with self._counted:
                    self.sent += 1
                    self._counted.notify_all()
            kind = await source.readexactly(1)

    async def down(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(1 << 16):
            await self._may_answer.wait()
            target.write(data)


@asynccontextmanager
async def wired(url: str) -> AsyncIterator[tuple[str, Wire]]:
    """The address of the same database over a wire."""
    parts, wire = urlsplit(url), Wire()
    folder = parse_qs(parts.query)["host"][0]
    going: list[asyncio.Task[None]] = []

    async def join(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        beyond = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        pumps = (wire.up(source, beyond[1]), wire.down(beyond[0], target))
        tasks = [asyncio.ensure_future(pump) for pump in pumps]
        going.extend(tasks)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for one in (beyond[1], target):
            one.close()

    server = await asyncio.start_server(join, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}{parts.path}?sslmode=disable", wire
    finally:
        server.close()
        for one in going:
            one.cancel()
        await asyncio.gather(*going, return_exceptions=True)


async def _numbered(tx: Transaction, limit: str) -> int:
    number = await tx.one(int, _NEXT, prefix="number")
    assert number is not None
    if await tx.one(int, LAST, prefix=limit) == 0:
        await add(tx, f"row {number:03d}")
    else:
        await tx.run(SET, prefix="beyond", last=number)
    return number


@pytest.mark.parametrize("wrong", [None, 0, 3, 7, _MANY - 1])
async def test_two_flights_are_on_their_way_and_all_is_kept_or_run_again(
    tmp_path: Path, wrong: int | None
) -> None:
    async with wired(databases.fresh("postgres", tmp_path).url) as (url, wire):
        db = await open_database(url)

        async def once(limit: str) -> int:
            async with db.transaction() as tx:
                await tx.serialize()
                return await _numbered(tx, limit)

        limits = [f"limit {place}" for place in range(_MANY)]
        await write(db, "number", "beyond", *limits)
        for limit in limits:
            await retry_lost_transaction(partial(once, limit))
        for _ in range(_USES):
            await asyncio.gather(*(retry_lost_transaction(partial(once, one)) for one in limits))
        if wrong is not None:
            async with db.transaction() as tx:
                await tx.run(SET, prefix=limits[wrong], last=1)
        wire.keep_back()
        works = [
            asyncio.create_task(retry_lost_transaction(partial(once, limit))) for limit in limits
        ]
        try:
            await wire.wait_for(2)
        finally:
            wire.let_pass()
        given = await asyncio.gather(*works)
        before = _MANY * (_USES + 1)
        assert sorted(given) == list(range(before + 1, before + _MANY + 1))
        rows = [row for row in await stored(db) if row.startswith("row ")]
        refused = () if wrong is None else (given[wrong],)
        assert rows == [f"row {n:03d}" for n in range(1, before + _MANY + 1) if n not in refused]
        await db.close()
