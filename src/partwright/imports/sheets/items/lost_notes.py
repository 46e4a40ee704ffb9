"""Notes on cells that hold an error or a formula in the place of a value."""

from collections.abc import Sequence

from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.records.rows import ReadRow, SheetRecord
from partwright.imports.sheets.records.targets import is_field


class LostNotes:
    """Tells of each such cell of a field, and once of those in a column that becomes no field."""

    def __init__(self, columns: Sequence[SheetColumn]) -> None:
        self._columns = {column.index: column for column in columns}
        self._told: set[int] = set()

    def tell(self, record: SheetRecord, row: ReadRow) -> None:
        """Note what the record has lost, but for a quantity, which is a fault of its line."""
        for at, what, is_link in record.lost:
            column = self._columns.get(at)
            if column is None or (not is_link and column.target == "quantity"):
                continue
            if bool(record.cells[at].strip()) is not is_link:
                continue
            read_as = "what it shows is read" if is_link else "it is read as empty"
            note = f"{column.header}: the cell holds {what}; {read_as}"
            if not is_field(column.target):
                if at in self._told:
                    continue
                self._told.add(at)
                note += ", and so are others like it below"
            row.note("LOST_VALUE", note)

    def faults(self, record: SheetRecord, column: SheetColumn) -> list[str]:
        """Give the reason for which the cell of the column has no value, if it holds something else."""
        if not record.lost or record.cells[column.index].strip():
            return []
        lost = [one.what for one in record.lost if one.column == column.index and not one.is_link]
        return [f"{column.header}: the cell holds {what}" for what in lost]
