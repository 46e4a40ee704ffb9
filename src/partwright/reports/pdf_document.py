"""Rows as a PDF document, set by typst; what it shows is data to the template, never source.

Calls block; they belong into a thread.
"""

from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Any

from msgspec import UNSET

from partwright.kit.errors import UnprocessableInput
from partwright.kit.operands import DATED, NUMERIC
from partwright.kit.typesetting import set_document
from partwright.preferences.model import Language
from partwright.reports.cells import Kept
from partwright.reports.chart_drawing import chart_of
from partwright.reports.fields import ReportField
from partwright.reports.model import ReportColumn, ReportRecord
from partwright.reports.paper_wording import WORDINGS

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
    report: ReportRecord,
    total: int,
    executed_at: str,
    language: Language,
) -> bytes:
    """The document; the values of a row stand as the columns do, those of hidden ones for the chart alone."""
    wording = WORDINGS[language]
    shown = [place for place, (column, _) in enumerate(columns) if column.is_visible]
    when = wording.moment(executed_at[:16].replace("T", " "))
    counted = wording.counted(len(rows), total)
    data: dict[str, Any] = {
        "language": language,
        "title": report.name,
        "description": report.description or "",
        "subtitle": f"{wording.types[report.item_type]}, {counted}, {when} UTC",
        "landscape": len(shown) >= _LANDSCAPE_FROM,
        "chart": None if report.chart is UNSET else chart_of(report.chart, columns, rows, wording),
        "columns": [_heading(*columns[place]) for place in shown],
        "rows": [[wording.cell(*columns[place], row[place]) for place in shown] for row in rows],
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
