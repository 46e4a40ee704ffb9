"""Report definitions read from bodies, with every problem named by its place."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType, field

from partwright.item_types.type_name import ItemTypeName
from partwright.kit import fields
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import shown
from partwright.kit.fields import FieldProblem, Name, Ordinal, RawObject, ShortText, Text
from partwright.kit.ids import as_uuid
from partwright.kit.operands import NUMERIC
from partwright.reports import compiler, grouping
from partwright.reports.fields import ReportField, ReportFields
from partwright.reports.model import (
    NULL,
    Aggregate,
    ChartKind,
    Direction,
    FormatType,
    Operator,
    ReportChart,
    ReportColumn,
    ReportFilter,
    ReportRecord,
    ReportSort,
)

T = TypeVar("T", bound=msgspec.Struct)

MOST_COLUMNS = 200
MOST_FILTERS = 100
MOST_SHARES = 1000

_NEEDED: dict[Operator, tuple[str, ...]] = {
    "is_null": (),
    "is_not_null": (),
    "between": ("value", "value2"),
}
"""The values that an operator needs where that is not just the one."""


Path = Annotated[str, Meta(max_length=200)]


class ColumnBody(msgspec.Struct, rename="camel"):
    """A column as it is sent."""

    field_path: Path
    label: ShortText
    display_order: Ordinal
    is_visible: bool
    format_type: FormatType | None = None
    width: Ordinal | None = None
    aggregate: Aggregate | None = None
    """Makes one row of all that agree in the columns without one."""


class FilterBody(msgspec.Struct, rename="camel"):
    """A filter as it is sent."""

    field_path: Path
    operator: Operator
    value: Raw = field(default_factory=lambda: NULL)
    value2: Raw = field(default_factory=lambda: NULL)
    display_order: Ordinal | UnsetType = UNSET
    """Saved filters need it; those of one execution have no use for it."""


class SortBody(msgspec.Struct, rename="camel"):
    """A key of the order as it is sent."""

    field_path: Path
    direction: Direction
    priority: Ordinal
    aggregate: Aggregate | None = None


class ChartBody(msgspec.Struct, rename="camel"):
    """A chart as it is sent; columns by the keys of rows."""

    kind: ChartKind
    label: Path
    value: Path


Objects = list[dict[str, Raw]]
Measures = Mapping[str, frozenset[str]]
"""Item type -> the folded names of its attributes that are defined as numbers."""


class NewReport(msgspec.Struct, rename="camel"):
    """A report to be made; the entries of its lists are read one by one."""

    name: Name
    item_type: ItemTypeName
    columns: Annotated[Objects, Meta(min_length=1, max_length=MOST_COLUMNS)]
    description: Text | None = None
    is_public: bool = False
    shared_with_roles: Annotated[list[ShortText], Meta(max_length=MOST_SHARES)] = []
    shared_with_users: Annotated[list[ShortText], Meta(max_length=MOST_SHARES)] = []
    filters: Annotated[Objects, Meta(max_length=MOST_FILTERS)] = []
    sorts: Annotated[Objects, Meta(max_length=MOST_FILTERS)] = []
    chart: ChartBody | None = None


class ReportEdit(msgspec.Struct, rename="camel"):
    """Changes of a report; lists that are given replace the present ones."""

    name: Name | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    is_public: bool | UnsetType = UNSET
    shared_with_roles: Annotated[list[ShortText], Meta(max_length=MOST_SHARES)] | UnsetType = UNSET
    shared_with_users: Annotated[list[ShortText], Meta(max_length=MOST_SHARES)] | UnsetType = UNSET
    columns: Annotated[Objects, Meta(min_length=1, max_length=MOST_COLUMNS)] | UnsetType = UNSET
    filters: Annotated[Objects, Meta(max_length=MOST_FILTERS)] | UnsetType = UNSET
    sorts: Annotated[Objects, Meta(max_length=MOST_FILTERS)] | UnsetType = UNSET
    chart: ChartBody | None | UnsetType = UNSET


def _described(struct: type[msgspec.Struct], **lists: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON schema of a body, with the entries of its lists described as well."""
    schema: dict[str, Any] = msgspec.json.schema(struct)
    body: dict[str, Any] = schema["$defs"][struct.__name__]
    for name, entry in lists.items():
        described = msgspec.json.schema(entry)
        body["properties"][name]["items"] = described["$defs"][entry.__name__]
    chart = schema["$defs"]["ChartBody"]
    body["properties"]["chart"]["anyOf"] = [chart, {"type": "null"}]
    return body


NEW = _described(NewReport, columns=ColumnBody, filters=FilterBody, sorts=SortBody)
EDIT = _described(ReportEdit, columns=ColumnBody, filters=FilterBody, sorts=SortBody)


class ReportDefinition(msgspec.Struct, frozen=True):
    """Content of a report's body, checked as far as that goes without a database."""

    values: Mapping[str, Any]
    """Fields of `Report` by name; those that were not sent are absent."""

    def get(self, name: str, otherwise: Any) -> Any:
        """The value that was sent, or what holds otherwise."""
        return self.values.get(name, otherwise)


def read_new_report(body: RawObject, measures: Measures) -> ReportDefinition:
    """The definition of a new report; InvalidInput with every problem."""
    new = fields.read_struct(body, NewReport)
    return _checked(new, ReportFields(new.item_type, measures[new.item_type]), present=None)


def read_report_edit(
    body: RawObject, present: ReportRecord, measures: Measures
) -> ReportDefinition:
    """The changes of a report; InvalidInput with every problem."""
    edit = fields.read_struct(body, ReportEdit, present=present)
    known = ReportFields(present.item_type, measures[present.item_type])
    return _checked(edit, known, present=present)


def read_runtime_filters(sent: Sequence[RawObject], known: ReportFields) -> list[ReportFilter]:
    """The further filters of one execution; InvalidInput with every problem."""
    faults = DefinitionProblems()
    found = [
        _filter(entry, where, known, faults)
        for where, entry in _each(sent, FilterBody, "runtimeFilters", faults)
    ]
    faults.check()
    return found


class DefinitionProblems:
    """Collects what is wrong, each with its place."""

    def __init__(self) -> None:
        self._details: list[ErrorDetail] = []

    def note(self, where: str, message: str) -> None:
        self._details.append(ErrorDetail(where, message))

    @contextmanager
    def at(self, where: str) -> Generator[None]:
        """Note a problem that the block raises, and go on behind it."""
        try:
            yield
        except FieldProblem as problem:
            self.note(where + problem.path, str(problem))
        except InvalidInput as invalid:
            details = [detail for detail in invalid.details if isinstance(detail, ErrorDetail)]
            self._details += [ErrorDetail(f"{where}.{one.field}", one.message) for one in details]

    def any_below(self, where: str) -> bool:
        """Whether something inside the place is wrong."""
        return any(detail.field.startswith(where + ".") for detail in self._details)

    def check(self) -> None:
        """InvalidInput if anything was noted."""
        if self._details:
            raise InvalidInput.fields(self._details)


def _checked(
    sent: NewReport | ReportEdit, known: ReportFields, *, present: ReportRecord | None
) -> ReportDefinition:
    faults = DefinitionProblems()
    values: dict[str, Any] = {
        name: value
        for name in sent.__struct_fields__
        if (value := getattr(sent, name)) is not UNSET
    }
    if "shared_with_users" in values:
        values["shared_with_users"] = _users(values["shared_with_users"], faults)
    if "columns" in values:
        values["columns"] = _columns(values["columns"], known, faults)
    if "filters" in values:
        values["filters"] = _filters(values["filters"], known, faults)
    if "sorts" in values:
        values["sorts"] = _sorts(values["sorts"], known, faults)
    if "chart" in values:
        chart: ChartBody | None = values["chart"]
        values["chart"] = (
            UNSET if chart is None else ReportChart(chart.kind, chart.label, chart.value)
        )
    faults.check()
    found = ReportDefinition(values)
    _check_whole(found, known, present, faults)
    faults.check()
    return found


def _check_whole(
    sent: ReportDefinition,
    known: ReportFields,
    present: ReportRecord | None,
    faults: DefinitionProblems,
) -> None:
    """Note what does not fit the columns, where some of it may have stayed as it was."""
    columns: list[ReportColumn] = sent.get("columns", present.columns if present else [])
    sorts: list[ReportSort] = sent.get("sorts", present.sorts if present else [])
    chart: ReportChart | UnsetType = sent.get("chart", present.chart if present else UNSET)
    is_grouped = any(column.aggregate is not UNSET for column in columns)
    keys = {column.key: column for column in columns}
    for index, sort in enumerate(sorts):
        if is_grouped and sort.key not in keys:
            faults.note(
                f"sorts[{index}]", "rows with aggregates can only be sorted by their own columns"
            )
        elif not is_grouped and sort.aggregate is not UNSET:
            faults.note(f"sorts[{index}].aggregate", "no column of the report has this aggregate")
    for name in () if chart is UNSET else ("label", "value"):
        with faults.at(f"chart.{name}"):
            key = getattr(chart, name)
            if key not in keys:
                raise FieldProblem(f"expected one of the columns, got {shown(key)}")
            if name == "value" and not _is_numeric(known, keys[key]):
                raise FieldProblem(f"expected a column of numbers, got {shown(key)}")


def _is_numeric(known: ReportFields, column: ReportColumn) -> bool:
    source = compiler.field(known, column.field_path)
    return grouping.result_kind(source, column.aggregate or None) in NUMERIC


def _each(
    sent: Sequence[RawObject], struct: type[T], key: str, faults: DefinitionProblems
) -> Iterator[tuple[str, T]]:
    """The entries that can be read, each with its place, such as `filters[2]`."""
    for index, raw in enumerate(sent):
        where = f"{key}[{index}]"
        with faults.at(where):
            yield where, fields.read_struct(raw, struct)


def _columns(sent: Objects, known: ReportFields, faults: DefinitionProblems) -> list[ReportColumn]:
    found: list[tuple[str, ReportColumn]] = []
    for where, entry in _each(sent, ColumnBody, "columns", faults):
        column = ReportColumn(
            entry.field_path,
            entry.label,
            entry.display_order,
            entry.is_visible,
            entry.format_type or "text",
            entry.width,
            entry.aggregate or UNSET,
        )
        with faults.at(f"{where}.fieldPath"):
            source = compiler.field(known, column.field_path)
            with faults.at(f"{where}.aggregate"):
                if entry.aggregate is not None:
                    compiler.tested_field(known, column.field_path)
                    grouping.check_aggregate(source, entry.aggregate)
            with faults.at(f"{where}.formatType"):
                compiler.check_format(
                    grouping.GroupedField(source, entry.aggregate).shown, column.format_type
                )
        found.append((where, column))
    if any(column.aggregate is not UNSET for _, column in found):
        for where, column in found:
            with faults.at(f"{where}.fieldPath"):
                compiler.tested_field(known, column.field_path)
    return sorted((column for _, column in found), key=lambda column: column.display_order)


def _filters(sent: Objects, known: ReportFields, faults: DefinitionProblems) -> list[ReportFilter]:
    found: list[ReportFilter] = []
    for where, entry in _each(sent, FilterBody, "filters", faults):
        if entry.display_order is UNSET:
            faults.note(f"{where}.displayOrder", "is required")
        found.append(_filter(entry, where, known, faults))
    return sorted(found, key=lambda wanted: wanted.display_order)


def _filter(
    entry: FilterBody, where: str, known: ReportFields, faults: DefinitionProblems
) -> ReportFilter:
    place = 0 if entry.display_order is UNSET else entry.display_order
    wanted = ReportFilter(entry.field_path, entry.operator, entry.value, entry.value2, place)
    with faults.at(f"{where}.fieldPath"):
        tested = compiler.tested_field(known, entry.field_path)
        with faults.at(f"{where}.operator"):
            compiler.check_operator(tested, entry.operator)
            _check_value(tested, wanted, where, faults)
    return wanted


def _check_value(
    tested: ReportField, wanted: ReportFilter, where: str, faults: DefinitionProblems
) -> None:
    """Note values that are missing, or that do not fit the field."""
    needed = _NEEDED.get(wanted.operator, ("value",))
    for name in ("value", "value2"):
        with faults.at(f"{where}.{name}"):
            raw = getattr(wanted, name)
            compiler.check_given(tested, wanted.operator, raw, needed=name in needed)
    if not faults.any_below(where):
        with faults.at(f"{where}.value"):
            compiler.filter_condition(tested, wanted)


def _sorts(sent: Objects, known: ReportFields, faults: DefinitionProblems) -> list[ReportSort]:
    found: list[ReportSort] = []
    for where, entry in _each(sent, SortBody, "sorts", faults):
        with faults.at(f"{where}.fieldPath"):
            compiler.tested_field(known, entry.field_path)
        found.append(
            ReportSort(entry.field_path, entry.direction, entry.priority, entry.aggregate or UNSET)
        )
    return sorted(found, key=lambda sort: sort.priority)


def _users(sent: list[str], faults: DefinitionProblems) -> list[str]:
    """The users' ids in their usual form, each once."""
    found: dict[str, None] = {}
    for index, text in enumerate(sent):
        with faults.at(f"sharedWithUsers[{index}]"):
            user_id = as_uuid(text)
            if user_id is None:
                raise FieldProblem(f"expected a UUID, got {shown(text)}")
            found[user_id] = None
    return list(found)
