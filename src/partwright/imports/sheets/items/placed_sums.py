"""The sum of quantities that a template states below a list, with no word for it."""

from partwright.imports.sheets.records.rows import SheetRecord

_LEAST = 2


class PlacedSums:
    """Counts parts with designators, to know the row apart below them that states how many they are."""

    def __init__(self, quantity: int | None, designators: int | None) -> None:
        self._columns = None if quantity is None or designators is None else (quantity, designators)
        self._sum = self._rows = self._last = 0

    def count(self, record: SheetRecord) -> None:
        """Count a row that is a part; one without designators ends it."""
        if self._columns is None:
            return
        quantity, designators = (record.cells[at].strip() for at in self._columns)
        if not designators or not quantity.isdecimal():
            self._columns = None
            return
        self._sum += int(quantity[:9])
        self._rows += 1
        self._last = record.row_number

    def are_stated(self, record: SheetRecord) -> bool:
        """Whether the row, apart from those above, has no designators and their sum as its quantity."""
        if self._columns is None or self._rows < _LEAST or record.row_number <= self._last + 1:
            return False
        quantity, designators = (record.cells[at].strip() for at in self._columns)
        return not designators and quantity == str(self._sum)
