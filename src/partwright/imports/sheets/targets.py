"""What a column of a sheet may become besides a field: words that a target is or begins with."""

IGNORE = "ignore"
ATTRIBUTES = "attributes."
REMARK_OF = "remark."
"""What the targets of columns begin with that each line keeps in its remark."""
