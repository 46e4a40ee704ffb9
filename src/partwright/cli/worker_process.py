"""One process that serves: its stores are opened in the loop that answers requests."""

import asyncio
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import structlog
from starlette.types import ASGIApp

from partwright.app import application, opened, opened_process
from partwright.cells.router import CellRouter, routed
from partwright.cli.console import FAILED, leave
from partwright.kit import log
from partwright.settings import Settings
from partwright.web.connection_table import ConnectionTable, raise_open_files
from partwright.web.protocol import BoundedHttpProtocol
from partwright.web.worker_metrics import WorkerMetrics

_log = structlog.get_logger("server")

_SWITCH_SECONDS = 0.001
"""How long a thread may compute while requests wait; Python's own 5 ms are a wait at every turn."""

_COLLECTED_AFTER = 700
"""Python's own number of new objects after which garbage is looked for; commands let more pass."""

IMPORT_PROGRAM = (sys.executable, "-P", "-m", "partwright.cli.import_process")
"""Without the working directory on the path of modules, which may hold anything."""

CLOSING_SECONDS = 5.0
"""How long what the server has open may take to close, once its requests have ended."""

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]


class ServerProcess:
    """An ASGI application that can be sent to a worker process before it is opened."""

    def __init__(self, settings: Settings, metrics: Path | None = None) -> None:
        """Processes that serve together keep their metrics in a directory for each other."""
        self._settings = settings
        self._metrics = metrics
        self._app: ASGIApp | None = None

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        assert self._app is not None
        await self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with AsyncExitStack() as stack:
            log.configure_logging(self._settings.log_level)
            raise_open_files()
            proxies = self._settings.trusted_proxies
            BoundedHttpProtocol.table = ConnectionTable(trusted_proxies=proxies)
            _end_with_parent()
            try:
                process = await stack.enter_async_context(
                    opened_process(self._settings, import_program=IMPORT_PROGRAM)
                )
                services = await stack.enter_async_context(opened(self._settings, process))
                router = await stack.enter_async_context(
                    routed(self._settings, process, application(services))
                )
                self._app = router
                BoundedHttpProtocol.closing = process.closing
                _reread_on_signal(router)
                _serve_evenly()
                if self._metrics is not None:
                    services.metrics.workers = WorkerMetrics(self._metrics)
                    keeping = services.metrics.workers.keep(services.metrics.registry)
                    stack.callback(asyncio.create_task(keeping).cancel)
            except Exception as error:
                _log.exception("not started")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                raise
            await send({"type": "lifespan.startup.complete"})
            await receive()
            _end_at_last()
        await send({"type": "lifespan.shutdown.complete"})


def _reread_on_signal(router: CellRouter) -> None:
    """SIGHUP makes known which cells there are; from a terminal that goes away it is the end."""
    if sys.stdin is None or not sys.stdin.isatty():
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, router.reread)


def _serve_evenly() -> None:
    """Let neither threads that compute nor searches for garbage keep requests waiting for long."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    # What has been made until now stays to the end, and need not be looked through again and again.
    gc.freeze()
    gc.set_threshold(_COLLECTED_AFTER, *gc.get_threshold()[1:])


def _end_at_last() -> None:
    """A database that is silent would keep what waits for it, and so the process, for minutes.

    What it has not acknowledged by now was promised to nobody.
    """

    def leave_unfinished() -> None:
        _log.warning("ended before everything was closed", seconds=CLOSING_SECONDS)
        leave(FAILED)

    timer = threading.Timer(CLOSING_SECONDS, leave_unfinished)
    timer.daemon = True
    timer.start()


def _end_with_parent() -> None:
    """A worker whose supervisor was killed would hold the port for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
