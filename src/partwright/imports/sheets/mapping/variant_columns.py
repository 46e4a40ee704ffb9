"""Columns that count the parts of variants, and are called by these alone, as `Small`, `Large`."""

import re
from collections.abc import Collection, Mapping, Sequence

from partwright.imports.sheets.words.header_words import LONGEST, header_words
from partwright.kit.patterns import lazy_regex

_VARIANTS = frozenset(
    """small; medium; large; xs; s; m; l; xl; xxl; mini; midi; maxi; max; lite; light; basic; base; plus; pro;
    standard; std; full; deluxe; premium; ultra; compact; short; long; klein; mittel; gross; petit;
    moyen; grand; pequeno; mediano; grande; piccolo; medio""".replace("\n    ", " ").split("; ")
)
_VERSION = lazy_regex(
    r"(?:v|ver|version|rev|revision|mk|gen|var|variant|variante|model|type|kit|option)[\s._-]*"
    r"(?:[0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?[0-9]?|[a-z])",
    re.IGNORECASE,
)
_COUNT = lazy_regex(r"[0-9]{1,4}|[-–—/]")
_LEAST = 2


def variant_columns(
    headers: Sequence[str], values: Mapping[int, Sequence[str]], free: Collection[int]
) -> list[int]:
    """The columns of counts side by side that are called by variants; none where it is only one."""
    found = [
        at for at in sorted(free) if names_variant(headers[at]) and _are_counts(values.get(at, ()))
    ]
    beside = [at for at in found if {at - 1, at + 1}.intersection(found)]
    return beside if len(beside) >= _LEAST else []


def names_variant(header: str) -> bool:
    """Whether the header names a variant of a product and nothing else, as `V0.2` and `Large`."""
    plain = header.strip()[:LONGEST]
    words = header_words(plain)
    named = len(words) == 1 and words[0] in _VARIANTS
    return named or bool(_VERSION.fullmatch(plain))


def _are_counts(values: Sequence[str]) -> bool:
    held = [text.strip() for text in values]
    return any(text.isdecimal() for text in held) and all(map(_COUNT.fullmatch, held))
