"""Fairness: one user's questions do not take the database from the others."""

import asyncio
import time

import pytest

from partwright.kit.db import postgres, sqlite
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER, VIEWER
from tests.web.probes import Probes


@pytest.mark.settings(statement_seconds=1)
@pytest.mark.parametrize("path", ["/api/endless", "/api/endless-light"])
async def test_a_statement_without_end_is_ended(door: Api, path: str) -> None:
    began = time.monotonic()
    error = refused(await door.get(path, as_=ENGINEER), 503, "UNAVAILABLE")
    assert "too long" in error["message"]
    assert time.monotonic() - began < 6
    # What was interrupted reads on.
    assert data(await door.get("/api/state/a", as_=ENGINEER))["name"] == "a"
    refused(await door.get(path, as_=VIEWER), 503, "UNAVAILABLE")
    refused(await door.post("/api/endless-write", as_=ENGINEER), 503, "UNAVAILABLE")
    # What was broken off has left nothing, and others write on.
    for times in (1, 2):
        note = await door.post("/api/notes", {"itemName": path}, as_=ENGINEER)
        assert data(note, 201)["times"] == times
    async with door.services.database.snapshot() as snapshot:
        assert await snapshot.one(int, "SELECT 1 FROM counters WHERE prefix = 'endless'") is None


async def test_the_heavy_reads_of_one_user_leave_room_for_others(door: Api, probes: Probes) -> None:
    probes.gate = asyncio.Event()
    is_sqlite = door.services.database.dialect == "sqlite"
    share = sqlite.READERS_OF_ONE if is_sqlite else postgres.READS_OF_ONE
    many = [asyncio.create_task(door.get("/api/slow", as_=ENGINEER)) for _ in range(40)]
    await come(probes, "Emmy Noether", share)
    cancelled = many.pop()
    cancelled.cancel()
    other = asyncio.create_task(door.get("/api/slow", as_=VIEWER))
    await come(probes, "Vera Rubin", 1)
    await asyncio.sleep(0.05)
    assert probes.readers == {"Emmy Noether": share, "Vera Rubin": 1}
    probes.gate.set()
    for answer in await asyncio.gather(other, *many):
        assert data(answer) == 1
    assert probes.readers["Emmy Noether"] == 39


async def come(probes: Probes, name: str, times: int) -> None:
    for _ in range(1000):
        if probes.readers[name] >= times:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{name} has come {probes.readers[name]} times")
