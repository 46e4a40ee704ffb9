"""Grouped reports: what is asked of the database, and the rows that are made of its answer; pure.

Sums of kept decimals are exact: their digits are summed in pieces that no database overflows on,
and put together here.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext

import msgspec
from msgspec import UNSET

from partwright.kit.decimals import FRACTION_DIGITS, WHOLE_DIGITS
from partwright.kit.errors import UnprocessableInput
from partwright.kit.fields import FieldProblem
from partwright.kit.operands import DATED, NUMERIC, FieldKind
from partwright.reports.cells import Kept
from partwright.reports.compiler import TEXTUAL
from partwright.reports.fields import ReportField, is_attribute
from partwright.reports.model import Aggregate, ReportSort, value_key

MOST_GROUPS = 10_000
"""Groups of one report; what has more is a list, not a summary."""

WITHOUT_VALUE = "none"
"""The group of rows that have no value there, as the page names it too."""

_HIGH = 8
"""Digits of a decimal's first piece."""
_PIECES = (
    f"CAST(SUM(CAST(SUBSTR({{x}}, 1, {_HIGH}) AS BIGINT)) AS BIGINT)",
    f"CAST(SUM(CAST(SUBSTR({{x}}, {_HIGH + 1}, {WHOLE_DIGITS - _HIGH}) AS BIGINT)) AS BIGINT)",
    f"CAST(SUM(CAST(SUBSTR({{x}}, {WHOLE_DIGITS + 2}, {FRACTION_DIGITS}) AS BIGINT)) AS BIGINT)",
)
_MEASURED = tuple(f"CAST(SUM(number_piece({{x}}, {place})) AS BIGINT)" for place in range(3))
"""The same of the numbers that texts begin with, each piece with its sign."""
_WEIGHTS = (Decimal(10) ** (WHOLE_DIGITS - _HIGH), Decimal(1), Decimal(1).scaleb(-FRACTION_DIGITS))
_ORDERED = NUMERIC | DATED | {FieldKind.TEXT, FieldKind.USER}
_DIGITS = 60
"""Significant digits of intermediate results; more than any sum has."""


class TooManyReportGroups(UnprocessableInput):
    """Rows that differ too much to be summed up."""

    def __init__(self) -> None:
        super().__init__(
            f"The report has more than {MOST_GROUPS} groups; group by something coarser, or filter"
        )


class GroupedField(msgspec.Struct, frozen=True):
    """One column of a grouped report: a field that groups, or an aggregate of one."""

    source: ReportField
    aggregate: Aggregate | None

    @property
    def shown(self) -> ReportField:
        """The column as files and answers show it."""
        key = value_key(self.source.path, self.aggregate or UNSET)
        kind = result_kind(self.source, self.aggregate)
        return ReportField(key, self.source.column, kind, "" if self.aggregate else WITHOUT_VALUE)


def result_kind(source: ReportField, aggregate: Aggregate | None) -> FieldKind:
    """The kind of an aggregate of a field."""
    if aggregate in ("count", "distinct"):
        return FieldKind.INTEGER
    if source.is_measured and aggregate is not None:
        return FieldKind.DECIMAL
    if aggregate == "average" and source.kind is FieldKind.INTEGER:
        return FieldKind.NUMBER
    return source.kind


def check_aggregate(source: ReportField, aggregate: Aggregate) -> None:
    """Problem when there is no such thing as the aggregate of the field."""
    fits = True
    if aggregate in ("sum", "average"):
        fits = source.kind in NUMERIC or source.is_measured
        if not fits and is_attribute(source.path):
            raise FieldProblem(f"{aggregate} does not fit {source.path}: {TEXTUAL}")
    elif aggregate in ("minimum", "maximum"):
        fits = source.kind in _ORDERED
    if not fits:
        raise FieldProblem(f"{aggregate} does not fit {source.path}")


def pieces_of(field: GroupedField) -> tuple[str, ...]:
    """The expressions that an aggregate is made of, each of `{x}`."""
    number = "number_in({x})" if field.source.is_measured else "{x}"
    match field.aggregate:
        case None:
            return ("{x}",)
        case "count":
            return ("COUNT({x})",)
        case "distinct":
            return ("COUNT(DISTINCT {x})",)
        case "minimum":
            return (f"MIN({number})",)
        case "maximum":
            return (f"MAX({number})",)
        case "sum":
            return _sums_of(field.source)
        case "average":
            return (*_sums_of(field.source), f"COUNT({number})")


def _sums_of(source: ReportField) -> tuple[str, ...]:
    if source.is_measured:
        return _MEASURED
    is_kept_decimal = source.kind in (FieldKind.DECIMAL, FieldKind.NUMBER)
    return _PIECES if is_kept_decimal else ("CAST(SUM(CAST({x} AS BIGINT)) AS BIGINT)",)


def rows_of(
    fields: Sequence[GroupedField], answers: Sequence[Sequence[Kept]], sorts: Sequence[ReportSort]
) -> list[tuple[Kept, ...]]:
    """The rows in their order: what each aggregate is, from its pieces."""
    if len(answers) > MOST_GROUPS:
        raise TooManyReportGroups
    rows = [_row(fields, answer) for answer in answers]
    keys = [field.shown.path for field in fields]
    # What groups decides where nothing else does; the first key is sorted by last.
    order = [ReportSort(key, "asc", 0) for key in keys]
    wanted = [*sorted(sorts, key=lambda sort: sort.priority), *order]
    for sort in reversed(wanted):
        place = keys.index(sort.key)
        compared = _comparable(fields[place].shown.kind)
        present = [row for row in rows if row[place] is not None]
        present.sort(key=lambda row: compared(row[place]), reverse=sort.direction == "desc")
        rows = [*present, *(row for row in rows if row[place] is None)]
    return rows


def _comparable(kind: FieldKind) -> Callable[[Kept], Decimal | str]:
    return (lambda value: Decimal(str(value))) if kind in NUMERIC else str


def _row(fields: Sequence[GroupedField], answer: Sequence[Kept]) -> tuple[Kept, ...]:
    values: list[Kept] = []
    at = 0
    for field in fields:
        count = len(pieces_of(field))
        values.append(_value(field, answer[at : at + count]))
        at += count
    return tuple(values)


def _value(field: GroupedField, pieces: Sequence[Kept]) -> Kept:
    if field.aggregate not in ("sum", "average") or pieces[0] is None:
        is_number = field.source.is_measured and field.shown.kind is FieldKind.DECIMAL
        return _spelled(pieces[0]) if is_number else pieces[0]
    with localcontext() as context:
        context.prec = _DIGITS
        numbers = [Decimal(str(piece)) for piece in pieces]
        count = numbers.pop() if field.aggregate == "average" else Decimal(1)
        if len(numbers) == 1:
            total = numbers[0]
        else:
            total = sum((n * w for n, w in zip(numbers, _WEIGHTS, strict=True)), Decimal(0))
        if field.shown.kind is FieldKind.INTEGER:
            return int(total)
        return f"{round(total / count, FRACTION_DIGITS):.{FRACTION_DIGITS}f}"


def _spelled(number: Kept | float) -> str | None:
    """A number of the database without an exponent."""
    return None if number is None else f"{Decimal(repr(float(number))):f}"
