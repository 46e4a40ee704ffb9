"""Lines that each begin with the count of their part, and those set in below it."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from partwright.imports.sheets.formats.bullet_lists import begins_with_unit
from partwright.kit.patterns import lazy_regex

_COUNT_FIRST = lazy_regex(r"\s*([0-9]{1,5})(?:\s{2,}|\s+(?=[^\W\d]))(\S[^,;|\t]*)")
_ANY_COUNT = lazy_regex(r"\s*([0-9]{1,5})\s+(\S[^|\t]*)")
"""A count before whatever else, as `2 10k resistors`, where all lines begin with one."""
_LINKED = lazy_regex(r"(.*?\S)\s+(https?://\S+)")
_MOST = 3 / 5
_LONGEST = 300
"""Characters of a line before its link; a pattern with two gaps takes the square of them."""


class CountedLines(msgspec.Struct, frozen=True):
    """Layout by which lines that count become cells."""

    header: tuple[str, ...]
    counts_all: bool
    """Whether all lines begin with a number."""
    depths: tuple[int, ...]
    """The columns at which the lines of each level begin; empty without a structure."""

    def split(self, line: str) -> list[str]:
        """The cells of a line, under `header`."""
        count, name, link = _parts_of(line, counts_all=self.counts_all)
        level = str(max(0, bisect_right(self.depths, _depth(line)) - 1)) if self.depths else ""
        name = name.rstrip(": ") if self.depths else name
        cells = {"Level": level, "Quantity": count, "Name": name, "Link": link}
        return [cells[column] for column in self.header]


def find_counted_lines(lines: Sequence[str]) -> CountedLines | None:
    """The list whose lines mostly begin with a count, and are not numbered so.

    Lines that are set in below one that counts as well are what that one is made of.
    """
    counts_all = all(map(_ANY_COUNT.match, lines))
    found = [_parts_of(line, counts_all=False) for line in lines]
    counts = [count for count, *_ in found if count]
    if len(counts) <= _MOST * len(lines) or _are_numbers(counts):
        return None
    depths = sorted({_depth(line) for line in lines})
    is_set_in = all(after - before > 1 for before, after in pairwise(depths))
    # A single blank that slipped in makes no structure.
    is_tree = len(depths) > 1 and is_set_in and _depth(lines[0]) == depths[0]
    is_tree = is_tree and _hang_on_counted(lines)
    linked = any(link for *_, link in found)
    columns = {"Level": is_tree, "Quantity": True, "Name": True, "Link": linked}
    return CountedLines(
        tuple(name for name, is_there in columns.items() if is_there),
        counts_all,
        tuple(depths) if is_tree else (),
    )


def _parts_of(line: str, *, counts_all: bool) -> tuple[str, str, str]:
    """The count, the name and the link of a line."""
    text, link = line.rstrip(), ""
    if "://" in text and (linked := _LINKED.fullmatch(text)):
        text, link = linked.groups()
    pattern = _ANY_COUNT if counts_all else _COUNT_FIRST
    match = pattern.fullmatch(text) if len(text) <= _LONGEST else None
    if match and begins_with_unit(text.strip()):
        # `5 V regulator` is no five of them.
        match = None
    return (match[1], match[2].strip(), link) if match else ("", text.strip(), link)


def _are_numbers(counts: Sequence[str]) -> bool:
    """Whether the lines are numbered, from 1 or whatever stands first, instead of counted."""
    steps = [int(after) - int(before) for before, after in pairwise(counts)]
    return 2 * steps.count(1) >= len(steps)


def _depth(line: str) -> int:
    wide = line.expandtabs()
    return len(wide) - len(wide.lstrip())


def _hang_on_counted(lines: Sequence[str]) -> bool:
    """Whether each line that is set in stands below one with a count, and most count as well.

    Others say more of the line above: `NEMA 17` below `2 motors`.
    """
    least = min(map(_depth, lines))
    inner = [bool(_ANY_COUNT.match(line)) for line in lines if _depth(line) > least]
    return sum(inner) > _MOST * len(inner) and all(
        _ANY_COUNT.match(before)
        for before, after in pairwise(lines)
        if _depth(after) > _depth(before)
    )
