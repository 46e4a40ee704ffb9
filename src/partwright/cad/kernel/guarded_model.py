"""A series of computations of which any may hang or crash, done in a child of this process."""

import os
import select
import signal
import struct
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from partwright.cad.job_protocol import WALL_SHARE

_RESULT = struct.Struct("<dd")


class ProcessorTime:
    """So many seconds of processor time for this process and its children, so that a busy machine finds what an idle one does.

    By the clock on the wall it is over as well, after several times as long.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._began = time.process_time()
        self._until = time.monotonic() + seconds * WALL_SHARE
        self._of_children = 0.0

    def add(self, seconds: float) -> None:
        """Count what a child has used."""
        self._of_children += seconds

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be begun."""
        used = time.process_time() - self._began + self._of_children
        return used >= self._seconds or self.wall_left <= 0

    @property
    def wall_left(self) -> float:
        """Seconds by the clock on the wall."""
        return self._until - time.monotonic()


class GuardedModel:
    """`work(0)`, `work(1)` and so on, each a number; what hangs or crashes is passed over.

    Nothing is lost when one goes wrong: the next child begins with the one after it.
    """

    def __init__(self, work: Callable[[int], float], count: int) -> None:
        self._work = work
        self._count = count

    def results(
        self, *, seconds: float, within: ProcessorTime
    ) -> Iterator[tuple[int, float | None]]:
        """Number and result of each; None where it took too long, crashed, or was not begun.

        `seconds` of processor time for each, and `within` for all of them.
        """
        done = 0
        while done < self._count and not within.is_over:
            pid, pipe = self._fork(done, seconds)
            try:
                while done < self._count and not within.is_over:
                    told = _read(pipe, min(seconds * WALL_SHARE, within.wall_left))
                    result, used = told or (None, seconds)
                    within.add(used)
                    yield done, result
                    done += 1
                    if told is None:
                        break
            finally:
                os.close(pipe)
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        yield from ((number, None) for number in range(done, self._count))

    def _fork(self, first: int, seconds: float) -> tuple[int, int]:
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            self._live(first, seconds, theirs)
        os.close(theirs)
        return pid, ours

    def _live(self, first: int, seconds: float, pipe: int) -> NoReturn:
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            for number in range(first, self._count):
                began = time.process_time()
                signal.setitimer(signal.ITIMER_PROF, seconds)
                result = self._work(number)
                os.write(pipe, _RESULT.pack(result, time.process_time() - began))
        finally:
            os._exit(0)


def _read(pipe: int, seconds: float) -> tuple[float, float] | None:
    """A result and the processor time that it took."""
    if seconds <= 0 or not select.select([pipe], [], [], seconds)[0]:
        return None
    told = os.read(pipe, _RESULT.size)
    return _RESULT.unpack(told) if len(told) == _RESULT.size else None
