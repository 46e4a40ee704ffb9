"""Databases behind pgbouncer in transaction mode, where each transaction may get another connection.

`PARTWRIGHT_TEST_POOLER=1` has every test that asks for a database on PostgreSQL reach it in this way.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg

from tests.support import postgres

IS_ASKED_FOR = bool(os.environ.get("PARTWRIGHT_TEST_POOLER"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def pooling(name: str, role: str = "postgres") -> Iterator[str]:
    """The address of a database of the run's server behind a pooler, used by a role."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    assert program is not None, "Needs pgbouncer; scripts/test installs it."
    with tempfile.TemporaryDirectory(prefix="partwright-pooler-") as directory:
        port, settings = free_port(), Path(directory) / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\n{name} = host={postgres.run_directory()} user={role}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
            f"auth_type = any\nadmin_users = {role}\npool_mode = transaction\ndefault_pool_size = 4\n"
        )
        # It does not run as root, and must read its settings as whoever it runs as.
        settings.parent.chmod(0o755)
        user = ["-u", "nobody"] if os.geteuid() == 0 else []
        command = [program, "-q", *user, str(settings)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            url = f"postgresql://{role}@127.0.0.1:{port}/{name}"
            try:
                _wait_for(url, process)
                yield url
            finally:
                process.terminate()


def address(name: str) -> str:
    """Where a database is reached behind this process's own pooler, which is there until `close`."""
    url = _kept(name)
    # It takes no notice of connections that the server has ended meanwhile.
    with psycopg.connect(url.replace(f"/{name}", "/pgbouncer"), autocommit=True) as console:
        console.execute("RECONNECT")
    return f"{url}?prepare=off"


def close() -> None:
    _stack.close()
    _kept.cache_clear()


_stack = contextlib.ExitStack()


@cache
def _kept(name: str) -> str:
    return _stack.enter_context(pooling(name))


def _wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        else:
            return
