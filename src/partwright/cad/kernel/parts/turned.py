"""Turned bodies: rods, tubes, shafts, bushings."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Pos,
    Shape,
    Torus,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    bored,
    hexagon,
    rod,
    stepped,
)
from partwright.cad.language.feature import ParameterValues, TurnedStep
from partwright.cad.language.features.turned import shaft_steps


def _tube(outer: float, inner: float, length: float) -> Shape:
    return stepped((TurnedStep(0.0, length, outer, inner),))


def _bushing(v: ParameterValues) -> Shape:
    inner = v.inner_diameter
    if not v.collar_diameter:
        return _tube(v.outer_diameter, inner, v.length)
    return stepped(
        (
            TurnedStep(0.0, v.collar_thickness, v.collar_diameter, inner),
            TurnedStep(v.collar_thickness, v.length, v.outer_diameter, inner),
        )
    )


def _spacer(v: ParameterValues) -> Shape:
    if v.sides == 6:
        return bored(hexagon(v.outer_diameter, v.length), v.inner_diameter, 0, v.length)
    return _tube(v.outer_diameter, v.inner_diameter, v.length)


BUILDERS: Final[dict[str, Builder]] = {
    "shaft": lambda v: stepped(shaft_steps(v)),
    "bushing": _bushing,
    "rod": lambda v: rod(v.diameter, v.length),
    "tube": lambda v: _tube(v.outer_diameter, v.inner_diameter, v.length),
    "spacer": _spacer,
    "o_ring": lambda v: Pos(0, 0, v.cord / 2) * Torus((v.inner_diameter + v.cord) / 2, v.cord / 2),
}
