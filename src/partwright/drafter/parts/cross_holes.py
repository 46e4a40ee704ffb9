"""Holes across the axis of what is turned: oil holes, split-pin holes, radial threads; pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from partwright.cad.language.flat import flat, spec_of
from partwright.drafter.parts.hole_places import Figures, HoleWish
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
SORTS: Final = r"cross|radial|transverse|diametral|oil|grease|lubrication|lube|vent|weep|split[- ]pin|cotter(?:[- ]pin)?|set[- ]?screw|grub[- ]?screw"
_CROSS: Final = lazy_regex(
    rf"\b(?:{SORTS})\b|\b(?:radially|crosswise|diametrically|through both walls|across the (?:axis|bar|rod|shaft|tube|pin|diameter)|through the (?:wall|shank))\b",
    re.IGNORECASE,
)
FROM_END: Final = lazy_regex(
    rf"({_N})(?: ?mm)? (?:away )?(?:from|off) (?P<which>(?:(?:the|each|both|one|every|either|its|other|open|closed|far|near|left|right|upper|lower|top|bottom|shaft) )*)(?:ends?|tips?|face|shoulder|head)\b",
    re.IGNORECASE,
)
_BOTH: Final = lazy_regex(r"\b(?:each|both|every)\b", re.IGNORECASE)
_UPPER: Final = lazy_regex(r"\b(?:open|upper|top|right)\b", re.IGNORECASE)
_ALONG: Final = lazy_regex(r"\b(?:in (?:a |one )?(?:row|line)|along)\b", re.IGNORECASE)
_TURNED: Final = frozenset({"rod", "shaft", "tube", "bushing", "spacer"})
_HOLLOW: Final = frozenset({"tube", "bushing", "spacer"})
_THIN: Final = 0.8


def tells_to_go_across(sorts: str) -> bool:
    """Whether the words of a hole say that it goes across the axis."""
    return bool(_CROSS.search(sorts))


def goes_across_axis(method: str, figures: Mapping[str, float], wish: HoleWish) -> bool:
    """Whether a hole of a turned part goes through its side: by its words, or since no other place takes it."""
    if method not in _TURNED or wish.counterbore[0] or wish.circle:
        return False
    if wish.is_radial:
        return True
    if method not in _HOLLOW or wish.is_central:
        return wish.from_end is not None and not wish.depth
    whole = flat(spec_of(name="", method=method, parameters=figures))
    wall = (whole["outer_diameter"] - whole["inner_diameter"]) / 2
    return wish.diameter > _THIN * wall and wish.diameter < whole["outer_diameter"] * _THIN


def distance_from_end(words: str) -> tuple[float, str] | None:
    """The distance from an end and which one it is."""
    match = FROM_END.search(words)
    if match is None:
        return None
    which = match["which"]
    return number(match[1]), "both" if _BOTH.search(which) else "upper" if _UPPER.search(which) else "lower"  # fmt: skip


def crossing_arrangements(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int
) -> Iterator[Figures]:
    """The holes as operations: near the ends, in a row along the part, or about it."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    long = whole.get("length") or sum(v for n, v in whole.items() if n.startswith("length_"))
    lead, z = f"cross_hole_{group}", long / 2
    own = {f"{lead}.diameter": wish.diameter}
    if wish.from_end is not None:
        away, which = wish.from_end
        is_headed = whole.get("length_2", 0.0) > 0 and whole["diameter_1"] > whole["diameter_2"]
        z = long - away if which == "upper" or is_headed else away
        if which == "both":
            yield own | {f"{lead}.z": z, f"{lead}.count": 2.0, f"{lead}.spacing": long - 2 * away}
            return
    if wish.number == 1:
        yield own | {f"{lead}.z": z}
        return
    if wish.spacing[0] or wish.is_row:
        apart = wish.spacing[0] or long / (wish.number + 1)
        first = z if wish.from_end else (long - apart * (wish.number - 1)) / 2
        yield own | {f"{lead}.z": first, f"{lead}.count": float(wish.number), f"{lead}.spacing": apart}  # fmt: skip
        return
    if wish.number % 2:
        return
    yield {
        f"cross_hole_{group * 10 + turn}.{name}": value
        for turn in range(wish.number // 2)
        for name, value in (("diameter", wish.diameter), ("z", z), ("angle", 360.0 / wish.number * turn))
    }  # fmt: skip


def stand_in_one_row(words: str) -> bool:
    """Whether several holes stand along the part."""
    return bool(_ALONG.search(words))
