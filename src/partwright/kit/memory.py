"""Memory that a long work has used: given up row by row, and given back to the operating system."""

import ctypes
import gc
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def given_up(rows: list[T]) -> Iterator[T]:
    """The rows in their order; the list is empty afterwards.

    What frees many objects at once lets no other thread run meanwhile.
    """
    rows.reverse()
    while rows:
        yield rows.pop()


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
