"""Servers as processes of their own, all started the same way."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench.databases import free_port
from partwright.web.protocol import BoundedHttpProtocol

_ROOT = Path(__file__).parent.parent
_PATIENCE_SECONDS = 120
_AS_SERVED = (
    *("--http", f"{BoundedHttpProtocol.__module__}:{BoundedHttpProtocol.__name__}"),
    *("--no-server-header", "--no-proxy-headers", "--timeout-graceful-shutdown", "5"),
)
"""What the command `serve` sets."""


@contextmanager
def serving(factory: str, directory: Path, **settings: object) -> Iterator[int]:
    """The port of a server with one worker; `settings` become PARTWRIGHT_ variables."""
    with served(factory, directory, **settings) as (port, _):
        yield port


@contextmanager
def served(factory: str, directory: Path, **settings: object) -> Iterator[tuple[int, int]]:
    """The same with the id of its process."""
    port = free_port()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "uvicorn", "--factory", f"bench.factories:{factory}"),
            *("--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"),
            *("--loop", "uvloop", "--no-access-log", "--lifespan", "auto"),
            *(_AS_SERVED if factory == "partwright" else ("--http", "httptools")),
        ],
        env=environment(settings),
        cwd=directory,
        stdin=subprocess.DEVNULL,
    )
    try:
        wait_until_ready(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(timeout=_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def environment(settings: dict[str, object]) -> dict[str, str]:
    """The machine's, without settings that a developer may have made for other servers."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PARTWRIGHT_")}
    given = {f"PARTWRIGHT_{name.upper()}": str(value) for name, value in settings.items()}
    return clean | given | {"PYTHONPATH": os.pathsep.join(sys.path)}


def wait_until_ready(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Come back when the server answers; raise when it has ended or takes too long."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).raise_for_status()
            return
        except (httpx.TransportError, httpx.HTTPStatusError):
            if process.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.05)


def memory_of(pid: int, name: str = "VmRSS") -> int:
    """KiB of a process, resident or as Linux names them otherwise."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(name))


def processor_seconds(pid: int) -> float:
    """What all threads of a process have had of the processor."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for found in lists for child in found.read_text().split()]
