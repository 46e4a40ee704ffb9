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

from partwright.cad.jobs import (
    LARGEST_ANSWER,
    LENGTH,
    Answer,
    Ask,
    Failure,
    Missing,
    Order,
    Ready,
    Reason,
    frame,
)
from partwright.cad.kernel import child

Action = Callable[[Any], msgspec.Struct]
Load = Callable[[str], tuple[type[msgspec.Struct], Action]]
"""The struct of a kind's jobs, and what does them; ImportError without the kernel."""

_CHUNK = 1 << 16
_orders = msgspec.json.Decoder(Order)


class Running:
    """A child at work."""

    def __init__(self, ask: Ask, pid: int, pipe: int) -> None:
        self.ask = ask
        self.pid = pid
        self.pipe = pipe
        self.told = bytearray()
        self.deadline = time.monotonic() + ask.limits.seconds
        self.killed: tuple[Reason, str] | None = None

    def kill(self, reason: Reason, message: str) -> None:
        """Kill it and whatever it started; its end is seen when its pipe closes."""
        self.killed = self.killed or (reason, message)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


class Server:
    """Orders come from one pipe, reports go into another; the end of the first ends all."""

    def __init__(self, load: Load, *, orders: int, reports: int) -> None:
        self._load = load
        self._actions: dict[str, tuple[type[msgspec.Struct], Action]] = {}
        self._orders = orders
        self._reports = reports
        self._received = bytearray()
        self._running: dict[int, Running] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(orders, selectors.EVENT_READ)

    def run(self) -> None:
        """Until the server closes its end or dies."""
        self._tell(Ready())
        try:
            with suppress(BrokenPipeError):
                while self._step():
                    pass
        except ImportError as missing:
            self._tell(Missing(str(missing)))
        finally:
            for running in self._running.values():
                running.kill(Reason.CRASH, "")

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
                running.kill(Reason.TIME, f"it was not done after {seconds:g} s")
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
        if isinstance(order, Ask):
            self._fork(order)
        elif order.id in self._running:
            self._running[order.id].kill(Reason.FAILED, "it was cancelled")

    def _action(self, kind: str) -> tuple[type[msgspec.Struct], Action]:
        """What does jobs of a kind; loaded here once, so that every child has it."""
        if kind not in self._actions:
            self._actions[kind] = self._load(kind)
            # What is loaded now stays: a collection in a child would only copy its pages.
            gc.collect()
            gc.freeze()
        return self._actions[kind]

    def _fork(self, ask: Ask) -> None:
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
        running = self._running[ask.id] = Running(ask, pid, ours)
        # Both sides do this, so that it has happened before either goes on.
        child.lead_group(pid)
        self._selector.register(ours, selectors.EVENT_READ, running)

    def _hear(self, running: Running) -> None:
        told = os.read(running.pipe, _CHUNK)
        running.told += told
        if len(running.told) > LARGEST_ANSWER:
            running.kill(Reason.FAILED, f"its answer has more than {LARGEST_ANSWER} bytes")
            told = b""
        if not told:
            self._bury(running)

    def _bury(self, running: Running) -> None:
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


def _report(running: Running, code: int) -> Answer | Failure:
    number, limits = running.ask.id, running.ask.limits
    if running.killed:
        return Failure(number, *running.killed)
    if code == 0:
        return Answer(number, msgspec.Raw(bytes(running.told)))
    if code == child.TOLD_FAILURE:
        told = msgspec.json.decode(bytes(running.told), type=child.Told)
        return Failure(number, told.reason, told.message)
    if code == child.OUT_OF_MEMORY:
        mebibytes = limits.memory >> 20
        return Failure(number, Reason.MEMORY, f"it needed more than {mebibytes} MiB of memory")
    if code == -signal.SIGXCPU:
        return Failure(number, Reason.TIME, f"it was not done after {limits.seconds:g} s")
    if code == -signal.SIGXFSZ:
        mebibytes = limits.file_size >> 20
        return Failure(number, Reason.FILE_SIZE, f"a file of more than {mebibytes} MiB was written")
    how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    return Failure(number, Reason.CRASH, f"the kernel crashed ({how})")


def serve(load: Load) -> None:
    """Serve over standard input and output until the first of them ends."""
    # The kernel prints; its words must not get between the frames.
    orders, reports = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    Server(load, orders=orders, reports=reports).run()
