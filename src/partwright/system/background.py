"""Recurring work of server processes and workers, done once however many do it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from partwright.audit.service import seal_commits
from partwright.audit.trail_service import expire_entries, seal_entries
from partwright.imports.job_service import expire_jobs
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.kit.hints import MAIL, REPORTS, HintBus, WorkSignal
from partwright.mail.service import send_due
from partwright.reports.export_service import expire_exports
from partwright.reports.schedule_service import run_due, seconds_until_due
from partwright.settings import Settings

_EXPIRY_SECONDS = 3600
_MAIL_SECONDS = 5
_SEAL_SECONDS = 60
_ENTRY_SECONDS = 5
_REPORT_SECONDS = 30

_LEAST_MAIL_SECONDS = 0.5
"""Between two looks for mail, however often it is hinted that some waits."""

Chore = tuple[Callable[[], Awaitable[object]], Callable[[], Awaitable[object]]]
"""The rest before the work, and the work."""


def background_chores(
    settings: Settings, database: Database, contents: ContentStore, hints: HintBus
) -> list[Chore]:
    """The recurring work of a server process; who rests from mail and reports is woken by hints."""

    async def expire() -> None:
        await expire_exports(database, contents, days=settings.export_days)
        await expire_jobs(database, contents, days=settings.export_days)
        await expire_entries(database, days=settings.audit_days)

    async def mail() -> None:
        await send_due(database, settings)
        await asyncio.sleep(_LEAST_MAIL_SECONDS)

    until_due = float(_REPORT_SECONDS)

    async def report() -> None:
        nonlocal until_due
        until_due = _REPORT_SECONDS
        await run_due(database, contents)
        until_due = await seconds_until_due(database, most=_REPORT_SECONDS)

    chores: dict[str, list[Chore]] = {
        "seals": _seals(database),
        "exports": [(_pause(_EXPIRY_SECONDS), expire)],
    }
    if "reports" in settings.background:
        reports = WorkSignal()
        hints.serve(REPORTS, reports)
        chores["reports"] = [(lambda: reports.rest(until_due), report)]
    if "mail" in settings.background and settings.smtp_url:
        mails = WorkSignal()
        hints.serve(MAIL, mails)
        chores["mail"] = [(lambda: mails.rest(hints.pause(_MAIL_SECONDS)), mail)]
    return [one for kind in settings.background for one in chores.get(kind, [])]


def _seals(database: Database) -> list[Chore]:
    async def seal() -> None:
        await seal_commits(database)

    async def number() -> None:
        await seal_entries(database)

    return [(_pause(_SEAL_SECONDS), seal), (_pause(_ENTRY_SECONDS), number)]


def _pause(seconds: float) -> Callable[[], Awaitable[object]]:
    return partial(asyncio.sleep, seconds)
