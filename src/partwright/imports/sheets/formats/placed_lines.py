"""Lines that each place a part, as `R1, R2 - 10k` of the lists of kits and guitar pedals."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from partwright.kit.patterns import lazy_regex

_PLACES = r"[A-Z]{1,4}[0-9]{1,4}[A-Za-z]?"
_PLACED = lazy_regex(
    rf"\s*(?:[-*•]\s+)?({_PLACES}(?:\s?(?:,|;|&|\+|/|-|–|\bto\b|\band\b)\s?{_PLACES}){{0,40}})(\s+[-–—=:]\s+|\s?[:=]\s*|\s+)(\S.*)"
)
"""Designators, a sign or a blank, and what stands there."""
_LABEL = lazy_regex(r"\s*(?:[-*•]\s+)?(\S+(?:\s\S+){0,2}?)(?:\s+[-–—=]\s+|\s*[:=]\s+)(\S.*)")
"""What another part is called that the list places, as `Volume - A100k`."""
_DELIMITED = (";", "\t", "|")
_MOST = 3 / 5
_FEWEST = 4
_LONGEST = 200


class PlacedLines(msgspec.Struct, frozen=True):
    """Layout by which lines become designators and values."""

    is_signed: bool
    """Whether a sign stands between the two, so that other labels have one as well."""

    def split(self, line: str) -> list[str]:
        """The cells of a line; a title stands alone in the second."""
        match = _PLACED.fullmatch(line) if len(line) <= _LONGEST else None
        if match:
            return [match[1].strip(), match[3].strip()]
        label = _LABEL.fullmatch(line) if self.is_signed and len(line) <= _LONGEST else None
        if label:
            return [label[1].strip(), label[2].strip()]
        text = line.strip().strip("=# ")
        if _is_title(line):
            return ["", f"=== {text} ==="]
        return ["Note:", text] if text.endswith((".", "!")) else ["", text]


def find_placed_lines(lines: Sequence[str]) -> PlacedLines | None:
    """The list whose lines mostly begin with designators that a value follows in one way."""
    if any(sign in line for line in lines for sign in _DELIMITED):
        return None
    matches = [_PLACED.fullmatch(line) for line in lines if len(line) <= _LONGEST]
    found = [match for match in matches if match and any(map(str.isalnum, match[3]))]
    told = [line for line in lines if not _is_title(line)]
    if len(found) < _FEWEST or len(found) <= _MOST * len(told) or 2 * len(told) < len(lines):
        return None
    if 5 * sum("  " in match[2] + match[3].rstrip() for match in found) > len(found):
        return None  # Blanks set columns.
    signs = Counter(match[2].strip() for match in found)
    sign, count = signs.most_common(1)[0]
    return PlacedLines(bool(sign)) if count == len(found) else None


def _is_title(line: str) -> bool:
    """Whether a line is a few words without a number or a sign, as `RESISTORS`."""
    words = line.split()
    return len(words) < 4 and not any(map(str.isdigit, line)) and not _LABEL.fullmatch(line)
