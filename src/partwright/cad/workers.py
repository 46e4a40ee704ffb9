"""The worker processes with the kernel, as the server sees them: give a job, get its answer."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec

import msgspec
import structlog

from partwright.cad.job_protocol import (
    LENGTH,
    AnswerT,
    FailureReason,
    JobAnswer,
    JobCancel,
    JobFailed,
    JobFailure,
    JobKind,
    JobLimits,
    JobStart,
    JobT,
    KernelMissing,
    KernelNotLoaded,
    KernelReady,
    Report,
    frame,
)
from partwright.kit.traces import OFF, Tracer
from partwright.settings import Settings

_log = structlog.get_logger("cad")

PROGRAM = (sys.executable, "-m", "partwright.cad.kernel")
INSTALL = "CAD needs the solid modelling kernel: install partwright with the extra `cad`"
TOLD = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV")
"""Variables of the server's environment that its worker processes have as well."""
PATIENCE = 10
"""Seconds for the processes to end, or a killed job to be reported."""
_reports = msgspec.json.Decoder(Report)


class _Lost(Exception):
    """The supervising process ended while a job was with it."""


class KernelPool:
    """Worker processes under one supervising process, which is started by the first job.

    Belongs to one event loop. When the server dies, however it dies, its pipe to the supervisor
    closes and the processes end.
    """

    def __init__(
        self,
        *,
        workers: int = 0,
        limits: JobLimits | None = None,
        program: Sequence[str] = PROGRAM,
        needs: str = "build123d",
        name: str = "kernel",
        tracer: Tracer = OFF,
    ) -> None:
        """`workers`: how many jobs at once, 0 for one for each processor; `name` is for the log."""
        self.workers = workers or os.cpu_count() or 1
        self.limits = limits or JobLimits()
        self._program = program
        self._needs = needs
        self._name = name
        self._tracer = tracer
        self._slots = asyncio.Semaphore(self.workers)
        self._starting = asyncio.Lock()
        self._supervisor: _Supervisor | None = None
        self._is_closed = False
        self._waited_for = 0
        self._resting = asyncio.Event()
        self._resting.set()

    @property
    def is_installed(self) -> bool:
        """Whether the kernel's package is there; it may still not start."""
        return find_spec(self._needs) is not None

    @property
    def fault(self) -> str:
        """The reason why it does nothing, as far as this process knows; empty where there is none."""
        if not self.is_installed:
            return INSTALL
        supervisor = self._supervisor
        return "" if supervisor is None or supervisor.is_alive else supervisor.missing

    @property
    def supervisor_pid(self) -> int | None:
        """The supervising process, while there is one."""
        supervisor = self._supervisor
        return supervisor.pid if supervisor and supervisor.is_alive else None

    async def run(
        self, kind: JobKind[JobT, AnswerT], job: JobT, *, limits: JobLimits | None = None
    ) -> AnswerT:
        """The job's answer; JobFailed, or KernelMissing. Cancelling it kills the job.

        A job that was with a supervisor that died is given once more to the next one.
        """
        self._waited_for += 1
        self._resting.clear()
        try:
            return await self.run_behind(kind, job, limits=limits)
        finally:
            self._waited_for -= 1
            if not self._waited_for:
                self._resting.set()

    async def run_behind(
        self, kind: JobKind[JobT, AnswerT], job: JobT, *, limits: JobLimits | None = None
    ) -> AnswerT:
        """As `run`, for what nobody waits for; the caller lets the others go first by `others_done`."""
        with self._tracer.running(f"CAD job {kind.name}"):
            async with self._slots:
                answer = await self._done(kind.name, job, limits or self.limits)
                return msgspec.json.decode(answer, type=kind.answer)

    @property
    def is_waited_for(self) -> bool:
        """Whether a job that somebody waits for is at work or queues."""
        return self._waited_for > 0

    async def others_done(self) -> None:
        """Until no job that somebody waits for is at work or queues."""
        await self._resting.wait()

    async def _done(self, kind: str, job: msgspec.Struct, limits: JobLimits) -> msgspec.Raw:
        for _ in range(2):
            supervisor = await self._alive()
            try:
                return await supervisor.do(kind, job, limits)
            except _Lost:
                # Its pipe closes before its end is seen: until then it would be asked again.
                await supervisor.close()
        raise JobFailed(FailureReason.CRASH, "the CAD processes ended twice during this job")

    async def each(
        self, kind: JobKind[JobT, AnswerT], jobs: Iterable[JobT], *, limits: JobLimits | None = None
    ) -> AsyncGenerator[tuple[int, AnswerT | JobFailed]]:
        """Number and outcome of every job, as they end; leaving early kills those still running."""

        async def numbered(number: int, job: JobT) -> tuple[int, AnswerT | JobFailed]:
            try:
                return number, await self.run(kind, job, limits=limits)
            except JobFailed as failed:
                return number, failed

        tasks = [asyncio.ensure_future(numbered(*pair)) for pair in enumerate(jobs)]
        try:
            for task in asyncio.as_completed(tasks):
                yield await task
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """End the processes; jobs still running fail."""
        self._is_closed = True
        if self._supervisor is not None:
            await self._supervisor.close()

    async def _alive(self) -> "_Supervisor":
        async with self._starting:
            if self._is_closed:
                raise KernelMissing("The server is stopping")
            if self._supervisor is None or not self._supervisor.is_alive:
                if not self.is_installed:
                    raise KernelMissing(INSTALL)
                self._supervisor = await _Supervisor.start(self._program, self._name)
            return self._supervisor


def kernel_pool(settings: Settings, tracer: Tracer = OFF) -> KernelPool:
    """The pool that the settings ask for; starts nothing yet."""
    limits = JobLimits(seconds=settings.cad_seconds, memory=settings.cad_memory)
    return KernelPool(workers=settings.cad_workers, limits=limits, tracer=tracer)


def _environment() -> dict[str, str]:
    """The server's environment as far as the processes may know it: nothing that is a secret.

    One thread each: the processes are forked, and a job is one of several anyway.
    """
    told = {name: os.environ[name] for name in TOLD if name in os.environ}
    return {**told, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class _Supervisor:
    """One supervising process and the jobs that are with it."""

    def __init__(self, process: Process, name: str) -> None:
        self._process = process
        self._name = name
        self._jobs: dict[int, asyncio.Future[msgspec.Raw]] = {}
        self._last = 0
        self.missing = ""
        """The reason why the kernel did not start."""
        self._listening = asyncio.ensure_future(self._listen())

    @classmethod
    async def start(cls, program: Sequence[str], name: str) -> "_Supervisor":
        """Does not wait for the kernel: jobs queue in the pipe until it is loaded."""
        environment = _environment()
        process = await asyncio.create_subprocess_exec(
            *program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
        )
        _log.info(f"{name} started", pid=process.pid)
        return cls(process, name)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._listening.done()

    async def do(self, kind: str, job: msgspec.Struct, limits: JobLimits) -> msgspec.Raw:
        """The answer as JSON; JobFailed, KernelMissing or _Lost."""
        self._last += 1
        number = self._last
        done = self._jobs[number] = asyncio.get_running_loop().create_future()
        try:
            self._send(JobStart(number, kind, msgspec.Raw(msgspec.json.encode(job)), limits))
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await self._kill(number, done)
            raise
        finally:
            self._jobs.pop(number, None)

    async def close(self) -> None:
        """Close the pipe, upon which the process kills its jobs and ends."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._listening), PATIENCE)
        except TimeoutError:
            self._process.kill()
            await self._listening

    async def _kill(self, number: int, done: "asyncio.Future[msgspec.Raw]") -> None:
        """Wait for the job's end, so that nothing writes into its folder afterwards."""
        self._send(JobCancel(number))
        await asyncio.wait([done], timeout=PATIENCE)
        if done.done() and not done.cancelled():
            done.exception()

    def _send(self, message: JobStart | JobCancel) -> None:
        assert self._process.stdin is not None
        if not self.is_alive or self._process.stdin.is_closing():
            raise _Lost
        self._process.stdin.write(frame(message))

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(asyncio.IncompleteReadError):
            while True:
                length = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))[0]
                self._take(_reports.decode(await self._process.stdout.readexactly(length)))
        code = await self._process.wait()
        _log.info(f"{self._name} ended", pid=self.pid, code=code)
        for waiting in self._jobs.values():
            if not waiting.done():
                waiting.set_exception(KernelMissing(self.missing) if self.missing else _Lost())

    def _take(self, report: Report) -> None:
        match report:
            case KernelReady():
                _log.info(f"{self._name} ready", pid=self.pid)
            case KernelNotLoaded(message):
                self.missing = f"The CAD kernel does not start: {message}"
            case JobAnswer(number, answer):
                if waiting := self._waiting(number):
                    waiting.set_result(answer)
            case JobFailure(number, reason, message):
                if waiting := self._waiting(number):
                    waiting.set_exception(JobFailed(reason, message))

    def _waiting(self, number: int) -> "asyncio.Future[msgspec.Raw] | None":
        waiting = self._jobs.get(number)
        return None if waiting is None or waiting.done() else waiting
