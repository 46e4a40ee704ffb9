"""Reports that run by themselves: when, for whom, and the word of it in the user's inbox.

Who wants e-mail of their inbox gets it as e-mail.
"""

from datetime import UTC, datetime

import msgspec

from partwright.identity.authentication import find_user
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.inbox.model import Notice, NoticeSubject
from partwright.inbox.notices import notify
from partwright.item_types import TYPES
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.errors import NotFound, Refusal
from partwright.kit.etag import IfMatch, etag, quote_tag
from partwright.reports import access, schedule_queries
from partwright.reports.execution_service import RunOptions, execute_report
from partwright.reports.export_service import MOST_ROWS, ExportOptions, export_report
from partwright.reports.model import ReportId, ReportRecord
from partwright.reports.pdf_document import LONGEST
from partwright.reports.schedules import DueReport, ReportSchedule, ScheduleInput, next_run

_AT_ONCE = 50
_LONGEST_ERROR = 1000
_FAILED = "The server failed while running this report"


async def read_schedule(
    snapshot: Snapshot, actor: Actor, report_id: ReportId
) -> ReportSchedule | None:
    """When a report that the actor sees runs for them; None where it does not."""
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
    _check(await _schedule(tx, actor, report_id), match)
    await tx.run(
        schedule_queries.PUT_SCHEDULE,
        report_id=report_id,
        user_id=actor.id,
        next_at=clock.stamp(next_run(wanted, datetime.now(UTC))),
        **msgspec.structs.asdict(wanted),
    )
    found = await _schedule(tx, actor, report_id)
    assert found is not None
    return found


async def delete_schedule(
    tx: Transaction, actor: Actor, report_id: ReportId, *, match: IfMatch
) -> None:
    """Run a report for the actor no more; NotFound where it did not."""
    _check(await read_schedule(tx, actor, report_id), match)
    if not await tx.run(schedule_queries.DELETE_SCHEDULE, report_id=report_id, user_id=actor.id):
        raise NotFound(f"Report {report_id!r} has no schedule of yours")


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


async def _run(database: Database, contents: ContentStore, due: DueReport) -> bool:
    """Run one unless another process does; what was missed is not made up for."""
    following = clock.stamp(next_run(due, datetime.now(UTC)))
    where = {"report_id": due.report_id, "user_id": due.user_id}
    if not await run_alone(
        database, schedule_queries.CLAIM, next_at=following, due_at=due.next_at, **where
    ):
        return False
    async with database.snapshot() as snapshot:
        actor = await find_user(snapshot, due.user_id, scopes=None)
    if actor is None:
        return False
    rows: int | None = None
    error: str | None = None
    try:
        rows = await _rows(database, contents, actor, due)
    except Refusal as refusal:
        error = refusal.message[:_LONGEST_ERROR]
    except Exception:
        error = _FAILED
        raise
    finally:
        await _tell(database, actor, due, rows=rows, error=error)
    return True


async def _rows(database: Database, contents: ContentStore, actor: Actor, due: DueReport) -> int:
    """How many rows the report has; it is run as the user would run it."""
    actor.require(may("reports", "read"))
    if due.format is not None:
        options = ExportOptions(limit=LONGEST if due.format == "pdf" else MOST_ROWS)
        await export_report(database, contents, actor, due.report_id, options, kind=due.format)
    result = await execute_report(database, actor, due.report_id, RunOptions(limit=1))
    return result.total_rows


async def _tell(
    database: Database, actor: Actor, due: DueReport, *, rows: int | None, error: str | None
) -> None:
    where = {"report_id": due.report_id, "user_id": due.user_id}

    async def tell(tx: Transaction) -> None:
        await tx.run(
            schedule_queries.NOTE_RUN, now=clock.now(), last_rows=rows, last_error=error, **where
        )
        try:
            report = await access.access_report(tx, actor, due.report_id)
        except NotFound:
            # It is no longer shared with the user, who need not hear its name again.
            return
        if rows != 0 or not due.only_with_rows:
            await notify(tx, [due.user_id], _notice(report, due, rows, error))

    await write_alone(database, tell)


def _notice(report: ReportRecord, due: DueReport, rows: int | None, error: str | None) -> Notice:
    subject = NoticeSubject("report", report.id, report.name)
    if rows is None:
        return Notice(kind="failed", subject=subject, text=error or _FAILED, by=None)
    text = "1 row" if rows == 1 else f"{rows} rows"
    if due.last_rows is not None and due.last_rows != rows:
        text += f", {due.last_rows} the last time"
    return Notice(kind="report", subject=subject, text=text, by=None)
