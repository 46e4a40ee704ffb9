"""Toothed bodies: gears, racks, toothed pulleys."""

from math import acos, asin, cos, degrees, pi, radians, sin, tan
from typing import Any, Final

from partwright.cad.kernel.parts.library import (
    Edge,
    Face,
    Pos,
    Rotation,
    Shape,
    Solid,
    Wire,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    across,
    bored,
    keyed,
    one,
    rod,
    section,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.gears import (
    gear_twist,
    normal_module,
    pulley_diameter,
    pulley_groove,
)

_FLANK_POINTS = 8


def involute(module: float, teeth: int, angle: float, *, addendum: float, dedendum: float) -> Any:
    """The outline of all teeth, the first on the x axis: flanks by the involute's equation.

    Where the base circle lies above the roots, the flank goes on radially.
    """
    alpha, pitch_radius = radians(angle), module * teeth / 2
    base, root, tip = pitch_radius * cos(alpha), pitch_radius - dedendum, pitch_radius + addendum

    def half(radius: float) -> float:
        """Half the angle of a tooth at a radius."""
        there = acos(min(base / radius, 1.0))
        return pi / (2 * teeth) + (tan(alpha) - alpha) - (tan(there) - there)

    low = max(root, base)
    radii = [low + (tip - low) * (step / _FLANK_POINTS) ** 1.5 for step in range(_FLANK_POINTS + 1)]
    pitch = 2 * pi / teeth
    rising = [polar(radius, -half(radius)) for radius in radii]
    falling = [polar(radius, half(radius)) for radius in reversed(radii)]
    start, end = polar(root, -half(low)), polar(root, half(low))
    following = polar(root, pitch - half(low))
    radial = low > root + 1e-6
    tooth = [
        *([Edge.make_line(start, rising[0])] if radial else []),
        Edge.make_spline(rising),
        Edge.make_three_point_arc(rising[-1], (tip, 0.0), falling[0]),
        Edge.make_spline(falling),
        *([Edge.make_line(falling[-1], end)] if radial else []),
        Edge.make_three_point_arc(end, polar(root, pitch / 2), following),
    ]
    turns = [Rotation(0, 0, degrees(pitch) * number) for number in range(1, teeth)]
    return Wire([*tooth, *(turn * edge for turn in turns for edge in tooth)])


def polar(radius: float, angle: float) -> tuple[float, float]:
    return radius * cos(angle), radius * sin(angle)


def hub_body(v: ParameterValues, at: float) -> list[Shape]:
    return [rod(v.hub_diameter, v.hub_height + 0.5, z=at - 0.5)] if v.hub_diameter else []


def _gear(v: ParameterValues) -> Shape:
    outline = involute(
        v.module,
        int(v.teeth),
        v.pressure_angle,
        addendum=normal_module(v),
        dedendum=1.25 * normal_module(v),
    )
    hub = hub_body(v, v.width)
    if not hub and not v.helix_angle and v.bore > 0:
        bore = Wire([Edge.make_circle(v.bore / 2)])
        return keyed(across(Face(outline, [bore]), v.width), v, v.width)
    teeth = _twisted(outline, v) if v.helix_angle else across(outline, v.width)
    height = v.width + (v.hub_height if hub else 0)
    return keyed(bored(one([teeth, *hub]), v.bore, 0, height), v, height)


def _twisted(outline: Any, v: ParameterValues) -> Shape:
    """The outline along a helix of the given angle at the pitch circle."""
    turn = degrees(gear_twist(v))
    return Solid.extrude_linear_with_rotation(outline, (0, 0, 0), (0, 0, v.width), turn)


def _ring_gear(v: ParameterValues) -> Shape:
    # A tooth gap of the ring is a tooth of the outline that cuts it: deep outside, short inside.
    teeth = involute(
        v.module,
        int(v.teeth),
        v.pressure_angle,
        addendum=1.25 * v.module,
        dedendum=v.module,
    )
    rim = Wire([Edge.make_circle(v.outer_diameter / 2)])
    return across(Face(rim, [teeth]), v.width)


def _rack(v: ParameterValues) -> Shape:
    pitch, lean, quarter = pi * v.module, tan(radians(v.pressure_angle)), pi * v.module / 4
    half = v.teeth * pitch / 2
    top, foot = v.height, v.height - 2.25 * v.module
    tip, root = quarter - v.module * lean, quarter + 1.25 * v.module * lean
    end = v.length / 2 if v.length > 2 * half + 0.002 else half
    outline = [(-end, 0.0), (end, 0.0), *([(end, foot)] if end > half else [])]
    for tooth in range(int(v.teeth)):
        middle = half - (tooth + 0.5) * pitch
        if not tooth:
            outline.append((half, foot))
        outline += [(middle + root, foot), (middle + tip, top)]
        outline += [(middle - tip, top), (middle - root, foot)]
    outline += [(-half, foot), *([(-end, foot)] if end > half else [])]
    return Pos(0, v.width / 2, 0) * Rotation(90, 0, 0) * section(outline, v.width)


def _timing_pulley(v: ParameterValues) -> Shape:
    start = v.flange_thickness if v.flange_diameter else 0.0
    shapes: list[Shape] = [Pos(0, 0, start) * across(_pulley_outline(v), v.width)]
    height = v.width + 2 * start
    if start:
        shapes += [rod(v.flange_diameter, start), rod(v.flange_diameter, start, z=start + v.width)]
    hub = hub_body(v, height)
    height += v.hub_height if hub else 0
    return keyed(bored(one([*shapes, *hub]), v.bore, 0, height), v, height)


def _pulley_outline(v: ParameterValues) -> Any:
    """Lands on the outer circle, and between them gaps with straight sides and a round ground."""
    radius, teeth = pulley_diameter(v) / 2, int(v.teeth)
    gap, depth = pulley_groove(v)
    side = asin(gap / radius)
    rim, ground = radius * cos(side), radius - depth
    edges: list[Any] = []
    for tooth in range(teeth):
        turn = Rotation(0, 0, 360 * tooth / teeth)
        land = (2 * pi / teeth + side) / 2 - side / 2
        end = 2 * pi / teeth - side
        edges += [
            turn * edge
            for edge in (
                Edge.make_line((rim, -gap), (ground + gap, -gap)),
                Edge.make_three_point_arc((ground + gap, -gap), (ground, 0), (ground + gap, gap)),
                Edge.make_line((ground + gap, gap), (rim, gap)),
                Edge.make_three_point_arc(
                    (rim, gap),
                    (radius * cos(land), radius * sin(land)),
                    (radius * cos(end), radius * sin(end)),
                ),
            )
        ]
    return Wire(edges)


BUILDERS: Final[dict[str, Builder]] = {
    "gear": _gear,
    "ring_gear": _ring_gear,
    "timing_pulley": _timing_pulley,
    "rack": _rack,
}
