"""Headings of Markdown that are underlined, written as those that begin with `#`."""

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from partwright.kit.patterns import lazy_regex

_UNDERLINE = lazy_regex(r"(={3,}|-{3,})\s*")
_TITLE = lazy_regex(r"(?![-*+•#>])\S+(?: \S+)*\s*")
"""Words with one blank between them: the header of a table has gaps, tabs or signs between its cells."""
_LONGEST = 100
_DIVIDERS = lazy_regex(r"[|;\t,]")
_BULLET = lazy_regex(r"\s*[-*+•]\s+\S")
_FEWEST = 3


def has_underlined(lines: Iterable[str]) -> bool:
    """Whether a document of bullets has headings that are underlined."""
    bullets = titles = 0
    for line, below in pairwise(chain(lines, [""])):
        bullets += bool(_BULLET.match(line))
        titles += _is_title(line, below)
    return titles > 0 and bullets >= _FEWEST


def with_signs(lines: Iterable[str]) -> Iterator[str]:
    """As many lines: underlined headings behind a sign, and blank ones for what underlines them."""
    is_underline = False
    for line, below in pairwise(chain(lines, [""])):
        if is_underline:
            is_underline = False
            yield "\n"
        elif _is_title(line, below):
            is_underline = True
            yield f"{'#' if below[0] == '=' else '##'} {line}"
        else:
            yield line


def _is_title(line: str, below: str) -> bool:
    return (
        len(line) <= _LONGEST
        and bool(_UNDERLINE.fullmatch(below[: _LONGEST + 1]))
        and bool(_TITLE.fullmatch(line))
        and not _DIVIDERS.search(line)
    )
