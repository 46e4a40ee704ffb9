"""Time as the wire shows it and the database keeps it: UTC text with milliseconds and `Z`."""

from datetime import UTC, date, datetime, timedelta


def now() -> str:
    """The present moment, such as `2026-11-21T09:30:00.000Z`; such texts sort by time."""
    return stamp(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    # A quarter of the time that strftime takes; every request needs one.
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def moment_later(*, seconds: float) -> str:
    """The moment so many seconds from now."""
    return stamp(datetime.now(UTC) + timedelta(seconds=seconds))


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
