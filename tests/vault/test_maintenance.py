"""`partwright vault verify` and `vault gc`, from the command line and against a working service."""

import asyncio
import contextlib
import os
import time
from pathlib import Path

import pytest

from partwright.kit.contents import StoredContent
from partwright.kit.db import open_database
from partwright.settings import Settings
from partwright.vault import maintenance_service
from partwright.vault import service as vault_service
from partwright.vault.holds import ContentsHeld, held_contents
from partwright.vault.model import ContentGone
from partwright.vault.service import forget_content, keep_content, store_bytes
from partwright.vault.store import open_content_store
from tests.cli.commands import partwright
from tests.support.application import data, refused
from tests.support.people import ENGINEER
from tests.vault.scene import Vault, digest
from tests.world import World


def command(settings: Settings, *arguments: str) -> tuple[int, list[str]]:
    stores = ("--data-dir", settings.data_dir, "--database-url", settings.database)
    ended = partwright("vault", *arguments, *stores)
    return ended.code, ended.out.splitlines()


def path_of(settings: Settings, content: bytes) -> Path:
    return settings.data_dir / "vault" / StoredContent(digest(content), 0).key


def age(path: Path) -> None:
    """Make an object look as if it had been stored the day before yesterday."""
    then = time.time() - 2 * 86_400
    os.utime(path, (then, then))


async def test_verify_names_what_is_missing_and_what_differs(
    vault: Vault, world: World, settings: Settings
) -> None:
    item = await world.part()
    contents = [b"good", b"altered", b"missing", b"cut off"]
    for content in contents:
        await vault.add(item, content)
    await vault.delete((await vault.of(item))[0])
    code, said = await asyncio.to_thread(command, settings, "verify")
    assert (code, said) == (0, ["4 objects of 25 bytes: 0 missing, 0 different, 0 unreferenced"])
    for content, wrong in ((b"altered", b"Altered"), (b"cut off", b"cut")):
        path_of(settings, content).unlink()
        path_of(settings, content).write_bytes(wrong)
    path_of(settings, b"missing").unlink()
    await store_bytes(vault.api.services.contents, b"nobody's")
    code, said = await asyncio.to_thread(command, settings, "verify")
    assert code == 1
    assert set(said) == {
        f"missing      sha256:{digest(b'missing')}",
        f"differs      sha256:{digest(b'altered')}",
        f"differs      sha256:{digest(b'cut off')}",
        f"unreferenced sha256:{digest(b'''nobody's''')}",
        "4 objects of 22 bytes: 1 missing, 2 different, 1 unreferenced",
    }


async def test_gc_removes_only_what_nothing_refers_to(
    vault: Vault, world: World, settings: Settings
) -> None:
    store = vault.api.services.contents
    item = await world.part()
    file = await vault.add(item, b"first")
    await vault.version(file, b"second")
    deleted = await vault.add(item, b"deleted")
    data(await vault.delete(deleted))
    kept = await store_bytes(store, b"exported")
    async with vault.api.services.database.transaction() as tx:
        await keep_content(tx, store, kept, owner="report-export/1")
    for content in (b"old", b"young"):
        await store_bytes(store, content)
    for content in (b"first", b"second", b"deleted", b"exported", b"old"):
        age(path_of(settings, content))
    half = settings.data_dir / "vault" / "incoming" / "half"
    half.write_bytes(b"ha")
    age(half)
    code, said = await asyncio.to_thread(command, settings, "gc", "--dry-run")
    assert (code, said) == (0, ["1 objects of 3 bytes would be removed"])
    code, said = await asyncio.to_thread(command, settings, "gc")
    assert (code, said) == (
        0,
        ["1 objects of 3 bytes removed", "1 unfinished uploads removed"],
    )
    for content in (b"first", b"second", b"deleted", b"exported", b"young"):
        assert path_of(settings, content).read_bytes() == content
    assert not path_of(settings, b"old").exists()
    assert not half.exists()
    async with vault.api.services.database.transaction() as tx:
        await forget_content(tx, owner="report-export/1")
    _, said = await asyncio.to_thread(command, settings, "gc", "--grace-hours", "0")
    assert said[0] == "2 objects of 13 bytes removed"
    assert (await asyncio.to_thread(command, settings, "verify"))[0] == 0


async def test_gc_removes_nothing_any_more_once_a_backup_begins(
    vault: Vault, settings: Settings
) -> None:
    services = vault.api.services
    contents = [b"old %d" % number for number in range(16)]
    for content in contents:
        await store_bytes(services.contents, content)
    removed = 0

    async def collect(backup: contextlib.AsyncExitStack) -> None:
        nonlocal removed
        async for gone in maintenance_service.collect_garbage(
            services.database, services.contents, grace_seconds=-60
        ):
            if removed < 6 <= removed + gone.objects:
                await backup.enter_async_context(held_contents(services.database))
            removed += gone.objects

    async with contextlib.AsyncExitStack() as backup:
        with pytest.raises(ContentsHeld):
            await collect(backup)
    assert sum(path_of(settings, content).exists() for content in contents) == 16 - removed


async def test_gc_and_uploads_of_the_same_bytes_lose_nothing(
    vault: Vault, world: World, settings: Settings
) -> None:
    item = await world.part()
    contents = [b"race %d" % number for number in range(12)]

    async def collect_all_the_time(done: asyncio.Event) -> None:
        services = vault.api.services
        while not done.is_set():
            # Without any grace: every upload is in danger.
            async for _ in maintenance_service.collect_garbage(
                services.database, services.contents, grace_seconds=-60
            ):
                await asyncio.sleep(0)

    async def upload(content: bytes) -> bytes | None:
        answer = await vault.send(item, {"file": ("race.bin", content)})
        if answer.status_code == 409:
            refused(answer, 409, "CONFLICT")
            assert answer.headers["retry-after"] == "1"
            return None
        data(answer, 201)
        return content

    done = asyncio.Event()
    collecting = asyncio.ensure_future(collect_all_the_time(done))
    kept = await asyncio.gather(*(upload(content) for content in contents * 2))
    done.set()
    await collecting
    files = await vault.of(item)
    assert len(files) == sum(content is not None for content in kept)
    for file in files:
        assert await vault.bytes_of(file) in contents
    code, said = await asyncio.to_thread(command, settings, "verify")
    assert (code, said[-1].split(": ")[1][:24]) == (0, "0 missing, 0 different, ")


async def test_bytes_that_are_gone_are_never_referred_to(
    vault: Vault, world: World, settings: Settings
) -> None:
    services = vault.api.services
    item = await world.part()
    database, store = await open_database(settings.database), open_content_store(settings)
    gone = await store_bytes(store, b"gone")
    await store.remove(gone.digest)
    actor = await services.authenticator.actor(ENGINEER.token)
    assert actor is not None
    incoming = vault_service.IncomingFile(gone, "gone.step", "model/step")
    failed = False
    try:
        async with database.transaction() as tx:
            await vault_service.attach_files(tx, store, actor, item["id"], [incoming])
    except ContentGone:
        failed = True
    assert failed
    assert await vault.of(item) == []
    await database.close()
    await store.close()
