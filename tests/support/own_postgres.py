"""A PostgreSQL server of one test, which may kill it."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.support.keeper import Keeper


class OwnServer:
    """A server that hardly ever writes its log unless somebody waits for it."""

    def __init__(self, directory: Path, **settings: str) -> None:
        self._directory = directory
        few = {"wal_writer_delay": "10s", "shared_buffers": "16MB"}
        self._keeper = Keeper(directory, **few, **settings)
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
        with (
            _temporary("partwright-standby-") as directory,
            _serving(self._keeper.start_standby(directory), directory) as url,
        ):
            yield url

    @contextlib.contextmanager
    def base_backup(self) -> Iterator["BaseBackup"]:
        """A copy of the server's files as they are now, on which no server runs."""
        with _temporary("partwright-base-") as directory:
            yield BaseBackup(self._keeper, directory)

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


class BaseBackup:
    """The files of a server, to be brought to any later moment that its archive reaches."""

    def __init__(self, keeper: Keeper, directory: Path) -> None:
        self._keeper, self._directory = keeper, directory
        self._data = keeper.copy(directory)

    @contextlib.contextmanager
    def recovered(self, archive: Path, moment: str) -> Iterator[str]:
        """The address of a server with all that was committed by a moment, and nothing later."""
        settings = {
            "archive_mode": "off",
            "restore_command": f"cp {archive}/%f %p",
            "recovery_target_time": moment,
            "recovery_target_action": "promote",
        }
        with (self._data / "postgresql.auto.conf").open("a") as told:
            told.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        (self._data / "recovery.signal").touch()
        with _serving(self._keeper.start_copy(self._directory), self._directory) as url:
            yield url


@contextlib.contextmanager
def _temporary(prefix: str) -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextlib.contextmanager
def _serving(process: "subprocess.Popen[bytes]", directory: Path) -> Iterator[str]:
    url = f"postgresql://postgres@/postgres?host={directory}"
    try:
        _connection(url).close()
        yield url
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait()


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
def own_server(**settings: str) -> Iterator[OwnServer]:
    """A server of one's own, with these settings of PostgreSQL besides."""
    with _temporary("partwright-own-") as directory:
        server = OwnServer(directory, **settings)
        try:
            yield server
        finally:
            server.end()
