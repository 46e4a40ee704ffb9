"""One column of a sheet: its place, its header, and what it becomes."""

from dataclasses import dataclass

from partwright.imports.sheets.fields.nameless_columns import is_nameless
from partwright.imports.sheets.records.targets import ATTRIBUTES


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column of the sheet, what it becomes, why, and the unit its header names."""

    index: int
    header: str
    target: str
    why: str
    unit: str = ""

    @property
    def nameless(self) -> bool:
        """Whether the sheet gives the column no header."""
        return is_nameless(self.header) and self.target.startswith(ATTRIBUTES)
