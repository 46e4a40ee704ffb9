"""Recurring work of server processes and workers, done once however many do it."""

from collections.abc import Awaitable, Callable

from partwright.audit.service import seal_commits
from partwright.audit.trail_service import expire_entries, seal_entries
from partwright.imports.job_service import expire_jobs
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.mail.service import send_due
from partwright.reports.export_service import expire_exports
from partwright.reports.schedule_service import run_due
from partwright.settings import Settings

_EXPIRY_SECONDS = 3600
_MAIL_SECONDS = 5
_SEAL_SECONDS = 60
_ENTRY_SECONDS = 5
_REPORT_SECONDS = 30

Chore = tuple[float, Callable[[], Awaitable[object]]]
"""Seconds between, and the work."""


def background_chores(
    settings: Settings, database: Database, contents: ContentStore
) -> list[Chore]:
    """The recurring work of a server process."""

    async def expire() -> None:
        await expire_exports(database, contents, days=settings.export_days)
        await expire_jobs(database, contents, days=settings.export_days)
        await expire_entries(database, days=settings.audit_days)

    async def mail() -> None:
        await send_due(database, settings)

    async def report() -> None:
        await run_due(database, contents)

    async def seal() -> None:
        await seal_commits(database)

    async def number() -> None:
        await seal_entries(database)

    chores = [
        ("seals", _SEAL_SECONDS, seal),
        ("seals", _ENTRY_SECONDS, number),
        ("exports", _EXPIRY_SECONDS, expire),
        ("reports", _REPORT_SECONDS, report),
    ]
    if settings.smtp_url:
        chores.append(("mail", _MAIL_SECONDS, mail))
    return [(pause, work) for kind, pause, work in chores if kind in settings.background]
