"""Looks into the STEP files that wait for it, one after the other, behind the requests."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog

from partwright.cad.job_protocol import JobFailed, KernelMissing
from partwright.cad.job_types import INSPECT, InspectStep, StepInspection
from partwright.cad.workers import KernelPool
from partwright.cad_files.content_copy import copy_content
from partwright.cad_files.model import LARGEST, MOST_ATTEMPTS, GeometryClaim
from partwright.kit import clock
from partwright.kit.contents import ContentStore, ContentsUnavailable, StoredContent
from partwright.kit.db import Database
from partwright.kit.db.base import retry_lost_transaction
from partwright.vault import derived_queries
from partwright.vault.service import keep_content, store_bytes

_log = structlog.get_logger("geometry")

PAUSE_SECONDS = 10.0
"""How often it is looked whether anything waits; a question for a file asks at once."""
_LONG_PAUSE_SECONDS = 60.0
_BLOCK = 1 << 20


class GeometryWorker:
    """The work of one server process; any number of processes share what waits."""

    def __init__(self, database: Database, store: ContentStore, kernel: KernelPool) -> None:
        self._database = database
        self._store = store
        self._kernel = kernel
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        # A claim is stale when even the slowest job has been killed.
        self._stale_seconds = 4 * kernel.limits.seconds + 60

    def open(self) -> None:
        """Begin, if the kernel is installed; otherwise files go on waiting."""
        if self._kernel.is_installed:
            self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Stop; what was begun is given back."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hurry(self) -> None:
        """Somebody waits for a file."""
        self._wanted.set()

    async def _live(self) -> None:
        pause = PAUSE_SECONDS
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), pause)
            self._wanted.clear()
            pause = PAUSE_SECONDS
            try:
                while await self._one():
                    pass
            except (KernelMissing, ContentsUnavailable) as missing:
                _log.warning("files wait", reason=missing.message)
                pause = _LONG_PAUSE_SECONDS
            except Exception:  # noqa: BLE001 - whatever it is, later files get their turn
                _log.exception("files wait")
                pause = _LONG_PAUSE_SECONDS

    async def _one(self) -> bool:
        """Look into the next file; False when none waits."""
        claim = await self._claimed()
        if claim is None:
            return False
        try:
            await self._look_into(claim)
        except JobFailed as failed:
            await self._fail(claim, failed.message)
        except BaseException:
            await self._run(derived_queries.RELEASE, digest=claim.digest)
            raise
        return True

    async def _claimed(self) -> GeometryClaim | None:
        stale = clock.moment_later(seconds=-self._stale_seconds)
        async with self._database.snapshot() as snapshot:
            if await snapshot.one(int, derived_queries.ARE_WAITING, stale=stale) is None:
                return None

        async def claim() -> GeometryClaim | None:
            async with self._database.transaction() as tx:
                return await tx.one(
                    GeometryClaim, derived_queries.CLAIM, now=clock.now(), stale=stale
                )

        return await retry_lost_transaction(claim)

    async def _look_into(self, claim: GeometryClaim) -> None:
        if claim.attempts > MOST_ATTEMPTS:
            await self._fail(claim, "the server ended each time while reading it")
        elif claim.size > LARGEST:
            await self._fail(claim, f"only files of up to {LARGEST >> 20} MiB are read")
        else:
            with tempfile.TemporaryDirectory(prefix="partwright-") as folder:
                await self._inspect(claim, Path(folder))

    async def _inspect(self, claim: GeometryClaim, folder: Path) -> None:
        path = folder / "file.step"
        try:
            await copy_content(self._store.read(claim.content), path)
        except KeyError:
            await self._fail(claim, "its bytes are missing in the vault")
            return
        found = await self._kernel.run(INSPECT, InspectStep(str(path), str(folder)))
        drawing = await asyncio.to_thread(Path(found.files.svg).read_bytes)
        glb = await store_bytes(self._store, _blocks(Path(found.files.glb)))
        await self._keep(claim, found, drawing, glb)

    async def _keep(
        self, claim: GeometryClaim, found: StepInspection, drawing: bytes, glb: StoredContent
    ) -> None:
        async def keep() -> None:
            async with self._database.transaction() as tx:
                await keep_content(tx, self._store, glb, owner=f"geometry/{claim.digest}")
                await tx.run(
                    derived_queries.READY,
                    digest=claim.digest,
                    inspection=msgspec.json.encode(found),
                    drawing=drawing,
                    glb_digest=glb.digest,
                    glb_size=glb.size,
                )

        await retry_lost_transaction(keep)

    async def _fail(self, claim: GeometryClaim, error: str) -> None:
        _log.info("file not understood", digest=claim.digest, reason=error)
        await self._run(derived_queries.FAILED, digest=claim.digest, error=error)

    async def _run(self, sql: str, **params: str) -> None:
        async def run() -> None:
            async with self._database.transaction() as tx:
                await tx.run(sql, **params)

        await retry_lost_transaction(run)


async def _blocks(path: Path) -> AsyncGenerator[bytes]:
    with path.open("rb") as file:
        while block := await asyncio.to_thread(file.read, _BLOCK):
            yield block
