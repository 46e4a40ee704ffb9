"""Time as the wire shows it and the database keeps it: UTC text with milliseconds and `Z`."""

import time
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache


def now() -> str:
    """The present moment, such as `2026-11-21T09:30:00.000Z`; such texts sort by time."""
    # Every request needs some, and most fall into a second that is spelled already.
    second, millisecond = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_spelled(second)}.{millisecond:03d}Z"


@lru_cache(maxsize=2)
def _spelled(second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))


def stamp(moment: datetime) -> str:
    """A moment as the wire shows it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def moment_later(*, days: float = 0, seconds: float = 0) -> str:
    """The moment so many days and seconds from now."""
    return stamp(datetime.now(UTC) + timedelta(days=days, seconds=seconds))


def parse_moment(text: str) -> datetime:
    """The moment a stamp names; ValueError for other text."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def is_date(text: str) -> bool:
    """Whether the text is a calendar date written `2026-11-21`."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
