"""The column of what the rows cost altogether."""

from collections.abc import Sequence

from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.fields.units import header_unit

SUMS_OF_ROWS = "it holds sums of rows"


def row_totals_of(columns: Sequence[SheetColumn], cost: SheetColumn | None) -> SheetColumn | None:
    """The sums of rows, in the currency of the prices where that is named."""
    found = [c for c in columns if c.why == SUMS_OF_ROWS]
    unit = cost.unit if cost else ""
    named = [c for c in found if unit and header_unit("cost", c.header) == unit]
    return next(iter(named or found), None)
