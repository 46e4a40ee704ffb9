"""Bevel gears."""

from typing import Final

from partwright.cad.kernel.parts.gears import involute
from partwright.cad.kernel.parts.library import Pos, Shape, Solid
from partwright.cad.kernel.parts.shapes import Builder, bored, keyed, one, rod
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.bevels import bevel_addendum, bevel_height, cone_distance


def _bevel_gear(v: ParameterValues) -> Shape:
    """Teeth between the large end above the hub and the small end at the top."""
    foot = v.hub_height if v.hub_diameter else 0.0
    small = 1 - v.width / cone_distance(v)
    ends = [
        Pos(0, 0, height)
        * involute(
            v.module * scale,
            int(v.teeth),
            v.pressure_angle,
            addendum=bevel_addendum(v) * scale,
            dedendum=1.25 * bevel_addendum(v) * scale,
        )
        for scale, height in ((1.0, foot), (small, foot + bevel_height(v)))
    ]
    teeth = Solid.make_loft(ends, True)
    hub = [rod(v.hub_diameter, foot + 0.01)] if foot else []
    height = foot + bevel_height(v)
    return keyed(bored(one([teeth, *hub]), v.bore, 0, height), v, height)


BUILDERS: Final[dict[str, Builder]] = {"bevel_gear": _bevel_gear}
