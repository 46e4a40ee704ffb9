"""The copies beside backups that the guide names: Litestream, and PostgreSQL's archive of its log."""

import asyncio
import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from partwright.settings import Settings
from tests.backups.load import Client, rows
from tests.cli.commands import command, partwright
from tests.support import databases
from tests.support.application import Api, data, running
from tests.support.own_postgres import OwnServer, own_server
from tests.support.people import ENGINEER
from tests.support.process import ServerProcess
from tests.vault.scene import Vault
from tests.world import World

LITESTREAM = Path(sys.executable).with_name("litestream")
ENOUGH = 30


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_litestream_has_all_that_was_acknowledged(
    server: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    serving = server(metrics="off")
    source, replica = tmp_path / "partwright.sqlite", f"file://{tmp_path / 'replica'}"
    copying = subprocess.Popen(
        [LITESTREAM, "replicate", "-log-level", "error", source, replica], cwd=tmp_path
    )
    try:
        until = time.monotonic() + 60
        while not any((tmp_path / "replica").rglob("*.ltx")):
            assert time.monotonic() < until
            time.sleep(0.05)
        clients = [Client(serving.url) for _ in range(2)]
        for client in clients:
            client.start()
        while sum(len(client.files) for client in clients) < ENOUGH:
            assert all(client.is_alive() for client in clients)
            time.sleep(0.05)
        serving.kill()
        for client in clients:
            client.join()
        copying.send_signal(signal.SIGINT)
        assert copying.wait(timeout=60) == 0
    finally:
        copying.kill()
        copying.wait()
    there = tmp_path / "restored"
    # The files come after the database, which refers to none that is not there yet.
    shutil.copytree(tmp_path / "data" / "vault", there / "vault")
    restored = there / "partwright.sqlite"
    subprocess.run([LITESTREAM, "restore", "-o", restored, replica], check=True, cwd=tmp_path)
    assert rows(restored, "PRAGMA integrity_check") == [("ok",)]
    items = {item for (item,) in rows(restored, "SELECT item_id FROM versions")}
    files = {file for (file,) in rows(restored, "SELECT file_id FROM file_links")}
    for client in clients:
        assert not set(client.made) - items
        assert not set(client.files) - files
    for checked in ("vault", "audit"):
        assert partwright(checked, "verify", "--data-dir", there).code == 0


async def test_an_archive_of_postgresql_leads_back_to_a_moment(tmp_path: Path) -> None:
    with _archive() as archive:
        settings = {"archive_mode": "on", "archive_command": f"cp %p {archive}/%f"}
        with own_server(**settings) as server:
            await _lead_back(server, archive, tmp_path / "data")


@contextlib.contextmanager
def _archive() -> Iterator[Path]:
    """A folder into which PostgreSQL may write, which does not run as root."""
    with tempfile.TemporaryDirectory(prefix="partwright-archive-") as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


async def _lead_back(server: OwnServer, archive: Path, data_dir: Path) -> None:
    await asyncio.to_thread(_begin, server)
    with server.base_backup() as base:
        kept = Settings(data_dir=data_dir, database_url=server.url, rate_limit_authenticated=0)
        async with running(kept) as api:
            before = await _work(api)
            with server.connect() as connection:
                found = connection.execute("SELECT clock_timestamp()").fetchone()
            assert found is not None
            later = await _work(api)
        with server.connect() as connection:
            connection.execute("SELECT pg_switch_wal()")
            _until_archived(connection)
        server.kill()
        with base.recovered(archive, str(found[0])) as url:
            await _look(msgspec.structs.replace(kept, database_url=url), before, later)


def _begin(server: OwnServer) -> None:
    server.connect().close()
    databases.first_rows(server.url)


def _until_archived(connection: Any) -> None:
    """All of the log that is full has been copied."""
    until = time.monotonic() + 60
    waiting = (
        "SELECT count(*) FROM pg_ls_dir('pg_wal/archive_status') AS name WHERE name LIKE '%.ready'"
    )
    while connection.execute(waiting).fetchone() != (0,):
        assert time.monotonic() < until
        time.sleep(0.05)


async def _work(api: Api) -> list[str]:
    """Parts with a file each."""
    world, vault = World(api), Vault(api)
    items = [await world.part() for _ in range(5)]
    for item in items:
        await vault.add(item, item["id"].encode())
    return [item["id"] for item in items]


async def _look(settings: Settings, before: list[str], later: list[str]) -> None:
    """What was there by the moment is there with its files, nothing later is, and work goes on."""
    async with running(settings) as api:
        for item in before:
            (file,) = data(await api.get(f"/api/items/{item}/files", as_=ENGINEER))["files"]
            assert await Vault(api).bytes_of(file) == item.encode()
        for item in later:
            assert (await api.get(f"/api/items/{item}", as_=ENGINEER)).status_code == 404
        await _work(api)
    given = ("--data-dir", settings.data_dir, "--database-url", settings.database)
    assert (await command("vault", "verify", *given)).code == 0
