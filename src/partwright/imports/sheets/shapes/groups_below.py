"""Groups of rows that a workbook folds into the row below them, as Excel does where nobody says otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord, SheetTable
from partwright.imports.sheets.tables.non_items import is_sum_label
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity

_FLAT = (
    "groups of rows fold into the row below them, which is no part with a quantity throughout:"
    " they are read as one list, without the structure that they may show"
)


def parents_first(
    table: SheetTable, rows: Sequence[SheetRecord]
) -> tuple[SheetTable, Sequence[SheetRecord]]:
    """The table and its sound rows with each before those that fold into it; as they are where groups are none such.

    Where these rows are no parts the list stays flat, which is told unless they are its sums.
    """
    depths = [table.outline.get(record.row_number, 0) for record in rows]
    drops = [before - after for before, after in pairwise(depths)]
    if table.is_indented or len(rows) < 3 or not depths[0] or depths[-1] or max(drops) != 1:
        return table, rows
    parents = [row for row, drop in zip(rows[1:], drops, strict=True) if drop > 0]
    if any(is_sum_label(cell.strip()) for row in parents for cell in row.cells):
        return table, rows
    if not _are_parts(table.headers, rows, parents):
        remark = RowRemark(0, _FLAT, "GROUPS_LEFT_OUT")
        return replace(table, outline={}, remarks=(*table.remarks, remark)), rows
    before = table.records

    def records() -> Iterator[SheetRecord]:
        yield from _upright(list(before()), table)

    told = "Groups of rows fold into the row below them, which is their assembly."
    upright = replace(table, records=records, decisions=(*table.decisions, told))
    return upright, [*_upright(rows, table)]


def _are_parts(
    headers: Sequence[str], rows: Sequence[SheetRecord], parents: Sequence[SheetRecord]
) -> bool:
    """Whether the rows have what most others call parts by, and a quantity; the last is the product."""
    ranks = RANKS["parts"]
    names = [
        at
        for at, key in enumerate(map(header_key, headers))
        if (key in ranks["itemNumber"] or key in ranks["name"])
        and 2 * sum(bool(row.cells[at].strip()) for row in rows) > len(rows)
    ]
    counts = [at for at, header in enumerate(headers) if names_quantity(header)][:1]
    named = all(row.cells[at].strip() for row in parents for at in names)
    counted = all(row.cells[at].strip() for row in parents if row is not rows[-1] for at in counts)
    return bool(names) and named and counted


def _upright(records: Sequence[SheetRecord], table: SheetTable) -> Iterator[SheetRecord]:
    """Each row before those of its group, which stay in their order; broken rows at the end."""
    waiting: dict[int, list[SheetRecord]] = {}
    for record in records:
        if not record.fault:
            depth = table.outline.get(record.row_number, 0)
            waiting.setdefault(depth, []).extend([record, *waiting.pop(depth + 1, ())])
    yield from waiting.get(0, ())
    yield from (record for record in records if record.fault)
