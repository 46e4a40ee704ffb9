"""Memory that a long work has used: given up row by row, and given back to the operating system."""

import ctypes
import gc
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

SORTED_AT_ONCE = 2_000
"""Rows that are sorted in about a millisecond."""
_SAMPLED = 8
"""Keys of the sample for each piece."""


def given_up(rows: list[T]) -> Iterator[T]:
    """The rows in their order; the list is empty afterwards.

    What frees many objects at once lets no other thread run meanwhile.
    """
    rows.reverse()
    while rows:
        yield rows.pop()


def sort_in_pieces(rows: list[T], key: Callable[[T], Any]) -> None:
    """Sort as `list.sort` does, which lets no other thread run until it is done, in short pieces.

    The rows are dealt out between keys of a sample, so that no piece has many, and each piece is sorted.
    """
    count = len(rows) // SORTED_AT_ONCE + 1
    stride = max(1, len(rows) // (count * _SAMPLED))
    bounds = sorted(map(key, rows[::stride]))[_SAMPLED::_SAMPLED]
    pieces: list[list[T]] = [[] for _ in range(len(bounds) + 1)]
    for row in rows:
        pieces[bisect_right(bounds, key(row))].append(row)
    start = 0
    for piece in pieces:
        piece.sort(key=key)
        rows[start : start + len(piece)] = piece
        start += len(piece)


def give_up(*collections: list[Any] | dict[Any, Any]) -> None:
    """Empty collections one by one as well; long ones in a thread."""
    for held in collections:
        take: Callable[[], object] = held.popitem if isinstance(held, dict) else held.pop
        while held:
            take()


def release_memory() -> None:
    """Collect what nothing refers to, and let the C library return its free pages.

    glibc keeps the pages of freed objects for the process; where there is no `malloc_trim`, nothing happens.
    """
    gc.collect()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
