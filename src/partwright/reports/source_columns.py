"""The columns of reports that show the source which is taken of each part."""

import asyncio
from collections.abc import Sequence
from decimal import Decimal

from partwright.kit.db import Snapshot
from partwright.reports.cells import Kept
from partwright.reports.fields import ReportField, is_of_source
from partwright.sourcing.service import fields_of_sources

Row = tuple[Kept, ...]


async def with_sources(
    snapshot: Snapshot, fields: Sequence[ReportField], rows: Sequence[Row], quantity: Decimal
) -> list[Row]:
    """The rows with what is shown of a source, at the quantity, in place of all that a part has."""
    names = {
        place: field.column.partition(".")[2]
        for place, field in enumerate(fields)
        if is_of_source(field.column)
    }
    if not names:
        return list(rows)
    texts = {_text(row[next(iter(names))]) for row in rows}
    shown = await fields_of_sources(snapshot, texts, quantity)

    def filled(row: Row) -> Row:
        return tuple(
            _kept(shown[_text(value)][names[at]]) if at in names else value
            for at, value in enumerate(row)
        )

    return await asyncio.to_thread(lambda: [filled(row) for row in rows])


def _text(value: Kept) -> str | None:
    return None if value is None else str(value)


def _kept(value: str | Decimal | None) -> Kept:
    return f"{value:f}" if isinstance(value, Decimal) else value
