"""Does the import jobs that wait, behind the requests or in processes of its own.

Any number of processes share what waits, by the leases of `cad_files.worker`: each says again and
again that it is at work, and what a process holds of which nothing is heard goes back to the others.
What a job makes and its end are one transaction, so that a job takes effect once, however
often it was begun, and not at all once it is cancelled.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import structlog

from partwright.identity.authentication import find_user
from partwright.identity.model import Actor
from partwright.imports import job_queries
from partwright.imports.file_import import FileImport, import_file
from partwright.imports.file_parsers import FileParsers
from partwright.imports.import_job import (
    MOST_ATTEMPTS,
    JobError,
    JobFileGone,
    JobProgress,
    JobState,
    KeptJob,
    job_owner,
)
from partwright.imports.import_process import InstallationImports
from partwright.imports.option_input import ImportOptions
from partwright.imports.prepared_file import PreparedFile
from partwright.imports.service import check_may_import
from partwright.imports.sheets.fields.kinds import KINDS
from partwright.imports.uploads import prepare_sheets
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database, Transaction
from partwright.kit.db.base import hint
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.errors import ErrorDetail, NotFound, Refusal, ServiceUnavailable
from partwright.kit.hints import IMPORTS, NO_HINTS, HintBus, WorkSignal
from partwright.kit.ids import new_id
from partwright.kit.leases import LeaseWatch, claim_next, work_off
from partwright.kit.memory import release_memory
from partwright.kit.tasks import end_tasks, repeat
from partwright.vault.service import forget_content
from partwright.web.error_responses import error_status
from partwright.web.responses import encode

_log = structlog.get_logger("imports")

PAUSE_SECONDS = 5.0
"""How often it is looked whether anything waits; a new job asks at once."""
_LONG_PAUSE_SECONDS = 30.0
_EAGER_SECONDS = 10.0
_EAGER_PAUSE_SECONDS = 0.1
HEARTBEAT_SECONDS = 2.0
WATCH_SECONDS = 5.0
LEASE_SECONDS = 30.0
"""After how long without a word a job is given to others."""


class _Lost(Exception):
    """The job was cancelled or given to another process, so that nothing of it counts."""


class _TriedOut(Exception):
    """Takes back the transaction of a dry run."""

    def __init__(self, done: FileImport) -> None:
        super().__init__()
        self.done = done


class _Ending(msgspec.Struct, frozen=True):
    """Outcome of a job, and the status that a request would have had."""

    state: JobState
    status: int | None = None
    outcome: FileImport | None = None
    error: JobError | None = None


class _UserGone(NotFound):
    def __init__(self) -> None:
        super().__init__("The account that started the import is no longer active")


class ImportWorker:
    """The work of one process: one import after the other."""

    def __init__(
        self,
        database: Database,
        contents: ContentStore,
        parsers: FileParsers,
        *,
        seconds: Callable[[], float] = time.monotonic,
        holder: str = "",
        hints: HintBus = NO_HINTS,
        elsewhere: InstallationImports | None = None,
    ) -> None:
        """`seconds` is this process's clock; `elsewhere` does the work, under this one's `holder`."""
        self._database = database
        self._contents = contents
        self._parsers = parsers
        self._seconds = seconds
        self._holder = holder or new_id()
        self._hints = hints
        self._elsewhere = elsewhere
        self._waited = False
        self._leases = LeaseWatch(
            database,
            held=job_queries.HELD,
            take_back=job_queries.TAKE_BACK,
            seconds=LEASE_SECONDS,
            clock=seconds,
        )
        self._running: dict[str, tuple[JobProgress, asyncio.Task[None]]] = {}
        self._wanted = WorkSignal(lambda: not self.running)
        self._eager_until = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self.done = 0
        """How many jobs this process has ended."""

    def open(self, *, at_work: bool = True) -> None:
        """Begin, unless the work is left to others; in any case it watches them."""
        works = [repeat(WATCH_SECONDS, self.watch)]
        if at_work:
            self._hints.serve(IMPORTS, self._wanted)
            if self._elsewhere is None:
                works.append(repeat(HEARTBEAT_SECONDS, self.beat))
            else:
                self._elsewhere.on_end(self._give_back)
            works.append(
                work_off(
                    self._one if self._elsewhere is None else self._hand_over,
                    wanted=self._wanted,
                    pause=self._pause,
                    fault_pause=_LONG_PAUSE_SECONDS,
                )
            )
        self._tasks = [asyncio.create_task(work) for work in works]

    async def close(self) -> None:
        """Stop; what was begun is given back."""
        await end_tasks(self._tasks)
        if self._elsewhere is not None:
            await self._elsewhere.leave()

    def hurry(self) -> None:
        """Something waits, or will once the transaction that told so has ended."""
        self._eager_until = self._seconds() + _EAGER_SECONDS
        self._wanted.set()

    def _pause(self) -> float:
        if self._seconds() < self._eager_until:
            return _EAGER_PAUSE_SECONDS
        # What is known to wait here comes to its second look soon, whether others were told or not.
        return PAUSE_SECONDS if self._waited else self._hints.pause(PAUSE_SECONDS)

    @property
    def is_at_work(self) -> bool:
        """Whether a job is at work here."""
        return bool(self.running)

    @property
    def running(self) -> dict[str, JobProgress]:
        """The jobs that are at work here, and how far each has come."""
        if self._elsewhere is not None:
            return self._elsewhere.running
        return {job_id: progress for job_id, (progress, _) in self._running.items()}

    def progress_of(self, job_id: str) -> JobProgress | None:
        """The progress of a job that is at work here; None for another."""
        return self.running.get(job_id)

    async def stop(self, job_id: str) -> None:
        """End a job that is at work here without any effect; wait until that is so."""
        if self._elsewhere is not None:
            await self._elsewhere.stop(job_id)
        running = self._running.get(job_id)
        if running is not None:
            running[1].cancel()
            await asyncio.wait([running[1]])

    async def _hand_over(self) -> bool:
        """Let the import process do what waits; always False, as nothing more is done here.

        What others have just begun to do is left to them: unless it was made here, it has to wait
        for a second look.
        """
        async with self._database.single_reads() as reads:
            waits = await reads.one(int, job_queries.ARE_WAITING) is not None
        is_own = self._wanted.take_hint() or self._seconds() < self._eager_until
        if self._elsewhere is not None and waits and (is_own or self._waited):
            await self._elsewhere.begin(self._holder)
        self._waited = waits
        return False

    async def _give_back(self) -> None:
        """Let what the import process had begun when it ended wait again. The attempt counts."""
        await run_alone(self._database, job_queries.TRY_ALL_AGAIN, holder=self._holder)
        self.hurry()
        self._hints.give((IMPORTS,))

    async def _one(self) -> bool:
        """Do the next job; False when none waits."""
        job = await claim_next(self._database, job_queries.ARE_WAITING, self._claim)
        if job is None:
            return False
        progress = JobProgress()
        task = asyncio.create_task(self._carry(job, progress))
        self._running[job.id] = progress, task
        try:
            await asyncio.wait([task])
            if task.cancelled():
                await self._finish(job, progress, _Ending("cancelled"))
            elif (failure := task.exception()) is not None:
                await run_alone(
                    self._database, job_queries.TRY_AGAIN, id=job.id, holder=self._holder
                )
                raise failure
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait([task])
            await run_alone(self._database, job_queries.RELEASE, id=job.id, holder=self._holder)
            self._hints.give((IMPORTS,))
            raise
        finally:
            self._running.pop(job.id, None)
        await asyncio.to_thread(release_memory)
        self.done += 1
        self._eager_until = 0.0
        return True

    async def _claim(self, tx: Transaction) -> KeptJob | None:
        # More may wait for those of other processes that rest.
        hint(tx, IMPORTS)
        return await tx.one(KeptJob, job_queries.CLAIM, holder=self._holder)

    async def _carry(self, job: KeptJob, progress: JobProgress) -> None:
        """Do the job; what it is refused for is its end as well."""
        if job.attempts > MOST_ATTEMPTS:
            error = JobError("INTERNAL_ERROR", "Every attempt at this import was interrupted")
            await self._finish(job, progress, _Ending("failed", 500, error=error))
            return
        try:
            with TemporaryDirectory(prefix="partwright-import-") as folder:
                options = job.import_options()
                actor, sheets = await self._read(job, options, Path(folder))
                progress.total = sum(sheet.reading.total for sheet in sheets)
                progress.phase = "writing"
                await self._import(job, options, actor, sheets, progress)
        except _Lost:
            _log.warning("import cancelled or taken over", job=job.id)
        except ServiceUnavailable:
            raise
        except Refusal as refusal:
            details = [d for d in refusal.details if isinstance(d, ErrorDetail)]
            error = JobError(refusal.code, refusal.message, details)
            await self._finish(job, progress, _Ending("failed", error_status(refusal), error=error))
        except Exception:  # noqa: BLE001 - told in the log, and no reason to try again
            _log.exception("import failed", job=job.id)
            error = JobError("INTERNAL_ERROR", "The server failed during this import")
            await self._finish(job, progress, _Ending("failed", 500, error=error))

    async def _read(
        self, job: KeptJob, options: ImportOptions, folder: Path
    ) -> tuple[Actor, list[PreparedFile]]:
        async with self._database.snapshot() as snapshot:
            actor = await find_user(snapshot, job.created_by, scopes=job.scopes)
        if actor is None:
            raise _UserGone
        kind = KINDS[job.kind]
        check_may_import(actor, kind, update=options.update)
        if not await self._contents.has(job.content):
            raise JobFileGone
        sheets = await prepare_sheets(
            self._database,
            self._contents,
            self._parsers,
            job.content,
            job.file_name,
            folder,
            kind,
            options,
        )
        return actor, sheets

    async def _import(
        self,
        job: KeptJob,
        options: ImportOptions,
        actor: Actor,
        sheets: list[PreparedFile],
        progress: JobProgress,
    ) -> None:

        def tell(rows: int) -> None:
            progress.done = min(rows, progress.total)

        async def work(tx: Transaction) -> None:
            done = await import_file(tx, actor, sheets, KINDS[job.kind], options, tell)
            if options.dry_run:
                raise _TriedOut(done)
            await self._end(tx, job, progress, _Ending("done", done.status, outcome=done))
            await forget_content(tx, owner=job_owner(job.id))

        try:
            await write_alone(self._database, work)
        except _TriedOut as tried:
            await self._finish(job, progress, _Ending("done", 200, outcome=tried.done))

    async def _finish(self, job: KeptJob, progress: JobProgress, ending: _Ending) -> None:
        """Tell the end of a job that changed nothing."""
        with suppress(_Lost):
            await write_alone(self._database, lambda tx: self._end(tx, job, progress, ending))

    async def _end(
        self, tx: Transaction, job: KeptJob, progress: JobProgress, ending: _Ending
    ) -> None:
        finished = await tx.run(
            job_queries.FINISH,
            id=job.id,
            holder=self._holder,
            state=ending.state,
            status=ending.status,
            outcome=None if ending.outcome is None else encode(ending.outcome).decode(),
            error=None if ending.error is None else encode(ending.error).decode(),
            done=progress.total if ending.state == "done" else progress.done,
            total=progress.total,
            now=clock.now(),
        )
        if not finished:
            raise _Lost

    async def beat(self) -> None:
        """Say how far what is at work here has come."""
        for job_id, (progress, _) in list(self._running.items()):
            await run_alone(
                self._database,
                job_queries.HEARTBEAT,
                id=job_id,
                holder=self._holder,
                phase=progress.phase,
                done=progress.done,
                total=progress.total,
            )

    async def watch(self) -> None:
        """Give back what those hold of whom nothing was heard for the time of a lease."""
        for lease in await self._leases.give_back(self._holder):
            _log.warning("import of a process that has ended", job=lease.id)
            self.hurry()
            self._hints.give((IMPORTS,))
