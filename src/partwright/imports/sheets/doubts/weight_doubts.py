"""Weights that may be those of whole rows."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from partwright.imports.sheets.cell_values.decimals import NotUnderstood, read_decimal
from partwright.imports.sheets.cell_values.values import meaningful_text, split_unit
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.company_names import is_link
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord

_TOLERANCE = Decimal("0.02")
"""Weights are rounded."""
Weighed = tuple[int, Decimal, Decimal]
"""Row, quantity and weight."""


def weight_doubts(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """The remark on weights that grow with the quantity where a link shows that the part is one."""
    weight, quantity = plan.of("weight"), plan.quantities
    if weight is None or quantity is None:
        return
    groups: defaultdict[tuple[int, str], list[Weighed]] = defaultdict(list)
    for record in sample:
        weighed = _weighed(record, weight, quantity)
        for at, cell in enumerate(record.cells if weighed else ()):
            if is_link(cell) and weighed:
                groups[at, cell.strip()].append(weighed)
    several = [rows for rows in groups.values() if len({count for _, count, _ in rows}) > 1]
    grown = [rows for rows in several if _grow(rows)]
    if grown and len(grown) == len(several):
        rows = ", ".join(str(row) for row, *_ in grown[0][:5])
        text = f'"{weight.header}" grows with the quantity where rows have one link (rows {rows})'
        told = f"{text}: it may be what the row weighs; it is read as the weight of one piece"
        yield RowRemark(0, told, "DOUBTED")


def _weighed(record: SheetRecord, weight: SheetColumn, quantity: SheetColumn) -> Weighed | None:
    texts = [meaningful_text(record.cells[column.index]) for column in (quantity, weight)]
    try:
        count, mass = (read_decimal(split_unit(text)[0], mark=".") for text in texts)
    except NotUnderstood:
        return None
    return (record.row_number, count, mass) if count > 0 and mass > 0 else None


def _grow(rows: Sequence[Weighed]) -> bool:
    """Whether the weight divided by the quantity is the same in all rows."""
    each = [mass / count for _, count, mass in rows]
    return max(each) - min(each) <= _TOLERANCE * max(each)
