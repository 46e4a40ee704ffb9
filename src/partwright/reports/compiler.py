"""From a report's definition to the names of known pieces of SQL and bound values; pure.

Nothing that a client wrote gets into the text of a statement: paths are looked up in a list of
fields, operators in a table, and values are parameters.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

import msgspec

from partwright.item_types import FieldKind
from partwright.items.list_queries import INDEXED
from partwright.kit import operands
from partwright.kit.db.base import Value
from partwright.kit.fields import FieldProblem
from partwright.kit.operands import DATED, NUMERIC
from partwright.reports import row_queries
from partwright.reports.fields import (
    ATTRIBUTES,
    ReportField,
    ReportFields,
    is_attribute,
    is_of_source,
)
from partwright.reports.model import FormatType, Operator, ReportFilter, ReportRecord, ReportSort

Params = dict[str, Value]
_BEYOND = Decimal(10) ** 16

_OF_ALL: frozenset[Operator] = frozenset(
    {"eq", "ne", "gt", "lt", "gte", "lte", "in", "not_in", "between", "is_null", "is_not_null"}
)
_RANGES: frozenset[Operator] = frozenset({"gt", "lt", "gte", "lte", "between"})
TEXTUAL = "attributes are texts unless they are defined as numbers"
_PATTERNS: dict[Operator, tuple[str, str, str]] = {
    "like": ("like", "%", "%"),
    "not_like": ("not_like", "%", "%"),
    "starts_with": ("like", "", "%"),
    "ends_with": ("like", "%", ""),
}
"""Operator -> its piece of SQL, and what stands around the value."""
_FORMATS: dict[FormatType, frozenset[FieldKind]] = {
    "text": frozenset(FieldKind),
    "number": NUMERIC,
    "currency": NUMERIC,
    "percentage": NUMERIC,
    "date": DATED,
    "datetime": DATED,
    "boolean": NUMERIC | {FieldKind.TEXT},
    "email": frozenset({FieldKind.TEXT, FieldKind.USER}),
    "url": frozenset({FieldKind.TEXT}),
}
"""Format -> the kinds of fields it fits."""


class ReportCondition(msgspec.Struct, frozen=True):
    """One condition: a column and a piece of SQL by their names, and the values."""

    column: str
    test: str
    value: Value = None
    upper: Value = None
    """The other end of a range."""
    held: str = ""
    """What the index of numbers and names finds all rows by that the condition may keep."""


class OrderKey(msgspec.Struct, frozen=True):
    """One key of an order."""

    column: str
    descending: bool


def field(known: ReportFields, path: str) -> ReportField:
    """The field of a path; Problem for an unknown one."""
    found = known.find(path)
    if found is None:
        raise FieldProblem(f"there is no field {path!r} of {known.item_type}")
    return found


def tested_field(known: ReportFields, path: str) -> ReportField:
    """The field of a path that rows are tested or sorted by; Problem for one that is only shown."""
    found = field(known, path)
    if is_of_source(found.column):
        raise FieldProblem(f"{found.path} can only be shown, since it is chosen among the sources")
    return found


def check_format(found: ReportField, format_type: FormatType) -> None:
    """Problem when the format makes nothing of what the field holds."""
    if found.kind not in _FORMATS[format_type]:
        raise FieldProblem(f"{format_type} does not fit {found.path}")


def check_operator(found: ReportField, operator: Operator) -> None:
    """Problem when the field's kind does not know the operator."""
    if is_attribute(found.path) and not found.is_measured and operator in _RANGES:
        raise FieldProblem(f"{operator} does not fit {found.path}: {TEXTUAL}")
    if operator not in _OF_ALL and (found.kind in NUMERIC or found.kind in DATED):
        raise FieldProblem(f"{operator} does not fit {found.path}")


def check_given(found: ReportField, operator: Operator, raw: msgspec.Raw, *, needed: bool) -> None:
    """Problem, with the path, for what is no value, or where an operator needs one."""
    try:
        value = operands.scalar(raw)
    except FieldProblem as problem:
        raise FieldProblem(f"{found.path}: {problem}") from problem
    if needed and value is None:
        raise FieldProblem(f"{operator} of {found.path} needs it")


def filter_condition(found: ReportField, wanted: ReportFilter) -> ReportCondition:
    """The condition of a filter; Problem, with the path, for a value that does not fit the field.

    The values that its operator needs are there.
    """
    try:
        operator = wanted.operator
        if operator in ("is_null", "is_not_null"):
            return ReportCondition(found.column, operator)
        value = _value(wanted.value)
        if found.is_measured and operator in _OF_ALL:
            return _measured(found, wanted, value)
        if operator in _PATTERNS:
            test, before, after = _PATTERNS[operator]
            pattern = operands.pattern(value, before=before, after=after)
            is_indexed = test == "like" and found.column in row_queries.SEARCHED
            held = operands.as_text(value).casefold() if is_indexed else ""
            return ReportCondition(
                found.column, test, pattern, held=held if len(held) >= INDEXED else ""
            )
        if operator in ("in", "not_in"):
            return _among(found, operator, operands.entries(value))
        if operator == "between":
            return _between(found, value, _value(wanted.value2))
        return _compared(found, operator, value)
    except FieldProblem as problem:
        raise FieldProblem(f"{found.path}: {problem}") from problem


def _value(raw: msgspec.Raw) -> operands.Scalar:
    value = operands.scalar(raw)
    assert value is not None
    return value


def _measured(found: ReportField, wanted: ReportFilter, value: operands.Scalar) -> ReportCondition:
    """Of numbers as attributes hold them: signed, compared as lists compare them."""
    column, operator = found.compared_column, wanted.operator
    if operator in ("in", "not_in"):
        numbers = [repr(_float(each)) for each in operands.entries(value)]
        return ReportCondition(column, f"{operator}_numbers", numbers)
    upper = _float(_value(wanted.value2)) if operator == "between" else None
    return ReportCondition(column, operator, _float(value), upper)


def _float(value: operands.Scalar) -> float:
    number = operands.number(value)
    # No attribute's number has more digits before the point.
    return float(max(min(number, _BEYOND), -_BEYOND))


def _compared(found: ReportField, operator: Operator, value: operands.Scalar) -> ReportCondition:
    if found.kind is FieldKind.INTEGER:
        return ReportCondition(found.column, operator, _whole(operator, value))
    if found.kind is not FieldKind.MOMENT:
        return ReportCondition(found.column, operator, operands.READ_AS[found.kind](value))
    if operator in ("eq", "ne"):
        test = "between" if operator == "eq" else "not_between"
        return ReportCondition(
            found.column, test, operands.moment(value), operands.last_moment(value)
        )
    edge = operands.last_moment if operator in ("gt", "lte") else operands.moment
    return ReportCondition(found.column, operator, edge(value))


def _whole(operator: Operator, value: operands.Scalar) -> int:
    if operator in ("gt", "lte"):
        return operands.at_most(value)
    if operator in ("lt", "gte"):
        return operands.at_least(value)
    return operands.whole(value)


def _between(found: ReportField, low: operands.Scalar, high: operands.Scalar) -> ReportCondition:
    if found.kind is FieldKind.INTEGER:
        return ReportCondition(
            found.column, "between", operands.at_least(low), operands.at_most(high)
        )
    read = operands.READ_AS[found.kind]
    upper = operands.last_moment if found.kind is FieldKind.MOMENT else read
    return ReportCondition(found.column, "between", read(low), upper(high))


def _among(
    found: ReportField, operator: Operator, values: Sequence[operands.Scalar]
) -> ReportCondition:
    if found.kind is FieldKind.INTEGER:
        wanted = [str(operands.whole(value)) for value in values]
        return ReportCondition(found.column, f"{operator}_whole", wanted)
    wanted = [operands.READ_AS[found.kind](value) for value in values]
    suffix = "_moments" if found.kind is FieldKind.MOMENT else ""
    return ReportCondition(found.column, f"{operator}{suffix}", wanted)


def filter_conditions(
    known: ReportFields, filters: Iterable[ReportFilter]
) -> list[ReportCondition]:
    """The conditions of filters that were checked when they were saved."""
    return [_saved_condition(field(known, wanted.field_path), wanted) for wanted in filters]


def _saved_condition(found: ReportField, wanted: ReportFilter) -> ReportCondition:
    try:
        return filter_condition(found, wanted)
    except FieldProblem:
        # The attribute may be defined as a number since.
        if not found.is_measured:
            raise
        return filter_condition(msgspec.structs.replace(found, is_measured=False), wanted)


def own_measures(report: ReportRecord) -> frozenset[str]:
    """Attributes that a report reads as numbers whatever they are defined as now, by folded names."""
    drawn = report.chart.value if report.chart else None
    paths = [one.field_path for one in report.filters if one.operator in _RANGES]
    paths += [
        column.field_path
        for column in report.columns
        if column.aggregate in ("sum", "average")
        or _FORMATS[column.format_type] == NUMERIC
        or (column.aggregate in ("minimum", "maximum") and column.key == drawn)
    ]
    names = [name for path in paths if (name := path.removeprefix(ATTRIBUTES)) != path]
    return frozenset(name.casefold() for name in names)


def filter_params(found: Sequence[ReportCondition]) -> Params:
    """The bound values, by the names that `row_queries` gives them."""
    values: Params = {}
    for place, each in enumerate(found):
        if each.value is not None:
            values[f"v{place}"] = each.value
        if each.upper is not None:
            values[f"u{place}"] = each.upper
        if each.held:
            values[f"h{place}"] = [each.held]
    return values


def order_clause(known: ReportFields, sorts: Sequence[ReportSort]) -> list[OrderKey]:
    """The keys of the order, unique at the end; last changed first where none is named."""
    wanted = sorted(sorts, key=lambda sort: sort.priority)
    keys = [
        OrderKey(field(known, sort.field_path).compared_column, sort.direction == "desc")
        for sort in wanted
    ]
    keys = keys or [OrderKey("modified_at", descending=True)]
    # What comes after a number decides nothing, but an index would not be in its order.
    ends = next((n for n, key in enumerate(keys, 1) if key.column == "item_number"), None)
    return keys[:ends] if ends else [*keys, OrderKey("item_number", descending=False)]
