"""Columns as documents show them: with the units of their figures, without those that are empty."""

from decimal import Decimal

import msgspec

from partwright.packages.bom_table import BomTable
from partwright.packages.columns import THUMBNAIL, UNIT_FIELDS, BomColumn, as_text

_PIECES = frozenset({"", "ea", "each", "pc", "pcs", "piece", "pieces"})
"""Units of what is counted, which nobody writes beside a quantity."""


class DocumentColumn(msgspec.Struct, frozen=True):
    """One column of a document."""

    column: BomColumn
    label: str
    """With the unit where every figure has the same."""
    texts: list[str]


def shown_columns(table: BomTable) -> list[DocumentColumn]:
    """The columns of a document; nothing is left out where nothing would be left."""
    shown = [document_column(table, place) for place in range(len(table.columns))]
    if not table.omits_empty or not table.rows:
        return shown
    return [c for c in shown if c.column.name == THUMBNAIL or any(c.texts)] or shown


def document_column(table: BomTable, place: int) -> DocumentColumn:
    """One column of a document, whether it is empty or not."""
    column = table.columns[place]
    texts = [as_text(row[place]) for row in table.rows]
    units = _units(table, place)
    distinct = {unit for unit, text in zip(units, texts, strict=True) if text}
    if len(distinct) == 1 and "" not in distinct:
        return DocumentColumn(column, f"{column.label} ({distinct.pop()})", texts)
    texts = [f"{t} {u}" if t and u else t for t, u in zip(texts, units, strict=True)]
    return DocumentColumn(column, column.label, texts)


def _units(table: BomTable, place: int) -> list[str]:
    """The unit of each row's figure; empty for pieces, texts, and what another column tells."""
    field = UNIT_FIELDS.get(table.columns[place].name)
    if field is None or any(column.name == field for column in table.columns):
        return [""] * len(table.rows)
    units: list[str] = []
    for row, item_id in zip(table.rows, table.items, strict=True):
        unit = str(table.units.get(item_id, {}).get(field) or "")
        is_shown = isinstance(row[place], Decimal) and unit.casefold() not in _PIECES
        units.append(unit if is_shown else "")
    return units
