"""The supervising process: loads the kernel once and forks a child for each job.

It has one thread and never waits for a child, so a job that runs away holds nothing up.
"""

import gc
import os
import selectors
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from partwright.cad.job_protocol import (
    LARGEST_ANSWER,
    LENGTH,
    WALL_SHARE,
    FailureReason,
    JobAnswer,
    JobFailure,
    JobStart,
    KernelJob,
    KernelNotLoaded,
    KernelReady,
    Order,
    frame,
)
from partwright.cad.kernel import child

Action = Callable[[Any], msgspec.Struct]
Load = Callable[[str], tuple[type[KernelJob], Action]]
"""The struct of a kind's jobs, and what does them; ImportError without the kernel."""

_CHUNK = 1 << 16
_orders = msgspec.json.Decoder(Order)


class ChildProcess:
    """A child at work."""

    def __init__(self, ask: JobStart, pid: int, pipe: int) -> None:
        self.ask = ask
        self.pid = pid
        self.pipe = pipe
        self.told = bytearray()
        self.deadline = time.monotonic() + ask.limits.seconds * WALL_SHARE
        self.killed: tuple[FailureReason, str] | None = None

    def kill(self, reason: FailureReason, message: str) -> None:
        """Kill it and whatever it started; its end is seen when its pipe closes."""
        self.killed = self.killed or (reason, message)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


class KernelServer:
    """Orders come from one pipe, reports go into another; the end of the first ends all."""

    def __init__(self, load: Load, *, orders: int, reports: int) -> None:
        self._load = load
        self._actions: dict[str, tuple[type[KernelJob], Action]] = {}
        self._orders = orders
        self._reports = reports
        self._received = bytearray()
        self._running: dict[int, ChildProcess] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(orders, selectors.EVENT_READ)

    def run(self) -> None:
        """Until the server closes its end or dies."""
        self._tell(KernelReady())
        try:
            with suppress(BrokenPipeError):
                while self._step():
                    pass
        except ImportError as missing:
            self._tell(KernelNotLoaded(str(missing)))
        finally:
            for running in self._running.values():
                running.kill(FailureReason.CRASH, "")

    def _step(self) -> bool:
        for key, _ in self._selector.select(self._patience()):
            if key.data is not None:
                self._hear(key.data)
            elif not self._read_orders():
                return False
        now = time.monotonic()
        for running in self._running.values():
            if running.deadline <= now and running.killed is None:
                seconds = running.ask.limits.seconds
                running.kill(FailureReason.TIME, f"it was not finished after {seconds:g} s")
        return True

    def _patience(self) -> float | None:
        deadlines = [one.deadline for one in self._running.values() if one.killed is None]
        return max(0.0, min(deadlines) - time.monotonic()) if deadlines else None

    def _read_orders(self) -> bool:
        read = os.read(self._orders, _CHUNK)
        self._received += read
        while len(self._received) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self._received)[0]
            if len(self._received) < end:
                break
            order = _orders.decode(bytes(self._received[LENGTH.size : end]))
            del self._received[:end]
            self._obey(order)
        return bool(read)

    def _obey(self, order: Order) -> None:
        if isinstance(order, JobStart):
            self._fork(order)
        elif order.id in self._running:
            self._running[order.id].kill(FailureReason.FAILED, "it was cancelled")

    def _action(self, kind: str) -> tuple[type[KernelJob], Action]:
        """The function that does jobs of a kind; loaded here once, so that every child has it."""
        if kind not in self._actions:
            self._actions[kind] = self._load(kind)
            # What is loaded now stays: a collection in a child would only copy its pages.
            gc.collect()
            gc.freeze()
        return self._actions[kind]

    def _fork(self, ask: JobStart) -> None:
        job, action = self._action(ask.kind)
        ours, theirs = os.pipe()
        supervisor = os.getpid()
        pid = os.fork()
        if pid == 0:
            inherited = [
                ours,
                self._orders,
                self._reports,
                *(r.pipe for r in self._running.values()),
            ]
            child.live(ask, job, action, pipe=theirs, close=inherited, of=supervisor)
        os.close(theirs)
        running = self._running[ask.id] = ChildProcess(ask, pid, ours)
        # Both sides do this, so that it has happened before either goes on.
        child.lead_group(pid)
        self._selector.register(ours, selectors.EVENT_READ, running)

    def _hear(self, running: ChildProcess) -> None:
        told = os.read(running.pipe, _CHUNK)
        running.told += told
        if len(running.told) > LARGEST_ANSWER:
            running.kill(FailureReason.FAILED, f"its answer has more than {LARGEST_ANSWER} bytes")
            told = b""
        if not told:
            self._bury(running)

    def _bury(self, running: ChildProcess) -> None:
        self._selector.unregister(running.pipe)
        os.close(running.pipe)
        # Whatever it started and left; as long as it is not waited for, its number is its own.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(running.pid, signal.SIGKILL)
        _, status = os.waitpid(running.pid, 0)
        del self._running[running.ask.id]
        self._tell(_report(running, os.waitstatus_to_exitcode(status)))

    def _tell(self, report: msgspec.Struct) -> None:
        rest = memoryview(frame(report))
        while rest:
            rest = rest[os.write(self._reports, rest) :]


def _report(running: ChildProcess, code: int) -> JobAnswer | JobFailure:
    number, limits = running.ask.id, running.ask.limits
    if running.killed:
        return JobFailure(number, *running.killed)
    if code == 0:
        return JobAnswer(number, msgspec.Raw(bytes(running.told)))
    if code == child.TOLD_FAILURE:
        told = msgspec.json.decode(bytes(running.told), type=child.FailureMessage)
        return JobFailure(number, told.reason, told.message)
    if code == child.OUT_OF_MEMORY:
        mebibytes = limits.memory >> 20
        return JobFailure(
            number, FailureReason.MEMORY, f"it needed more than {mebibytes} MiB of memory"
        )
    if code == -signal.SIGXCPU:
        return JobFailure(
            number, FailureReason.TIME, f"it was not finished after {limits.seconds:g} s"
        )
    if code == -signal.SIGXFSZ:
        mebibytes = limits.file_size >> 20
        return JobFailure(
            number, FailureReason.FILE_SIZE, f"a file of more than {mebibytes} MiB was written"
        )
    how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    return JobFailure(number, FailureReason.CRASH, f"the kernel crashed ({how})")


def serve(load: Load) -> None:
    """Serve over standard input and output until the first of them ends."""
    # The kernel prints; its words must not get between the frames.
    orders, reports = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    KernelServer(load, orders=orders, reports=reports).run()
