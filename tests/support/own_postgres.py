"""A PostgreSQL server of one test, which may kill it."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.support.keeper import Keeper


class OwnServer:
    """A server that hardly ever writes its log unless somebody waits for it."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._keeper = Keeper(directory, wal_writer_delay="10s", shared_buffers="16MB")
        self._process = self._keeper.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self._directory}"

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """A connection that commits each statement, once the server has come up."""
        return _connection(self.url)

    @contextlib.contextmanager
    def standby(self) -> Iterator[str]:
        """The address of a standby that follows the server, once it has come up."""
        directory = Path(tempfile.mkdtemp(prefix="partwright-standby-"))
        process = self._keeper.start_standby(directory)
        url = f"postgresql://postgres@/postgres?host={directory}"
        try:
            _connection(url).close()
            yield url
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait()
            shutil.rmtree(directory, ignore_errors=True)

    def kill(self) -> None:
        """End all its processes at once, as a power cut would, but for what the system has."""
        children = _children(self._process.pid)
        # Stopped first, so that it cannot end its children in an orderly way.
        self._process.send_signal(signal.SIGSTOP)
        for pid in [*children, self._process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def start_again(self) -> None:
        self._process = self._keeper.start_again()

    def end(self) -> None:
        if self._process.poll() is None:
            self.kill()


def _connection(url: str) -> psycopg.Connection[tuple[object, ...]]:
    until = time.monotonic() + 30
    while True:
        try:
            return psycopg.connect(url, autocommit=True)
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _children(parent: int) -> list[int]:
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            after_name = path.read_text().rpartition(")")[2].split()
            if int(after_name[1]) == parent:
                found.append(int(path.parent.name))
    return found


@contextlib.contextmanager
def own_server() -> Iterator[OwnServer]:
    directory = Path(tempfile.mkdtemp(prefix="partwright-own-"))
    server = OwnServer(directory)
    try:
        yield server
    finally:
        server.end()
        shutil.rmtree(directory, ignore_errors=True)
