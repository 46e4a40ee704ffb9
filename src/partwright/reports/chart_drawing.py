"""The chart of a report as shapes on paper, all of them in shares of its width and height; pure."""

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from partwright.reports.cells import Kept
from partwright.reports.fields import ReportField
from partwright.reports.model import ChartKind, ReportChart, ReportColumn
from partwright.reports.paper_wording import PaperWording

_MOST: dict[ChartKind, int] = {"bar": 40, "line": 400, "pie": 8}
"""As many points as the page draws."""
_TICKS = 5
_MOST_LABELS = 40
_LETTERS = 120
"""Letters that stand side by side below an upright page's chart."""
_LONGEST = 24
_SMOOTH = math.tau / 120
_TOO_FINE = Decimal("1e-9")

Shown = Sequence[tuple[ReportColumn, ReportField]]
Point = tuple[str, Decimal]


def chart_of(
    chart: ReportChart, columns: Shown, rows: Sequence[Sequence[Kept]], wording: PaperWording
) -> dict[str, Any] | None:
    """Shapes for the template; None where no row has a value."""
    places = {column.key: place for place, (column, _) in enumerate(columns)}
    over, value = places[chart.label], places[chart.value]
    label, labelled = columns[over]
    every = [
        (
            wording.cell(label, labelled, row[over]) or wording.without_value,
            Decimal(str(row[value])),
        )
        for row in rows
        if row[value] is not None
    ]
    points = _fewer(chart.kind, every, wording)
    if not points or (chart.kind == "pie" and sum(amount for _, amount in points) <= 0):
        return None
    left = len(points) if chart.kind != "pie" and len(points) < len(every) else 0
    column, field = columns[value]
    return {
        "kind": chart.kind,
        "name": column.label,
        "over": label.label,
        "note": wording.chart_left.format(wording.whole(left)) if left else "",
        **(
            _slices(points, column, field, wording)
            if chart.kind == "pie"
            else _bars(points, wording)
        ),
    }


def _fewer(kind: ChartKind, every: Sequence[Point], wording: PaperWording) -> list[Point]:
    """The points that are drawn; those that are too many for a pie are one slice."""
    if kind == "pie":
        # A slice cannot be less than nothing.
        every = [point for point in every if point[1] > 0]
    most = _MOST[kind]
    if len(every) <= most:
        return list(every)
    if kind != "pie":
        return list(every[:most])
    rest = sum((amount for _, amount in every[most - 1 :]), Decimal(0))
    return [*every[: most - 1], (wording.others, rest)]


def _bars(points: Sequence[Point], wording: PaperWording) -> dict[str, Any]:
    """Points between a floor and a ceiling of round numbers, with zero among them."""
    amounts = [amount for _, amount in points]
    least, most = min(*amounts, Decimal(0)), max(*amounts, Decimal(0))
    step = _round_step((most - least) / _TICKS)
    floor, ceiling = math.floor(least / step), max(math.ceil(most / step), 1)
    span = step * (ceiling - floor)
    height = {amount: float((amount - step * floor) / span) for amount in {*amounts, Decimal(0)}}
    every = max(1, math.ceil(len(points) / _MOST_LABELS))
    return {
        "ticks": [
            {
                "at": (n - floor) / (ceiling - floor),
                "text": wording.figure(f"{_plain(step * n):,f}"),
            }
            for n in range(floor, ceiling + 1)
        ],
        "zero": height[Decimal(0)],
        "upright": max(len(_short(name)) for name, _ in points) * len(points) > _LETTERS,
        "points": [
            {"at": height[amount], "label": _short(name) if place % every == 0 else ""}
            for place, (name, amount) in enumerate(points)
        ],
    }


def _round_step(least: Decimal) -> Decimal:
    """1, 2 or 5 times a power of ten."""
    if least < _TOO_FINE:
        return Decimal(1)
    power = Decimal(10) ** least.adjusted()
    return next(power * n for n in (1, 2, 5, 10) if power * n >= least)


def _plain(number: Decimal) -> Decimal:
    whole = number.to_integral_value()
    return whole if whole == number else number.normalize()


def _slices(
    points: Sequence[Point], column: ReportColumn, field: ReportField, wording: PaperWording
) -> dict[str, Any]:
    """Slices clockwise from the top, each an outline around the middle of a circle."""
    total = sum(amount for _, amount in points)
    ends, turned = [0.0], Decimal(0)
    for _, amount in points:
        turned += amount
        ends.append(float(turned / total) * math.tau)
    return {
        "slices": [
            {
                "outline": [(0.5, 0.5), *_arc(ends[place], ends[place + 1])],
                "label": _short(name),
                "text": wording.cell(column, field, str(amount)),
            }
            for place, (name, amount) in enumerate(points)
        ]
    }


def _arc(begin: float, end: float) -> list[tuple[float, float]]:
    steps = max(1, math.ceil((end - begin) / _SMOOTH))
    angles = [begin + (end - begin) * n / steps for n in range(steps + 1)]
    return [(0.5 + math.sin(angle) / 2, 0.5 - math.cos(angle) / 2) for angle in angles]


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"
