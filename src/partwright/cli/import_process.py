"""`python -m partwright.cli.import_process`: does the import jobs of the server that started it.

Orders come from standard input, reports go to standard output; the end of the first ends all.
"""

import asyncio
import gc
import os
import signal
import sys
import time
from contextlib import suppress
from contextvars import Context

import structlog

from partwright.app import ProcessServices, importing, opened_process
from partwright.imports.import_job import JobProgress
from partwright.imports.job_worker import ImportWorker
from partwright.imports.process_protocol import (
    DoImports,
    ImportOrder,
    ImportProgress,
    ImportReport,
    ImportStopped,
    InstallationLeft,
    LeaveInstallation,
    StopImport,
    as_line,
    read_order,
)
from partwright.kit import log
from partwright.kit.instance import instance_name

_log = structlog.get_logger("imports")

NICENESS = 5
"""How much other processes of the machine go before while a sheet is read. Not while it is written: others wait for that."""
TELL_SECONDS = 0.25
"""How often it is told how far jobs have come."""
QUIET_SECONDS = 30.0
"""How long an installation stays open, and the process alive, without work."""
LARGEST_ORDER = 1 << 20


class _Installation:
    """One installation whose jobs are done here."""

    def __init__(self, order: DoImports, process: ProcessServices) -> None:
        self._order = order
        self._process = process
        self._ending = asyncio.Event()
        self._last_asked = 0.0
        self._told: dict[str, JobProgress] = {}
        self._worker: ImportWorker | None = None
        self.ask()
        # Its name belongs to what it remembers, and to its lines in the log.
        self._living = asyncio.create_task(self._live(), context=Context())

    def ask(self) -> None:
        """Something waits."""
        self._last_asked = time.monotonic()
        if self._worker is not None:
            self._worker.hurry()

    async def _live(self) -> None:
        name = self._order.name
        instance_name.set(name)
        with log.joined({"cell": name} if name else {}):
            try:
                async with importing(
                    self._order.settings, self._process, self._order.holder
                ) as worker:
                    worker.hurry()
                    self._worker = worker
                    await self._ending.wait()
            except Exception:  # noqa: BLE001 - whatever it is, other installations are served
                _log.exception("imports not done")

    @property
    def is_over(self) -> bool:
        """Whether it could not be opened, or is closed."""
        return self._living.done()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is at work and nobody has asked for long."""
        at_work = self._worker is not None and self._worker.is_at_work
        return not at_work and time.monotonic() - self._last_asked > QUIET_SECONDS

    async def stop(self, job_id: str) -> None:
        """End a job without any effect, if it is at work here."""
        if self._worker is not None:
            await self._worker.stop(job_id)

    async def leave(self) -> None:
        """Give back what is at work, and close the stores."""
        self._ending.set()
        await asyncio.wait([self._living])

    def news(self) -> list[ImportProgress]:
        """The progress that has changed since this was asked last."""
        running = {} if self._worker is None else self._worker.running
        now = {
            job_id: JobProgress(one.phase, one.done, one.total) for job_id, one in running.items()
        }
        changed = [job_id for job_id, one in now.items() if self._told.get(job_id) != one]
        ended = self._told.keys() - now.keys()
        self._told = now
        return [
            ImportProgress(self._order.key, job_id, now.get(job_id))
            for job_id in (*changed, *ended)
        ]


class ImportServer:
    """Carries out the orders of the server."""

    def __init__(self, process: ProcessServices, reports: int) -> None:
        """`reports` is the file descriptor to which the reports go."""
        self._process = process
        self._reports = reports
        self._open: dict[str, _Installation] = {}
        self._replying: set[asyncio.Task[None]] = set()

    async def run(self, orders: asyncio.StreamReader) -> None:
        """Until the orders end, or nothing has been at work for long."""
        telling = asyncio.create_task(self._tell_news())
        reading = asyncio.create_task(self._read(orders))
        await asyncio.wait([telling, reading], return_when=asyncio.FIRST_COMPLETED)
        for task in (telling, reading):
            task.cancel()
        await asyncio.gather(*[one.leave() for one in self._open.values()])

    async def _read(self, orders: asyncio.StreamReader) -> None:
        while line := await orders.readline():
            self.take(read_order(line))

    def take(self, order: ImportOrder) -> None:
        """Begin to carry out an order."""
        task = asyncio.create_task(self._obey(order))
        self._replying.add(task)
        task.add_done_callback(self._replying.discard)

    async def _obey(self, order: ImportOrder) -> None:
        found = self._open.get(order.key)
        match order:
            case DoImports(key):
                if found is None or found.is_over:
                    self._open[key] = _Installation(order, self._process)
                else:
                    found.ask()
            case StopImport(_, job_id):
                if found is not None:
                    await found.stop(job_id)
                self._tell(ImportStopped(job_id))
            case LeaveInstallation(key):
                if found is not None:
                    await found.leave()
                    self._open.pop(key, None)
                self._tell(InstallationLeft(key))

    async def _tell_news(self) -> None:
        """Until all has been quiet for long."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            for one in self._open.values():
                for report in one.news():
                    self._tell(report)
            if self._open and all(one.is_quiet for one in self._open.values()):
                return

    def _tell(self, report: ImportReport) -> None:
        # The server reads all the time, so its pipe is never full for long; one that is gone reads nothing.
        with suppress(BrokenPipeError):
            os.write(self._reports, as_line(report))


async def _serve(reports: int) -> None:
    orders = asyncio.StreamReader(limit=LARGEST_ORDER)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(orders), sys.stdin
    )
    first = await orders.readline()
    if not first:
        return
    order = read_order(first)
    if not isinstance(order, DoImports):
        return
    log.configure_logging(order.settings.log_level)
    async with opened_process(order.settings, reading_niceness=NICENESS) as process:
        server = ImportServer(process, reports)
        server.take(order)
        await server.run(orders)


def main() -> None:
    """Serve until standard input ends."""
    # A terminal, or the system, tells all processes of the end; this one ends with the server's orders.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.umask(0o077)
    gc.freeze()
    asyncio.run(_serve(_reports_alone()))


def _reports_alone() -> int:
    """Standard output kept for the reports; whatever else is printed there goes to standard error."""
    reports = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return reports


if __name__ == "__main__":
    main()
