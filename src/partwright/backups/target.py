"""The place that holds backups: contents by digest, and a manifest for each backup."""

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, ObjectStore

from partwright.backups.model import (
    BackupFailed,
    BackupManifest,
    ContentList,
    content_of_line,
    decode_manifest,
    encode_manifest,
)
from partwright.kit.contents import ContentStore, ContentsUnavailable, StoredContent
from partwright.kit.ids import new_id
from partwright.kit.private_files import own_folder
from partwright.kit.syncing import sync_path
from partwright.settings import Settings
from partwright.vault.maintenance_service import SHARDS
from partwright.vault.store import BUCKET, open_bucket, open_store_at

_MANIFESTS = "backups"
_WORK = "work"
_WORK_SECONDS = 86_400
"""After it the mark of a process that was killed is none any more."""
_SUFFIX = ".json"
_READ = 1 << 20


class BackupTarget:
    """A directory or a bucket; many backups share their contents there."""

    def __init__(self, address: str, objects: ObjectStore, contents: ContentStore) -> None:
        self.contents = contents
        self._objects = objects
        self._folder = None if address.startswith(BUCKET) else Path(address) / _MANIFESTS

    async def names(self) -> list[str]:
        """The backups there are, the oldest first."""
        found: list[str] = []
        async for page in obstore.list(  # pyright: ignore[reportUnknownMemberType]
            self._objects, f"{_MANIFESTS}/"
        ):
            found += [meta["path"].rpartition("/")[2] for meta in page]
        return sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX))

    async def manifest(self, name: str) -> BackupManifest:
        """One backup; BackupFailed where there is none or it was changed."""
        try:
            answer = await obstore.get_async(self._objects, f"{_MANIFESTS}/{name}{_SUFFIX}")
            return decode_manifest(name, bytes(await answer.bytes_async()))
        except FileNotFoundError as error:
            raise BackupFailed(f"there is no backup {name}") from error

    async def chosen(self, name: str | None) -> BackupManifest:
        """The backup of that name, or the newest; BackupFailed where there is none."""
        names = await self.names()
        if not names:
            raise BackupFailed("there is no backup")
        return await self.manifest(name or names[-1])

    async def write_manifest(self, manifest: BackupManifest) -> None:
        """Make the backup one: everything it names is there, and it lasts."""
        path = f"{_MANIFESTS}/{manifest.name}{_SUFFIX}"
        await obstore.put_async(self._objects, path, encode_manifest(manifest))
        if self._folder is not None:
            for place in (self._folder / f"{manifest.name}{_SUFFIX}", self._folder):
                await asyncio.to_thread(sync_path, place)

    async def remove_manifest(self, name: str) -> None:
        """Let a backup be none; its contents stay until they are collected."""
        await obstore.delete_async(self._objects, f"{_MANIFESTS}/{name}{_SUFFIX}")

    @asynccontextmanager
    async def working(self, work: Literal["taking", "pruning"]) -> AsyncGenerator[None]:
        """Keep others out who would spoil the work: many may take, one prunes, and not both at once.

        Each makes its mark before it looks for others', so that at most one of two goes on.
        """
        mark = f"{_WORK}/{work}-{new_id()}"
        await obstore.put_async(self._objects, mark, b"")
        try:
            await self._check_alone(mark, beside="taking" if work == "taking" else None)
            yield
        finally:
            await obstore.delete_async(self._objects, mark)

    async def _check_alone(self, own: str, *, beside: str | None) -> None:
        old = time.time() - _WORK_SECONDS
        async for page in obstore.list(  # pyright: ignore[reportUnknownMemberType]
            self._objects, f"{_WORK}/"
        ):
            for meta in page:
                path = meta["path"]
                is_welcome = beside is not None and path.startswith(f"{_WORK}/{beside}-")
                if path == own or is_welcome or meta["last_modified"].timestamp() < old:
                    continue
                doing = "pruned" if "pruning" in path else "written"
                raise BackupFailed(
                    f"another process is {doing} this place; if none is running, remove {path}"
                )

    async def has(self) -> dict[str, int]:
        """The digests of the contents that are there, with their sizes."""
        return {
            stored.digest: stored.size
            for shard in SHARDS
            async for stored in self.contents.listed(shard)
        }

    async def keep_list(self, path: Path, *, count: int, total: int) -> ContentList:
        """Keep a list that was written to a file."""
        kept = await self.keep_file(path)
        return ContentList(kept.digest, kept.size, count=count, total=total)

    async def keep_file(self, path: Path) -> StoredContent:
        async with self.contents.draft() as draft:
            with path.open("rb") as file:
                while block := await asyncio.to_thread(file.read, _READ):
                    await draft.write(block)
            return await draft.keep()

    async def listed(self, contents: ContentList) -> AsyncGenerator[StoredContent]:
        """The contents of a list, line by line; BackupFailed where the list is not itself."""
        rest, read = b"", hashlib.sha256()
        try:
            async for block in self.contents.read(StoredContent(contents.digest, contents.size)):
                read.update(block)
                *lines, rest = (rest + block).split(b"\n")
                for line in lines:
                    yield content_of_line(line.decode("ascii"))
            is_itself = read.hexdigest() == contents.digest
        except (KeyError, ValueError):
            is_itself = False
        if not is_itself:
            raise BackupFailed(f"the list sha256:{contents.digest} is missing or damaged")


def _make_folders(address: str) -> str:
    folder = Path(address).absolute()
    own_folder(folder)
    own_folder(folder / _MANIFESTS)
    return str(folder)


@asynccontextmanager
async def opened_target(
    address: str, settings: Settings, spool: Path
) -> AsyncGenerator[BackupTarget]:
    """The place that an address names: a directory, or `s3://bucket/prefix`."""
    try:
        if address.startswith(BUCKET):
            objects: ObjectStore = open_bucket(address, settings.s3_endpoint)
        else:
            address = await asyncio.to_thread(_make_folders, address.removeprefix("file://"))
            objects = LocalStore(prefix=Path(address))
        contents = await asyncio.to_thread(open_store_at, address, spool, settings.s3_endpoint)
    except (BaseError, OSError, ContentsUnavailable) as error:
        raise BackupFailed(f"{address} cannot be opened: {_reason(error)}") from error
    try:
        yield BackupTarget(address, objects, contents)
    except ContentsUnavailable as error:
        raise BackupFailed(f"{address} or the vault: {error.reason}") from error
    except BaseError as error:
        raise BackupFailed(f"{address}: {_reason(error)}") from error
    finally:
        await contents.close()


def _reason(error: Exception) -> str:
    return getattr(error, "reason", None) or str(error).partition("\n")[0]
