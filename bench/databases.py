"""A database of the benchmark's own, gone when it ends."""

import contextlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg

from partwright.migrations.schema import migrate

_KEEPER = Path(__file__).parent.parent / "tests" / "support" / "keeper.py"
_PATIENCE_SECONDS = 60
_DURABLE = ("fsync = on", "full_page_writes = on", "autovacuum = on")
"""What the tests' server leaves out and a benchmark must not."""


@contextmanager
def temporary(dialect: str) -> Iterator[str]:
    """The address of an empty database with its tables."""
    with empty(dialect) as url:
        migrate(url)
        yield url


def empty(dialect: str) -> AbstractContextManager[str]:
    """The address of a database without tables."""
    return _sqlite() if dialect == "sqlite" else _postgres()


@contextmanager
def _sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="partwright-bench-") as directory:
        yield f"sqlite:///{directory}/partwright.sqlite"


@contextmanager
def _postgres() -> Iterator[str]:
    directory = tempfile.mkdtemp(prefix="partwright-bench-")
    with (Path(directory) / "log").open("wb") as log:
        keeper = subprocess.Popen(
            [sys.executable, str(_KEEPER), directory], stdin=subprocess.PIPE, stderr=log
        )
    try:
        url = f"postgresql://postgres@/postgres?host={directory}"
        with contextlib.closing(_connected(url, keeper)) as connection:
            for setting in _DURABLE:
                connection.execute(f"ALTER SYSTEM SET {setting}".encode())
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        assert keeper.stdin is not None
        keeper.stdin.close()
        keeper.wait()
        shutil.rmtree(directory, ignore_errors=True)


def _connected(
    url: str, keeper: "subprocess.Popen[bytes]"
) -> "psycopg.Connection[tuple[object, ...]]":
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return psycopg.connect(url, autocommit=True)
        except psycopg.OperationalError:
            if time.monotonic() > until or keeper.poll() is not None:
                raise
            time.sleep(0.05)


def settle(url: str) -> None:
    """What the database's own housekeeping does sooner or later: statistics after a big load."""
    if url.startswith("postgresql"):
        with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute("VACUUM ANALYZE")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
