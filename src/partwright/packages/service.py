"""Bills of materials as files, and packages, made and sent."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from partwright.cad_files.worker import GeometryWorker
from partwright.identity.model import Actor, UserRef
from partwright.kit import clock
from partwright.kit.contents import ContentStore, file_sha256
from partwright.kit.db import Database
from partwright.kit.file_names import safe_name
from partwright.packages.bom_table import LONGEST_DOCUMENT, BomTable, BomTableQuery
from partwright.packages.contents import PackageContents
from partwright.packages.documents import check_length, write_document
from partwright.packages.model import Manifest, PackageQuery, PackedFile
from partwright.packages.pictures import Pictures
from partwright.packages.sheets import write_csv, write_workbook
from partwright.packages.zip_stream import ZipStream, file_blocks, one_block
from partwright.vault.model import ItemFile

BomFormat = Literal["csv", "xlsx", "pdf"]
MEDIA_TYPES: dict[BomFormat, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}
_threads = ThreadPoolExecutor(2, thread_name_prefix="documents")
"""Few, so that neither memory nor the other requests suffer from many documents at once."""


class BomFileQuery(BomTableQuery, rename="camel", kw_only=True):
    """The bill of materials, and the kind of file."""

    format: BomFormat = "csv"


class BomFiles(msgspec.Struct, frozen=True):
    """Makers of files from tables: the stores, and who asks."""

    database: Database
    contents: ContentStore
    worker: GeometryWorker
    actor: Actor

    async def write(self, table: BomTable, kind: BomFormat, path: Path) -> None:
        """One file of the kind."""
        if kind == "csv":
            await asyncio.to_thread(write_csv, table, path)
            return
        if kind == "pdf":
            check_length(table)
        source = Pictures(self.database, self.contents, self.worker)
        pictures = await source.of_table(self.actor, table, as_png=kind == "xlsx")
        if kind == "xlsx":
            write = partial(write_workbook, table, path, pictures)
            await asyncio.get_running_loop().run_in_executor(_threads, write)
            return
        made = f"{clock.now()[:16].replace('T', ' ')} UTC, {self.actor.name}"
        write = partial(write_document, table, path, pictures, made=made)
        await asyncio.get_running_loop().run_in_executor(_threads, write)


async def bom_file(files: BomFiles, table: BomTable, kind: BomFormat) -> AsyncGenerator[bytes]:
    """The bytes of the file; it is whole before the first of them comes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"bom.{kind}")
        await files.write(table, kind, path)
        await asyncio.to_thread(table.give_up)
        yield b""
        async for block in file_blocks(partial(path.open, "rb")):
            yield block


def bom_file_name(table: BomTable, kind: str) -> str:
    """The name of the file where it is saved."""
    return f"{_stem(table)}.{kind}"


def _stem(table: BomTable) -> str:
    top = table.item
    revision = "" if top.revision == "-" else f" {top.revision}"
    return safe_name(f"{top.item_number}{revision}")


async def package(
    files: BomFiles, contents: PackageContents, query: PackageQuery
) -> AsyncGenerator[bytes]:
    """The bytes of the archive, made as they are taken; the manifest is the last file.

    Every file is checked against its digest as it goes by: what is damaged breaks the download
    off, so that nobody takes a wrong drawing for the right one.
    """
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp))
    try:
        boms = await _bom_files(files, contents.table, folder)
        await asyncio.to_thread(contents.table.give_up)
        yield b""
        archive = ZipStream()
        for packed, path in boms:
            async for piece in archive.add(packed.path, file_blocks(partial(path.open, "rb"))):
                yield piece
        for path, file in contents.sources.items():
            async for piece in archive.add(path, _checked(files.contents, file)):
                yield piece
        manifest = _manifest(files.actor, contents, query, [packed for packed, _ in boms])
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        async for piece in archive.add("manifest.json", one_block(text)):
            yield piece
        yield await archive.end()
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _bom_files(
    files: BomFiles, table: BomTable, folder: Path
) -> list[tuple[PackedFile, Path]]:
    """The bill of materials in every kind; a PDF where it is short enough for one."""
    kinds: list[BomFormat] = ["csv", "xlsx"]
    if len(table.rows) <= LONGEST_DOCUMENT:
        kinds.append("pdf")
    made: list[tuple[PackedFile, Path]] = []
    for kind in kinds:
        path = folder / f"bom.{kind}"
        await files.write(table, kind, path)
        digest = await asyncio.to_thread(file_sha256, path)
        made.append((PackedFile(path.name, path.stat().st_size, digest), path))
    return made


async def _checked(contents: ContentStore, file: ItemFile) -> AsyncGenerator[bytes]:
    seen = sha256()
    async for block in contents.read(file.shown.content):
        seen.update(block)
        yield block
    if seen.hexdigest() != file.shown.digest:
        raise DamagedContent(file.shown.digest)


class DamagedContent(Exception):
    """Stored bytes that are not those that were kept."""


def _manifest(
    actor: Actor, contents: PackageContents, query: PackageQuery, boms: list[PackedFile]
) -> Manifest:
    return Manifest(
        item=contents.table.item,
        made_at=clock.now(),
        made_by=UserRef(actor.id, actor.name),
        as_of_commit=query.commit_id,
        kinds=sorted(query.file_kinds()),
        incomplete=contents.table.incomplete,
        bom=boms,
        items=contents.items,
    )


def package_name(table: BomTable) -> str:
    """The name of the archive where it is saved."""
    return f"{_stem(table)}.zip"
