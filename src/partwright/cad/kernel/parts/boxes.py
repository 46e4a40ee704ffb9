"""Boxes and heat sinks."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Plane,
    Shape,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    section,
    upright_box,
)
from partwright.cad.language.feature import ParameterValues


def _heat_sink(v: ParameterValues) -> Shape:
    half, number = v.width / 2, int(v.fin_count)
    pitch = (v.width - v.fin_thickness) / (number - 1)
    outline = [(-half, 0.0)]
    for fin in range(number):
        start = -half + fin * pitch
        foot, end = (v.base_thickness, v.height), start + v.fin_thickness
        outline += [(start, foot[0])] if fin else []
        outline += [(start, foot[1]), (end, foot[1])]
        outline += [(end, foot[0])] if fin < number - 1 else []
    outline += [(half, 0.0)]
    return Plane.YZ.offset(-v.length / 2).location * section(outline, v.length)


BUILDERS: Final[dict[str, Builder]] = {
    "box": upright_box,
    "heat_sink": _heat_sink,
}
