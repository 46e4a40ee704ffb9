"""Texts that a spreadsheet would run as formulas, made harmless in CSV files, and taken back."""

from partwright.kit.patterns import lazy_regex

_SIGNS = r"=+\-@\t\r\n＝＋－＠"
_RUNS = lazy_regex(f"[{_SIGNS}]")
_HARMLESS = lazy_regex(r"-|[+-]?[0-9]+(?:[.,][0-9]+)?")
_GUARDED = lazy_regex(f"'+[{_SIGNS}]")


def escape_formula(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would run it; numbers are left.

    So is a text that would be taken for a guarded one, so that `unguarded` gives back what was.
    """
    runs = _RUNS.match(text) and not _HARMLESS.fullmatch(text)
    return f"'{text}" if runs or _GUARDED.match(text) else text


def unescape_formula(text: str) -> str:
    """The text without the apostrophe that makes it harmless."""
    return text[1:] if _GUARDED.match(text) else text
