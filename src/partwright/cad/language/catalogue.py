"""All methods by their names."""

from typing import Final

from partwright.cad.language.feature import Feature
from partwright.cad.language.features import (
    bevels,
    boxes,
    brackets,
    coils,
    couplings,
    envelopes,
    fixings,
    flat_brackets,
    gears,
    hardware,
    housings,
    offset_brackets,
    outlines,
    plates,
    propellers,
    sections,
    sprockets,
    turned,
    vessels,
    wheels,
)
from partwright.cad.language.standards import designation
from partwright.cad.model import STANDARD, NotDrawn

FAMILIES: Final = {
    "Flat parts": plates.FEATURES,
    "Outlines": outlines.FEATURES,
    "Boxes and housings": (*boxes.FEATURES, *housings.FEATURES),
    "Brackets, clamps, grips": (
        *brackets.FEATURES,
        *offset_brackets.FEATURES,
        *flat_brackets.FEATURES,
    ),
    "Hardware": (*hardware.FEATURES, *fixings.FEATURES),
    "Turned parts": (*turned.FEATURES, *couplings.FEATURES),
    "Flanges and vessels": vessels.FEATURES,
    "Toothed parts": (*gears.FEATURES, *bevels.FEATURES, *sprockets.FEATURES),
    "Wheels": (*wheels.FEATURES, *propellers.FEATURES),
    "Profiles and springs": (*sections.FEATURES, *coils.FEATURES),
    "Envelopes of bought parts": envelopes.FEATURES,
}

FEATURES: Final[dict[str, Feature]] = {
    feature.name: feature for family in FAMILIES.values() for feature in family
}


def feature_of(method: str) -> Feature | NotDrawn:
    """The feature that a method names, or why there is none."""
    if method.startswith(STANDARD):
        return designation.feature(method.removeprefix(STANDARD))
    feature = FEATURES.get(method)
    return feature or NotDrawn(f"there is no method {method!r}; methods are {', '.join(FEATURES)}")
