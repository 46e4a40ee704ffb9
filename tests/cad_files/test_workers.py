"""STEP files looked into by processes that are not the server, which may end at any moment."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from partwright.cad.workers import KernelPool
from partwright.cad_files import worker
from partwright.cad_files.model import GeometryClaim
from partwright.kit import clock
from partwright.settings import Settings
from partwright.vault import derived_queries
from tests.cad.misbehaving import DEED, PROGRAM, Deed
from tests.cad_files.test_geometry import PAIR, ended
from tests.cli.commands import command, environment
from tests.support.application import Api, running
from tests.support.databases import Database
from tests.support.process import ServerProcess
from tests.vault.scene import Vault
from tests.world import World

GONE = "a process that ended"


async def execute(api: Api, sql: str, **params: str | int | bytes) -> int:
    async with api.services.database.transaction() as tx:
        return await tx.run(sql, **params)


async def holder(api: Api) -> tuple[str, str]:
    async with api.services.database.snapshot() as snapshot:
        found = await snapshot.one(pair, "SELECT state, COALESCE(holder, '') FROM geometry")
    assert found is not None
    return found


def pair(state: str, held_by: str) -> tuple[str, str]:
    return state, held_by


@pytest.mark.settings(background=("none",))
async def test_what_a_process_held_goes_to_another_once_nothing_is_heard_of_it(
    api: Api, world: World
) -> None:
    await Vault(api).add(await world.part(), PAIR, name="pair.step")
    async with api.services.database.transaction() as tx:
        claim = await tx.one(GeometryClaim, derived_queries.CLAIM, now=clock.now(), holder=GONE)
    assert claim is not None
    elapsed = 0.0
    services = api.services
    watcher = worker.GeometryWorker(
        services.database, services.contents, KernelPool(), seconds=lambda: elapsed
    )
    for moment, is_heard in ((0, False), (10, True), (20, True), (30, False), (34.9, False)):
        elapsed = moment
        if is_heard:
            assert await execute(api, derived_queries.HEARTBEAT, holder=GONE) == 1
        await watcher.watch()
        assert await holder(api) == ("working", GONE), moment
    elapsed = 35.1
    await watcher.watch()
    assert await holder(api) == ("pending", "")

    # Back from wherever it was, it keeps nothing, and gives nothing back.
    result = {"inspection": b"{}", "drawing": b"", "glb_digest": "0" * 64, "glb_size": 1}
    late = {"digest": claim.digest, "holder": GONE}
    assert await execute(api, derived_queries.READY, **late, **result) == 0
    assert await execute(api, derived_queries.FAILED, **late, error="too late") == 0
    assert await execute(api, derived_queries.RELEASE, **late) == 0
    assert await execute(api, derived_queries.HEARTBEAT, holder=GONE) == 0
    assert await holder(api) == ("pending", "")


@pytest.mark.settings(background=("none",))
async def test_files_that_nobody_asks_for_wait_behind_jobs_that_somebody_waits_for(
    api: Api, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "PAUSE_SECONDS", 0.05)
    await Vault(api).add(await world.part(), PAIR, name="pair.step")
    services = api.services
    pool = KernelPool(program=PROGRAM, needs="msgspec")
    job = asyncio.ensure_future(pool.run(DEED, Deed("sleep", number=60)))
    looking = worker.GeometryWorker(services.database, services.contents, pool)
    await asyncio.sleep(0)
    looking.open()
    try:
        await asyncio.sleep(0.5)
        assert await holder(api) == ("pending", "")
        looking.hurry()
        async with asyncio.timeout(20):
            while (await holder(api))[0] != "failed":  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.02)
        assert not job.done()
    finally:
        job.cancel()
        await looking.close()
        await pool.close()


@pytest.mark.settings(background=("none",))
async def test_servers_that_leave_the_work_to_others_watch_them(
    api: Api, world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Vault(api).add(await world.part(), PAIR, name="pair.step")
    async with api.services.database.transaction() as tx:
        assert await tx.one(GeometryClaim, derived_queries.CLAIM, now=clock.now(), holder=GONE)
    monkeypatch.setattr(worker, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(worker, "LEASE_SECONDS", 0.2)
    async with running(settings):
        for _ in range(1200):
            if await holder(api) == ("pending", ""):
                return
            await asyncio.sleep(0.05)
    pytest.fail("the file is still with the process that ended")


@pytest.mark.long
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_workers_elsewhere_do_what_servers_leave(
    database: Database, server: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    """Two workers with data directories of their own share what waits."""
    process = server(background="none", vault_url=str(tmp_path / "vault"))
    async with httpx.AsyncClient(base_url=process.url, timeout=60) as client:
        api = Api(client, None)  # type: ignore[arg-type]
        vault, part = Vault(api), await World(api).part()
        # A comment makes each a content of its own.
        files = [
            await vault.add(
                part, PAIR.replace(b"DATA;", b"/* %d */ DATA;" % n, 1), name=f"{n}.step"
            )
            for n in range(3)
        ]
        workers = [start_worker(tmp_path, number, database.url) for number in range(2)]
        found = [await ended(vault, file) for file in files]
    assert [one["state"] for one in found] == ["ready"] * 3
    for one in workers:
        one.terminate()
    told = [one.communicate(timeout=60)[0] for one in workers]
    assert [one.returncode for one in workers] == [0, 0], told
    assert sum(int(text.splitlines()[-1].split()[0]) for text in told) == 3


def start_worker(directory: Path, number: int, database_url: str) -> subprocess.Popen[str]:
    vault = directory / "vault"
    return subprocess.Popen(
        [sys.executable, "-m", "partwright", "worker", "--only", "cad", "--cad-workers", "1"],
        env=environment(
            database_url=database_url, vault_url=vault, data_dir=directory / f"worker-{number}"
        ),
        cwd=directory,
        text=True,
        stdout=subprocess.PIPE,
    )


async def test_a_worker_says_what_it_lacks(tmp_path: Path) -> None:
    for given, code, words in (
        (
            ("--only", "cad,tea"),
            2,
            "--only tea: expected some of cad, exports, imports, mail, reports, seals",
        ),
        (("--data-dir", tmp_path / "none"), 1, "the database: there is none yet"),
    ):
        end = await command("worker", *given)
        assert (end.code, words in end.err) == (code, True), end.err
    assert not (tmp_path / "none").exists()
