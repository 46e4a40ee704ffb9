"""Parts and their structure as sheets that the import takes again."""

from partwright.imports.export.columns import Layout, Sheet, sheet
from partwright.imports.export.files import ExportRefused, write
from partwright.imports.export.structure import Part, Structure, Usage

__all__ = ["ExportRefused", "Layout", "Part", "Sheet", "Structure", "Usage", "sheet", "write"]
