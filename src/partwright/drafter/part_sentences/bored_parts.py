"""Bores of plates as holes in their middle, and ports of manifolds that end at the main bore; pure."""

from collections.abc import Mapping
from typing import Final

from partwright.drafter.parts.hole_places import HoleWish
from partwright.drafter.parts.name_sizes import sizes_in
from partwright.drafter.parts.stated_features import StatedFeatures


def with_bores(
    key: str, method: str, figures: Mapping[str, float], wanted: StatedFeatures
) -> StatedFeatures:
    """The features with the bore of a plate as a hole, and ports as deep as the middle."""
    return _ports_to_the_middle(key, figures, _plate_with_bore(method, figures, wanted))


def _ports_to_the_middle(
    key: str, figures: Mapping[str, float], wanted: StatedFeatures
) -> StatedFeatures:
    """The ports of a manifold end at its middle, where its bores meet them."""
    if key != "manifold" or "height" not in figures:
        return wanted
    deep = figures["height"] / 2
    holes = (
        one if one.depth or one.along or one.is_through else one._replace(depth=deep)
        for one in wanted.holes
    )
    return wanted._replace(holes=tuple(holes))


_PLAIN: Final = frozenset({"plate", "box", "polygon"})
"""Methods whose bore is a hole in their middle."""


def _plate_with_bore(
    method: str, figures: Mapping[str, float], wanted: StatedFeatures
) -> StatedFeatures:
    """The features; the bore of a plate is a hole in its middle."""
    bore = sizes_in(wanted.text).named.get("bore", 0.0) if method in _PLAIN else 0.0
    if not bore or "bore" in figures:
        return wanted
    hole = HoleWish(1, bore, is_central=True)
    return wanted._replace(holes=(*wanted.holes, hole))
