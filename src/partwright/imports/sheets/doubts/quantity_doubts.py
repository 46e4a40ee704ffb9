"""Doubts about which column holds the quantities of the lines."""

from collections.abc import Iterator, Sequence

from partwright.imports.sheets.cell_values.values import begins_with_number, count_rows, is_yes
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.source_columns import term_of
from partwright.imports.sheets.mapping.variant_columns import names_variant
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES, IGNORE, REMARK_OF
from partwright.imports.sheets.tables.joined_tables import SIGNED
from partwright.imports.sheets.words.column_words import TOTALS
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.imports.sheets.words.quantity_words import BASES, BATCHES, names_quantity
from partwright.kit.patterns import lazy_regex

_FIXED = frozenset(
    map(header_key, ("fixed qty", "fixed quantity", "is fixed", "fixmenge", "feste menge"))
)
_SCOPES = _FIXED | frozenset(
    map(header_key, ("per", "qty per", "consumption type", "quantity type", "basis", "basis type"))
)
"""Headers that say whether a quantity is for each piece or for a whole lot."""
_LOTS = frozenset(["lot", "batch", "constant", "fixed", "fix", "los", "charge", "lote", "lotto"])
_VARIANT_WORDS = frozenset(
    [
        *("variant", "variante", "variants", "version", "option", "ausfuhrung", "wersja"),
        *("wariant", "varianta", "configuration", "config", "konfiguration", "modification"),
    ]
)
_ONE = lazy_regex(r"1(?:[.,]0+)?")


def _for_several(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> str:
    """The column that says for how many pieces quantities are, where that is not one everywhere."""
    found = (
        c
        for c in plan.columns
        if c.target.startswith(ATTRIBUTES) and header_key(c.header) in BASES | BATCHES
    )
    several = (c for c in found if not all(map(_ONE.fullmatch, values_of(c.index, sample))))
    return next((f'"{column.header}"' for column in several), "")


def quantity_doubts(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Remarks on columns that may be the quantities as well, or where none is."""
    if plan.structure == "none":
        return
    if plan.quantities and (others := _other_quantities(plan, sample)):
        taken = f'"{plan.quantities.header}" is taken as the quantity'
        text = f"{taken}; {', '.join(others[:10])} may be meant too"
        yield RowRemark(0, text, "QUANTITY_ASSUMED")
    if marked := _marked_variants(plan, sample):
        text = f"{', '.join(marked[:10])} mark which parts a variant has; all rows are read, whatever they mark"
        yield RowRemark(0, text, "QUANTITY_ASSUMED")
    if plan.quantities and (several := _for_several(plan, sample)):
        text = f"{several} is not 1 in all rows; the quantity beside it may be for so many pieces"
        yield RowRemark(0, text, "DOUBTED")
    if plan.quantities:
        yield from (RowRemark(0, text, "DOUBTED") for text in _per_lot(plan, sample))
    if plan.quantities and plan.quantities.header in ("#", SIGNED):
        text = "the numbers below # repeat, so they are taken as the quantities"
        yield RowRemark(0, text, "DOUBTED")
    if not (plan.quantities or plan.designators):
        counts = [
            f'"{column.header}"'
            for column in plan.columns
            if column.target.startswith(ATTRIBUTES)
            and not term_of(column.header)
            and (_holds_counts(column, sample) or _is_called_quantity(column, sample))
        ]
        if counts:
            named = ", ".join(counts[:10])
            text = f"no column is a quantity, so each line counts one; {named} may be quantities"
            yield RowRemark(0, text, "QUANTITY_ASSUMED")


def _marked_variants(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> list[str]:
    """The columns that tick the parts of variants, of which at least one row has no tick in one."""
    found = [
        column
        for column in plan.columns
        if column.target.startswith(ATTRIBUTES)
        and _says_variant(column.header)
        and (values := values_of(column.index, sample))
        and len(values) < len(sample)
        and all(map(is_yes, values))
    ]
    several = sum(_says_variant(column.header) for column in plan.columns)
    return [f'"{column.header}"' for column in found] if several > 1 else []


def _says_variant(header: str) -> bool:
    return names_variant(header) or not _VARIANT_WORDS.isdisjoint(header_words(header))


def _per_lot(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[str]:
    """Remarks on quantities that a whole lot needs, however many pieces it has."""
    for column in plan.columns:
        key = header_key(column.header)
        if key in _SCOPES and column.target.startswith((ATTRIBUTES, REMARK_OF)):
            lots = [r for r in sample if _is_per_lot(key, r.cells[column.index])]
            rows = ", ".join(str(record.row_number) for record in lots[:10])
            if lots:
                said = (
                    f'"{column.header}" is "{lots[0].cells[column.index].strip()}" in rows {rows}'
                )
                yield f"{said}: their quantities may be for a lot, and not for one piece"


def _is_per_lot(key: str, cell: str) -> bool:
    return cell.strip().casefold() in _LOTS or (key in _FIXED and is_yes(cell))


def _other_quantities(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> list[str]:
    """Further columns that count what a row needs, such as those of other variants."""
    return [
        f'"{column.header}"'
        for column in plan.columns
        if (column.target.startswith(ATTRIBUTES) or _is_beside(column, plan.quantities))
        and (names_quantity(column.header) or _is_variant_of(column, plan.quantities))
        and any(map(begins_with_number, values_of(column.index, sample)))
    ]


def _is_variant_of(column: SheetColumn, quantities: SheetColumn | None) -> bool:
    """Whether both columns count for variants, as `Medium` beside `Small`."""
    named = quantities is not None and names_variant(quantities.header)
    return named and names_variant(column.header)


def quantities_beside(plan: ColumnPlan) -> tuple[SheetColumn, ...]:
    """The columns of the quantities of other variants, as `Qty Pro` beside `Qty Basic`."""
    return tuple(c for c in plan.columns if _begins_alike(c, plan.quantities))


def _is_beside(column: SheetColumn, quantities: SheetColumn | None) -> bool:
    return column.target == IGNORE and _begins_alike(column, quantities)


def _begins_alike(column: SheetColumn, quantities: SheetColumn | None) -> bool:
    """Whether the header begins as that of the quantities, as `Qty Pilot` beside `Qty Proto`."""
    if quantities is None or column is quantities:
        return False
    words, own = header_words(column.header), header_words(quantities.header)
    return len(words) == len(own) > 1 and words[0] == own[0] and not TOTALS.intersection(words)


def _is_called_quantity(column: SheetColumn, sample: Sequence[SheetRecord]) -> bool:
    named = header_key(column.header) in RANKS["parts"]["quantity"]
    return named and any(map(begins_with_number, values_of(column.index, sample)))


def _holds_counts(column: SheetColumn, sample: Sequence[SheetRecord]) -> bool:
    values = values_of(column.index, sample)
    counts = bool(values) and all(text.isdecimal() and len(text) < 5 for text in values)
    names_rows = count_rows(values) or header_key(column.header) in ("id", "pk", "index")
    return counts and not names_rows
