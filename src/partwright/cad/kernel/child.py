"""The child process of one job: its limits, the job, its answer, its end."""

import ctypes
import math
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from partwright.cad import sandbox
from partwright.cad.job_protocol import (
    FailureReason,
    JobLimits,
    JobRefused,
    JobStart,
    KernelJob,
)

TOLD_FAILURE = 41
OUT_OF_MEMORY = 42
"""Exit codes; 0 is an answer, anything else is a crash."""

LONGEST = 500
"""Characters of an error of the kernel that are passed on."""

_PR_SET_PDEATHSIG = 1
# Loaded before any fork, since loading it may need a lock.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class FailureMessage(msgspec.Struct, frozen=True):
    """Reason in its own words why the job gave no answer."""

    reason: FailureReason
    message: str


def lead_group(pid: int) -> None:
    """Make the process lead a group of its own; it may have done so itself, or have ended."""
    with suppress(PermissionError, ProcessLookupError):
        os.setpgid(pid, pid)


def live(
    ask: JobStart,
    kind: type[KernelJob],
    action: Callable[[Any], msgspec.Struct],
    *,
    pipe: int,
    close: Iterable[int],
    of: int,
) -> NoReturn:
    """Do the job within its limits and write the answer into the pipe; never returns."""
    code = 1
    try:
        lead_group(0)
        for inherited in close:
            os.close(inherited)
        _die_with(of)
        limit(ask.limits)
        told, code = _done(ask, kind, action)
        _write(pipe, told)
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        # Nothing of the supervisor's may run at the end of its copy.
        os._exit(code)


def _done(
    ask: JobStart, kind: type[KernelJob], action: Callable[[Any], msgspec.Struct]
) -> tuple[bytes, int]:
    try:
        job = msgspec.json.decode(ask.job, type=kind)
        sandbox.enclose(job.reads(), job.writes())
        return msgspec.json.encode(action(job)), 0
    except MemoryError:
        raise
    except JobRefused as refused:
        told = FailureMessage(FailureReason.REFUSED, str(refused))
    except Exception as error:  # noqa: BLE001 - whatever it is, the caller must hear of it
        told = FailureMessage(FailureReason.FAILED, f"{type(error).__name__}: {error}"[:LONGEST])
    return msgspec.json.encode(told), TOLD_FAILURE


def limit(limits: JobLimits) -> None:
    """Set what this process may use; the kernel's own address space is not counted."""
    space = _address_space() + limits.memory
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_size, limits.file_size))
    seconds = math.ceil(limits.seconds) + 1
    # Where both are the same, the process is killed before it is told why.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Python would turn it into an error that the kernel's C++ code does not look at.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with suppress(OSError):
        # When the machine runs out of memory, this process goes first.
        Path("/proc/self/oom_score_adj").write_text("900", encoding="ascii")


def _address_space() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 4 << 30
    return pages * resource.getpagesize()


def _die_with(supervisor: int) -> None:
    if sys.platform != "linux":
        return
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != supervisor:
        os._exit(1)


def _write(pipe: int, told: bytes) -> None:
    rest = memoryview(told)
    while rest:
        rest = rest[os.write(pipe, rest) :]
