"""Looks into the STEP files that wait for it, behind the requests or in processes of their own.

Any number of processes share what waits. Each says again and again that it is at work; what a
process claimed of which nothing is heard goes back to the others. Each judges that by its own
clock, so the clocks of their machines need not agree.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import msgspec
import structlog

from partwright.cad.job_protocol import JobFailed
from partwright.cad.job_types import INSPECT, InspectStep, StepInspection
from partwright.cad.workers import KernelPool
from partwright.cad_files.content_copy import copy_content
from partwright.cad_files.model import LARGEST, MOST_ATTEMPTS, GeometryClaim
from partwright.kit import clock
from partwright.kit.contents import ContentStore, StoredContent
from partwright.kit.db import Database, Transaction
from partwright.kit.db.base import hint
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.hints import CAD, NO_HINTS, HintBus, WorkSignal
from partwright.kit.ids import new_id
from partwright.kit.leases import LeaseWatch, claim_next, work_off
from partwright.kit.tasks import end_tasks, repeat
from partwright.vault import derived_queries
from partwright.vault.service import keep_content, store_bytes

_log = structlog.get_logger("geometry")

PAUSE_SECONDS = 5.0
"""How often it is looked whether anything waits; a question for a file asks at once."""
_LONG_PAUSE_SECONDS = 60.0
_GIVES_WAY_SECONDS = 20.0
"""How long a file that nobody asks for is put behind jobs of the kernel that somebody waits for."""
HEARTBEAT_SECONDS = 5.0
"""How often a process says that it is at work."""
WATCH_SECONDS = 2.0
"""How often it looks for those that say nothing any more."""
LEASE_SECONDS = 15.0
"""After how long without a word what a process claimed is given to others."""
_BLOCK = 1 << 20


class _TakenOver(Exception):
    """Others were given the file meanwhile, so that their result counts."""


class GeometryWorker:
    """The work of one process."""

    def __init__(
        self,
        database: Database,
        store: ContentStore,
        kernel: KernelPool,
        *,
        at_once: int = 1,
        seconds: Callable[[], float] = time.monotonic,
        hints: HintBus = NO_HINTS,
    ) -> None:
        """`seconds` is this process's clock."""
        self._hints = hints
        self._database = database
        self._store = store
        self._kernel = kernel
        self._at_once = at_once
        self._holder = new_id()
        self._held = 0
        self._leases = LeaseWatch(
            database,
            held=derived_queries.HELD,
            take_back=derived_queries.TAKE_BACK,
            seconds=LEASE_SECONDS,
            clock=seconds,
        )
        self._wanted = WorkSignal()
        self._asked = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.done = 0
        """How many files this process has looked into."""
        self.is_without_kernel = False
        """Whether files wait in vain: this process is to look into them, and has no kernel."""

    def open(self, *, at_work: bool = True) -> None:
        """Begin, if the kernel is installed and the work is not left to others.

        In any case it watches the others: workers may all end sooner than a lease.
        """
        works = [repeat(WATCH_SECONDS, self.watch)]
        self.is_without_kernel = at_work and not self._kernel.is_installed
        if at_work and not self.is_without_kernel:
            self._hints.serve(CAD, self._wanted)
            works += [repeat(HEARTBEAT_SECONDS, self.beat)]
            works += [
                work_off(
                    self._one,
                    wanted=self._wanted,
                    pause=lambda: self._hints.pause(PAUSE_SECONDS),
                    fault_pause=_LONG_PAUSE_SECONDS,
                )
                for _ in range(self._at_once)
            ]
        self._tasks = [asyncio.create_task(work) for work in works]

    async def close(self) -> None:
        """Stop; what was begun is given back."""
        await end_tasks(self._tasks)

    @property
    def is_at_work(self) -> bool:
        """Whether a file is looked into here."""
        return self._held > 0

    def hurry(self) -> None:
        """Somebody waits for a file."""
        self._asked.set()
        self._wanted.set()

    async def _one(self) -> bool:
        """Look into the next file; False when none waits."""
        await self._give_way()
        claim = await claim_next(self._database, derived_queries.ARE_WAITING, self._claim)
        if claim is None:
            self._asked.clear()
            return False
        # More may wait for those of this process that rest.
        self._wanted.set()
        self._held += 1
        try:
            await self._look_into(claim)
        except JobFailed as failed:
            await self._fail(claim, failed.message)
        except _TakenOver:
            _log.warning("file taken over by another process", digest=claim.digest)
        except BaseException:
            await run_alone(
                self._database, derived_queries.RELEASE, digest=claim.digest, holder=self._holder
            )
            self._hints.give((CAD,))
            raise
        finally:
            self._held -= 1
        self.done += 1
        return True

    async def _give_way(self) -> None:
        """Let the kernel's other jobs go first for a while, unless somebody asks for a file."""
        if not self._kernel.is_waited_for:
            return
        waits = {
            asyncio.create_task(one) for one in (self._kernel.others_done(), self._asked.wait())
        }
        try:
            await asyncio.wait(
                waits, timeout=_GIVES_WAY_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            await end_tasks(waits)

    async def _claim(self, tx: Transaction) -> GeometryClaim | None:
        # More may wait for those of other processes that rest.
        hint(tx, CAD)
        return await tx.one(
            GeometryClaim, derived_queries.CLAIM, now=clock.now(), holder=self._holder
        )

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
        found = await self._kernel.run_behind(INSPECT, InspectStep(str(path), str(folder)))
        drawing = await asyncio.to_thread(Path(found.files.svg).read_bytes)
        glb = await store_bytes(self._store, _blocks(Path(found.files.glb)))
        await self._keep(claim, found, drawing, glb)

    async def _keep(
        self, claim: GeometryClaim, found: StepInspection, drawing: bytes, glb: StoredContent
    ) -> None:
        async def keep(tx: Transaction) -> None:
            await keep_content(tx, self._store, glb, owner=f"geometry/{claim.digest}")
            kept = await tx.run(
                derived_queries.READY,
                digest=claim.digest,
                holder=self._holder,
                inspection=msgspec.json.encode(found),
                drawing=drawing,
                glb_digest=glb.digest,
                glb_size=glb.size,
            )
            if not kept:
                raise _TakenOver

        await write_alone(self._database, keep)

    async def _fail(self, claim: GeometryClaim, error: str) -> None:
        _log.info("file not understood", digest=claim.digest, reason=error)
        await run_alone(
            self._database,
            derived_queries.FAILED,
            digest=claim.digest,
            holder=self._holder,
            error=error,
        )

    async def beat(self) -> None:
        """Say that this process is at work, if it is."""
        if self._held:
            await run_alone(self._database, derived_queries.HEARTBEAT, holder=self._holder)

    async def watch(self) -> None:
        """Give back what those hold of whom nothing was heard for the time of a lease."""
        for lease in await self._leases.give_back(self._holder):
            _log.warning("file of a process that has ended", digest=lease.id)
            self.hurry()
            self._hints.give((CAD,))


async def _blocks(path: Path) -> AsyncGenerator[bytes]:
    with path.open("rb") as file:
        while block := await asyncio.to_thread(file.read, _BLOCK):
            yield block
