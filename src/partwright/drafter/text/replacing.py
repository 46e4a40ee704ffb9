"""Words by which one thing takes the place of another, as parts of patterns; pure."""

from typing import Final

INSTEAD: Final = r"(?:instead of|rather than|in place of|anstelle von|anstatt|statt|au lieu de|en lugar de|en vez de)"
"""Ahead of what gives way: M8 instead of M6."""
REPLACE: Final = r"(?:replace|swap|change|exchange|switch|ersetzen?|tauschen?|remplace[rz]?|reemplazar?|sustituir)"
"""Verbs ahead of what gives way: replace M6 by M8."""
BY: Final = r"(?:by|with|to|for|into|durch|gegen|par|por)"
"""Between what gives way and what takes its place, behind such a verb."""
