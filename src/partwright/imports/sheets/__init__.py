"""From a file that somebody has to the rows and BOM lines that the HTTP import understands."""

from partwright.imports.sheets.batches import ImportBatch, RequestBody, RequestLine
from partwright.imports.sheets.refusals import SheetRefusal
from partwright.imports.sheets.rows import PreparedRow, RowProblem, RowRemark, SheetLine, SheetPiece
from partwright.imports.sheets.sheet_reader import SheetReading, read_sheet

__all__ = [
    "ImportBatch",
    "PreparedRow",
    "RequestBody",
    "RequestLine",
    "RowProblem",
    "RowRemark",
    "SheetLine",
    "SheetPiece",
    "SheetReading",
    "SheetRefusal",
    "read_sheet",
]
