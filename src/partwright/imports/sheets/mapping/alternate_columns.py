"""Columns of parts that may be taken instead of those of the rows, as `Substitute Component`."""

from partwright.imports.sheets.words.header_words import header_words

_INSTEAD = frozenset(
    [
        "alternate",
        "alternates",
        "alternative",
        "alternatives",
        "substitute",
        "substitutes",
        "alt",
        "ersatz",
    ]
)
_THINGS = frozenset(
    [
        "component",
        "components",
        "part",
        "parts",
        "item",
        "items",
        "number",
        "no",
        "nr",
        "pn",
        "numbers",
        "code",
    ]
)


def names_instead(header: str) -> bool:
    """Whether the column names such parts by the company's numbers or in words."""
    words = header_words(header)
    known = _INSTEAD | _THINGS
    return bool(_INSTEAD.intersection(words)) and known.issuperset(words)
