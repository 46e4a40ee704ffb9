"""The process in which a server's import jobs are done, as the server sees it.

Reading, planning and writing a long import computes for seconds, and threads of one interpreter
take turns: the answers of all other installations and users would wait. The process reads sheets at a
lower priority, is started when something waits, and ends when nothing does for a while.
"""

import asyncio
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import structlog

from partwright.imports.import_job import JobProgress
from partwright.imports.process_protocol import (
    DoImports,
    ImportOrder,
    ImportProgress,
    ImportReport,
    ImportStopped,
    InstallationLeft,
    LeaveInstallation,
    StopImport,
    as_line,
    read_report,
)
from partwright.kit.ids import new_id
from partwright.settings import Settings

_log = structlog.get_logger("imports")

_PATIENCE_SECONDS = 10.0
"""For the process to stop a job; afterwards it is killed, and its jobs are given back."""
_LAST_PATIENCE_SECONDS = 2.0
"""The same for it to end."""
_AGAIN_SECONDS = 1.0
_FAULT_PAUSE_SECONDS = 30.0
"""Time before another process is started, when one ended without a word."""


class ImportProcess:
    """At most one process for all installations of a server process. Belongs to one event loop."""

    def __init__(self, program: Sequence[str]) -> None:
        self._program = program
        self._starting = asyncio.Lock()
        self._child: _Child | None = None
        self.installations: dict[str, InstallationImports] = {}
        """Those of which the process may have something open, by their keys."""

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._child.pid if self._child is not None and self._child.is_alive else None

    def of(self, name: str, settings: Settings) -> "InstallationImports":
        """The imports of an installation by a name of its own."""
        return InstallationImports(self, name, settings)

    async def started(self) -> "_Child":
        """The process, started where it is not there."""
        async with self._starting:
            if self._child is None or not self._child.is_alive:
                self._child = await _Child.start(self._program, self)
            return self._child

    def present(self) -> "_Child | None":
        """The process, if it is there and takes orders."""
        return self._child if self._child is not None and self._child.is_alive else None

    async def close(self) -> None:
        """End it; what it had begun it gives back before."""
        if self._child is not None:
            await self._child.close()


class InstallationImports:
    """The import jobs of one installation, done in the process."""

    def __init__(self, process: ImportProcess, name: str, settings: Settings) -> None:
        self._process = process
        self._name = name
        self._settings = settings
        self._key = new_id()
        self.running: dict[str, JobProgress] = {}
        """The jobs that are at work there, and how far each has come."""
        self._asked_at = -_AGAIN_SECONDS
        self._on_end: Callable[[], Awaitable[object]] | None = None

    def on_end(self, give_back: Callable[[], Awaitable[object]]) -> None:
        """Call this when the process has ended, with whatever it had begun."""
        self._on_end = give_back

    async def begin(self, holder: str) -> None:
        """Let what waits be done; asked again and again it passes that on now and then."""
        now = time.monotonic()
        if now < self._asked_at + _AGAIN_SECONDS:
            return
        self._asked_at = now
        self._process.installations[self._key] = self
        child = await self._process.started()
        await child.send(DoImports(self._key, self._name, self._settings, holder))

    async def stop(self, job_id: str) -> None:
        """End a job without any effect, if it is at work there; wait until that is so."""
        if (child := self._process.present()) is not None:
            await child.ask(StopImport(self._key, job_id), job_id, seconds=_PATIENCE_SECONDS)

    async def leave(self) -> None:
        """Let the process give back what it has begun here."""
        if (child := self._process.present()) is not None and self._is_known:
            order = LeaveInstallation(self._key)
            await child.ask(order, self._key, seconds=_LAST_PATIENCE_SECONDS)
        self._process.installations.pop(self._key, None)

    @property
    def _is_known(self) -> bool:
        return self._key in self._process.installations

    def hear(self, report: ImportProgress) -> None:
        """Keep what the process tells of a job."""
        if report.progress is None:
            self.running.pop(report.job_id, None)
        else:
            self.running[report.job_id] = report.progress

    async def end(self, *, has_failed: bool) -> None:
        """The process is gone; one that failed before it did anything is not followed at once."""
        pause = _FAULT_PAUSE_SECONDS if has_failed else 0.0
        self._asked_at = time.monotonic() + pause - _AGAIN_SECONDS
        self.running.clear()
        if self._on_end is not None:
            await self._on_end()


class _Child:
    """A process that was started, until it has ended."""

    def __init__(self, process: Process, owner: ImportProcess) -> None:
        self._process = process
        self._owner = owner
        self._asked: dict[str, asyncio.Event] = {}
        self._is_closing = self._has_reported = False
        self._listening = asyncio.ensure_future(self._listen())

    @classmethod
    async def start(cls, program: Sequence[str], owner: ImportProcess) -> "_Child":
        process = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE)
        _log.info("import process started", pid=process.pid)
        return cls(process, owner)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not (self._listening.done() or self._is_closing)

    async def send(self, order: ImportOrder) -> None:
        """Give an order; one that the process does not live to read is given anew to the next."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(as_line(order))
            await self._process.stdin.drain()

    async def ask(self, order: ImportOrder, answer: str, *, seconds: float) -> None:
        """Give an order and wait until it is carried out; a process that does not is killed."""
        answered = self._asked.setdefault(answer, asyncio.Event())
        await self.send(order)
        try:
            await asyncio.wait_for(answered.wait(), seconds)
        except TimeoutError:
            await self._kill()

    async def close(self) -> None:
        """Close the pipe, upon which the process gives all back and ends."""
        assert self._process.stdin is not None
        self._is_closing = True
        self._process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), _LAST_PATIENCE_SECONDS)
        await self._kill()

    async def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await asyncio.wait([self._listening])

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := await _next_line(self._process.stdout):
            report = read_report(line)
            if report is None:
                # Whatever a library prints there is nobody's report.
                _log.warning("import process said something else", pid=self.pid)
                continue
            self._has_reported = True
            self._hear(report)
        code = await self._process.wait()
        has_failed = code != 0 and not self._has_reported
        tell = _log.error if has_failed else _log.info
        tell("import process ended", pid=self.pid, code=code)
        for answered in self._asked.values():
            answered.set()
        for one in list(self._owner.installations.values()):
            try:
                await one.end(has_failed=has_failed)
            except Exception:  # noqa: BLE001 - whatever it is, the others hear of the end
                _log.exception("imports not given back")

    def _hear(self, report: ImportReport) -> None:
        match report:
            case ImportProgress(key):
                if (one := self._owner.installations.get(key)) is not None:
                    one.hear(report)
            case ImportStopped(key) | InstallationLeft(key):
                if (answered := self._asked.pop(key, None)) is not None:
                    answered.set()


async def _next_line(reports: asyncio.StreamReader) -> bytes:
    """The next line, empty at the end; of one longer than any report a piece that is none."""
    try:
        return await reports.readline()
    except ValueError:
        return b"\n"
