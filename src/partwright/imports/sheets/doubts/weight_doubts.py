"""Weights that may be those of whole rows."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from partwright.imports.sheets.cell_values.decimals import NotUnderstood, read_decimal
from partwright.imports.sheets.cell_values.values import meaningful_text, split_unit
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.company_names import is_link
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord
from partwright.kit.patterns import lazy_regex

_EACH = lazy_regex(
    r"(?<![\w.,])([0-9]+(?:[.,][0-9]+)?)\s?(?:mg|g|kg|oz|lbs?)\s*"
    r"(?:each|apiece|a piece|per (?:piece|part|unit|pc)|/\s?(?:pc|piece|unit|Stk|Stück)|pro Stück|je Stück|chacune?|cada uno|ciascuno)\b",
    re.IGNORECASE,
)
_LONGEST = 1_000
_TOLERANCE = Decimal("0.02")
"""Weights are rounded."""
Weighed = tuple[int, Decimal, Decimal]
"""Row, quantity and weight."""


def weight_doubts(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """The remark on weights that grow with the quantity where a link shows that the part is one."""
    weight, quantity = plan.of("weight"), plan.quantities
    if weight is None or quantity is None:
        return
    yield from _told_each(sample, weight, quantity)
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


def _told_each(
    sample: Sequence[SheetRecord], weight: SheetColumn, quantity: SheetColumn
) -> Iterator[RowRemark]:
    """The remark on a weight that is as much as its row says each piece weighs, times their number."""
    for record in sample:
        weighed = _weighed(record, weight, quantity)
        if weighed is None or weighed[1] <= 1:
            continue
        for text in (cell for cell in record.cells if len(cell) <= _LONGEST):
            for match in _EACH.finditer(text):
                each = Decimal(match[1].replace(",", "."))
                if abs(each * weighed[1] - weighed[2]) <= _TOLERANCE * weighed[2]:
                    told = (
                        f'"{weight.header}" of row {record.row_number} is {weighed[2]:f} for {weighed[1]:f} pieces, and the row '
                        f'says "{match[0].strip()}": the weights may be those of whole rows'
                    )
                    yield RowRemark(record.row_number, told, "DOUBTED")
                    return


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
