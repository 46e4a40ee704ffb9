"""Sprockets, by seats of rollers and straight flanks."""

from math import asin, cos, pi, radians, sin
from typing import Any, Final

from partwright.cad.kernel.parts.gears import hub_body, polar
from partwright.cad.kernel.parts.library import Edge, Pos, Shape, Wire
from partwright.cad.kernel.parts.shapes import Builder, across, bored, keyed, one, rod
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.sprockets import (
    SPROCKET_TIP,
    sprocket_height,
    sprocket_pitch_diameter,
    sprocket_tip_diameter,
    sprocket_waist_diameter,
)

_SEAT: Final = radians(68)
"""How far the ground of a gap follows the roller to each side."""


def _sprocket(v: ParameterValues) -> Shape:
    rows = sprocket_height(v)
    hub = hub_body(v, rows)
    height = rows + (v.hub_height if hub else 0)
    row = across(_sprocket_outline(v), v.width)
    several = [Pos(0, 0, number * v.strand_pitch) * row for number in range(int(v.strands))]
    waist = [rod(sprocket_waist_diameter(v), rows)] if len(several) > 1 else []
    toothed = one([*several, *waist, *hub])
    return keyed(bored(toothed, v.bore, 0, height), v, height)


def _sprocket_outline(v: ParameterValues) -> Any:
    """Seats of the rollers and between them straight flanks; the first tooth on the x axis."""
    middle, tip, seat = sprocket_pitch_diameter(v) / 2, sprocket_tip_diameter(v) / 2, _SEAT
    roller = v.roller_diameter / 2
    half_tip = asin(SPROCKET_TIP * v.pitch / tip)
    pitch = 2 * pi / int(v.teeth)

    def seated(place: float, angle: float) -> tuple[float, float]:
        """A point of a seat, from its ground towards the next tooth."""
        x, y = middle - roller * cos(angle), roller * sin(angle)
        return x * cos(place) - y * sin(place), x * sin(place) + y * cos(place)

    edges: list[Any] = []
    for tooth in range(int(v.teeth)):
        at, gap = tooth * pitch, (tooth + 0.5) * pitch
        falling, rising = polar(tip, at + half_tip), polar(tip, at + pitch - half_tip)
        edges += [
            Edge.make_three_point_arc(polar(tip, at - half_tip), polar(tip, at), falling),
            Edge.make_line(falling, seated(gap, -seat)),
            Edge.make_three_point_arc(seated(gap, -seat), seated(gap, 0), seated(gap, seat)),
            Edge.make_line(seated(gap, seat), rising),
        ]
    return Wire(edges)


BUILDERS: Final[dict[str, Builder]] = {"sprocket": _sprocket}
