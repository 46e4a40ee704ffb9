"""Previews of files without the program that made them, kept by the digest of their bytes.

The server parses no byte of them: a process of its own does, which sees the one file and nothing
else, and which is killed when nobody waits for it any more.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Hashable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, TypeVar

from partwright.cad.job_protocol import FailureReason, JobFailed, JobKind, JobLimits
from partwright.cad.workers import KernelPool
from partwright.cad_files.content_copy import copy_content
from partwright.cad_files.parser_jobs import (
    DRAW_THUMBNAIL,
    PRODUCT_LIMITS,
    READ_PRODUCTS,
    THUMBNAIL_LIMITS,
    DrawThumbnail,
    ParsedFile,
    ParserJob,
    ReadProducts,
)
from partwright.cad_files.product_tree_service import decode_structure
from partwright.cad_files.step.statements import NotAStepFile
from partwright.cad_files.step.structure import StepStructure
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.kit.db.fair_slots import FairSlots
from partwright.kit.db.single_writes import run_alone
from partwright.kit.errors import NotFound
from partwright.vault import derived_queries
from partwright.vault.model import FileVersion

T = TypeVar("T")


class SharedWork(Generic[T]):
    """Work that several wait for: done once, and given up when nobody waits any more."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, tuple[asyncio.Future[T], list[object]]] = {}

    async def join(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """The result of the work for the key; begins it where it is not under way."""
        if key not in self._tasks:
            self._tasks[key] = asyncio.ensure_future(work()), []
        task, waiting = self._tasks[key]
        me = object()
        waiting.append(me)
        try:
            return await asyncio.shield(task)
        finally:
            waiting.remove(me)
            if not waiting or task.done():
                self._tasks.pop(key, None)
            if not waiting:
                task.cancel()


LARGEST_PICTURE = 64 << 20
"""Bytes of a file of which a thumbnail is made."""
LARGEST_MODEL = 1 << 30
"""Bytes of a file whose product tree is read."""
PARSERS_AT_ONCE = 2
"""Few, so that neither memory nor the other requests suffer from many previews at once."""

ParserJobT = TypeVar("ParserJobT", bound=ParserJob)

_PROGRAM = (sys.executable, "-m", "partwright.cad_files.parser_process")
_POSTPONED_SECONDS = 900
"""After so long it is tried again what took too long, which may have been the machine's fault."""
_MAYBE_LATER = (FailureReason.TIME, FailureReason.CRASH)


class FilePreviews:
    """Makes previews, each once; the previews of one server process."""

    def __init__(self, database: Database, store: ContentStore) -> None:
        self._database = database
        self._store = store
        self._parsers = KernelPool(
            workers=PARSERS_AT_ONCE, program=_PROGRAM, needs="PIL", name="parsers"
        )
        self._pictures = FairSlots(PARSERS_AT_ONCE, share=1)
        # Of a large file it takes much memory.
        self._trees = FairSlots(1, share=1)
        self._under_way: SharedWork[bytes] = SharedWork()

    async def close(self) -> None:
        """End the processes."""
        await self._parsers.close()

    async def product_tree(self, version: FileVersion) -> bytes:
        """The JSON of a STEP file's ProductTree; NotAStepFile for any other file."""

        async def make() -> bytes:
            if version.size > LARGEST_MODEL:
                raise NotAStepFile(f"only files of up to {LARGEST_MODEL >> 20} MiB are read")
            async with self._trees.place():
                return await self._parsed(version, READ_PRODUCTS, ReadProducts, PRODUCT_LIMITS)

        return await self._once(version, "structure", NotAStepFile, make)

    async def structure(self, version: FileVersion) -> StepStructure:
        """The products and usages of a STEP file."""
        return await asyncio.to_thread(decode_structure, await self.product_tree(version))

    async def thumbnail(self, version: FileVersion, *, size: int) -> bytes:
        """A PNG that fits into a square of so many pixels; NoThumbnail for any other file."""

        def job(path: str, folder: str) -> DrawThumbnail:
            return DrawThumbnail(path, folder, size)

        async def make() -> bytes:
            if not 0 < version.size <= LARGEST_PICTURE:
                raise NoThumbnail(f"only files of up to {LARGEST_PICTURE >> 20} MiB are read")
            async with self._pictures.place():
                return await self._parsed(version, DRAW_THUMBNAIL, job, THUMBNAIL_LIMITS)

        return await self._once(version, f"thumbnail-{size}", NoThumbnail, make)

    async def _parsed(
        self,
        version: FileVersion,
        kind: JobKind[ParserJobT, ParsedFile],
        job: Callable[[str, str], ParserJobT],
        limits: JobLimits,
    ) -> bytes:
        """The bytes that a job makes of the content; JobFailed."""
        with TemporaryDirectory(prefix="partwright-") as folder:
            path = Path(folder, "input")
            beginning = b"ISO-10303-21" if kind.name == READ_PRODUCTS.name else b""
            blocks = self._store.read(version.content)
            if not await copy_content(blocks, path, begins_with=beginning):
                raise NotAStepFile("it does not begin with ISO-10303-21")
            found = await self._parsers.run(kind, job(str(path), folder), limits=limits)
            return await asyncio.to_thread(Path(found.path).read_bytes)

    async def _once(
        self,
        version: FileVersion,
        kind: str,
        refusal: "type[NotAStepFile | NoThumbnail]",
        make: Callable[[], Awaitable[bytes]],
    ) -> bytes:
        """The preview as it is kept; what is refused once is not parsed again."""
        family = kind.partition("-")[0]
        kept = await self._find(version, kind)
        if kept is not None:
            return kept
        if reason := await self._find(version, f"{family}-refused"):
            raise refusal(reason.decode())
        since = clock.moment_later(seconds=-_POSTPONED_SECONDS)
        if reason := await self._find(version, f"{family}-postponed", since=since):
            raise refusal(reason.decode())

        async def work() -> bytes:
            try:
                body = await make()
            except refusal as refused:
                await self._keep(version, f"{family}-refused", refused.reason.encode())
                raise
            except JobFailed as failed:
                standing = "postponed" if failed.reason in _MAYBE_LATER else "refused"
                await self._keep(version, f"{family}-{standing}", failed.message.encode())
                raise refusal(failed.message) from None
            await self._keep(version, kind, body)
            return body

        return await self._under_way.join((version.digest, kind), work)

    async def _find(self, version: FileVersion, kind: str, *, since: str = "") -> bytes | None:
        async with self._database.snapshot() as snapshot:
            return await snapshot.one(
                bytes, derived_queries.PREVIEW, digest=version.digest, kind=kind, since=since
            )

    async def _keep(self, version: FileVersion, kind: str, body: bytes) -> None:
        await run_alone(
            self._database,
            derived_queries.KEEP_PREVIEW,
            digest=version.digest,
            kind=kind,
            body=body,
            now=clock.now(),
        )


class NoThumbnail(NotFound):
    """The file is no image that a thumbnail can be made of."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"This file has no thumbnail: {reason}")
        self.reason = reason
