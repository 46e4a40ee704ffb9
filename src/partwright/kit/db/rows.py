"""Rows become the structs that the caller names."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec

T = TypeVar("T")


@cache
def row_maker(row: Callable[..., T]) -> Callable[[Sequence[Any]], T]:
    """A function from SQLite's tuple to the struct; SQLite keeps booleans as 0 and 1."""
    if row in (str, int):
        return lambda columns: columns[0]
    flags = _flags(row)
    if not flags:
        return lambda columns: row(*columns)

    def with_flags(columns: Sequence[Any]) -> T:
        values = list(columns)
        for flag in flags:
            if values[flag] is not None:
                values[flag] = bool(values[flag])
        return row(*values)

    return with_flags


def _flags(row: Callable[..., object]) -> tuple[int, ...]:
    if not (isinstance(row, type) and issubclass(row, msgspec.Struct)):
        return ()
    hints = get_type_hints(row)
    return tuple(
        place
        for place, name in enumerate(row.__struct_fields__)
        if hints[name] in (bool, bool | None)
    )
