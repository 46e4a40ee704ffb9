"""Schedule of a report for a user, as it is sent, kept and shown; pure."""

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from partwright.kit.errors import InvalidInput
from partwright.kit.ids import UserId
from partwright.reports.model import FileFormat, ReportId

Frequency = Literal["daily", "weekly", "monthly"]


class ScheduleInput(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Time at which a report is to run."""

    frequency: Frequency
    hour: Annotated[int, Meta(ge=0, le=23)]
    minute: Annotated[int, Meta(ge=0, le=59)] = 0
    time_zone: Annotated[str, Meta(max_length=64)] = "UTC"
    """The time zone of its clock, such as `Europe/Berlin`; in summer as in winter."""
    weekday: Annotated[int, Meta(ge=1, le=7)] = 1
    """Of weekly runs; 1 is Monday."""
    day: Annotated[int, Meta(ge=1, le=31)] = 1
    """Of monthly runs; the last one in shorter months."""
    only_with_rows: bool = False
    """Say nothing where nothing matches."""
    format: FileFormat | None = None
    """Also keep a file of this kind."""
    by_mail: bool = False
    """Tell of it by e-mail at once, however seldom the user else wants any."""

    def check(self) -> None:
        """InvalidInput for a time zone that nobody keeps."""
        try:
            ZoneInfo(self.time_zone)
        except (KeyError, ValueError, OSError):
            problem = f"expected a time zone such as Europe/Berlin, got {self.time_zone!r}"
            raise InvalidInput.field("timeZone", problem) from None


class ReportSchedule(msgspec.Struct, rename="camel", frozen=True):
    """Schedule of a report for a user, and the result of the last run."""

    frequency: Frequency
    weekday: int
    day: int
    hour: int
    minute: int
    time_zone: str
    only_with_rows: bool
    format: FileFormat | None
    by_mail: bool
    next_at: str
    last_at: str | None
    last_rows: int | None
    last_error: str | None


class DueReport(ReportSchedule, frozen=True):
    """A run that is due."""

    report_id: ReportId
    user_id: UserId


def next_run(wanted: ScheduleInput | ReportSchedule, after: datetime) -> datetime:
    """The first time of the schedule behind a moment, in UTC.

    A time that the clocks skip is as much later as they skip; of one that comes twice it is the first.
    """
    zone = ZoneInfo(wanted.time_zone)
    clock_time = time(wanted.hour, wanted.minute, tzinfo=zone)
    day = after.astimezone(zone).date()
    while True:
        at = datetime.combine(day, clock_time).astimezone(UTC)
        if at > after and _is_day(wanted, day):
            return at
        day += timedelta(days=1)


def _is_day(wanted: ScheduleInput | ReportSchedule, day: date) -> bool:
    if wanted.frequency == "weekly":
        return day.isoweekday() == wanted.weekday
    if wanted.frequency == "monthly":
        return day.day == min(wanted.day, monthrange(day.year, day.month)[1])
    return True
