"""From a file that somebody has to the rows and BOM lines that the HTTP import understands."""

from partwright.imports.sheets.batches import Batch, Body, LineBody
from partwright.imports.sheets.reading import Reading, read_sheet
from partwright.imports.sheets.refusals import SheetRefusal
from partwright.imports.sheets.rows import BomLine, Piece, PreparedRow, Problem, Remark

__all__ = [
    "Batch",
    "Body",
    "BomLine",
    "LineBody",
    "Piece",
    "PreparedRow",
    "Problem",
    "Reading",
    "Remark",
    "SheetRefusal",
    "read_sheet",
]
