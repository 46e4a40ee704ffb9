"""Output of the daily commands: tables and lists for people, JSON for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from partwright.cli.console import out, printable
from partwright.cli.file_output import show

_encode = msgspec.json.Encoder(decimal_format="number").encode

GAP = 2
"""Spaces between columns."""
_LEGIBLE, _NARROW = 12, 8
"""Widths that a column whose texts fold has at least, and in a narrow terminal."""


class Column(msgspec.Struct, frozen=True):
    """The head of a column of a table in the terminal."""

    label: str
    right: bool = False
    folds: bool = False
    """Whether long texts continue on the next line; others stay whole."""


def print_json(answer: Any) -> None:
    """The answer as JSON, whole and without colour."""
    show(msgspec.json.format(_encode(answer), indent=2) + b"\n")


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> None:
    """A table as wide as the terminal; columns that are empty in every row are left out.

    In a narrow terminal all columns fold; where that is not enough the table is wider than it, and
    the terminal breaks the lines: no column is ever cut off.
    """
    texts = [[_text(value) for value in row] for row in rows]
    shown = [n for n in range(len(columns)) if any(row[n] for row in texts)]
    heads = [columns[n] for n in shown]
    cells = [[row[n] for row in texts] for n in shown]
    room = out.width - GAP * (len(shown) - 1)
    least = list(map(_least, heads, cells))
    for width in (_LEGIBLE, _NARROW):
        if sum(least) > room:
            heads = [msgspec.structs.replace(head, folds=True) for head in heads]
            least = [_least(*column, width) for column in zip(heads, cells, strict=True)]
    needed = sum(least)
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="bold")
    table.width = out.width - room + needed if needed > room else None
    for head, width in zip(heads, least, strict=True):
        table.add_column(
            Text(head.label),
            justify="right" if head.right else "left",
            no_wrap=not head.folds,
            overflow="fold",
            min_width=width,
        )
    for row in texts:
        table.add_row(*(Text(row[n]) for n in shown))
    out.print(table, soft_wrap=False, crop=False)


def _least(column: Column, texts: Sequence[str], legible: int = _LEGIBLE) -> int:
    """The width below which a column is not pressed, so that it stays legible."""
    longest = max(map(cell_len, [column.label, *texts]))
    if not column.folds:
        return longest
    words = max(map(cell_len, column.label.split()), default=0)
    return min(longest, max(words, legible))


def print_fields(fields: Mapping[str, object]) -> None:
    """Names and values, one a line; those without a value are left out."""
    told = {name: _text(value) for name, value in fields.items()}
    told = {name: text for name, text in told.items() if text}
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, text in told.items():
        table.add_row(Text(printable(name)), Text(text))
    out.print(table, soft_wrap=False)


def print_heading(text: str) -> None:
    """The name of what follows, after an empty line."""
    out.print()
    out.print(text, style="bold")


def moment(text: str | None) -> str:
    """A point of time to the minute."""
    return (text or "")[:16].replace("T", " ")


def _text(value: object) -> str:
    """A value in one piece; what a terminal would obey is told by its number."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return printable(text).replace("\t", " ").rstrip()
