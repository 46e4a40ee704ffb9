"""Wound wire with ends: torsion springs."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Circle,
    Edge,
    Helix,
    Plane,
    Pos,
    Shape,
    Wire,
    sweep,
)
from partwright.cad.kernel.parts.shapes import Builder
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.coils import coil_rise, torsion_legs


def _torsion_spring(v: ParameterValues) -> Shape:
    (first, first_end), (last, last_end) = torsion_legs(v)
    radius = (v.outer_diameter - v.wire_diameter) / 2
    coil = Pos(0, 0, first[2]) * Helix(pitch=v.pitch, height=coil_rise(v), radius=radius)
    path = Wire([Edge.make_line(first_end, first), *coil.edges(), Edge.make_line(last, last_end)])
    start = Plane(first_end, z_dir=[first[axis] - first_end[axis] for axis in range(3)])
    return sweep(start * Circle(v.wire_diameter / 2), path=path, is_frenet=True)


BUILDERS: Final[dict[str, Builder]] = {"torsion_spring": _torsion_spring}
