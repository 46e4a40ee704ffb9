"""Counted parts within a letter: one paragraph lists them, the others are text."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from partwright.imports.sheets.cell_values.values import is_uncounted
from partwright.imports.sheets.formats.bullet_lists import begins_with_size
from partwright.kit.patterns import lazy_regex

_COUNTED = lazy_regex(
    r"([0-9]{1,5})\s*(?:[x×X*]|pcs?\.?|pieces|st(?:c?k|ück)\.?|ea\.?)\s+(\S.*)", re.IGNORECASE
)
_BARE = lazy_regex(r"([0-9]{1,4})\s+([^\W\d].*)")
_WORDED = lazy_regex(r"(\w+(?:\s\w+)?)\s+(\S.*)")
_DIVIDED = lazy_regex(r"[\t|;]|\S\s{3,}\S")
_LONGEST = 200
_LEAST = 3
_MOST = 3 / 5


class LetterLines(msgspec.Struct, frozen=True):
    """The lines of a letter that are no parts, by which the others are known."""

    others: frozenset[str]

    def split(self, line: str) -> list[str]:
        """The count and the name; none for the text around the list."""
        text = line.strip()
        if text in self.others:
            return []
        if begins_with_size(text):
            return ["1", text]
        match = _COUNTED.fullmatch(text[:_LONGEST]) or _BARE.fullmatch(text[:_LONGEST])
        if match is None and (worded := _WORDED.fullmatch(text[:_LONGEST])):
            match = worded if is_uncounted(worded[1]) else None
            first = text.split(maxsplit=1)
            if match is None and is_uncounted(first[0]):
                return first
        return [match[1], match[2]] if match else ["", text]


def find_letter(lines: Sequence[str]) -> LetterLines | None:
    """The letter whose one or more paragraphs of counted lines stand among text that counts nothing."""
    if any(len(line) > 5 * _LONGEST or _DIVIDED.search(line[:_LONGEST]) for line in lines):
        return None
    paragraphs = [list(held) for filled, held in groupby(lines, _is_filled) if filled]
    lists = [held for held in paragraphs if _lists_parts(held)]
    others = [line.strip() for held in paragraphs if held not in lists for line in held]
    if not lists or not others or _counted_in(others):
        return None
    return LetterLines(frozenset(others))


def _is_filled(line: str) -> bool:
    return bool(line.strip())


def _lists_parts(lines: Sequence[str]) -> bool:
    told = sum(bool(_BARE.fullmatch(line.strip()[:_LONGEST])) for line in lines)
    counted = _counted_in(lines)
    return counted >= 2 and len(lines) >= _LEAST and counted + told > _MOST * len(lines)


def _counted_in(lines: Iterable[str]) -> int:
    return sum(bool(_COUNTED.fullmatch(line.strip()[:_LONGEST])) for line in lines)
