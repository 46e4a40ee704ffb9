"""Units of figures in tables that people calculate with: in a header, or in a column of their own."""

from collections.abc import Iterator

import msgspec

from partwright.packages.bom_table import BomTable
from partwright.packages.columns import UNIT_FIELDS, BomColumn, Cell, column_of


def with_units(table: BomTable) -> BomTable:
    """The table whose prices and weights say their units, unless a column has these already.

    One unit of all stands in the header: `Cost (EUR)`.
    """
    columns: list[BomColumn] = []
    added: dict[int, list[Cell]] = {}
    for place, column in enumerate(table.columns):
        units = [] if column.of_line else list(_units(table, place))
        distinct = {unit for unit in units if unit is not None}
        label = f"{column.label} ({distinct.pop()})" if len(distinct) == 1 else column.label
        columns.append(msgspec.structs.replace(column, label=label))
        if distinct:
            columns.append(column_of(UNIT_FIELDS[column.name]))
            added[place] = units
    if not added:
        return msgspec.structs.replace(table, columns=tuple(columns))
    rows = [_with_added(row, number, added) for number, row in enumerate(table.rows)]
    return msgspec.structs.replace(table, columns=tuple(columns), rows=rows)


def _units(table: BomTable, place: int) -> Iterator[Cell]:
    """The unit of each row's figure; None where there is no figure, or for what another column tells."""
    field = UNIT_FIELDS.get(table.columns[place].name)
    if field is None or any(column.name == field for column in table.columns):
        return
    for row, item_id in zip(table.rows, table.items, strict=True):
        unit = str(table.units.get(item_id, {}).get(field) or "")
        yield unit if row[place] is not None and unit else None


def _with_added(
    row: tuple[Cell, ...], number: int, added: dict[int, list[Cell]]
) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for place, cell in enumerate(row):
        cells.append(cell)
        if place in added:
            cells.append(added[place][number])
    return tuple(cells)
