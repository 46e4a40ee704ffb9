"""Numbers that one company gives its parts, told from those of the manufacturers beside them."""

import re
from collections.abc import Sequence
from itertools import pairwise

from partwright.kit.patterns import lazy_regex

Numbered = Sequence[tuple[str, str]]
"""Numbers, each with the manufacturer that its row names, or nothing."""
_FEWEST = 5
"""Rows from which on numbers that count up are nobody's by chance."""
_FEWEST_ALIKE = 4
_SHORTEST = 5
_LARGEST_STEP = 10
_ENDING = lazy_regex(r"[0-9]+\Z", re.ASCII)
_DIGITS = 12
_DIGIT = lazy_regex(r"[0-9]")
_LETTER = lazy_regex(r"[^\W\d_]")


def are_of_one_scheme(rows: Numbered) -> bool:
    """Whether numbers begin alike and count up row by row, though of several manufacturers."""
    begins = {text.rstrip("0123456789") for text, _ in rows}
    if len(rows) < _FEWEST or len(_makers(rows)) < 2:
        return False
    if len(begins) != 1 or len(begins.pop()) < 2:
        return False
    counted = [_ENDING.search(text) for text, _ in rows]
    counts = [int(match[0][-_DIGITS:]) for match in counted if match]
    steps = [after - before for before, after in pairwise(counts)]
    return len(counts) == len(rows) and all(0 < step <= _LARGEST_STEP for step in steps)


def are_of_one_form(rows: Numbered) -> bool:
    """Whether numbers of several manufacturers are written alike sign by sign, as `101-0010`.

    Digits alone are so by chance more often, and a row without a manufacturer tells most.
    """
    forms = {_LETTER.sub("A", _DIGIT.sub("9", text)) for text, _ in rows}
    makers = len(_makers(rows))
    if len(rows) < _FEWEST_ALIKE or makers < 2 or len(forms) != 1:
        return False
    form = forms.pop()
    if len(form) < _SHORTEST or "9" not in form:
        return False
    by_nobody = not all(maker for _, maker in rows)
    fewest = 3 if form.strip("9") else 4
    return makers >= fewest - by_nobody


def _makers(rows: Numbered) -> set[str]:
    return {maker.casefold() for _, maker in rows if maker}
