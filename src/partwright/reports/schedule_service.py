"""Reports that run by themselves: when, for whom, and the word of it in the user's inbox.

Who wants e-mail of their inbox gets it as e-mail.
"""

from datetime import UTC, datetime

import msgspec

from partwright.identity.authentication import find_user
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.inbox.model import Notice, NoticeFile, NoticeSubject
from partwright.inbox.notices import notify
from partwright.item_types import TYPES
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.base import Value, hint
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.errors import NotFound, Refusal
from partwright.kit.etag import IfMatch, etag, quote_tag
from partwright.kit.hints import REPORTS
from partwright.reports import access, schedule_queries
from partwright.reports.execution_service import RunOptions, execute_report
from partwright.reports.export_service import (
    MOST_ROWS,
    ExportedReport,
    ExportOptions,
    export_report,
)
from partwright.reports.model import ReportId, ReportRecord
from partwright.reports.pdf_document import LONGEST
from partwright.reports.schedules import DueReport, ReportSchedule, ScheduleInput, next_run
from partwright.reports.service import holder
from partwright.vault import service as vault_service

CLAIM_SECONDS = 900
"""How long a process that has died keeps others from running a report in its place."""
_AT_ONCE = 50
_LONGEST_ERROR = 1000
_FAILED = "The server failed while running this report"


async def read_schedule(
    snapshot: Snapshot, actor: Actor, report_id: ReportId
) -> ReportSchedule | None:
    """The schedule by which a report that the actor sees runs for them; None where there is none."""
    await access.access_report(snapshot, actor, report_id)
    return await _schedule(snapshot, actor, report_id)


async def _schedule(snapshot: Snapshot, actor: Actor, report_id: ReportId) -> ReportSchedule | None:
    return await snapshot.one(
        ReportSchedule, schedule_queries.SCHEDULE, report_id=report_id, user_id=actor.id
    )


async def put_schedule(
    tx: Transaction, actor: Actor, report_id: ReportId, wanted: ScheduleInput, *, match: IfMatch
) -> ReportSchedule:
    """Run a report for the actor again and again; PermissionDenied without the type's permission.

    It runs with all rights of the user, so a token that could not run it does not have it run.
    """
    report = await access.access_report(tx, actor, report_id)
    actor.require(TYPES[report.item_type].may("read"))
    wanted.check()
    _check(await _schedule(tx, actor, report_id), match)
    await tx.run(
        schedule_queries.PUT_SCHEDULE,
        report_id=report_id,
        user_id=actor.id,
        next_at=clock.stamp(next_run(wanted, datetime.now(UTC))),
        **msgspec.structs.asdict(wanted),
    )
    hint(tx, REPORTS)
    found = await _schedule(tx, actor, report_id)
    assert found is not None
    return found


async def delete_schedule(
    tx: Transaction, actor: Actor, report_id: ReportId, *, match: IfMatch
) -> None:
    """Run a report for the actor no more; NotFound where it did not."""
    _check(await read_schedule(tx, actor, report_id), match)
    if not await tx.run(schedule_queries.DELETE_SCHEDULE, report_id=report_id, user_id=actor.id):
        raise NotFound(f"You have no schedule for report {report_id!r}")


def _check(present: ReportSchedule | None, match: IfMatch) -> None:
    # What is not there has no tag that could match.
    match.check(quote_tag("") if present is None else etag(present))


async def run_due(database: Database, contents: ContentStore) -> int:
    """Run what is due; answers how many reports ran in this process."""
    done = 0
    while True:
        async with database.snapshot() as snapshot:
            due = await snapshot.all(
                DueReport, schedule_queries.DUE, now=clock.now(), limit=_AT_ONCE
            )
        for one in due:
            done += await _run(database, contents, one)
        if len(due) < _AT_ONCE:
            return done


async def seconds_until_due(database: Database, *, most: float) -> float:
    """Seconds until the next report is due, at most so many."""
    now = clock.now()
    async with database.single_reads() as reads:
        due = await reads.one(str, schedule_queries.NEXT_DUE, now=now)
    if not due:
        return most
    left = clock.parse_moment(due) - clock.parse_moment(now)
    return min(left.total_seconds(), most)


async def _run(database: Database, contents: ContentStore, due: DueReport) -> bool:
    """Run one unless another process does; what was missed is not made up for.

    A process that dies amid leaves it to others, a while later; it is told of once all the same.
    """
    where = {"report_id": due.report_id, "user_id": due.user_id, "due_at": due.next_at}
    until = clock.moment_later(seconds=CLAIM_SECONDS)
    if not await run_alone(database, schedule_queries.CLAIM, until=until, now=clock.now(), **where):
        return False
    async with database.snapshot() as snapshot:
        actor = await find_user(snapshot, due.user_id, scopes=None)
    if actor is None:
        await run_alone(database, schedule_queries.NOTE_RUN, **_noted(due, _Ran()))
        return False
    try:
        ran = await _ran(database, contents, actor, due)
    except Exception:
        await _tell(database, contents, actor, due, _Ran(error=_FAILED))
        raise
    await _tell(database, contents, actor, due, ran)
    return True


class _Ran(msgspec.Struct, frozen=True):
    """Result of a run."""

    rows: int | None = None
    error: str | None = None
    exported: ExportedReport | None = None


async def _ran(database: Database, contents: ContentStore, actor: Actor, due: DueReport) -> _Ran:
    """Run it as the user would now; a refusal is a result as well."""
    try:
        actor.require(may("reports", "read"))
        exported = None
        if due.format is not None:
            options = ExportOptions(limit=LONGEST if due.format == "pdf" else MOST_ROWS)
            exported = await export_report(
                database, contents, actor, due.report_id, options, kind=due.format
            )
        result = await execute_report(database, actor, due.report_id, RunOptions(limit=1))
    except Refusal as refusal:
        return _Ran(error=refusal.message[:_LONGEST_ERROR])
    return _Ran(result.total_rows, exported=exported)


def _noted(due: DueReport, ran: _Ran) -> dict[str, Value]:
    return {
        "report_id": due.report_id,
        "user_id": due.user_id,
        "due_at": due.next_at,
        "next_at": clock.stamp(next_run(due, datetime.now(UTC))),
        "now": clock.now(),
        "last_rows": ran.rows,
        "last_error": ran.error,
    }


async def _tell(
    database: Database, contents: ContentStore, actor: Actor, due: DueReport, ran: _Ran
) -> None:
    async def tell(tx: Transaction) -> None:
        if not await tx.run(schedule_queries.NOTE_RUN, **_noted(due, ran)):
            return
        try:
            report = await access.access_report(tx, actor, due.report_id)
        except NotFound:
            # It is no longer shared with the user, who need not hear its name again.
            return
        if ran.rows == 0 and due.only_with_rows:
            return
        if ran.exported is not None:
            # The inbox holds one entry of a report, and the file of it until the next one comes.
            owner = holder(due.report_id, due.user_id)
            await vault_service.forget_content(tx, owner=owner)
            await vault_service.keep_content(tx, contents, ran.exported.content, owner=owner)
        await notify(tx, [due.user_id], _notice(report, due, ran))

    await write_alone(database, tell)


def _notice(report: ReportRecord, due: DueReport, ran: _Ran) -> Notice:
    subject = NoticeSubject("report", report.id, report.name)
    if ran.rows is None:
        text = ran.error or _FAILED
        return Notice(kind="failed", subject=subject, text=text, by=None, mail_at_once=due.by_mail)
    text = "It has 1 row" if ran.rows == 1 else f"It has {ran.rows} rows"
    if due.last_rows is not None and due.last_rows != ran.rows:
        text += f", {due.last_rows} the last time"
    return Notice(
        kind="report",
        subject=subject,
        text=text,
        by=None,
        mail_at_once=due.by_mail,
        file=None if ran.exported is None else _file(report.id, ran.exported),
    )


def _file(report_id: ReportId, exported: ExportedReport) -> NoticeFile:
    url = f"/api/reports/{report_id}/exports/{exported.id}"
    return NoticeFile(exported.file_name, exported.content.size, url)
