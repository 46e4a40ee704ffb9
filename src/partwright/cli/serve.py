"""`partwright serve`: the server, in one process or several."""

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from partwright import __version__
from partwright.cli.console import FAILED, CommandFailed, err, out
from partwright.cli.serve_flags import UNSET_SERVING, Serving
from partwright.cli.setup import prepare, tell_first
from partwright.cli.worker_process import ServerProcess
from partwright.kit import log
from partwright.settings import ENV_FILE, Settings, idle_settings
from partwright.web.protocol import BoundedHttpProtocol

GRACE_SECONDS = 10
"""How long requests may go on after SIGTERM."""
START_SECONDS = 60
"""How long a worker may take to load before it answers its supervisor, which else replaces it."""
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104


def serve(flags: Serving = UNSET_SERVING) -> int:
    """Start the server.

    The first start makes the data directory, the database and an administrator, whose e-mail,
    password and token are printed once.
    """
    settings = flags.settings()
    _tell_unread_file(settings)
    for told in idle_settings(settings):
        err.print(told)
    # What the server writes, logs of libraries and temporary files included, is nobody else's.
    os.umask(0o077)
    with listen(settings.host, settings.port) as listener:
        log.configure_logging(settings.log_level)
        for number in (signal.SIGTERM, signal.SIGINT):
            # While the server starts, and once more after it has ended in good order.
            signal.signal(number, _end)
        first = asyncio.run(prepare(settings))
        tell_address(settings, listener)
        tell_first(first)
        return run(settings, listener)


def _tell_unread_file(settings: Settings) -> None:
    """A file that earlier versions read would be missed without a word."""
    found = Path(ENV_FILE)
    if found.is_file() and found.absolute().parent != settings.data_dir.absolute():
        err.print(f"{found} in this folder is not read unless --env-file {found} says so")


def _end(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; from now on nobody else can take the port."""
    try:
        family, *_, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address, family=family, backlog=2048)
    except OSError as error:
        # The system's own words; those of the library repeat the address.
        code = error.errno or 0
        reason = os.strerror(code) if code > 0 else error.strerror
        raise CommandFailed(f"cannot listen on {host} port {port}: {reason}") from error


def tell_address(settings: Settings, listener: socket.socket) -> None:
    """Print where the server is."""
    host, port = _ANY.get(settings.host, settings.host), listener.getsockname()[1]
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    out.print(f"Partwright {__version__}")
    out.print(f"  Address:  {address}")
    out.print(f"  Docs:     {address}/docs")


def run(settings: Settings, listener: socket.socket) -> int:
    """Serve until a signal; the exit code."""
    if settings.workers == 1:
        server = uvicorn.Server(_config(settings, ServerProcess(settings)))
        server.run(sockets=[listener])
        return 0 if server.started else FAILED
    with _metrics_directory(settings, listener) as metrics:
        config = _config(settings, ServerProcess(settings, metrics))
        supervisor = _Supervisor(config, sockets=[listener])
        supervisor.run()
    failed = any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes)
    return FAILED if failed else 0


class _Supervisor(Multiprocess):
    """Hears of the end of a worker that it has asked for its health and waits for.

    The supervisor keeps the worker's end of their pipe open too, so that nothing tells it that
    nobody will answer: it would stand still for `START_SECONDS`, deaf to signals.
    """

    def init_processes(self) -> None:
        super().init_processes()
        self._leave_ends_to_workers()

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        self._leave_ends_to_workers()

    def handle_hup(self) -> None:
        """Let each worker hear of it; none has to be replaced for it."""
        for process in self.processes:
            if process.pid is not None:
                os.kill(process.pid, signal.SIGHUP)

    def _leave_ends_to_workers(self) -> None:
        for process in self.processes:
            process.child_conn.close()


@contextmanager
def _metrics_directory(settings: Settings, listener: socket.socket) -> Generator[Path]:
    """An empty directory of this server; one that was killed has left what nobody counts on."""
    directory = settings.data_dir / f"metrics-{listener.getsockname()[1]}"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(mode=0o700, parents=True)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _config(settings: Settings, process: ServerProcess) -> uvicorn.Config:
    return uvicorn.Config(
        process,  # type: ignore[arg-type]
        workers=settings.workers,
        loop="uvloop",
        http=BoundedHttpProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=START_SECONDS,
    )
