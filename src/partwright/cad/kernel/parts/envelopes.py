"""Envelopes of bought parts."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Circle,
    Pos,
    Shape,
    extrude,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    prism,
    rod,
    upright_box,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.envelopes import motor_holes


def _motor(v: ParameterValues) -> Shape:
    top = v.body_length
    body = rod(v.size, top) if v.round else prism(v.size, v.size, top, corner=v.size * 0.1)
    body += [
        rod(v.pilot_diameter, v.pilot_height + 0.5, z=top - 0.5),
        rod(v.shaft_diameter, v.shaft_length + 0.5, z=top - 0.5),
    ]
    if not v.hole_diameter:
        return body
    return body - [
        Pos(x, y, 0) * rod(v.hole_diameter, v.hole_depth + 1, z=top - v.hole_depth)
        for x, y in motor_holes(v)
    ]


BUILDERS: Final[dict[str, Builder]] = {
    "envelope_box": upright_box,
    "envelope_cylinder": lambda v: rod(v.diameter, v.length),
    "envelope_motor": _motor,
    "cable": lambda v: extrude(Circle(v.diameter / 2), v.length),
}
