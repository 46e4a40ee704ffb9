"""A real server process, for what happens to processes: signals, crashes, restarts."""

import contextlib
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import time
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import TracebackType

_PATIENCE_SECONDS = 60
NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Whom calls without TLS trust: to read all certificates of the machine takes longer than a call."""


class ServerProcess:
    """`partwright serve` with settings of the test, or as the `script` runs it; ends with the block."""

    def __init__(self, directory: Path, *, script: str = "", **settings: object) -> None:
        self._program = ["-c", script] if script else ["-m", "partwright", "serve"]
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = directory / "server.log"
        given = {"port": self.port, "data_dir": directory / "data", **settings}
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PARTWRIGHT_")
        } | {f"PARTWRIGHT_{name.upper()}": str(value) for name, value in given.items()}
        self._directory = directory
        self.process: subprocess.Popen[bytes]

    def __enter__(self) -> "ServerProcess":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and come back when it is ready; also after it has ended."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self._program],
                env=self._environment,
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + _PATIENCE_SECONDS
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"The server did not start: {self.log.read_text()}")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        # Each call of httpx.get reads all certificates of the machine, for as long as the server starts.
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """End it and its workers at once, as a power cut would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def terminate(self) -> int:
        """Ask it to stop; answers the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=_PATIENCE_SECONDS)


def free_port() -> int:
    """A port that no connection of other tests takes by itself, also while the server is down."""
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
