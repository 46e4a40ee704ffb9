"""Figures of parts that their whole cannot have, and powers that no mass gives; pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from partwright.drafter.brief.stated_words import read_by
from partwright.drafter.catalogue import kinds, word_list
from partwright.drafter.parts.name_sizes import sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.conversions import with_units
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.lexicon import component_words
from partwright.drafter.text.words import stem
from partwright.kit.patterns import lazy_regex

_CLOSING: Final = frozenset({"lid", "cover", "door", "drawer", "flap", "hatch", "tray"})
"""Parts that lie on or in their whole, and are hardly larger."""
_CARTS: Final = frozenset({"cart", "hand truck", "tool cart", "wheelbarrow", "stroller"})
"""Kinds whose wheels stand under a frame: a bicycle's frame is smaller than its wheels."""
_OVERHANG: Final = 1.5
_WATTS_PER_KG: Final = 1e5
"""Ten times what the best motors give."""
_MANNER: Final = frozenset(
    [
        "of",
        "that",
        "which",
        "it",
        "this",
        "weigh",
        "weight",
        "mass",
        "total",
        "a",
        "an",
        "the",
        "must",
        "shall",
        "should",
        "may",
        "with",
        "and",
    ]
)
_NEAR: Final = 4
_ACROSS: Final = frozenset({"pipe size", "section", "thickness", "diameter"})
"""Measures of what a frame is made of, and none of the frame: of tube 30 mm."""


def is_of_whole(brief: DesignBrief, mass: StatedFigure) -> bool:
    """Whether a mass is said of the product: "that weighs 2 kg", not "a motor of 2 kg"."""
    named = [word for word in mass.about[:_NEAR] if word.removesuffix("ing") not in _MANNER]
    return not named or named[0] in brief.title


_SECTION: Final = 2
"""Sides of a size that may be those of a section."""
_HALVES: Final = lazy_regex(
    r"\b(?:\w+ and a half|(?<![\d.,])\d{1,3}[.,]5) (?!(?:mm|cm|dm|m|inch|inches|in|ft|kg|g|t|l|ml|v|w|kw|n|nm|bar)\b)(?:[a-z]+ ){0,2}?(?P<noun>[a-z]+s|feet|shelves)\b",
    re.IGNORECASE,
)


def _halves(brief: DesignBrief) -> Iterator[str]:
    """Parts by halves: five and a half motors."""
    counted = set(component_words())
    if brief.kind in kinds():
        counted |= read_by(brief.kind)
    for match in _HALVES.finditer(brief.text):
        is_length = match["noun"].casefold() in ("feet", "foot")
        if stem(match["noun"]) in counted and not is_length:
            yield f"{match.group()}: parts are whole"


def part_contradictions(brief: DesignBrief) -> Iterator[str]:
    """A lid far larger than its box, wheels larger than their cart, two masses, a power of nothing."""
    yield from _inside_out(brief)
    yield from _masses(brief)
    yield from _powers(brief)
    yield from _halves(brief)
    whole = _whole(brief)
    if whole is None:
        return
    for figure in brief.figures:
        if figure is whole or figure.dimension != "length":
            continue
        part = _part(brief, figure)
        if part and figure.high > whole.high * (1.0 if part == "wheels" else _OVERHANG):
            yield f"{part} of {figure.written} on a whole of {whole.written}"


def _inside_out(brief: DesignBrief) -> Iterator[str]:
    """A sleeve whose inner diameter is the larger one."""
    named = sizes_in(with_units(brief.text)).named if not brief.kind else {}
    inner, outer = named.get("inner_diameter"), named.get("outer_diameter")
    if inner is not None and outer is not None and inner >= outer:
        yield f"{inner:g} mm inside is larger than {outer:g} mm outside"


def is_across(figure: StatedFigure) -> bool:
    """Whether a size is that of a part across: legs 9 x 9 cm, of tube 32 x 1.5 mm."""
    parts = word_list("side parts") | word_list("section parts")
    return len(figure.values) == _SECTION and bool(parts & set(figure.about[:1]))


def _part(brief: DesignBrief, figure: StatedFigure) -> str:
    near = figure.about[:3]
    if figure.quantity == "wheel diameter" or (figure.quantity == "diameter" and "wheel" in near):
        return "wheels" if brief.kind in _CARTS else ""
    found = [word for word in near if word in _CLOSING and word not in brief.title]
    return f"a {found[0]}" if found else ""


def _whole(brief: DesignBrief) -> StatedFigure | None:
    """The size of the product or of its frame."""
    sizes = [f for f in brief.figures if f.quantity == "size" and not is_across(f)]
    lengths = [f for f in brief.figures if f.dimension == "length" and f.quantity not in _ACROSS]
    framed = [f for f in lengths if "frame" in f.about[:3] and not is_across(f)]
    return next(iter((*sizes, *framed)), None)


def _masses(brief: DesignBrief) -> Iterator[str]:
    said = _own_masses(brief)
    for one in said[1:]:
        if not said[0].low * 0.99 <= one.high <= said[0].high * 1.01:
            yield f"the mass is {said[0].written} and {one.written}"


def _powers(brief: DesignBrief) -> Iterator[str]:
    for mass in _own_masses(brief)[:1]:
        for figure in brief.figures:
            if figure.dimension == "power" and figure.low > mass.high * _WATTS_PER_KG:
                yield f"{figure.written}: nothing of {mass.written} has such a power"


def _own_masses(brief: DesignBrief) -> Sequence[StatedFigure]:
    return [
        f
        for f in brief.figures
        if f.quantity == "mass" and f.bound in ("none", "about") and is_of_whole(brief, f)
    ]
