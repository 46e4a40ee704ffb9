"""Rows of a sheet that are no items: sums under a list, and notes of whoever printed it."""

import re
from collections.abc import Sequence

_TOTAL = re.compile(
    r"(?:grand|overall|net|gross|general|zwischen|end|gesamt|sous|sub)?[\s-]*"
    r"(?:totals?|totale|summen?|sum|somme|gesamt\w*)(?:\s+\w+){0,2}\s*[:=]?",
    re.IGNORECASE,
)
_NOTE_WORDS = 4


def is_total(cells: Sequence[str], item_number: str) -> bool:
    """Whether the row begins with `Total`, `Summe` or the like and has no item number of its own."""
    first = next((cell.strip() for cell in cells if cell.strip()), "")
    return item_number in ("", first) and bool(_TOTAL.fullmatch(first))


def is_note(cells: Sequence[str]) -> bool:
    """Whether the row holds one sentence in one of its cells, as `Printed by A on 2026-01-01`."""
    filled = [cell for cell in cells if cell.strip()]
    return len(cells) > 1 and len(filled) == 1 and len(filled[0].split()) >= _NOTE_WORDS
