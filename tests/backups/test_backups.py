"""Backups taken while the service works, restored elsewhere, damaged, pruned, and killed amid it."""

import asyncio
import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from partwright.backups.model import content_of_line, decode_manifest, encode_manifest
from partwright.kit.db import open_database
from partwright.settings import Settings
from partwright.vault.holds import held_contents
from tests.cli.commands import Ended, command
from tests.support import databases, seaweed
from tests.support.application import Api, data, running
from tests.support.databases import Database
from tests.support.people import ENGINEER
from tests.vault.scene import Vault
from tests.world import World

COMMITS = "SELECT seq FROM commits ORDER BY seq"


@pytest.fixture
def vault(api: Api) -> Vault:
    return Vault(api)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "place"


@pytest.fixture
def elsewhere(settings: Settings, database: Database, tmp_path: Path) -> Iterator[Settings]:
    """An empty place to restore into."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with databases.empty(database.dialect, folder) as empty:
        yield msgspec.structs.replace(settings, data_dir=folder, database_url=empty.url)


async def run(settings: Settings, *arguments: object) -> Ended:
    stores = ("--data-dir", settings.data_dir, "--database-url", settings.database)
    return await command(*arguments, *stores)


async def commits(settings: Settings) -> list[int]:
    database = await open_database(settings.database)
    try:
        async with database.snapshot() as snapshot:
            return await snapshot.all(int, COMMITS)
    finally:
        await database.close()


def manifests(place: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_bytes()) for path in sorted((place / "backups").iterdir())]


def files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


async def test_what_is_restored_is_what_was(
    vault: Vault, world: World, settings: Settings, elsewhere: Settings, place: Path
) -> None:
    item = await world.part("Bracket")
    file = await vault.add(item, b"first" * 100_000)
    await vault.add(item, b"second", name="drawing.pdf")
    ended = await run(settings, "backup", place)
    assert ended.code == 0, ended.err
    (manifest,) = manifests(place)
    assert manifest["contents"]["count"] == 2
    before = await commits(settings)
    await world.part("Made later")
    await vault.version(file, b"third")

    # The next one moves what is new, and little of the database.
    ended = await run(settings, "backup", place)
    objects, _, _, size, *_ = ended.out.splitlines()[1].split()
    assert int(objects) < 20
    assert ended.code == 0
    # Fewer than six pieces of the database: items, history, the feed and the trail have grown.
    assert settings.database.startswith("postgresql") or int(size) < 6 << 18
    assert (await run(settings, "backup", "verify", place)).out.endswith(": 0 problems\n")
    assert len((await run(settings, "backup", "list", place)).out.splitlines()) == 2

    ended = await run(elsewhere, "restore", place, "--name", manifest["name"])
    assert ended.code == 0, ended.err
    assert await commits(elsewhere) == before
    assert before[-1] <= manifest["commit"] < (await commits(settings))[-1]
    assert (await run(elsewhere, "vault", "verify")).code == 0
    async with running(elsewhere) as restored:
        found = data(await restored.get("/api/items?search=Bracket", as_=ENGINEER))["items"]
        assert [one["id"] for one in found] == [item["id"]]
        assert data(await restored.get("/api/items?search=later", as_=ENGINEER))["items"] == []
        assert await Vault(restored).bytes_of(file) == b"first" * 100_000

    # Nothing is restored over anything.
    for restoring in (elsewhere, settings):
        ended = await run(restoring, "restore", place)
        assert ended.code == 1
        assert "is not empty" in ended.err


@pytest.mark.parametrize("digest", ["../../../../etc/passwd", "0" * 63, "A" * 64, "0" * 64 + "/x"])
def test_a_list_of_contents_names_no_place(digest: str) -> None:
    with pytest.raises(ValueError, match=digest[:5]):
        content_of_line(f"{digest} 5\n")


async def test_a_backup_that_does_not_fit_is_refused(
    api: Api, settings: Settings, elsewhere: Settings, place: Path
) -> None:
    assert "there is no backup" in (await run(elsewhere, "restore", place)).err
    await run(settings, "backup", place)
    (path,) = (place / "backups").iterdir()
    manifest = decode_manifest(path.stem, path.read_bytes())
    is_sqlite = manifest.engine == "sqlite"
    for change, word in (
        ({"schema": "9999"}, "newer Partwright"),
        ({"format": 2}, "newer Partwright"),
        ({"engine": "postgresql" if is_sqlite else "sqlite"}, "the database is"),
    ):
        changed = msgspec.structs.replace(manifest, **change).sealed()
        path.write_bytes(encode_manifest(changed))
        ended = await run(elsewhere, "restore", place)
        assert ended.code == 1
        assert word in ended.err
    path.write_bytes(encode_manifest(msgspec.structs.replace(manifest, commit=1)))
    assert "was changed" in (await run(elsewhere, "restore", place)).err
    assert "was changed" in (await run(elsewhere, "backup", "verify", place)).out


async def test_a_flipped_byte_anywhere_is_named(
    vault: Vault, world: World, settings: Settings, elsewhere: Settings, place: Path
) -> None:
    await vault.add(await world.part(), b"the only file")
    await run(settings, "backup", place)
    for path in files_below(place):
        good = path.read_bytes()
        at = len(good) // 2
        path.chmod(0o600)
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        ended = await run(settings, "backup", "verify", place)
        name = path.stem if path.suffix else f"sha256:{path.name} differs"
        assert ended.code == 1
        assert name in ended.out
        ended = await run(elsewhere, "restore", place)
        assert ended.code == 1
        shutil.rmtree(elsewhere.data_dir / "vault", ignore_errors=True)
        path.write_bytes(good)
    path = files_below(place / "objects")[0]
    path.unlink()
    assert f"{path.name} is missing" in (await run(settings, "backup", "verify", place)).out


async def test_what_the_vault_lost_is_told_and_the_rest_is_saved(
    vault: Vault, world: World, settings: Settings, elsewhere: Settings, place: Path
) -> None:
    item = await world.part()
    await vault.add(item, b"good")
    for content in (b"lost", b"altered"):
        record = await vault.add(item, content)
        path = settings.data_dir / "vault" / "objects" / record["checksum"][7:9]
        path = path / record["checksum"][7:]
        path.chmod(0o600)
        path.unlink() if content == b"lost" else path.write_bytes(b"Altered")
    ended = await run(settings, "backup", place)
    assert ended.code == 1
    assert ended.err.count("is missing or differs in the vault") == 2
    assert (await run(settings, "backup", "verify", place)).code == 0
    ended = await run(elsewhere, "restore", place)
    assert ended.code == 1
    assert ended.out.count("was missing when the backup was taken") == 2
    assert (
        ": 2 missing, 0 different" in (await run(elsewhere, "vault", "verify")).out.splitlines()[-1]
    )


async def test_nothing_is_removed_while_a_backup_is_taken(
    vault: Vault, world: World, settings: Settings, place: Path
) -> None:
    database = vault.api.services.database
    stored = settings.data_dir / "vault" / "objects" / "00" / ("00" * 32)
    stored.parent.mkdir(exist_ok=True)
    stored.write_bytes(b"nobody's")
    os.utime(stored, (0, 0))
    async with held_contents(database):
        ended = await run(settings, "vault", "gc")
        assert ended.code == 1
        assert "A backup is being taken" in ended.err
        assert stored.exists()
    async with database.transaction() as tx:
        # Of a process that was killed.
        await tx.run("INSERT INTO content_holds (id, until) VALUES ('old', '2026-01-01')")
    assert (await run(settings, "vault", "gc")).code == 0
    assert not stored.exists()


async def test_old_backups_are_pruned(
    vault: Vault, world: World, settings: Settings, elsewhere: Settings, place: Path
) -> None:
    item = await world.part()
    for content in (b"one", b"two"):
        await vault.delete(await vault.add(item, content))
        await run(settings, "backup", place)
    for path in (place / "objects").rglob("*"):
        os.utime(path, (0, 0))
    mark = place / "work" / "taking-elsewhere"
    mark.write_bytes(b"")
    ended = await run(settings, "backup", "prune", place, "--keep", 1)
    assert ended.code == 1
    assert str(mark.name) in ended.err
    os.utime(mark, (0, 0))
    ended = await run(settings, "backup", "prune", place, "--keep", 1)
    assert ended.code == 0
    assert ended.out.startswith("1 backup and ")
    assert (await run(settings, "backup", "verify", place)).code == 0
    assert (await run(elsewhere, "restore", place)).code == 0
    assert (await run(settings, "backup", "prune", place, "--keep", 0)).code == 2


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_dump_needs_the_programs_of_postgresql(
    settings: Settings, api: Api, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    ended = await run(settings, "backup", place)
    assert ended.code == 1
    assert "install PostgreSQL's client programs" in ended.err
    older = place.parent / "older"
    older.mkdir()
    program = older / "pg_dump"
    program.write_text(
        "#!/bin/sh\necho 'pg_dump: mismatch' >&2\necho 'server 18; pg_dump 15' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(older))
    ended = await run(settings, "backup", place)
    assert (ended.code, "mismatch; server 18; pg_dump 15" in ended.err) == (1, True), ended


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_bucket_holds_backups(
    vault: Vault,
    world: World,
    settings: Settings,
    elsewhere: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in seaweed.CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    s3 = ("--s3-endpoint", await asyncio.to_thread(seaweed.endpoint))
    place = f"s3://{seaweed.BUCKET}/backups-{os.getpid()}-{time.time_ns()}"
    await vault.add(await world.part(), b"in a bucket")
    for _ in range(2):
        ended = await run(settings, "backup", place, *s3)
        assert ended.code == 0, ended.err
    assert (await run(settings, "backup", "verify", place, *s3)).code == 0
    assert (await run(elsewhere, "restore", place, *s3)).code == 0
    assert await commits(elsewhere) == await commits(settings)
    assert (await run(settings, "backup", "prune", place, "--keep", 1, *s3)).code == 0
