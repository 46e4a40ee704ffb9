"""Dates as people write them: `2026-11-21`, `21.11.2026`, `11/21/2026`, `21 Nov 2026`."""

from datetime import date
from typing import Literal

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.kit.patterns import lazy_regex

Order = Literal["day", "month"]
"""What stands first in dates such as 04/03/2026."""

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar jänner janvier janv",
            "feb february februar février fevrier févr fevr",
            "mar march mär märz maerz mars mrz",
            "apr april avril avr",
            "may mai",
            "jun june juni juin",
            "jul july juli juillet juil",
            "aug august août aout",
            "sep sept september septembre",
            "oct october okt oktober octobre",
            "nov november novembre",
            "dec december dez dezember décembre decembre déc",
        ),
        start=1,
    )
    for name in names.split()
}
_TIME = r"(?:[T ]+(?P<time>[0-9]{1,2}:[0-9]{2}\S*(?: ?[AaPp]\.?[Mm]\.?)?))?"
_YEAR_FIRST = lazy_regex(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})" + _TIME)
_DOTTED = lazy_regex(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})" + _TIME)
_DIVIDED = lazy_regex(r"([0-9]{1,2})([-/])([0-9]{1,2})\2([0-9]{4})" + _TIME)
_DAY_MONTH = lazy_regex(r"([0-9]{1,2})\.?[- ]([^\W\d_]+)\.?,?[- ]([0-9]{4})" + _TIME)
_MONTH_DAY = lazy_regex(r"([^\W\d_]+)\.? ([0-9]{1,2}),? ([0-9]{4})" + _TIME)
_MIDNIGHT = lazy_regex(r"0?0:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?")


def looks_like_date(text: str) -> bool:
    """Whether the text is a date in any of the orders."""
    return bool(_possible(text)[0])


def order_shown(text: str) -> Order | None:
    """The order that the text proves: `21/11/2026` the day first, `11/21/2026` the month; else None."""
    match = _DIVIDED.fullmatch(text.strip())
    if match is None:
        return None
    if int(match[1]) > 12 >= int(match[3]):
        return "day"
    return "month" if int(match[3]) > 12 >= int(match[1]) else None


def read_date(text: str, *, order: Order | None = None) -> tuple[str, bool]:
    """The date as `2026-11-21`, and whether a time of day was left out.

    `order` decides dates such as 04/03/2026; without it they are refused.
    """
    found, has_time = _possible(text)
    if not found:
        raise NotUnderstood("expected a date such as 2026-11-21, 21.11.2026 or 21 Nov 2026")
    if len(set(found.values())) > 1:
        if order is None:
            day, month = found["day"], found["month"]
            raise NotUnderstood(f"it may be {day} or {month}, and no other cell shows which")
        return found[order].isoformat(), has_time
    return next(iter(found.values())).isoformat(), has_time


def _possible(text: str) -> tuple[dict[Order, date], bool]:
    """The dates that the text may mean, by what stands first in it."""
    plain = text.strip()
    found: dict[Order, date] = {}
    match = None
    if match := _YEAR_FIRST.fullmatch(plain):
        _take(found, "day", match[1], int(match[3]), match[4])
    elif match := _DOTTED.fullmatch(plain):
        _take(found, "day", match[3], int(match[2]), match[1])
    elif match := _DIVIDED.fullmatch(plain):
        _take(found, "day", match[4], int(match[3]), match[1])
        _take(found, "month", match[4], int(match[1]), match[3])
    elif match := _DAY_MONTH.fullmatch(plain):
        _take(found, "day", match[3], _MONTHS.get(match[2].casefold(), 0), match[1])
    elif match := _MONTH_DAY.fullmatch(plain):
        _take(found, "day", match[3], _MONTHS.get(match[1].casefold(), 0), match[2])
    time = match["time"] if match else None
    return found, time is not None and not _MIDNIGHT.fullmatch(time)


def _take(found: dict[Order, date], order: Order, year: str, month: int, day: str) -> None:
    try:
        found[order] = date(int(year), month, int(day))
    except ValueError:
        # No such day in the calendar.
        return
