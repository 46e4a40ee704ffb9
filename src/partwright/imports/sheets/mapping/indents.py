"""Structures that are shown by blanks before the numbers or names, as printed parts lists do."""

from collections.abc import Sequence

from partwright.imports.sheets.records.rows import SheetRecord


def indent_of(cell: str) -> int | None:
    """The number of blanks before the text; None where there is no text."""
    text = cell.lstrip()
    return len(cell) - len(text) if text else None


def looks_indented(index: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the column's blanks are meant: most rows have some, the first fewer than others.

    A single blank that slipped in makes no structure.
    """
    depths = [depth for record in sample if (depth := indent_of(record.cells[index])) is not None]
    return (
        len(depths) > 1
        and depths[0] == min(depths)
        and 2 * sum(depth > depths[0] for depth in depths) >= len(depths)
    )


def stands_alone(text: str, below: str) -> bool:
    """Whether a text is not set in, and neither is the one below it, if there is any."""
    return not indent_of(text) and not indent_of(below)
