"""Sizes that bearings and screws are called by."""

import re

_SIZE = re.compile(
    r"M[0-9]{1,2}(?:[.,][0-9])?|(?:M|Ø|⌀)?[0-9.,]+(?:\s?mm)?(?:\s*[x×]\s*[0-9.,]+(?:\s?mm)?){1,2}",
    re.IGNORECASE,
)


def is_size(text: str) -> bool:
    """Whether the whole text is a size, as `42×30×7`, `M3×10` and `M4`."""
    return bool(_SIZE.fullmatch(text.strip()))
