"""Parts and their structure as sheets that the import takes again."""

from partwright.imports.export.columns import ExportSheet, Layout, sheet_of
from partwright.imports.export.files import ExportRefused, write_sheet
from partwright.imports.export.structure import ExportedLine, ExportedPart, ExportedStructure

__all__ = [
    "ExportRefused",
    "ExportSheet",
    "ExportedLine",
    "ExportedPart",
    "ExportedStructure",
    "Layout",
    "sheet_of",
    "write_sheet",
]
