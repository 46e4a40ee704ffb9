"""Structures drawn as text: names set in below each other, or behind the lines of a tree."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from partwright.imports.sheets.formats.bullet_lists import (
    begins_with_count,
    begins_with_unit,
    may_count,
    split_count,
)
from partwright.imports.sheets.records.refusals import NoHeader
from partwright.imports.sheets.tables.header_row import known_count
from partwright.kit.patterns import lazy_regex

_DRAWN = lazy_regex(
    r"(?:[ \xa0│┃|]*)(?:(?:[├└┣┗╰╠╚]|[|+`\\](?=--))[─━═\-]*|\[[-+ox]\](?=[ \xa0]))[ \xa0]*"
)
"""What stands before a name: the lines of a tree, or a box to open and close, as `[-] Frame`."""
_SPACER = lazy_regex(r"[\s\xa0│┃|]*")
"""A line between two branches, of nothing but the lines that go past it."""
_AROUND = lazy_regex(r"\s*(?:`{3}|~{3}|#{1,6}\s)")
"""The heading of a drawing in Markdown, and the fences around it."""
_BOXED = lazy_regex(r"(\S.*?)[\s,:]*\(([0-9]{1,3})\)")
_ENDS_IN_NUMBER = lazy_regex(r".*\S\s[0-9]{1,5}")
_LED = lazy_regex(r"[0-9]{1,4}\s+\S.*")
_MAY_COUNT = lazy_regex(
    r".*(?:[:=*\[(]|\s\.+|\b(?:qty|quantity|menge|anz(?:ahl)?)\b[.:]?)\s*[0-9]{1,5}[\])]?",
    re.IGNORECASE,
)
"""`Base: 2` and `Base *2`, which nobody can tell from names."""
_LONGEST = 80
"""Characters of a line that names a part."""
_MOST_WORDS = 8
_PROSE = lazy_regex(
    r"[;{}<>=|\t]|\S\s{2,30}\S|[.,:!?](?:\s|$)|\w\(|://|^\s*(?:[-*+•#/]|[0-9]+[.)])\s"
)
"""What lines of programs, settings, lists and sentences hold, and names of parts do not."""
_DIVIDED = lazy_regex(r"[|\t]|\S\s{2,30}\S")
"""What divides the cells of a table."""
_DIVIDERS = ",;"
_LEAST = 4
_FILE = lazy_regex(r"[^\s/]*\.[A-Za-z_][A-Za-z0-9_]{0,11}(?:\s.*)?")
"""`case.step`, perhaps with what it is for behind it."""


class TextTree(msgspec.Struct, frozen=True):
    """Layout by which the lines of a tree become cells under `header`."""

    depths: tuple[int, ...]
    """The columns at which the names of each level begin."""
    title: str = ""
    """The first line, if it is the header of what stands below it."""
    unsure: tuple[str, ...] = ()
    """Names that may count their part, or say its size, and are taken not to count it."""
    counts_bare: bool = False
    """Whether all names below the tops begin with a bare count, as `2 Side plate`."""
    header: tuple[str, ...] = ("Level", "Quantity", "Name")

    def split(self, line: str) -> list[str]:
        """The level, the number of pieces if the line says one, and the name; none for other lines."""
        depth, text = _parts(line)
        if _is_around(line) or text == self.title:
            return []
        count, name = _counted(text.rstrip(": "), counts_bare=self.counts_bare)
        return [str(self._level(depth)), count or "1", name] if name else []

    def _level(self, depth: int) -> int:
        last, step = self.depths[-1], self.depths[-1] - self.depths[-2]
        # A long tree may go deeper than its first lines do.
        further = max(0, (depth - last) // step)
        return max(0, bisect_right(self.depths, depth) - 1) + further


def find_tree(lines: Sequence[str]) -> TextTree | None:
    """The tree whose first line is above all others, and goes down one level at a time.

    Refuses a tree of folders and files.
    """
    own = [line for line in lines if not _is_around(line)]
    title = own[0].strip() if own and known_count([own[0].strip()]) else ""
    own = own[1:] if title else own
    if len(own) < _LEAST or any(len(line) > _LONGEST for line in own):
        return None
    places = [_parts(line) for line in own]
    depths = sorted({depth for depth, _ in places})
    levels = [depths.index(depth) for depth, _ in places]
    is_even = all(after - before <= 1 for before, after in pairwise(levels))
    if len(depths) < 2 or levels[0] or not is_even or any(b - a < 2 for a, b in pairwise(depths)):
        return None
    texts = [text for _, text in places]
    drawn = sum(bool(_DRAWN.match(line)) for line in own)
    is_tree = _is_drawn(own, levels) if drawn else len(own) == len(lines) - bool(title)
    if not drawn:
        # Without lines that draw it only names alone are a tree, and these go down twice.
        is_tree = is_tree and len(depths) > 2 and levels.count(0) == 1 and _are_names(texts)
    if not is_tree or not all(texts) or _are_divided(texts):
        return None
    if _are_files(texts):
        raise NoHeader("the text draws folders and files, and lists no parts")
    below = [text for text, level in zip(texts, levels, strict=True) if level]
    counts_bare = bool(drawn) and all(map(_is_led, below))
    unsure = () if counts_bare else tuple(text for text in texts if _is_unsure(text))
    return TextTree(tuple(depths), title, unsure, counts_bare)


def _is_unsure(text: str) -> bool:
    """Whether a name that counts nothing holds what may be a count."""
    told = may_count(text) or begins_with_count(text) or bool(_MAY_COUNT.fullmatch(text))
    return told and not _counted(text, counts_bare=False)[0]


def _is_led(text: str) -> bool:
    """Whether a number stands before a name, and is no size of it."""
    return bool(_LED.fullmatch(text)) and not begins_with_unit(text)


def _is_drawn(lines: Sequence[str], levels: Sequence[int]) -> bool:
    """Whether lines draw most of a tree, and all of it below its tops, which are names alone."""
    tops = [line.strip() for line in lines if not _DRAWN.match(line)]
    drawn = [_parts(line)[1] for line in lines if _DRAWN.match(line)]
    return (
        len(drawn) >= max(_LEAST - 2, len(lines) / 2, len(lines) - levels.count(0))
        and all(_is_name(top.rstrip(": ")) for top in tops)
        and not any(map(_DIVIDED.search, drawn))
    )


def _are_names(texts: Sequence[str]) -> bool:
    """Whether texts name parts, and do not count them by bare numbers, which may say anything."""
    ends = sum(bool(_ENDS_IN_NUMBER.fullmatch(text)) for text in texts)
    is_counted = any(map(begins_with_count, texts)) or 2 * ends >= len(texts)
    return not is_counted and all(map(_is_name, texts))


def _are_divided(texts: Sequence[str]) -> bool:
    """Whether a sign divides most lines into cells, so that the names are a column of a table."""
    return any(2 * sum(sign in text for text in texts) > len(texts) for sign in _DIVIDERS)


def _are_files(texts: Sequence[str]) -> bool:
    """Whether the names are those of folders and files, which no more than name parts."""
    files = sum(bool(_FILE.fullmatch(text[:_LONGEST])) for text in texts)
    return any(text.endswith("/") for text in texts) or 2 * files >= len(texts)


def _is_around(line: str) -> bool:
    return bool(_SPACER.fullmatch(line) or _AROUND.match(line))


def _parts(line: str) -> tuple[int, str]:
    """The column at which the name begins, and the name."""
    wide = line.expandtabs(4).rstrip()
    match = _DRAWN.match(wide)
    text = wide[match.end() :] if match else wide.lstrip()
    return len(wide) - len(text), text.strip()


def _is_name(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS and not _PROSE.search(text)


def _counted(text: str, *, counts_bare: bool) -> tuple[str, str]:
    if len(text) > _LONGEST:
        return "", text
    if counts_bare and _is_led(text):
        count, name = text.split(maxsplit=1)
        return count, name
    count, name = split_count(text, counts_first=False)
    if not count and (boxed := _BOXED.fullmatch(text)):
        return boxed[2], boxed[1]
    return count, name
