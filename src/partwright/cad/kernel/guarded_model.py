"""A series of computations of which any may hang or crash, done in a child of this process."""

import os
import select
import signal
import struct
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

_RESULT = struct.Struct("<d")
_SHARE = 4
"""So much longer by the clock on the wall may one take than of processor time: others work as well."""


class GuardedModel:
    """`work(0)`, `work(1)` and so on, each a number; what hangs or crashes is passed over.

    Nothing is lost when one goes wrong: the next child begins with the one after it.
    """

    def __init__(self, work: Callable[[int], float], count: int) -> None:
        self._work = work
        self._count = count

    def results(self, *, seconds: float, until: float) -> Iterator[tuple[int, float | None]]:
        """Number and result of each; None where it took too long, crashed, or was not begun.

        `seconds` of processor time for each, so that a busy machine finds what an idle one does; `until`
        is a moment of the monotonic clock.
        """
        done = 0
        while done < self._count and time.monotonic() < until:
            pid, pipe = self._fork(done, seconds)
            try:
                while done < self._count:
                    patience = min(seconds * _SHARE, until - time.monotonic())
                    result = _read(pipe, patience) if patience > 0 else None
                    yield done, result
                    done += 1
                    if result is None:
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
                signal.setitimer(signal.ITIMER_PROF, seconds)
                os.write(pipe, _RESULT.pack(self._work(number)))
        finally:
            os._exit(0)


def _read(pipe: int, seconds: float) -> float | None:
    if not select.select([pipe], [], [], seconds)[0]:
        return None
    told = os.read(pipe, _RESULT.size)
    return _RESULT.unpack(told)[0] if len(told) == _RESULT.size else None
