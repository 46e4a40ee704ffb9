"""How lists say that a part is left out of a board."""

import re
from collections.abc import Iterable

from partwright.imports.sheets.header_names import header_key

_LEFT_OUT = re.compile(r"\b(?:DNP|DNI|DNF|NOFIT|not fitted|do not (?:fit|place|populate|mount))\b")
PLACED = frozenset(
    map(
        header_key,
        ("fitted", "populate", "populated", "mounted", "placed", "assembled", "bestückt"),
    )
)
"""Headers of columns that say that a part is placed, and not that it is left out."""


def says_left_out(values: Iterable[str], *, remark: str) -> bool:
    """Whether one of the values, or a remark as a whole, says that the part is not placed."""
    told = bool(_LEFT_OUT.fullmatch(remark.strip("() .!")))
    return told or any(_LEFT_OUT.search(text) for text in values)
