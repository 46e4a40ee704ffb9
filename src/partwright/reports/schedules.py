"""When a report runs for a user, as it is sent, kept and shown; pure."""

from calendar import monthrange
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from partwright.kit.ids import UserId
from partwright.reports.model import FileFormat, ReportId

Frequency = Literal["daily", "weekly", "monthly"]


class ScheduleInput(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """When a report is to run."""

    frequency: Frequency
    hour: Annotated[int, Meta(ge=0, le=23)]
    """In UTC."""
    weekday: Annotated[int, Meta(ge=1, le=7)] = 1
    """Of weekly runs; 1 is Monday."""
    day: Annotated[int, Meta(ge=1, le=31)] = 1
    """Of monthly runs; the last one in shorter months."""
    only_with_rows: bool = False
    """Say nothing where nothing matches."""
    format: FileFormat | None = None
    """Also keep a file of this kind."""


class ReportSchedule(msgspec.Struct, rename="camel", frozen=True):
    """When a report runs for a user, and what came of it the last time."""

    frequency: Frequency
    weekday: int
    day: int
    hour: int
    only_with_rows: bool
    format: FileFormat | None
    next_at: str
    last_at: str | None
    last_rows: int | None
    last_error: str | None


class DueReport(ReportSchedule, frozen=True):
    """A run that is due."""

    report_id: ReportId
    user_id: UserId


def next_run(wanted: ScheduleInput | ReportSchedule, after: datetime) -> datetime:
    """The first time of the schedule behind a moment."""
    moment = after.astimezone(UTC)
    at = moment.replace(hour=wanted.hour, minute=0, second=0, microsecond=0)
    while at <= moment or not _is_day(wanted, at):
        at += timedelta(days=1)
    return at


def _is_day(wanted: ScheduleInput | ReportSchedule, at: datetime) -> bool:
    if wanted.frequency == "weekly":
        return at.isoweekday() == wanted.weekday
    if wanted.frequency == "monthly":
        return at.day == min(wanted.day, monthrange(at.year, at.month)[1])
    return True
