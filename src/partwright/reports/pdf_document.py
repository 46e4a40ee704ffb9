"""Rows as a PDF document, set by typst; what it shows is data to the template, never source.

Calls block; they belong into a thread.
"""

from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Any

from partwright.kit.errors import UnprocessableInput
from partwright.kit.operands import DATED, NUMERIC
from partwright.kit.typesetting import set_document
from partwright.reports import cells
from partwright.reports.cells import Kept
from partwright.reports.fields import ReportField
from partwright.reports.model import ReportColumn

LONGEST = 10_000
"""Rows of one document."""
_LANDSCAPE_FROM = 6
"""Columns that are too many for an upright page."""
_SHORT = frozenset({"itemNumber", "revision", "state"})
"""Fields of text that need no more room than they take."""


class ReportTooLongForPaper(UnprocessableInput):
    """Rows of which nobody would read the pages."""

    def __init__(self) -> None:
        super().__init__(
            f"A PDF takes up to {LONGEST} rows; filter the report, or export CSV or a workbook"
        )


def pdf_document(
    columns: Sequence[tuple[ReportColumn, ReportField]],
    rows: Sequence[Sequence[Kept]],
    *,
    title: str,
    subtitle: str,
) -> bytes:
    """The document; the values of a row stand as the columns do."""
    data: dict[str, Any] = {
        "title": title,
        "subtitle": subtitle,
        "landscape": len(columns) >= _LANDSCAPE_FROM,
        "columns": [_heading(column, field) for column, field in columns],
        "rows": [
            [
                cells.spelled(field, column.format_type, value)
                for (column, field), value in zip(columns, row, strict=True)
            ]
            for row in rows
        ],
    }
    with as_file(files("partwright.reports").joinpath("templates", "table.typ")) as template:
        return set_document(template, data=data)


def _heading(column: ReportColumn, field: ReportField) -> dict[str, Any]:
    is_text = field.kind not in NUMERIC and field.kind not in DATED
    return {
        "label": column.label,
        "right": field.kind in NUMERIC,
        "wide": is_text and field.path not in _SHORT,
    }
