"""The stores of contents: a local directory, or an S3-compatible bucket, through one library."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, ObjectStore, S3Store

from partwright.kit.contents import (
    OBJECTS,
    ContentStore,
    ContentsUnavailable,
    StoredContent,
    StoredObject,
    key_of_content,
)
from partwright.kit.ids import new_id
from partwright.kit.private_files import own_folder
from partwright.kit.syncing import sync_path
from partwright.settings import Settings
from partwright.vault.spool import SpoolFile

BUCKET = "s3://"
"""What the address of a bucket begins with."""
INCOMING = "incoming"
"""The folder in which uploads wait under temporary names."""
_THREADS = 8
_LOCAL_BLOCK = 512 << 10
_REMOTE_BLOCK = 4 << 20
_PART = 8 << 20
_PARTS_AT_ONCE = 3
_PAGE = 1000
_CHECK_SECONDS = 5.0
"""How long the store has to say that it is there."""
_CHECKED_SECONDS = 2.0
"""So long the answer holds; whoever asks more often costs nothing."""


@contextmanager
def _answering() -> Generator[None]:
    """ContentsUnavailable instead of the library's errors; KeyError for a missing object."""
    try:
        yield
    except FileNotFoundError as error:
        raise KeyError(str(error)) from error
    except (BaseError, OSError) as error:
        raise ContentsUnavailable(_first_line(error)) from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


class _Objects:
    """Common part of both kinds: the objects as the library shows them, and the spool before them."""

    def __init__(self, objects: ObjectStore, *, spool: Path, block: int) -> None:
        self._objects = objects
        self._spool = spool
        self._block = block
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="vault")
        self._checked_until = 0.0
        own_folder(spool)

    async def check(self) -> None:
        if time.monotonic() < self._checked_until:
            return
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                await self._look()
        except TimeoutError as error:
            raise ContentsUnavailable("it does not answer") from error
        self._checked_until = time.monotonic() + _CHECKED_SECONDS

    async def _look(self) -> None:
        """ContentsUnavailable where there is no store."""
        try:
            with _answering():
                await obstore.head_async(self._objects, f"{INCOMING}/nothing")
        except KeyError:
            return

    async def _missing(self) -> None:
        """ContentsUnavailable where an object is missing because all of them are."""
        self._checked_until = 0.0
        await self.check()

    async def stored(self, digest: str) -> StoredObject | None:
        try:
            with _answering():
                meta = await obstore.head_async(self._objects, key_of_content(digest))
        except KeyError:
            await self._missing()
            return None
        return StoredObject(digest, meta["size"], meta["last_modified"].timestamp())

    async def has(self, content: StoredContent) -> bool:
        found = await self.stored(content.digest)
        return found is not None and found.size == content.size

    async def read(
        self, content: StoredContent, start: int = 0, end: int | None = None
    ) -> AsyncGenerator[bytes]:
        """The next block is fetched while the last one is on its way to the client."""
        end = content.size if end is None else end
        if start >= end:
            return
        fetching = asyncio.ensure_future(self._fetch(content.key, start, end))
        try:
            while True:
                block = await fetching
                start += self._block
                if start >= end:
                    yield block
                    return
                fetching = asyncio.ensure_future(self._fetch(content.key, start, end))
                yield block
        finally:
            fetching.cancel()

    async def _fetch(self, key: str, start: int, end: int) -> bytes:
        end = min(start + self._block, end)
        try:
            with _answering():
                block = await obstore.get_range_async(self._objects, key, start=start, end=end)
        except KeyError:
            await self._missing()
            raise
        if len(block) != end - start:
            raise KeyError(key)
        return bytes(block)

    async def listed(self, shard: str) -> AsyncIterator[StoredObject]:
        with _answering():
            pages = obstore.list(  # pyright: ignore[reportUnknownMemberType]
                self._objects, f"{OBJECTS}/{shard}/", chunk_size=_PAGE
            )
            async for page in pages:
                for meta in page:
                    digest = meta["path"].rpartition("/")[2]
                    yield StoredObject(digest, meta["size"], meta["last_modified"].timestamp())

    async def remove(self, digest: str) -> None:
        try:
            with _answering():
                await obstore.delete_async(self._objects, key_of_content(digest))
        except KeyError:
            return

    async def sweep(self, before: float) -> int:
        return await asyncio.to_thread(_sweep, self._spool, before)

    async def probe(self) -> str:
        key = f"{INCOMING}/probe-{new_id()}"
        with _answering():
            await obstore.put_async(self._objects, key, b"probe")
            found = await obstore.get_range_async(self._objects, key, start=0, end=5)
            await obstore.delete_async(self._objects, key)
        if bytes(found) != b"probe":
            raise ContentsUnavailable("what was read differs from what was written")
        return "takes and gives files"

    async def close(self) -> None:
        self._threads.shutdown()


def _sweep(folder: Path, before: float) -> int:
    removed = 0
    for entry in list(os.scandir(folder)):
        try:
            if entry.stat().st_mtime < before:
                Path(entry.path).unlink()
                removed += 1
        except FileNotFoundError:
            continue
    return removed


class DirectoryStore(_Objects):
    """A folder: written under a temporary name, synced, renamed, and the folder synced.

    The library does not sync, so writing is done here.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(_local(root), spool=root / INCOMING, block=_LOCAL_BLOCK)
        self._root = root
        own_folder(root / OBJECTS)

    async def _look(self) -> None:
        # The library makes what is missing, and a volume that went away would come back empty.
        loop = asyncio.get_running_loop()
        folders = (self._root / OBJECTS, self._spool)
        there = await loop.run_in_executor(
            self._threads, lambda: all(folder.is_dir() for folder in folders)
        )
        if not there:
            raise ContentsUnavailable(f"{self._root} is not there")

    @asynccontextmanager
    async def draft(self) -> AsyncGenerator["_DirectoryDraft"]:
        draft = _DirectoryDraft(self._spool, self._threads, self._root)
        try:
            yield draft
        finally:
            await draft.drop()


def _local(root: Path) -> LocalStore:
    own_folder(root)
    return LocalStore(prefix=root)


class _DirectoryDraft(SpoolFile):
    def __init__(self, spool: Path, threads: ThreadPoolExecutor, root: Path) -> None:
        super().__init__(spool, threads)
        self._root = root

    async def keep(self) -> StoredContent:
        content = await self.finish()
        await self.in_thread(lambda: self._place(content))
        return content

    def _place(self, content: StoredContent) -> None:
        target = self._root / content.key
        folder = target.parent
        if not folder.is_dir():
            folder.mkdir(mode=0o700, exist_ok=True)
            sync_path(folder.parent)
        if not _refreshed(target, content.size) and self.path.exists():
            self.path.rename(target)
        # Also for an object that is there: its writer may not have come to this yet.
        sync_path(folder)


def _refreshed(target: Path, size: int) -> bool:
    """Whether the object is there; the garbage collector then takes it for new."""
    try:
        if target.stat().st_size != size:
            return False
        now = time.time()
        os.utime(target, (now, now))
    except FileNotFoundError:
        return False
    return True


class BucketStore(_Objects):
    """An S3-compatible bucket.

    S3 cannot rename, and its copy has a limit of 5 GB; so the bytes gather in a local file until
    their digest is known, and are then put under their key, where they appear whole or not at all.
    """

    def __init__(self, objects: ObjectStore, spool: Path) -> None:
        super().__init__(objects, spool=spool, block=_REMOTE_BLOCK)

    @asynccontextmanager
    async def draft(self) -> AsyncGenerator["_BucketDraft"]:
        draft = _BucketDraft(self._spool, self._threads, self)
        try:
            yield draft
        finally:
            await draft.drop()

    async def put(self, content: StoredContent, path: Path) -> None:
        """Send a local file, unless its content is there already."""
        if await self.has(content):
            return
        with _answering():
            await obstore.put_async(
                self._objects,
                content.key,
                path,
                chunk_size=_PART,
                max_concurrency=_PARTS_AT_ONCE,
            )


class _BucketDraft(SpoolFile):
    def __init__(self, spool: Path, threads: ThreadPoolExecutor, store: BucketStore) -> None:
        super().__init__(spool, threads)
        self._store = store

    async def keep(self) -> StoredContent:
        content = await self.finish()
        await self._store.put(content, self.path)
        return content


def open_content_store(settings: Settings) -> ContentStore:
    """The store that the settings name; ContentsUnavailable when it cannot be opened."""
    return open_store_at(settings.vault, settings.data_dir / INCOMING, settings.s3_endpoint)


def open_store_at(url: str, spool: Path, s3_endpoint: str) -> ContentStore:
    """The store in a directory, or in `s3://bucket/prefix`; uploads to it wait in the spool."""
    try:
        if url.startswith(BUCKET):
            return BucketStore(open_bucket(url, s3_endpoint), spool)
        return DirectoryStore(Path(url.removeprefix("file://")).absolute())
    except (BaseError, OSError) as error:
        raise ContentsUnavailable(_first_line(error)) from error


def open_bucket(url: str, s3_endpoint: str) -> S3Store:
    """Keys and region come from the usual AWS variables."""
    parts = urlsplit(url)
    endpoint = {"endpoint": s3_endpoint} if s3_endpoint else {}
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        client_options={"allow_http": True, "timeout": timedelta(seconds=60)},
        retry_config={"max_retries": 3, "retry_timeout": timedelta(seconds=30)},
        **endpoint,  # pyright: ignore[reportArgumentType]
    )
