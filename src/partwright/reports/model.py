"""Reports as they are kept and shown, and what is recorded of their executions."""

from typing import Any, Literal, NewType

import msgspec
from msgspec import UNSET, Raw, UnsetType

from partwright.kit.ids import UserId

ReportId = NewType("ReportId", str)

FormatType = Literal[
    "text", "number", "currency", "date", "datetime", "boolean", "percentage", "email", "url"
]
Operator = Literal[
    "eq",
    "ne",
    "gt",
    "lt",
    "gte",
    "lte",
    "like",
    "not_like",
    "in",
    "not_in",
    "is_null",
    "is_not_null",
    "starts_with",
    "ends_with",
    "between",
]
Direction = Literal["asc", "desc"]
FileFormat = Literal["csv", "xlsx", "pdf"]
Aggregate = Literal["count", "distinct", "sum", "average", "minimum", "maximum"]
ChartKind = Literal["bar", "line", "pie"]

NULL = Raw(b"null")


def _null() -> Raw:
    # As a plain default it could not be told in the API reference.
    return NULL


class ReportColumn(msgspec.Struct, rename="camel", frozen=True):
    """One column of a report."""

    field_path: str
    label: str
    display_order: int
    is_visible: bool
    format_type: FormatType = "text"
    width: int | None = None
    """In pixels."""
    aggregate: Aggregate | UnsetType = UNSET
    """Computed of all rows that agree in the columns without one."""

    @property
    def key(self) -> str:
        """The key under which rows have the value."""
        return value_key(self.field_path, self.aggregate)


class ReportFilter(msgspec.Struct, rename="camel", frozen=True):
    """One condition; the values are JSON as the client wrote them, so that numbers stay exact."""

    field_path: str
    operator: Operator
    value: Raw = msgspec.field(default_factory=_null)
    value2: Raw = msgspec.field(default_factory=_null)
    display_order: int = 0


class ReportSort(msgspec.Struct, rename="camel", frozen=True):
    """One key of the order; priority 0 comes first."""

    field_path: str
    direction: Direction
    priority: int
    aggregate: Aggregate | UnsetType = UNSET

    @property
    def key(self) -> str:
        """The column that it is the order of, where rows are grouped."""
        return value_key(self.field_path, self.aggregate)


def value_key(path: str, aggregate: Aggregate | UnsetType) -> str:
    """`parts.cost`, or of an aggregate `sum(parts.cost)`."""
    return path if aggregate is UNSET else f"{aggregate}({path})"


class ReportChart(msgspec.Struct, rename="camel", frozen=True):
    """A picture of the rows: the keys of two columns, and how they are drawn."""

    kind: ChartKind
    label: str
    value: str
    """A column of numbers."""


class ReportSummary(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A report as lists show it."""

    id: ReportId
    name: str
    description: str | None
    item_type: str
    is_public: bool
    shared_with_roles: list[str]
    shared_with_users: list[UserId]
    created_by: UserId
    created_at: str
    updated_at: str


class ReportRecord(ReportSummary, rename="camel", frozen=True, kw_only=True):
    """A report with its definition; columns, filters and sorts in their order."""

    columns: list[ReportColumn]
    filters: list[ReportFilter]
    sorts: list[ReportSort]
    chart: ReportChart | UnsetType = UNSET

    @property
    def is_grouped(self) -> bool:
        return any(column.aggregate is not UNSET for column in self.columns)


class ReportExecution(msgspec.Struct, rename="camel", frozen=True):
    """One run of a report, successful or not."""

    id: str
    report_id: ReportId
    executed_by: UserId
    executed_at: str
    row_count: int
    duration_ms: int
    parameters: Raw
    success: bool
    error_message: str | None


class ReportExport(msgspec.Struct, rename="camel", frozen=True):
    """One file that a run was written to."""

    id: str
    report_id: ReportId
    execution_id: str
    exported_by: UserId
    exported_at: str
    format: str
    file_name: str
    file_size: int
    storage_path: str


class ReportPagination(msgspec.Struct, rename="camel", frozen=True):
    """Page of the rows."""

    limit: int
    offset: int
    has_more: bool


class ReportResult(msgspec.Struct, rename="camel", frozen=True):
    """Answer of an execution."""

    execution_id: str
    report_id: ReportId
    report_name: str
    executed_at: str
    duration_ms: int
    total_rows: int
    columns: list[ReportColumn]
    rows: list[dict[str, Any]]
    pagination: ReportPagination


class ReportPreview(msgspec.Struct, rename="camel", frozen=True):
    """Preview of a report: how many rows it has, and the first of them."""

    total_rows: int
    columns: list[ReportColumn]
    rows: list[dict[str, Any]]
