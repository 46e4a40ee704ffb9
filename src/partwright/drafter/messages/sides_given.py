"""One side of the whole or of a part that a message gives anew, put in its place in the text; pure."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from partwright.drafter.brief.contradictions import is_of_a_part
from partwright.drafter.messages.sides_meant import place_of, places_in
from partwright.drafter.text.figures import StatedFigure, figures_of
from partwright.drafter.text.numbers import FIGURE
from partwright.drafter.text.quantities import with_quantities
from partwright.drafter.text.words import sentences, stem, stems
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_IN_MM: Final = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "inch": 25.4}
PLACES: Final[dict[str, Sequence[int]]] = {
    "length": (0,), "width": (1,), "depth": (1,), "height": (2,), "thickness": (2,),
}  # fmt: skip
"""Where a side stands in a size."""
_SIDE_ONLY: Final = lazy_regex(
    rf"\s*(?:(?:please|make|it|now|should|must|be) ){{0,6}}(?:(?P<n>{_N}) ?(?P<u>mm|cm|m|inch) (?:in )?(?P<word>thick|long|wide|high|tall|deep|diameter)"
    rf"|(?:the |its )?(?P<word2>diameter)(?: of| to| is|:)? (?P<n2>{_N}) ?(?P<u2>mm|cm|m|inch)?)(?: please| instead)?[.!]?\s*",
    re.IGNORECASE,
)
_OF_WORD: Final = {
    "thick": "thickness", "long": "length", "wide": "width", "high": "height", "tall": "height", "deep": "depth",
    "diameter": "diameter",
}  # fmt: skip


def sided(text: str, said: str) -> tuple[str, str]:
    """A message that is one side of the whole, in the place of the one that the text has of it."""
    match = _SIDE_ONLY.fullmatch(said)
    if match is None:
        return text, said
    side = _OF_WORD[(match["word"] or match["word2"]).casefold()]
    value = length_in(match["n"] or match["n2"], match["u"] or match["u2"])
    figures = with_quantities(text, figures_of(text), sentences(text))
    own = [f for f in figures if f.quantity == side and not f.is_size and len(f.values) == 1]
    if not own and (size := _whole_size(figures, side)) is not None:
        meant = place_of(text, size, side)
        place = PLACES[side][0] if meant is None else meant
        made = resized(text, size, place, value - size.values[place])
    elif len(own) != 1 or is_beside(own[0], title_of(text)):
        return text, said
    else:
        made = resized(text, own[0], 0, value - own[0].values[0])
    return (text, said) if made is None else (made, "")


_PART_SIDE: Final = lazy_regex(
    rf"\s*(?:(?:please|make|now|the|all|its) ){{0,4}}(?P<noun>[a-z]{{3,30}})(?: (?:should be|must be|to|is|are|be|of)){{0,2}} (?P<n>{_N}) ?(?P<u>mm|cm|m|inch)"
    r"(?: (?P<word>thick|long|wide|high|tall|deep))?[.!]?\s*",
    re.IGNORECASE,
)


def of_named_part(text: str, said: str) -> tuple[str, str]:
    """A message that is one figure of a part, in the place of the one that the text has of it: top 50 mm thick."""
    match = _PART_SIDE.fullmatch(said)
    if match is None:
        return text, said
    noun, side = stem(match["noun"].casefold()), _OF_WORD.get((match["word"] or "").casefold(), "")
    figures = with_quantities(text, figures_of(text), sentences(text))
    own = [f for f in figures if noun in f.about[:2] and not f.is_size and len(f.values) == 1]
    own = [
        f
        for f in own
        if f.dimension == "length" and (f.quantity in (side, "dimension", "thickness") or not side)
    ]
    if len(own) != 1:
        return text, said
    made = resized(text, own[0], 0, length_in(match["n"], match["u"]) - own[0].values[0])
    return (text, said) if made is None else (made, "")


_TITLE: Final = 40
_NAME: Final = 4
"""Words of a text in which its product is named."""


def title_of(text: str) -> tuple[str, ...]:
    """The first words of the text, which name the product."""
    return tuple(stems(text[:_TITLE])[:_NAME])


def is_beside(figure: StatedFigure, title: Sequence[str]) -> bool:
    """Whether the figure is of a part; a figure beside the product's name is its own."""
    about = tuple(one for one in figure.about if one not in (*title, figure.quantity))
    return is_of_a_part(msgspec.structs.replace(figure, about=about))


def _whole_size(figures: Sequence[StatedFigure], side: str) -> StatedFigure | None:
    """The only size of the text, where it has the side: the last of a plate is its thickness."""
    sizes = [f for f in figures if f.is_size and f.dimension == "length"]
    if len(sizes) != 1 or is_of_a_part(sizes[0]) or side not in PLACES:
        return None
    if PLACES[side][0] >= len(sizes[0].values):
        return None
    is_thin = len(sizes[0].values) == _SOLID and sizes[0].values[2] <= _THIN * min(
        sizes[0].values[:2]
    )
    return sizes[0] if is_thin == (side == "thickness") or side in ("length", "width") else None


_CUT: Final = frozenset({"keyway", "keyseat", "slot", "pocket", "window", "cutout"})
"""Cut into a part, whose sides are none of it."""
_TURNED: Final = frozenset(
    {"diameter", "shaft", "rod", "pin", "axle", "spindle", "bar", "dowel", "roller", "bush", "bolt"}
)
"""Ahead of two sides, of which the first is a diameter and the last a length."""


def place_to_grow(text: str, figure: StatedFigure, side: str) -> int | None:
    """The place of a side of the whole in a size; None where it has none."""
    if figure.quantity != "size" or _CUT & set(figure.about[:1]):
        return None
    if len(figure.values) == _SOLID - 1 and _TURNED & set(figure.about[:1]):
        return {"length": 1, "height": 1, "diameter": 0}.get(side)
    places = places_in(text, figure, side, PLACES[side])
    return places[0] if places else None


_SOLID: Final = 3
"""Sides of a size that is no area."""
_THIN: Final = 0.25
"""Of the shorter side of a sheet, its thickness at most."""


def length_in(number: str, unit: str | None) -> float:
    """The length in millimetres."""
    return float(number.replace(",", ".")) * _IN_MM[(unit or "mm").casefold()]


def resized(text: str, figure: StatedFigure, place: int, delta: float) -> str | None:
    """The text with one value of a figure made larger; None where it is no length, or would be none."""
    values = list(figure.values)
    values[place] += delta
    if figure.dimension != "length" or values[place] <= 0:
        return None
    told = " x ".join(f"{value:.6g}" for value in values)
    return f"{text[: figure.start]}{told} mm{text[figure.end :]}"
