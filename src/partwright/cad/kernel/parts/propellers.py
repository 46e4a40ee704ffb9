"""Propellers."""

from math import cos, sin
from typing import Final

from partwright.cad.kernel.parts.library import (
    Plane,
    Rotation,
    Shape,
    Spline,
    loft,
    make_face,
)
from partwright.cad.kernel.parts.shapes import Builder, bored, one, rod
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.propellers import (
    CREST,
    LOWER,
    UPPER,
    BladeSection,
    blade_sections,
)


def _outline(section: BladeSection, middle: float) -> Shape:
    """The section as a face that looks outwards, its rounder side up."""
    half, thick = section.chord / 2, section.thickness
    over = Spline((-half, 0), (-half * CREST, thick * UPPER), (half, 0))
    under = Spline((half, 0), (-half * CREST, -thick * LOWER), (-half, 0))
    plane = Plane(
        origin=(section.radius, 0, middle),
        x_dir=(0, cos(section.angle), sin(section.angle)),
        z_dir=(1, 0, 0),
    )
    return plane * make_face([over, under])


def _propeller(v: ParameterValues) -> Shape:
    blade = loft([_outline(section, v.height / 2) for section in blade_sections(v)])
    blade &= rod(v.diameter, v.height)
    number = int(v.blade_count)
    blades = [Rotation(0, 0, 360 * turn / number) * blade for turn in range(number)]
    return bored(one([rod(v.hub_diameter, v.height), *blades]), v.bore, 0, v.height)


BUILDERS: Final[dict[str, Builder]] = {"propeller": _propeller}
