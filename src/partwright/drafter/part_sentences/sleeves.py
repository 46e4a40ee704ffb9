"""Sleeves, bushes and spacers: their sides, broken rims and wider mouths; pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from partwright.drafter.catalogue import SinglePartRow
from partwright.drafter.parts.cross_holes import goes_across_axis
from partwright.drafter.parts.hole_places import HoleWish
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.stated_features import StatedFeatures
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

_SLEEVES: Final = frozenset({"bushing", "spacer"})
_SHAPED: Final = frozenset({"collar_diameter", "sides", "keyway_width"})
"""Figures of what is no plain tube."""


def _with_rims(method: str, figures: Mapping[str, float], wanted: StatedFeatures) -> str:
    """The method; a plain sleeve is a tube where its rims are to be broken."""
    is_bored = method in _SLEEVES and any(
        goes_across_axis(method, figures, one) for one in wanted.holes
    )
    is_broken = is_bored or (method in _SLEEVES and (wanted.chamfer or wanted.fillet))
    return "tube" if is_broken and not _SHAPED & figures.keys() else method


def with_worked_mouths(
    method: str, figures: dict[str, float], wanted: StatedFeatures
) -> tuple[str, dict[str, float], StatedFeatures]:
    """A sleeve with broken rims is a tube; one whose bore has a wider mouth, a bar with that hole in its end."""
    method = _with_rims(method, figures, wanted)
    wanted = _with_mouth(method, figures, wanted)
    mouths = [one for one in wanted.holes if one.counterbore[0] and one.number == 1]
    is_plain = method in _SLEEVES | {"tube"} and not _SHAPED & figures.keys()
    if not mouths or not is_plain or "outer_diameter" not in figures or "length" not in figures:
        return method, figures, wanted
    others = tuple(one for one in wanted.holes if one is not mouths[0])
    hole = mouths[0]._replace(is_central=False, face=0)
    bar = {"diameter": figures["outer_diameter"], "length": figures["length"]}
    return "rod", bar, wanted._replace(holes=(hole, *others))


_WIDER: Final = lazy_regex(rf"\bcounterbored to ({FIGURE})(?: ?mm)? x ({FIGURE})")


def _with_mouth(
    method: str, figures: Mapping[str, float], wanted: StatedFeatures
) -> StatedFeatures:
    """The features with the bore as a hole, where the text gives it a wider mouth of its own."""
    wider, bore = _WIDER.search(wanted.text), figures.get("inner_diameter", 0.0)
    if wider is None or not bore or method not in _SLEEVES | {"tube"}:
        return wanted
    hole = HoleWish(1, bore, counterbore=(number(wider[1]), number(wider[2])))
    return wanted._replace(holes=(*wanted.holes, hole))


def sides_of_sleeve(
    row: SinglePartRow, named: Mapping[str, float], wanted: StatedFeatures
) -> Sequence[str]:
    """The meaning of two sizes: of a bush whose bore is told, the outside and the length."""
    is_bored = bool({"bore", "inner_diameter"} & named.keys()) or any(
        one.is_central for one in wanted.holes
    )
    is_bush = row.pair[:1] == ("inner_diameter",) and row.method == "bushing"
    return ("outer_diameter", "length") if is_bush and is_bored else row.pair
