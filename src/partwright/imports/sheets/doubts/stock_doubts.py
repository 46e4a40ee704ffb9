"""Numbers of makers, suppliers or the company whose owner only the places of columns tell."""

from collections.abc import Iterator, Sequence

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS, field_key
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.stock_codes import STOCKS, begin_alike
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES


def stock_doubts(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Remarks where a list names suppliers and has numbers that may be of either."""
    keys = [field_key(column.header) for column in plan.columns]
    makers, sellers = (plan.of(f"{ATTRIBUTES}{name}") for name in ("Manufacturer", "Supplier"))
    own, mpn = plan.of("itemNumber"), plan.of(f"{ATTRIBUTES}MPN")
    if sellers is None:
        return
    if own and keys[own.index] in STOCKS and not begin_alike(set(values_of(own.index, sample))):
        text = f'"{own.header}" is read as own numbers; map it to attributes.Order Code if they are those of "{sellers.header}"'
        yield RowRemark(0, text, "DOUBTED")
    orders, weak = RANKS["parts"]["orderCode"], WEAK_KEYS["parts"]["mpn"]
    if mpn and makers and keys[mpn.index] in orders and keys[mpn.index] in weak:
        text = f'"{mpn.header}" is read as the numbers of "{makers.header}", and not as those of "{sellers.header}"'
        yield RowRemark(0, text)
