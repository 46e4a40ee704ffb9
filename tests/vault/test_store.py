"""The stores behind their protocol: the same tests on a directory and on a real S3 server."""

import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from partwright import app
from partwright.kit.contents import ContentStore, ContentsUnavailable, StoredContent
from partwright.settings import Settings
from partwright.vault.maintenance_service import verify_contents
from partwright.vault.service import store_bytes
from partwright.vault.store import open_content_store
from tests.support.application import BUILT, Api, running
from tests.support.databases import fresh
from tests.support.people import ENGINEER
from tests.vault.scene import Vault, digest
from tests.world import World

LARGE = os.urandom(11 << 20)


async def read(store: ContentStore, content: StoredContent, *ends: int) -> bytes:
    return b"".join([block async for block in store.read(content, *ends)])


@pytest.mark.parametrize("content", [b"", b"x", LARGE], ids=["empty", "one byte", "11 MiB"])
async def test_bytes_come_back_as_they_went_in(store: ContentStore, content: bytes) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(content), 100_000):
            yield content[start : start + 100_000]

    kept = await store_bytes(store, pieces())
    assert kept == StoredContent(digest(content), len(content))
    assert await store.has(kept)
    assert await read(store, kept) == content


async def test_any_range_can_be_read(store: ContentStore) -> None:
    kept = await store_bytes(store, LARGE)
    block = 4 << 20
    for start, end in (
        (0, 1),
        (block - 1, block + 1),
        (5, len(LARGE) - 7),
        (len(LARGE) - 1, len(LARGE)),
    ):
        assert await read(store, kept, start, end) == LARGE[start:end]


async def test_the_same_bytes_are_kept_once(store: ContentStore) -> None:
    first, second = await store_bytes(store, b"twice"), await store_bytes(store, b"twice")
    assert first == second
    listed = [stored async for stored in store.listed(first.digest[:2])]
    assert [(stored.digest, stored.size) for stored in listed] == [(first.digest, 5)]
    assert abs(listed[0].stored_at - time.time()) < 60


async def test_what_is_not_kept_is_gone(store: ContentStore, store_settings: Settings) -> None:
    async with store.draft() as draft:
        await draft.write(b"never")
        content = await draft.finish()
    assert not await store.has(content)
    async with store.draft() as draft:
        await draft.write(LARGE)
    assert leftovers(store_settings) == []


async def test_a_draft_may_be_kept_twice(store: ContentStore) -> None:
    async with store.draft() as draft:
        await draft.write(b"kept")
        assert await draft.keep() == await draft.keep()
    assert await read(store, StoredContent(digest(b"kept"), 4)) == b"kept"


async def test_what_is_missing_is_told(store: ContentStore) -> None:
    content = await store_bytes(store, b"soon gone")
    for _ in range(2):
        await store.remove(content.digest)
        assert await store.stored(content.digest) is None
    with pytest.raises(KeyError):
        await read(store, content)


async def test_an_object_of_another_size_is_not_it(store: ContentStore) -> None:
    content = await store_bytes(store, b"whole")
    assert not await store.has(StoredContent(content.digest, 4))


async def test_uploads_that_never_ended_are_swept(
    store: ContentStore, store_settings: Settings
) -> None:
    (incoming(store_settings) / "left-behind").write_bytes(b"half")
    assert await store.sweep(time.time() - 60) == 0
    assert await store.sweep(time.time() + 60) == 1
    assert leftovers(store_settings) == []


async def test_the_probe_leaves_nothing(store: ContentStore, store_settings: Settings) -> None:
    assert await store.probe() == "takes and gives files"
    assert leftovers(store_settings) == []


def incoming(settings: Settings) -> Path:
    is_directory = not settings.vault_url
    return (
        settings.data_dir / "vault" / "incoming" if is_directory else settings.data_dir / "incoming"
    )


def leftovers(settings: Settings) -> list[str]:
    return [path.name for path in incoming(settings).iterdir()]


async def watched_download(api: Api, file_id: str) -> tuple[bytes, list[int]]:
    """The bytes of a file, and how many of them the server sent at a time."""
    serving, sizes = app.application(api.services, built=BUILT), list[int]()

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        async def noted(message: Any) -> None:
            sizes.append(len(message.get("body", b"")))
            await send(message)

        await serving(scope, receive, noted)

    transport = httpx.ASGITransport(watched)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
        answer = await Api(http, api.services).get(f"/api/files/{file_id}/download", as_=ENGINEER)
    return answer.content, sizes


@pytest.mark.parametrize("dialect", ["sqlite"])
async def test_the_service_works_over_each_store(
    store_settings: Settings, tmp_path: Path, dialect: str
) -> None:
    database = fresh(dialect, tmp_path)
    settings = msgspec.structs.replace(store_settings, database_url=database.url)
    async with running(settings) as api:
        vault, item = Vault(api), await World(api).part()
        file = await vault.add(item, LARGE)
        content, sizes = await watched_download(api, file["id"])
        assert content == LARGE
        assert max(sizes) <= 4 << 20, "sent block by block, never held whole"
        part = await api.get(
            f"/api/files/{file['id']}/download", as_=ENGINEER, headers={"Range": "bytes=-10"}
        )
        assert (part.status_code, part.content) == (206, LARGE[-10:])
        await vault.version(file, b"")
        assert await vault.bytes_of(file) == b""
        found = [f async for f in verify_contents(api.services.database, api.services.contents)]
        assert sum(shard.objects for shard in found) == 2
        assert all(shard.is_clean and not shard.unreferenced for shard in found)
        # A second process, as after a restart, has the same.
    async with running(settings) as api:
        assert await Vault(api).numbers(file) == [2, 1]
    assert leftovers(settings) == []


async def test_a_damaged_object_is_mended_by_its_next_upload(tmp_path: Path) -> None:
    store = open_content_store(Settings(data_dir=tmp_path))
    content = await store_bytes(store, b"as it should be")
    path = tmp_path / "vault" / content.key
    path.unlink()
    path.write_bytes(b"cut")
    await store_bytes(store, b"as it should be")
    assert path.read_bytes() == b"as it should be"
    await store.close()


async def test_objects_are_read_only_and_nobody_elses(tmp_path: Path) -> None:
    store = open_content_store(Settings(data_dir=tmp_path))
    content = await store_bytes(store, b"secret")
    path = tmp_path / "vault" / content.key
    assert path.stat().st_mode & 0o777 == 0o400
    assert path.parent.stat().st_mode & 0o777 == 0o700
    await store.close()


@pytest.mark.parametrize("url", ["s3://bucket/prefix", "s3://bucket"])
async def test_a_server_that_does_not_answer_is_unavailable(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "x")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "y")
    settings = Settings(data_dir=tmp_path, vault_url=url, s3_endpoint="http://127.0.0.1:1")
    store = open_content_store(settings)
    with pytest.raises(ContentsUnavailable) as refused:
        await store.probe()
    # Where the store is concerns the operator, not the client.
    assert "127.0.0.1" not in refused.value.message
    await store.close()


def test_a_directory_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "vault").write_text("in the way")
    with pytest.raises(ContentsUnavailable):
        open_content_store(Settings(data_dir=tmp_path))
