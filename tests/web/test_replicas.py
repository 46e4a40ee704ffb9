"""Reads that a standby answers, for clients that tell what they have seen."""

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest

from partwright.kit.db.replicas import UNKNOWN
from partwright.settings import Settings, WrongSetting, load
from tests.support import databases
from tests.support.application import Api, data, running
from tests.support.own_postgres import OwnServer, own_server
from tests.support.people import ENGINEER

NAME = "Partwright-Position"
PAUSED = "SELECT 1 WHERE pg_get_wal_replay_pause_state() = 'paused'"
REPLAYED = "SELECT 1 WHERE pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= %s"


class Client:
    """Sends the largest position that it was told."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.seen = 0

    async def ask(self, path: str, *, seen: int | None = None) -> httpx.Response:
        """`seen` is what it sends instead."""
        headers = {NAME: str(self.seen if seen is None else seen) if self.seen else "new"}
        return self._heard(await self.api.get(path, as_=ENGINEER, headers=headers))

    async def part(self) -> str:
        body = {"type": "Part", "name": "Bracket"}
        made = await self.api.post("/api/items", body, as_=ENGINEER, headers={NAME: str(self.seen)})
        return str(data(self._heard(made), 201)["id"])

    def _heard(self, response: httpx.Response) -> httpx.Response:
        self.seen = max(self.seen, int(response.headers[NAME]))
        return response

    @property
    def of_replicas(self) -> int:
        assert self.api.services.replicas is not None
        return self.api.services.replicas.reads


def at_standby(url: str, sql: str, until: str, *values: object) -> None:
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(sql.encode())
        waited = time.monotonic()
        while not connection.execute(until.encode(), values).fetchone():
            assert time.monotonic() - waited < 30
            time.sleep(0.02)


async def until_replicas_answer(client: Client, path: str) -> httpx.Response:
    before, began = client.of_replicas, time.monotonic()
    while True:
        response = await client.ask(path)
        if client.of_replicas > before:
            return response
        assert time.monotonic() - began < 30
        await asyncio.sleep(0.02)


async def test_a_replica_answers_who_has_seen_no_more_than_it_has(tmp_path: Path) -> None:
    with own_server() as server:
        await asyncio.to_thread(prepare, server)
        with server.standby() as url:
            settings = Settings(
                data_dir=tmp_path,
                database_url=server.url,
                database_replicas=(url,),
                rate_limit_authenticated=0,
            )
            async with running(settings) as api:
                await follow(Client(api), url)


def prepare(server: OwnServer) -> None:
    server.connect().close()
    databases.first_rows(server.url)


async def follow(client: Client, standby: str) -> None:
    first = await client.part()
    old = client.seen
    data(await until_replicas_answer(client, f"/api/items/{first}"))
    assert client.seen >= old

    await asyncio.to_thread(at_standby, standby, "SELECT pg_wal_replay_pause()", PAUSED)
    second, answered = await client.part(), client.of_replicas
    # What the replica does not have is never asked of it.
    assert data(await client.ask(f"/api/items/{second}"))["id"] == second
    assert await numbers(client) == 2
    assert client.of_replicas == answered
    # Who has not seen it may be shown what was before, but not that a thing is not there.
    assert await numbers(client, seen=old) == 1
    assert client.of_replicas == answered + 1
    assert (await client.ask(f"/api/items/{second}", seen=old)).status_code == 200
    assert client.of_replicas == answered + 1

    await asyncio.to_thread(
        at_standby, standby, "SELECT pg_wal_replay_resume()", REPLAYED, client.seen
    )
    data(await until_replicas_answer(client, f"/api/items/{second}"))
    # Who says nothing is told nothing, and reads what everybody wrote.
    answered = client.of_replicas
    plain = await client.api.get(f"/api/items/{second}", as_=ENGINEER)
    assert plain.status_code == 200
    assert NAME not in plain.headers
    assert client.of_replicas == answered

    await asyncio.to_thread(promote, standby)
    # It follows nobody any more: sooner or later it is not asked.
    began = time.monotonic()
    while client.of_replicas > answered:
        answered = client.of_replicas
        data(await client.ask(f"/api/items/{second}"))
        await asyncio.sleep(0.3)
        assert time.monotonic() - began < 30


def promote(url: str) -> None:
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("SELECT pg_promote()")


async def numbers(client: Client, *, seen: int | None = None) -> Any:
    return data(await client.ask("/api/items?name=Bracket", seen=seen))["total"]


async def test_without_replicas_the_header_says_nothing(api: Api) -> None:
    for header in (str(UNKNOWN), "9" * 40, "-1", "new"):
        response = await api.get("/api/roles", as_=ENGINEER, headers={NAME: header})
        assert response.status_code == 200
        assert NAME not in response.headers


def test_replicas_are_of_postgresql(tmp_path: Path) -> None:
    fields = {"PARTWRIGHT_DATA_DIR": str(tmp_path)}
    replica = "postgresql://ada:secret@replica/db"
    for given in (replica, f"{replica}, mysql://ada:secret@replica/db"):
        with pytest.raises(WrongSetting) as refused:
            load({**fields, "PARTWRIGHT_DATABASE_REPLICAS": given})
        assert "secret" not in str(refused.value)
    postgres = {"PARTWRIGHT_DATABASE_URL": "postgresql://host/db"}
    told = load({**fields, **postgres, "PARTWRIGHT_DATABASE_REPLICAS": f"{replica},{replica}"})
    assert msgspec.structs.asdict(told)["database_replicas"] == (replica, replica)
