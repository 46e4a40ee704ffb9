"""The volume of a part from its figures, near enough for a roll-up before anything is built; pure."""

from collections.abc import Callable
from math import acos, asin, cos, pi, radians, sin, sqrt, tan
from typing import Final

from partwright.cad.language import catalogue, interfaces
from partwright.cad.language.body import PlannedBody, PlannedOperation, body
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features import (
    bevels,
    coils,
    couplings,
    gears,
    hardware,
    outlines,
    sprockets,
)
from partwright.cad.language.turning import flats_of
from partwright.cad.model import STANDARD, NotDrawn, PartSpec

Volume = Callable[[ParameterValues], float]


def _round(diameter: float) -> float:
    return pi / 4 * diameter * diameter


def _slab(length: float, width: float, corner: float) -> float:
    return length * width - (4 - pi) * corner * corner


def _shelled(v: ParameterValues) -> float:
    inside = max(v.corner_radius - v.wall, 0.0)
    whole = _slab(v.length, v.width, v.corner_radius) * v.height
    hollow = _slab(v.length - 2 * v.wall, v.width - 2 * v.wall, inside) * (v.height - v.wall)
    return whole - hollow


def _arm(v: ParameterValues) -> float:
    """Two round ends and what lies between the lines that touch both."""
    first, second = v.width / 2, v.width_2 / 2
    lean = asin((first - second) / v.distance)
    area = (first + second) * v.distance * cos(lean)
    area += first**2 * (pi / 2 + lean) + second**2 * (pi / 2 - lean)
    return (area - _round(v.bore_1) - _round(v.bore_2)) * v.thickness


def _angle(legs: float, v: ParameterValues) -> float:
    straight = v.length + legs * (v.height - v.thickness)
    corners = legs * (1 - pi / 4) * v.inner_radius * v.inner_radius
    rounded = (4 - pi) * v.corner_radius**2
    return (straight * v.thickness + corners) * v.width - rounded * v.thickness


def _grip(v: ParameterValues) -> float:
    long = v.span + 2 * v.height - (4 - pi) * v.bend_radius
    return _round(v.diameter) * long


def _shaft(v: ParameterValues) -> float:
    steps = [(v[f"diameter_{n}"], v[f"length_{n}"]) for n in range(1, 9)]
    return sum((_round(d) - _round(v.bore)) * length for d, length in steps)


def _cone(v: ParameterValues) -> float:
    def frustum(a: float, b: float) -> float:
        return pi / 12 * v.height * (a * a + a * b + b * b)

    whole = frustum(v.bottom_diameter, v.top_diameter)
    if not v.wall:
        return whole
    inner = [max(side - 2 * v.wall, 0.0) for side in (v.bottom_diameter, v.top_diameter)]
    return whole - frustum(*inner)


def _dome(v: ParameterValues) -> float:
    radius, height = v.diameter / 2, v.height
    if v.wall:
        return pi * (radius * radius + height * height) * v.wall
    return pi * height / 6 * (3 * radius * radius + height * height)


def _wheel(v: ParameterValues) -> float:
    rim = _round(v.diameter) - _round(v.diameter - 2 * v.rim_thickness)
    hub = _round(v.hub_diameter) - _round(v.bore)
    inner = v.diameter - 2 * v.rim_thickness
    if v.spoke_count:
        between = v.spoke_count * v.spoke_width * (inner - v.hub_diameter) / 2
    else:
        between = _round(inner) - _round(v.hub_diameter)
    return (rim + hub) * v.width + between * v.web_thickness


def _profile(section: Callable[[ParameterValues], float]) -> Volume:
    return lambda v: section(v) * v.length


def _flange(v: ParameterValues) -> float:
    plate = (_round(v.outer_diameter) - _round(v.bore)) * v.thickness
    hub = (
        max(_round(v.hub_diameter) - _round(v.bore), 0.0) * v.hub_height if v.hub_diameter else 0.0
    )
    return plate + hub - v.bolt_count * _round(v.bolt_hole) * v.thickness


def _polygon(v: ParameterValues) -> float:
    inside = v.across - 2 * v.wall if v.wall else 0.0
    outer, inner = (
        abs(outlines.area(outlines.polygon_corners(v.sides, across)))
        for across in (v.across, inside)
    )
    return outer * v.height - inner * (v.height - v.wall)


def _revolution(v: ParameterValues) -> float:
    """By Pappus: the area of the half section times the way of its centroid."""
    corners = outlines.drawn(v, "r", "z")
    following = [*corners[1:], corners[0]]
    moment = sum(
        (a[0] + b[0]) * (a[0] * b[1] - b[0] * a[1]) for a, b in zip(corners, following, strict=True)
    )
    return abs(moment) / 6 * 2 * pi


def _loft(v: ParameterValues) -> float:
    def frustum(wall: float, height: float) -> float:
        long = (v.bottom_length - 2 * wall, v.top_length - 2 * wall)
        wide = (v.bottom_width - 2 * wall, v.top_width - 2 * wall)
        crossed = long[0] * wide[1] + long[1] * wide[0]
        return height / 6 * (2 * long[0] * wide[0] + 2 * long[1] * wide[1] + crossed)

    return frustum(0.0, v.height) - (frustum(v.wall, v.height - v.wall) if v.wall else 0.0)


def _eye_bolt(v: ParameterValues) -> float:
    bar, middle = hardware.eye_width(v), (v.outer_diameter + v.inner_diameter) / 2
    ring = (_round(v.outer_diameter) - _round(v.inner_diameter)) * v.thickness
    if v.round:
        ring = _round(bar) * pi * middle
    shank = _round(v.shank_diameter) * (v.length - v.outer_diameter / 2)
    return ring + shank - _round(v.hole_diameter) * v.hole_depth


def _fork_head(v: ParameterValues) -> float:
    arms = v.width - v.slot_width
    body = v.width * (v.width * v.length - v.slot_width * v.slot_depth)
    stem = _round(v.stem_diameter) * v.stem_length
    holes = _round(v.pin_diameter) * arms + _round(v.hole_diameter) * v.hole_depth
    return body + stem - holes


def _cam(v: ParameterValues) -> float:
    base, nose = v.base_diameter / 2, v.nose_radius
    apart = max(base + v.lift - nose, 1e-6)
    lean = asin(min(max((base - nose) / apart, -1.0), 1.0))
    flanks = apart * cos(lean) * (base + nose)
    ends = (pi / 2 + lean) * base**2 + (pi / 2 - lean) * nose**2
    return (flanks + ends - _round(v.bore)) * v.thickness


def _pillow_block(v: ParameterValues) -> float:
    foot = (v.length - v.outer_diameter) * v.thickness * v.width
    block = v.outer_diameter * v.height + _round(v.outer_diameter) / 2 - _round(v.bore)
    return foot + block * v.width - 2 * _round(v.hole_diameter) * v.thickness


def _bevel_gear(v: ParameterValues) -> float:
    small = 1 - v.width / bevels.cone_distance(v)
    teeth = _round(v.module * v.teeth) * (1 + small + small * small) / 3 * bevels.bevel_height(v)
    hub = _round(v.hub_diameter) * v.hub_height
    return teeth + hub - _round(v.bore) * (bevels.bevel_height(v) + gears.hub_of(v))


def _bell_crank(v: ParameterValues) -> float:
    """The round part, the arms outside it, half a round end on each."""
    hub, half = v.hub_diameter / 2, v.width / 2
    within = half * sqrt(max(hub * hub - half * half, 0.0)) + hub * hub * asin(min(half / hub, 1.0))
    arms = v.width * (v.arm_1 + v.arm_2) - 2 * within + _round(v.width)
    bores = _round(v.bore) + _round(v.bore_1) + _round(v.bore_2)
    return (_round(v.hub_diameter) + arms - bores) * v.thickness


def _saddle(v: ParameterValues) -> float:
    arch = (_round(v.inner_diameter + 2 * v.thickness) - _round(v.inner_diameter)) / 2
    ears = v.ears * (v.ear_length * v.width - _round(v.hole_diameter)) * v.thickness
    return (arch + 2 * v.thickness * v.rise) * v.width + ears


_VOLUMES: Final[dict[str, Volume]] = {
    "plate": lambda v: _slab(v.length, v.width, v.corner_radius) * v.thickness,
    "disc": lambda v: (_round(v.diameter) - _round(v.bore)) * v.thickness,
    "ring": lambda v: (_round(v.outer_diameter) - _round(v.inner_diameter)) * v.thickness,
    "frame": lambda v: (
        (v.length * v.width - (v.length - 2 * v.border) * (v.width - 2 * v.border)) * v.thickness
    ),
    "pcb": lambda v: (v.length * v.width - 4 * _round(v.hole_diameter)) * v.thickness,
    "arm": _arm,
    "oval": lambda v: _round(1) * v.length * v.width * v.thickness,
    "polygon": _polygon,
    "l_plate": lambda v: outlines.area(outlines.l_corners(v)) * v.thickness,
    "extrusion": lambda v: abs(outlines.area(outlines.drawn(v))) * v.length,
    "revolution": _revolution,
    "loft": _loft,
    "bent_bar": lambda v: (_round(v.diameter) - _round(v.inner_diameter)) * outlines.bar_length(v),
    "box": lambda v: _slab(v.length, v.width, v.corner_radius) * v.height,
    "enclosure": lambda v: _shelled(v) + v.length * v.width * v.lid_thickness,
    "housing": lambda v: _shelled(v) * 1.15,
    "l_bracket": lambda v: _angle(1, v),
    "u_bracket": lambda v: _angle(2, v),
    "z_bracket": lambda v: (
        (
            (v.lower_leg + v.upper_leg + v.height - 2 * v.thickness) * v.width
            - (4 - pi) * v.corner_radius**2
        )
        * v.thickness
    ),
    "grip": _grip,
    "rod": lambda v: _round(v.diameter) * v.length,
    "tube": lambda v: (_round(v.outer_diameter) - _round(v.inner_diameter)) * v.length,
    "shaft": _shaft,
    "bushing": lambda v: (_round(v.outer_diameter) - _round(v.inner_diameter)) * v.length,
    "spacer": lambda v: (_round(v.outer_diameter) - _round(v.inner_diameter)) * v.length,
    "o_ring": lambda v: _round(v.cord) * pi * (v.inner_diameter + v.cord),
    "flange": _flange,
    "cone": _cone,
    "dome": _dome,
    "sphere": lambda v: pi / 6 * v.diameter**3 - _round(v.bore) * v.diameter,
    "cup": lambda v: (
        _round(v.outer_diameter) * v.height
        - _round(v.outer_diameter - 2 * v.wall) * (v.height - v.wall)
        - _round(v.bore) * v.wall
    ),
    "gear": lambda v: (_round(v.module * v.teeth) - _round(v.bore)) * v.width,
    "sprocket": lambda v: (
        (_round(v.pitch / sin(pi / v.teeth)) - _round(v.bore)) * v.width * v.strands
        + (_round(sprockets.sprocket_waist_diameter(v)) - _round(v.bore))
        * (v.strand_pitch - v.width)
        * (v.strands - 1)
    ),
    "bevel_gear": _bevel_gear,
    "claw_hub": couplings.claw_volume,
    "slotted_nut": couplings.nut_volume,
    "bellows": couplings.bellows_volume,
    "eye_bolt": _eye_bolt,
    "fork_head": _fork_head,
    "t_handle": lambda v: (
        _round(v.diameter) * v.length
        + _round(v.stem_diameter) * v.stem_length
        - _round(v.hole_diameter) * v.hole_depth
    ),
    "bell_crank": _bell_crank,
    "saddle": _saddle,
    "cam": _cam,
    "pillow_block": _pillow_block,
    "torsion_spring": lambda v: (
        _round(v.wire_diameter)
        * (pi * (v.outer_diameter - v.wire_diameter) * coils.torsion_turns(v) + 2 * v.leg_length)
    ),
    "ring_gear": lambda v: (_round(v.outer_diameter) - _round(v.module * v.teeth)) * v.width,
    "rack": lambda v: (
        (v.length * (v.height - 2.25 * v.module) + 1.15 * v.module**2 * v.teeth * pi) * v.width
    ),
    "wheel": _wheel,
    "square_tube": _profile(
        lambda v: v.width * v.height - (v.width - 2 * v.thickness) * (v.height - 2 * v.thickness)
    ),
    "angle_profile": _profile(lambda v: (v.width + v.height - v.thickness) * v.thickness),
    "u_profile": _profile(lambda v: (v.width + 2 * v.height - 2 * v.thickness) * v.thickness),
    "t_profile": _profile(lambda v: (v.width + v.height - v.thickness) * v.thickness),
    "i_profile": _profile(lambda v: (2 * v.width + v.height - 2 * v.thickness) * v.thickness),
    "z_profile": _profile(lambda v: (2 * v.width + v.height - 2 * v.thickness) * v.thickness),
    "slot_profile": _profile(lambda v: v.size * v.size * 0.57),
    "spring": lambda v: (
        _round(v.wire_diameter) * pi * (v.outer_diameter - v.wire_diameter) * (v.turns + 1)
    ),
    "screw_flight": lambda v: (
        (_round(v.outer_diameter) - _round(v.inner_diameter))
        * v.thickness
        * (v.length - v.thickness)
        / v.pitch
    ),
}
_FILL: Final = {
    "timing_pulley": 0.47, "v_pulley": 0.53, "bladed_wheel": 0.09, "propeller": 0.13, "knob": 0.72, "clamp": 0.25,
    "elbow": 0.17, "heat_sink": 0.44, "lid": 0.46, "cable": 0.78, "envelope_box": 1.0,
    "envelope_motor": 0.65,
}  # fmt: skip
"""The part of its box that a body of another kind fills."""
_SCREW_FILL: Final = 0.28


def volume(spec: PartSpec) -> float:
    """Cubic millimetres; 0 for what cannot be built."""
    feature = catalogue.feature_of(spec.method)
    if isinstance(feature, NotDrawn):
        return 0.0
    whole = body(feature, spec.parameters, spec.operations)
    reckon = _VOLUMES.get(feature.name)
    if reckon is not None:
        found = reckon(whole.values)
    else:
        size = interfaces.bounding_box(spec).size
        fill = _SCREW_FILL if spec.method.startswith(STANDARD) else _FILL.get(feature.name, 0.9)
        if feature.name == "envelope_cylinder":
            fill = pi / 4
        found = size[0] * size[1] * size[2] * fill
    return max(found - sum(_cut(whole, one) for one in whole.operations), found * 0.02)


def _cut(whole: PlannedBody, made: PlannedOperation) -> float:
    """The volume in mm³ that an operation takes away; what it adds counts negative."""
    v, shape = made.values, made.kind.shape
    number = v.get("count", v.get("count_x", 1.0) * v.get("count_y", 1.0))
    faces = whole.faces
    place = int(v.get("face", 0.0))
    thickness = faces[place].thickness if place < len(faces) else 0.0
    deep = v.get("depth", 0.0) or thickness
    if shape == "hole":
        return number * _round(v.diameter) * deep
    if shape == "slot":
        return number * ((v.length - v.width) * v.width + _round(v.width)) * deep
    if shape == "pocket":
        return number * _slab(v.length, v.width, v.corner_radius) * deep
    if shape == "boss":
        return -number * (_round(v.diameter) - _round(v.hole_diameter)) * v.height
    if shape == "rib":
        return -number * v.length * v.thickness * v.height
    if made.kind.name == "keyway":
        return v.width * v.depth * v.length
    if made.kind.name in ("groove", "spline", "flats"):
        return _around(whole, made)
    if made.kind.name == "cross_hole" and whole.steps:
        return number * _round(v.diameter) * (whole.steps[0].diameter - whole.steps[0].bore)
    if made.kind.name == "shell":
        # The main face of a shelled body is its floor already.
        low, high = _main_face(whole)
        tall = whole.values.get("height", whole.values.get("thickness", 0.0))
        return low * high * max(tall - v.wall, 0.0)
    return 0.0


def _around(whole: PlannedBody, made: PlannedOperation) -> float:
    """The ring of a groove, what is free between splines, or what stands beyond flats."""
    v = made.values
    if made.kind.name == "flats":
        return _beyond_flats(whole, made)
    held = (step.diameter for step in whole.steps if step.low <= v.z <= step.high)
    across, long = next(held, 0.0), v.get("length", v.width)
    if v.get("angle"):
        long -= min(v.depth * tan(radians(v.angle / 2)), v.width / 2)
    ring = _round(across) - _round(max(across - 2 * v.depth, 0.0))
    return max(ring - v.get("count", 0.0) * v.width * v.depth, 0.0) * long


def _beyond_flats(whole: PlannedBody, made: PlannedOperation) -> float:
    """The segments that flats take of a round, each by itself."""
    v = made.values
    radius = next((s.diameter for s in whole.steps if s.low <= v.z <= s.high), 0.0) / 2
    segments = (
        radius**2 * acos(away / radius) - away * sqrt(radius**2 - away**2)
        for _, away in (flats_of(made, radius) if radius else ())
        if abs(away) < radius
    )
    return sum(segments) * v.length


def _main_face(whole: PlannedBody) -> tuple[float, float]:
    """Length and width of a body's main face."""
    face = whole.faces[0] if whole.faces else None
    return (0.0, 0.0) if face is None else (face.half_x * 2, face.half_y * 2)
