"""Eye bolts and rod ends, fork heads, T-handles, cams, pillow blocks."""

from math import sqrt
from typing import Final

from partwright.cad.kernel.parts.library import (
    Circle,
    Polyline,
    Pos,
    Rotation,
    Shape,
    SlotOverall,
    Torus,
    extrude,
    make_face,
)
from partwright.cad.kernel.parts.shapes import Builder, block, bored, keyed, one, prism, rod
from partwright.cad.language.feature import ParameterValues


def _along_y(diameter: float, wide: float, z: float) -> Shape:
    """A cylinder along y with its middle above the origin."""
    return Pos(0, wide / 2, z) * Rotation(90, 0, 0) * rod(diameter, wide)


def _eye_bolt(v: ParameterValues) -> Shape:
    bar = (v.outer_diameter - v.inner_diameter) / 2
    shank = rod(v.shank_diameter, v.length - v.inner_diameter / 2 - bar / 2)
    if v.round:
        ring = (
            Pos(0, 0, v.length) * Rotation(90, 0, 0) * Torus((v.outer_diameter - bar) / 2, bar / 2)
        )
        made = one([shank, ring])
    else:
        made = one([shank, _along_y(v.outer_diameter, v.thickness, v.length)])
    wide = max(v.thickness, v.shank_diameter) + 2
    if not v.round or v.shank_diameter > bar:
        made -= _along_y(v.inner_diameter, wide, v.length)
    return _tapped(made, v)


def _tapped(shape: Shape, v: ParameterValues) -> Shape:
    """The shape with the hole in its foot, if it has one."""
    return shape - rod(v.hole_diameter, v.hole_depth + 1, z=-1) if v.hole_diameter else shape


def _fork_head(v: ParameterValues) -> Shape:
    foot = v.stem_length if v.stem_diameter else 0.0
    top, half = foot + v.length, v.slot_width / 2
    made = prism(v.width, v.width, v.length, z=foot)
    if foot:
        made = one([rod(v.stem_diameter, foot), made])
    made -= [
        block((-v.width, -half, top - v.slot_depth), (v.width, half, top + 1)),
        _along_y(v.pin_diameter, v.width + 2, top - v.pin_distance),
    ]
    return _tapped(made, v)


def _t_handle(v: ParameterValues) -> Shape:
    middle = v.stem_length + v.diameter / 2
    bar = Pos(-v.length / 2, 0, middle) * Rotation(0, 90, 0) * rod(v.diameter, v.length)
    stem = rod(v.stem_diameter, v.stem_length + v.diameter / 2)
    if v.stem_diameter > v.diameter:
        stem = stem + rod(v.stem_diameter, v.diameter, z=v.stem_length)
    return _tapped(one([stem, bar]), v)


def _cam(v: ParameterValues) -> Shape:
    base, nose = v.base_diameter / 2, v.nose_radius
    apart = base + v.lift - nose
    lean = (base - nose) / apart
    up = sqrt(1 - lean * lean)
    corners = [
        (base * lean, base * up), (apart + nose * lean, nose * up),
        (apart + nose * lean, -nose * up), (base * lean, -base * up),
    ]  # fmt: skip
    outline = (
        make_face(Polyline(*corners, close=True)) + Circle(base) + Pos(apart, 0) * Circle(nose)
    )
    made = bored(extrude(outline, v.thickness).clean(), v.bore, 0, v.thickness)
    return keyed(made, v, v.thickness)


def _pillow_block(v: ParameterValues) -> Shape:
    across, wide = v.outer_diameter, v.width
    block_ = block((-across / 2, -wide / 2, 0), (across / 2, wide / 2, v.height))
    made = one([prism(v.length, wide, v.thickness), block_, _along_y(across, wide, v.height)])
    made -= _along_y(v.bore, wide + 2, v.height)
    if not v.hole_diameter:
        return made
    is_round = v.slot_length <= v.hole_diameter + 1e-6
    hole = (
        rod(v.hole_diameter, v.thickness + 2, z=-1)
        if is_round
        else Pos(0, 0, -1) * extrude(SlotOverall(v.slot_length, v.hole_diameter), v.thickness + 2)
    )
    return made - [Pos(side * v.hole_spacing / 2, 0, 0) * hole for side in (-1, 1)]


BUILDERS: Final[dict[str, Builder]] = {
    "eye_bolt": _eye_bolt,
    "fork_head": _fork_head,
    "t_handle": _t_handle,
    "cam": _cam,
    "pillow_block": _pillow_block,
}
