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
    keyed,
    rod,
    stepped,
)
from partwright.cad.language.feature import ParameterValues, TurnedStep
from partwright.cad.language.features.turned import shaft_steps


def _tube(outer: float, inner: float, length: float) -> Shape:
    return stepped((TurnedStep(0.0, length, outer, inner),))


def _bushing(v: ParameterValues) -> Shape:
    inner, foot = v.inner_diameter, 0.0
    steps: list[TurnedStep] = []
    if v.collar_diameter:
        foot = v.collar_thickness
        steps.append(TurnedStep(0.0, foot, v.collar_diameter, inner))
    steps.append(TurnedStep(foot, v.length, v.outer_diameter, inner))
    return keyed(stepped(tuple(steps)), v, v.length, bore="inner_diameter")


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
