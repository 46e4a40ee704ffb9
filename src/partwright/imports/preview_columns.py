"""Columns of an import's preview: a place in each for an item, or for a line."""

from decimal import Decimal
from typing import Literal

import msgspec

ItemOutcome = Literal["new", "changed", "unchanged", "refused"]
LineOutcome = Literal["new", "changed", "unchanged", "removed", "refused"]
NOWHERE = -1
"""Stands for the parent of a line that could not be worked out."""


class PreviewItems(msgspec.Struct, frozen=True):
    """Items that rows of the list are, or that its lines speak of."""

    numbers: list[str]
    """Those of new items without one are those that they would get; empty for refused ones."""
    names: list[str]
    outcomes: list[ItemOutcome]
    rows: list[list[int]]
    """Rows of the list that are the item."""


class PreviewLines(msgspec.Struct, rename="camel", frozen=True):
    """Lines between the items."""

    parents: list[int]
    """Places among the items; -1 where a refused line has no known parent."""
    children: list[int]
    quantities: list[Decimal | None]
    """None for lines that go, and for those refused before their quantity was read."""
    quantities_before: list[Decimal | None]
    """What stands, where that is another quantity."""
    outcomes: list[LineOutcome]
    rows: list[int]
    """The row of each; 0 for lines that no row of the list says."""


class ImportPreview(msgspec.Struct, rename="camel", frozen=True):
    """Items and lines as they would be."""

    items: PreviewItems
    lines: PreviewLines
    is_whole: bool
    """False where there are more than have a place here."""
