"""Output of the daily commands: tables and lists for people, JSON for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from partwright.cli.console import out, printable
from partwright.cli.file_output import show

_encode = msgspec.json.Encoder(decimal_format="number").encode

GAP = 2
"""Spaces between columns."""


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
    """A table as wide as the terminal; columns that are empty in every row are left out."""
    texts = [[_text(value) for value in row] for row in rows]
    shown = [n for n in range(len(columns)) if any(row[n] for row in texts)]
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="bold")
    for n in shown:
        column = columns[n]
        table.add_column(
            column.label,
            justify="right" if column.right else "left",
            no_wrap=not column.folds,
            overflow="fold" if column.folds else "ellipsis",
            min_width=_least(column, [row[n] for row in texts]),
        )
    for row in texts:
        table.add_row(*(Text(row[n]) for n in shown))
    out.print(table, soft_wrap=False)


def _least(column: Column, texts: Sequence[str]) -> int:
    """The width below which a column is not pressed, so that numbers stay legible."""
    longest = max([len(column.label), *map(len, texts)])
    return min(longest, 12) if column.folds else min(longest, 24)


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
