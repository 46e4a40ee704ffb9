"""Sizes that bearings and screws are called by."""

import re
from collections.abc import Sequence

_SIZE = re.compile(
    r"(?:M|Ø|⌀)?[0-9.,]+(?:\s?mm)?(?:\s*[x×]\s*[0-9.,]+(?:\s?mm)?){1,2}",
    re.IGNORECASE,
)
_BARE = re.compile(r"M[0-9]{1,2}(?:[.,][0-9])?", re.IGNORECASE)
_THREAD = re.compile(
    r"M(?:1[.,]6|[23][.,]5|[234568]|1[02468]|2[0247]|3[0369]|4[258]|5[26]|6[04])", re.IGNORECASE
)


def is_size(text: str) -> bool:
    """Whether the whole text is a size, as `42×30×7`, `M3×10` and `M4`."""
    return any(pattern.fullmatch(text.strip()) for pattern in (_SIZE, _THREAD))


def count_sizes(values: Sequence[str]) -> int:
    """The number of texts that are sizes; `M10` is none beside `M23`, which no thread has."""
    bare = [text for text in values if _BARE.fullmatch(text.strip())]
    are_threads = all(_THREAD.fullmatch(text.strip()) for text in bare)
    threads = len(bare) if are_threads else 0
    return threads + sum(bool(_SIZE.fullmatch(text.strip())) for text in values)
