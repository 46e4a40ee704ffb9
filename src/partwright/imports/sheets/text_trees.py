"""Structures drawn as text: names set in below each other, or behind the lines of a tree."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

import msgspec

_DRAWN = re.compile(r"(?:[ \xa0│┃|]*)(?:[├└┣┗╰╠╚]|[|+`\\](?=--))[─━═\-]*[ \xa0]*")
_FIRST = re.compile(r"([0-9]{1,5})\s?[x×]\s+(\S.*)", re.IGNORECASE)
_LAST = re.compile(
    r"(\S.*?)[\s,:]*(?:\s[x×]\s?([0-9]{1,5})|\(\s?[x×]?\s?([0-9]{1,5})\s?[x×]?\s?\)|\s([0-9]{1,5})\s?[x×])",
    re.IGNORECASE,
)
_LONGEST = 80
"""Characters of a line that names a part."""
_MOST_WORDS = 8
_PROSE = re.compile(
    r"[;{}<>=|\t]|\S\s{2,30}\S|[.,:!?](?:\s|$)|\w\(|://|^\s*(?:[-*+•#/]|[0-9]+[.)])\s"
)
"""What lines of programs, settings, lists and sentences hold, and names of parts do not."""
_DIVIDED = re.compile(r"[|\t]|\S\s{2,30}\S")
"""What divides the cells of a table."""
_LEAST = 4


class TextTree(msgspec.Struct, frozen=True):
    """Layout by which the lines of a tree become cells under `header`."""

    depths: tuple[int, ...]
    """The columns at which the names of each level begin."""
    header: tuple[str, ...] = ("Level", "Quantity", "Name")

    def split(self, line: str) -> list[str]:
        """The level, the number of pieces if the line says one, and the name."""
        depth, text = _parts(line)
        level = max(0, bisect_right(self.depths, depth) - 1)
        count, name = _counted(text)
        return [str(level), count or "1", name] if name else []


def find_tree(lines: Sequence[str]) -> TextTree | None:
    """The tree whose first line is above all others, and goes down one level at a time."""
    if len(lines) < _LEAST or any(len(line) > _LONGEST for line in lines):
        return None
    places = [_parts(line) for line in lines]
    depths = sorted({depth for depth, _ in places})
    drawn = sum(bool(_DRAWN.match(line)) for line in lines)
    levels = [depths.index(depth) for depth, _ in places]
    is_even = all(after - before <= 1 for before, after in pairwise(levels))
    if len(depths) < 2 or levels[0] or not is_even or any(b - a < 2 for a, b in pairwise(depths)):
        return None
    if drawn and (drawn < _LEAST - 2 or any(_DIVIDED.search(text) for _, text in places)):
        return None
    if drawn < len(lines) - levels.count(0):
        # Without lines that draw it only names alone are a tree, and these go down twice.
        is_plain = drawn == 0 and len(depths) > 2 and levels.count(0) == 1
        if not is_plain or not all(_is_name(text) for _, text in places):
            return None
    return TextTree(tuple(depths)) if all(text for _, text in places) else None


def _parts(line: str) -> tuple[int, str]:
    """The column at which the name begins, and the name."""
    wide = line.expandtabs(4).rstrip()
    match = _DRAWN.match(wide)
    text = wide[match.end() :] if match else wide.lstrip()
    return len(wide) - len(text), text.strip()


def _is_name(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS and not _PROSE.search(text)


def _counted(text: str) -> tuple[str, str]:
    if first := _FIRST.fullmatch(text):
        return first[1], first[2]
    if last := _LAST.fullmatch(text):
        return last[2] or last[3] or last[4], last[1]
    return "", text
