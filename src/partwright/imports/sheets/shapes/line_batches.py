"""Facts that a list says once for all lines of an assembly: number of pieces, and currency."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord, SheetTable
from partwright.imports.sheets.words.header_words import header_key

CURRENCY = "Currency"
_PLACES = Decimal("0.000001")


class LineBatches:
    """The quantity and the currency that stand beside an assembly, for each of its lines."""

    def __init__(self, table: SheetTable, names: Mapping[int, str], parent: int) -> None:
        """`names` are the plain headers of the columns of lines, by their places."""
        ranks = RANKS["parts"]
        keys = {at: header_key(h) for at, h in enumerate(table.headers) if at not in names}
        ends = {at: header_key(table.headers[at].rpartition("/")[2]) for at in keys}
        inside = [header_key(name) for name in names.values()]
        self._parent = parent
        self._whole = next((at for at, key in ends.items() if key in ranks["quantity"]), None)
        self._counts = next((at for at, n in enumerate(inside) if n in ranks["quantity"]), None)
        currency = next((at for at, key in keys.items() if key in ranks["costCurrency"]), None)
        self._currency = None if set(inside) & ranks["costCurrency"].keys() else currency
        self._headers = table.headers
        self._pieces = Decimal(1)
        self._code = ""

    @property
    def headers(self) -> tuple[str, ...]:
        """Headers of what stands before the columns of lines."""
        return (CURRENCY,) if self._currency is not None else ()

    @property
    def read(self) -> set[int | None]:
        """The columns whose cells are taken."""
        return {self._whole, self._currency}

    def see(self, cells: Sequence[str]) -> None:
        """Take a row that may begin an assembly."""
        if not cells[self._parent].strip():
            return
        self._pieces = _pieces(cells[self._whole]) if self._whole is not None else Decimal(1)
        self._code = cells[self._currency].strip() if self._currency is not None else ""

    def first(self, *, is_line: bool = True) -> tuple[str, ...]:
        """The cells under `headers`."""
        return (self._code if is_line else "",) if self._currency is not None else ()

    def line(self, cells: Sequence[str]) -> list[str]:
        """The cells of a line, with what one piece of the assembly needs."""
        found = list(cells)
        if self._counts is not None and self._pieces != 1:
            found[self._counts] = _divided(found[self._counts], self._pieces)
        return found

    def remarks(self, records: Iterator[SheetRecord]) -> tuple[RowRemark, ...]:
        """That lines are divided, where they are for several pieces."""
        if self._whole is None or self._counts is None:
            return ()
        several = [r for r in records if _pieces(r.cells[self._whole]) != 1]
        if not several:
            return ()
        count = f"{_pieces(several[0].cells[self._whole]):f}"
        text = f'"{self._headers[self._whole]}" says that the lines are for {count} pieces: each is divided by it'
        return (RowRemark(several[0].row_number, text, "REMARK"),)


def _pieces(cell: str) -> Decimal:
    try:
        found = Decimal(cell.strip() or "1")
    except InvalidOperation:
        return Decimal(1)
    return found.normalize() + 0 if found.is_finite() and found > 0 else Decimal(1)


def _divided(cell: str, pieces: Decimal) -> str:
    try:
        found = Decimal(cell.strip())
    except InvalidOperation:
        return cell
    return f"{(found / pieces).quantize(_PLACES).normalize():f}" if found.is_finite() else cell
