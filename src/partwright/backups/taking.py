"""A backup taken while the server works: the database first, then the files it refers to."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Callable, Iterable
from pathlib import Path

from partwright import __version__
from partwright.backups.copying import CopiedContents, copy_missing
from partwright.backups.model import (
    BackupFailed,
    BackupManifest,
    ContentList,
    content_of_line,
    line_of_content,
)
from partwright.backups.target import BackupTarget
from partwright.kit import clock
from partwright.kit.contents import ContentStore, StoredContent
from partwright.kit.db import Database, Snapshot
from partwright.kit.db.copies import CopyFailed, copied_database, engine_of
from partwright.kit.db.schema_number import schema_number
from partwright.settings import Settings
from partwright.vault.holds import held_contents
from partwright.vault.maintenance_service import SHARDS, referenced_contents
from partwright.versioning.commits import last_commit_number

_PIECE = 256 << 10
"""Bytes of the database that are one content: a piece that did not change is there already."""

Tell = Callable[[str], None]


async def take_backup(
    settings: Settings, database: Database, store: ContentStore, target: BackupTarget, tell: Tell
) -> tuple[BackupManifest, CopiedContents]:
    """Take one; answers what it is, and what had to be carried over.

    A row refers to a content only after the content is in the store, contents never change, and
    none is removed while the hold lasts: so whatever the copy of the database refers to is there
    when it is carried over. Killed at any moment it leaves contents that no backup names.
    """
    taken_at = clock.now()
    with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix="backup-") as folder:
        async with target.working("taking"), held_contents(database):
            copy, listing = Path(folder) / "database", _Listing(Path(folder) / "contents")
            commit, schema = await _copy_database(settings, copy, listing)
            tell("database")
            present, carried = await target.has(), CopiedContents()
            pieces = _Listing(Path(folder) / "pieces")
            await pieces.write(_keep_pieces(copy, target, present, carried))
            tell("files")
            async for copied in copy_missing(store, target.contents, listing.read(), present):
                carried.add(copied)
            manifest = BackupManifest(
                name=f"{taken_at[:19].replace(':', '').replace('-', '')}Z-{commit:09}",
                taken_at=taken_at,
                product=__version__,
                engine=engine_of(settings.database),
                schema=schema,
                commit=commit,
                database=await pieces.kept(target),
                contents=await listing.kept(target),
                absent=tuple(carried.absent),
            ).sealed()
            await target.write_manifest(manifest)
    return manifest, carried


async def _copy_database(settings: Settings, copy: Path, listing: "_Listing") -> tuple[int, str]:
    """Copy it and list what it refers to; answers its last commit and its schema."""
    try:
        async with copied_database(settings.database, copy) as snapshot:
            await listing.write(_all_referenced(snapshot))
            return await last_commit_number(snapshot), await schema_number(snapshot)
    except CopyFailed as failed:
        raise BackupFailed(str(failed)) from failed


class _Listing:
    """A list of contents in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._count = 0
        self._total = 0

    async def write(self, contents: AsyncGenerator[Iterable[StoredContent]]) -> None:
        with self._path.open("w", encoding="ascii", newline="\n") as file:
            async for some in contents:
                for content in some:
                    file.write(line_of_content(content))
                    self._count += 1
                    self._total += content.size

    async def read(self) -> AsyncGenerator[StoredContent]:
        with self._path.open(encoding="ascii") as file:
            for line in file:
                yield content_of_line(line)

    async def kept(self, target: BackupTarget) -> ContentList:
        return await target.keep_list(self._path, count=self._count, total=self._total)


async def _all_referenced(snapshot: Snapshot) -> AsyncGenerator[Iterable[StoredContent]]:
    for shard in SHARDS:
        yield await referenced_contents(snapshot, shard)


async def _keep_pieces(
    copy: Path, target: BackupTarget, present: dict[str, int], carried: CopiedContents
) -> AsyncGenerator[Iterable[StoredContent]]:
    """Keep the copy of the database piece by piece."""
    with copy.open("rb") as file:
        while piece := await asyncio.to_thread(file.read, _PIECE):
            async with target.contents.draft() as draft:
                await draft.write(piece)
                content = await draft.finish()
                if present.get(content.digest) != content.size:
                    await draft.keep()
                    carried.add(CopiedContents(1, content.size))
                yield (content,)
