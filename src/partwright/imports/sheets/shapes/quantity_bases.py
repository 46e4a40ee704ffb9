"""Quantities for several pieces of the assembly, whose number stands in another column of the row.

SAP calls it the base quantity, Dynamics 365 the series or the denominator.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal

from partwright.imports.sheets.cell_values.decimals import unmistakable
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord, SheetTable, with_cell
from partwright.imports.sheets.shapes.level_columns import is_held, rearranged, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import BASES
from partwright.kit.patterns import lazy_regex

_BASE = lazy_regex(r"([1-9][0-9]{0,8})(?:[.,]0{1,6})?")
_AMOUNT = lazy_regex(r"[0-9]{1,15}(?:[.,][0-9]{1,12})?")
_PLACES = Decimal("0.000000000001")


def with_lines_of_one(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with quantities for one piece, where bases and quantities are plain numbers."""
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]["quantity"]
    bases = [at for at, key in enumerate(keys) if key in BASES]
    counts = sorted((ranks[key], at) for at, key in enumerate(keys) if key in ranks)
    counts = [(rank, at) for rank, at in counts if at not in bases]
    if not bases or not counts:
        return table
    quantity, sample = counts[0][1], sample_of(table)
    found = [at for at in bases if _are_bases(values_of(at, sample))]
    amounts = values_of(quantity, sample)
    if len(found) != 1 or is_held(table, [*found, quantity], held):
        return table
    if not amounts or not all(map(_AMOUNT.fullmatch, amounts)):
        return table
    before, base = table.records, found[0]
    mark = "," if any("," in text for text in amounts) else "."
    text = f'"{table.headers[base]}" says for how many pieces "{table.headers[quantity]}" is: it is divided by that'
    kept = [at for at in range(len(keys)) if at != base]
    return replace(
        table,
        headers=tuple(table.headers[at] for at in kept),
        records=lambda: (
            rearranged(_of_one(record, quantity, base, mark), (), kept) for record in before()
        ),
        remarks=(*table.remarks, RowRemark(0, text, "REMARK")),
    )


def _are_bases(values: Sequence[str]) -> bool:
    """Whether all are whole numbers of pieces, of which one is another than one."""
    matches = [_BASE.fullmatch(text.strip()) for text in values]
    return bool(matches) and all(matches) and {m[1] for m in matches if m} != {"1"}


def _of_one(record: SheetRecord, quantity: int, base: int, mark: str) -> SheetRecord:
    pieces = _BASE.fullmatch(record.cells[base].strip())
    amount = record.cells[quantity].strip()
    if pieces is None or pieces[1] == "1" or not _AMOUNT.fullmatch(amount):
        return record
    found = (Decimal(amount.replace(",", ".")) / Decimal(pieces[1])).quantize(_PLACES)
    text = unmistakable(f"{found.normalize():f}").replace(".", mark)
    return replace(record, cells=with_cell(record, quantity, text))
