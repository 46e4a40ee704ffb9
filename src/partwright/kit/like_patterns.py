"""Texts as LIKE patterns (`ESCAPE '\\'`); pure."""


def escape_like_pattern(text: str) -> str:
    """The text as a LIKE pattern (`ESCAPE '\\'`) finds it, `%` and `_` taken literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def like_anywhere(text: str) -> str:
    """A LIKE pattern that finds the text wherever it stands."""
    return f"%{escape_like_pattern(text)}%"
