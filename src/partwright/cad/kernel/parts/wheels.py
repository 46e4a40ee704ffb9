"""Wheels, pulleys, blades, knobs."""

from math import cos, radians, sqrt, tan
from typing import Final

from partwright.cad.kernel.parts.library import (
    PolarLocations,
    Pos,
    Rotation,
    Shape,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    block,
    bored,
    keyed,
    one,
    rod,
    turned,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.gears import hub_of
from partwright.cad.language.features.wheels import blade_chord


def _v_pulley(v: ParameterValues) -> Shape:
    outer, ground = v.diameter / 2, v.diameter / 2 - v.groove_depth
    first = (v.width - (v.grooves - 1) * v.groove_pitch) / 2
    slope = v.groove_depth * tan(radians(v.groove_angle / 2))
    outline = [(v.bore / 2, 0.0), (outer, 0.0)]
    for groove in range(int(v.grooves)):
        middle, half = first + groove * v.groove_pitch, v.groove_width / 2
        outline += [(outer, middle - half), (ground, middle - half + slope)]
        outline += [(ground, middle + half - slope), (outer, middle + half)]
    outline.append((outer, v.width))
    if foot := hub_of(v):
        outline += [(v.hub_diameter / 2, v.width), (v.hub_diameter / 2, v.width + foot)]
    high = v.width + foot
    return keyed(turned([*outline, (v.bore / 2, high)]), v, high)


def _wheel(v: ParameterValues) -> Shape:
    inner = v.diameter - 2 * v.rim_thickness
    rim = bored(rod(v.diameter, v.width), inner, 0, v.width)
    low = (v.width - v.web_thickness) / 2
    between: list[Shape] = []
    if v.spoke_count:
        reach = inner / 2 + v.rim_thickness / 2
        spoke = block(
            (0, -v.spoke_width / 2, low), (reach, v.spoke_width / 2, low + v.web_thickness)
        )
        number = int(v.spoke_count)
        between += [Rotation(0, 0, 360 * turn / number) * spoke for turn in range(number)]
    else:
        between.append(rod(inner + v.rim_thickness, v.web_thickness, z=low))
    whole = one([rim, rod(v.hub_diameter, v.width), *between])
    return bored(whole, v.bore, 0, v.width)


def _bladed_wheel(v: ParameterValues) -> Shape:
    chord, radius, hub = blade_chord(v), v.diameter / 2, v.hub_diameter / 2
    half_shadow = chord * cos(radians(v.blade_angle)) / 2 + v.blade_thickness
    start = 0.9 * sqrt(max(hub**2 - half_shadow**2, (0.3 * hub) ** 2))
    blade = block(
        (start, -chord / 2, -v.blade_thickness / 2),
        (radius * 1.2, chord / 2, v.blade_thickness / 2),
    )
    placed = Pos(0, 0, v.height / 2) * Rotation(v.blade_angle, 0, 0) * blade
    number = int(v.blade_count)
    limit = rod(v.diameter, v.height + 2, z=-1)
    blades = [(Rotation(0, 0, 360 * turn / number) * placed) & limit for turn in range(number)]
    shapes: list[Shape] = [rod(v.hub_diameter, v.height), *blades]
    if v.ring_thickness:
        ring = rod(v.diameter, v.height)
        shapes.append(bored(ring, v.diameter - 2 * v.ring_thickness, 0, v.height))
    return bored(one(shapes), v.bore, 0, v.height)


def _knob(v: ParameterValues) -> Shape:
    cuts: list[Shape] = []
    if v.bore:
        cuts.append(rod(v.bore, (v.bore_depth or v.height + 1) + 1, z=-1))
    if v.flute_count:
        flutes = PolarLocations(v.diameter / 2, int(v.flute_count))
        cuts += [place * rod(v.flute_diameter, v.height + 2, z=-1) for place in flutes]
    knob = rod(v.diameter, v.height)
    return knob - cuts if cuts else knob


BUILDERS: Final[dict[str, Builder]] = {
    "v_pulley": _v_pulley,
    "wheel": _wheel,
    "bladed_wheel": _bladed_wheel,
    "knob": _knob,
}
