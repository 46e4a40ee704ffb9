"""The structure for a brief: its parts, their materials, masses and prices."""
