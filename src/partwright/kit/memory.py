"""Memory that a long work has used, given back to the operating system."""

import ctypes
import gc
from collections.abc import Callable
from functools import cache


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
