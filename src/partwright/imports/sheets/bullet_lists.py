"""Lists of parts as bullets or numbered lines of a document, with headings above them."""

import re
from collections.abc import Sequence

import msgspec

_ITEM = re.compile(r"(\s*)(?:[-*+•]|[0-9]{1,3}[.)])\s+(?:\[[ xX]?\]\s*)?(\S.*)")
_HEADING = re.compile(r"#{1,6}\s+(\S.*)")
_UNITS = r"(?:mm|cm|m|in|inch|ft|foot|feet)"
_FIRST = re.compile(
    rf"([0-9]{{1,5}})(?:[x×]|\s+[x×](?!\s+[0-9.,/]+(?:[\s\"'″′x×]|{_UNITS}\b|$)))\s+(\S.*)",
    re.IGNORECASE,
)
"""`4 x 10k resistor` counts, `2 x 4 inch board` is of this size."""
_BOXED = re.compile(
    r"(\S.*?)[\s,:–—-]*\((?:[x×]\s*([0-9]{1,5})|([0-9]{1,5})\s*[x×])\)", re.IGNORECASE
)
_TIMES = re.compile(
    r"(\S.*?)(?:[\s,:–—-]*\s|(?<=[^\W\d_a-zA-Z]))(?:[x×]\s*([0-9]{1,5})|([0-9]{1,5})\s*[x×])",
    re.IGNORECASE,
)
_PIECES = re.compile(
    r"(\S.*?)[\s,:–—-]*\(?(?<![0-9])()([0-9]{1,5})\s*(?:pcs?\.?|pieces|st(?:k|ück)\.?|个|件|個)\)?",
    re.IGNORECASE,
)
_SIZED = re.compile(
    rf"(?:.*\s)?(?:(?:m|⌀|ø)?[0-9][0-9.,/x×]*{_UNITS}?[\"'″′]?|{_UNITS})", re.IGNORECASE
)
"""Text that ends in a size, so that a number behind it may be one more: `Screw M3`, `Hose 10 mm`."""
_BOLD = re.compile(r"\*\*([^*]+?):?\*\*\s*(?:[:–—-]\s*)?(.*)")
_LEAST = 3
_LONGEST = 300
"""Characters of a line that names a part; a longer one is a text."""
_DIVIDERS = ",;\t|"


class BulletList(msgspec.Struct, frozen=True):
    """The columns that the bullets of a document have, and how its lines become their cells."""

    header: tuple[str, ...]
    skipped: str = ""
    """The heading of the whole document."""

    def split(self, line: str) -> list[str]:
        """The cells of a bullet, a heading between rules, or none for other text."""
        if title := _title_in(line):
            return [] if line.strip() == self.skipped else [f"## {title} ##"]
        text = _text_in(line)
        count, name = _counted(text)
        bold = _BOLD.fullmatch(name)
        name, described = bold.groups() if bold else (name, "")
        cells = {"Name": name.strip(), "Quantity": count or "1", "Description": described.strip()}
        return [cells[column] for column in self.header] if text else []


def find_bullets(lines: Sequence[str]) -> BulletList | None:
    """The list where most lines that are no headings are bullets, none of them below another."""
    texts = [line for line in lines if line.strip() and not _title_in(line)]
    items = [match for line in texts if (match := _ITEM.fullmatch(line[:_LONGEST]))]
    if len(items) < _LEAST or 5 * len(items) <= 3 * len(texts):
        return None
    if len({len(match[1].expandtabs()) for match in items}) > 1 or _are_divided(texts):
        return None
    named = [_text_in(line) for line in texts]
    counted = any(_counted(text)[0] for text in named)
    described = any(match and match[2] for match in map(_BOLD.fullmatch, named))
    columns = {"Quantity": counted, "Name": True, "Description": described}
    above = [line.strip() for line in lines if line.startswith("# ")]
    header = tuple(name for name, is_there in columns.items() if is_there)
    return BulletList(header, above[0] if len(above) == 1 else "")


def _are_divided(lines: Sequence[str]) -> bool:
    """Whether a sign divides all lines into as many cells, so that the list is a table."""
    counts = [{line.count(sign) for line in lines} for sign in _DIVIDERS]
    return any(len(found) == 1 and 0 not in found for found in counts)


def _title_in(line: str) -> str:
    match = _HEADING.fullmatch(line.strip()) if len(line) <= _LONGEST else None
    return match[1].rstrip("# \t") if match else ""


def _text_in(line: str) -> str:
    match = _ITEM.fullmatch(line) if len(line) <= _LONGEST else None
    return match[2].strip() if match else ""


def _counted(text: str) -> tuple[str, str]:
    """The number of pieces that a bullet begins or ends with, and its name."""
    if first := _FIRST.fullmatch(text):
        return first[1], first[2]
    behind = _BOXED.fullmatch(text) or _PIECES.fullmatch(text)
    if behind is None and (times := _TIMES.fullmatch(text)):
        behind = None if _SIZED.fullmatch(times[1]) else times
    return (behind[2] or behind[3], behind[1]) if behind else ("", text)
