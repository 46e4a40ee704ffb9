"""Names of files made of what people call things; pure."""

import re
from typing import Final

_UNSAFE: Final = re.compile(r"[^\w\s.,()+\-–—'’@=&#%!~\[\]]")
_RESERVED: Final = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?\Z")
_LONGEST: Final = 120
_LONGEST_ENDING: Final = 10
_MOST_BYTES: Final = 200
"""File systems take 255, and something is often put before or after."""


def safe_name(text: str) -> str:
    """A name that every file system takes, as near to the text as that allows."""
    name = " ".join(_UNSAFE.sub("_", text).split()).strip(" .")
    if len(name) > _LONGEST or len(name.encode()) > _MOST_BYTES:
        stem, dot, end = name.rpartition(".")
        end = dot + end if dot and len(end) <= _LONGEST_ENDING else ""
        kept = (stem if end else name)[: _LONGEST - len(end)].encode()
        cut = kept[: _MOST_BYTES - len(end.encode())].decode(errors="ignore")
        name = cut.rstrip(" .") + end
    if not name or _RESERVED.match(name):
        name = f"_{name}"
    return name
