"""Targets of a column besides fields: words that a target is or begins with."""

IGNORE = "ignore"
ATTRIBUTES = "attributes."
REMARK_OF = "remark."
"""What the targets of columns begin with that each line keeps in its remark."""


def is_field(target: str) -> bool:
    """Whether the column becomes a field, and is neither left out nor kept as a text beside them."""
    return target != IGNORE and not target.startswith((ATTRIBUTES, REMARK_OF))
