"""`partwright worker`: background work of servers, on any machine that reaches their database."""

import asyncio
import os
import signal
from asyncio import Event
from collections.abc import Mapping
from contextlib import AsyncExitStack

from partwright.app import opened_process, working
from partwright.cad.workers import INSTALL, kernel_pool
from partwright.cad_files.worker import GeometryWorker
from partwright.cli import doctor
from partwright.cli.console import WRONG_USE, CommandFailed, counted, err, out
from partwright.cli.serve_flags import UNSET_WORKING, Working
from partwright.kit import log
from partwright.kit.contents import ContentsUnavailable
from partwright.kit.db import DatabaseUnavailable
from partwright.kit.instance import instance_name
from partwright.settings import BACKGROUND, Settings, idle_settings


def worker(*, flags: Working = UNSET_WORKING) -> None:
    """Do background work for the servers of a database, until a signal ends it.

    Database and vault are those of the servers. Any number of workers share the work; what one
    had begun when it ended is taken up by another.
    """
    if unknown := sorted(set((flags.only or "cad").split(",")) - set(BACKGROUND)):
        raise CommandFailed(
            f"--only {','.join(unknown)}: expected some of {', '.join(BACKGROUND)}",
            exit_code=WRONG_USE,
        )
    settings = flags.settings()
    _check_kernel(settings)
    for told in idle_settings(settings):
        err.print(told)
    cells = flags.cells()
    for name, own in cells.items():
        try:
            doctor.database(own)
        except CommandFailed as problem:
            which = f" of {name}" if len(cells) > 1 else ""
            raise CommandFailed(f"the database{which}: {problem}") from problem
    # As for the server: what is written here is nobody else's.
    os.umask(0o077)
    log.configure_logging(settings.log_level)
    try:
        done = asyncio.run(_work(settings, cells))
    except DatabaseUnavailable as error:
        raise CommandFailed(f"the database does not answer: {error.__cause__}") from error
    except ContentsUnavailable as error:
        raise CommandFailed(f"the vault cannot be opened: {error.reason}") from error
    if "cad" in settings.background:
        out.print(f"{counted(done, 'STEP file')} looked into")


def _check_kernel(settings: Settings) -> None:
    if "cad" not in settings.background or kernel_pool(settings).is_installed:
        return
    if settings.background == ("cad",):
        raise CommandFailed(INSTALL)
    err.print(f"STEP files are left to other workers. {INSTALL}")


async def _work(settings: Settings, cells: Mapping[str, Settings]) -> int:
    """Look into STEP files until the end is asked for; answers how many."""
    ending, loop = Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    async with opened_process(settings) as process, AsyncExitStack() as stack:
        works: list[GeometryWorker] = []
        for name, own in cells.items():
            # What it begins remembers by this name what it remembers for the whole process.
            instance_name.set(name)
            works.append(await stack.enter_async_context(working(own, process)))
        out.print(f"At work: {', '.join(settings.background)}")
        await ending.wait()
    return sum(one.done for one in works)
