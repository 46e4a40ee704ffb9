"""A server whose memory is limited, and what it and its children take of it."""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.process import ServerProcess

ALLOWED = 512 << 20
"""Bytes that the server and its children may take."""

_GROUPS = Path("/sys/fs/cgroup/memory")


@contextmanager
def limited(server: ServerProcess) -> Iterator[str]:
    """Hold the running server to its memory; answers how: by the kernel, or by watching alone."""
    group = _GROUPS / f"partwright-attack-{os.getpid()}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(ALLOWED))
        for pid in family(server.process.pid):
            (group / "cgroup.procs").write_text(str(pid))
    except OSError:
        with suppress(OSError):
            group.rmdir()
        yield "watched"
        return
    try:
        yield "held by a control group"
    finally:
        server.kill()
        _remove(group)


def _remove(group: Path) -> None:
    """The group goes once its last process has been waited for."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.05)
        else:
            return


def family(pid: int) -> list[int]:
    """The process and what it started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                found += family(int(child))
    return found


def taken(pid: int) -> int:
    """Bytes of memory that the process and its children hold, each shared page counted once.

    Pages of files, such as those of libraries, go back whenever others need the memory.
    """
    total = 0
    for one in family(pid):
        with suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                if line.startswith(("Pss_Anon:", "Pss_Shmem:")):
                    total += int(line.split()[1]) << 10
    return total


async def watch(server: ServerProcess, peaks: list[int]) -> None:
    """Note what it takes, several times a second, until cancelled."""
    while True:
        peaks.append(await asyncio.to_thread(taken, server.process.pid))
        await asyncio.sleep(0.1)
