"""Find numbers of lines, and what stands in their place."""

from collections.abc import Callable

from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood
from partwright.imports.sheets.cell_values.values import read_whole
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.records.rows import ReadRow

_LONGEST = 20
"""Characters of a place; what is longer stands in the wrong column."""


def place_reader(
    row: ReadRow, column: SheetColumn | None
) -> Callable[[str, Mark | None], int | None]:
    """Reads the row's place in the list; the line keeps one such as `C1` or `2a` as its remark."""

    def read(text: str, mark: Mark | None) -> int | None:
        try:
            return read_whole(text.rstrip(".*"), mark=mark)
        except NotUnderstood:
            if column is None or len(text) > _LONGEST:
                raise
        row.pieces.append(f"{column.header}: {text}")
        row.note("REMARK", f'{column.header}: "{text}" is not a number; the line keeps it as text')
        return None

    return read
