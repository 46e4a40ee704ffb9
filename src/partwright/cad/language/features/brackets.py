"""Bent and clamping things: brackets, clamps, grips."""

from collections.abc import Callable
from math import asin, cos, radians, sin
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    WorkFace,
    X,
    Y,
    Z,
    bore,
    box,
    deg,
    ends,
    mm,
    patterns,
)
from partwright.cad.model import Bounds, Interface, Vector

_THICKNESS: Final = mm(
    "thickness",
    DefaultRule("a tenth of the length, 1 to 12", lambda v: min(12, max(1, v.length / 10))),
    "thickness of the legs",
    low=0.2,
    high=200,
)
_RADIUS: Final = mm(
    "inner_radius",
    DefaultRule("half the thickness", lambda v: v.thickness / 2),
    "radius in the inner corner; 0: sharp",
    low=0,
    high=200,
)
_CORNER: Final = mm(
    "corner_radius", 0, "of the free corners of the legs; 0: sharp", low=0, high=1000
)
_BACKWARDS: Final[Vector] = (-1.0, 0.0, 0.0)


def _corners_fit(free: Callable[[ParameterValues], float]) -> Precondition:
    return Precondition(
        "the corners are rounded less than half the width, and less than the legs are free",
        lambda v: v.corner_radius <= min(0.49 * v.width, free(v)),
    )


def _l_faces(v: ParameterValues) -> tuple[WorkFace, ...]:
    taken = v.thickness + v.inner_radius
    base = v.length - taken
    upright = v.height - taken
    return (
        WorkFace(
            (v.length / 2 - base / 2, 0.0, v.thickness), X, Z, base / 2, v.width / 2, v.thickness
        ),
        WorkFace(
            (-v.length / 2 + v.thickness, 0.0, v.height - upright / 2),
            Y,
            X,
            v.width / 2,
            upright / 2,
            v.thickness,
        ),
    )


def _u_faces(v: ParameterValues) -> tuple[WorkFace, ...]:
    taken = v.thickness + v.inner_radius
    upright = v.height - taken
    middle = v.height - upright / 2
    return (
        WorkFace((0.0, 0.0, v.thickness), X, Z, v.length / 2 - taken, v.width / 2, v.thickness),
        WorkFace((v.length / 2, 0.0, middle), Y, X, v.width / 2, upright / 2, v.thickness),
        WorkFace(
            (-v.length / 2, 0.0, middle),
            (0.0, -1.0, 0.0),
            _BACKWARDS,
            v.width / 2,
            upright / 2,
            v.thickness,
        ),
    )


def _clamp_outside(v: ParameterValues) -> float:
    return v.inner_diameter / 2 + v.thickness


def clamp_ear_start(v: ParameterValues) -> float:
    """Where, along x, the outside of the ears leaves the ring."""
    half = v.gap / 2 + v.thickness
    return _clamp_outside(v) * cos(asin(min(half / _clamp_outside(v), 1.0)))


def _clamp_bounds(v: ParameterValues) -> Bounds:
    outside = _clamp_outside(v)
    half = max(outside, v.gap / 2 + v.thickness)
    return Bounds((-outside, -half, 0.0), (outside + v.ear_length, half, v.width))


def _clamp_interfaces(v: ParameterValues) -> tuple[Interface, ...]:
    middle = _clamp_outside(v) + v.ear_length / 2
    return (
        *ends(v.width),
        *bore(v.inner_diameter, v.width),
        Interface(
            "bolt",
            "hole",
            (middle, v.gap / 2 + v.thickness, v.width / 2),
            Y,
            v.hole_diameter,
            v.gap + 2 * v.thickness,
            through=True,
            pattern="bolt",
        ),
    )


def _elbow_bounds(v: ParameterValues) -> Bounds:
    """The arc begins upwards at the origin and bends towards +x about (bend_radius, 0, 0)."""
    radius, half, angle = v.bend_radius, v.outer_diameter / 2, radians(v.angle)
    inner, outer = radius - half, radius + half
    end_x = (radius - inner * cos(angle), radius - outer * cos(angle))
    end_z = (inner * sin(angle), outer * sin(angle))
    high = outer if v.angle >= 90 else max(end_z)
    return Bounds((-half, -half, min(0.0, *end_z)), (max(half, *end_x), half, high), tolerance=0.05)


FEATURES: Final = (
    Feature(
        "l_bracket",
        "an angle bracket: a base with an upright leg at one end",
        (
            mm("length", 60, "length of the base along x", low=2),
            mm(
                "height",
                DefaultRule("the length", lambda v: v.length),
                "height of the upright",
                low=2,
            ),
            mm(
                "width",
                DefaultRule("0.6 lengths", lambda v: v.length * 0.6),
                "width along y",
                low=1,
            ),
            _THICKNESS,
            _RADIUS,
            _CORNER,
        ),
        (
            _corners_fit(lambda v: min(v.length, v.height) - v.thickness - v.inner_radius),
            Precondition(
                "the legs are longer than thickness and inner radius",
                lambda v: min(v.length, v.height) >= v.thickness + v.inner_radius + 0.5,
            ),
        ),
        lambda v: box(v.length, v.width, v.height),
        lambda v: (
            Interface("bottom", "face", (0.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
            Interface("base", "face", _l_faces(v)[0].origin, Z),
            Interface("back", "face", (-v.length / 2, 0.0, v.height / 2), _BACKWARDS),
            Interface("upright", "face", _l_faces(v)[1].origin, X),
        ),
        _l_faces,
        called=patterns("""
            lug, lasche, bracket, angle bracket, holder, mount, support, winkel, halter,
            halterung, konsole, träger, stand, clip, hanger, cleat, angle plate, mounting,
            gusset, bracket arm, cradle, hinge leaf, hinge, scharnier, rest, upright bracket
        """),
        sizes=(("length", "height"), ("length", "height", "thickness")),
    ),
    Feature(
        "u_bracket",
        "a U of a base with an upright leg at both ends",
        (
            mm("length", 80, "outer length of the base along x", low=3),
            mm("height", DefaultRule("0.6 lengths", lambda v: v.length * 0.6), "height", low=2),
            mm("width", DefaultRule("half the length", lambda v: v.length / 2), "along y", low=1),
            _THICKNESS,
            _RADIUS,
            _CORNER,
        ),
        (
            _corners_fit(lambda v: v.height - v.thickness - v.inner_radius),
            Precondition(
                "there is room between the legs",
                lambda v: v.length >= 2 * (v.thickness + v.inner_radius) + 0.5,
            ),
            Precondition(
                "the legs are higher than thickness and inner radius",
                lambda v: v.height >= v.thickness + v.inner_radius + 0.5,
            ),
        ),
        lambda v: box(v.length, v.width, v.height),
        lambda v: (
            Interface("bottom", "face", (0.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
            Interface("base", "face", (0.0, 0.0, v.thickness), Z),
            Interface("right", "face", _u_faces(v)[1].origin, X),
            Interface("left", "face", _u_faces(v)[2].origin, _BACKWARDS),
        ),
        _u_faces,
        called=patterns("""
            u[- ]bracket, yoke, fork, stirrup, gabel, bügel, joch, saddle, cradle
            bracket, u[- ]mount, gimbal, joint, knuckle, gelenk
        """),
        sizes=(("length", "height"), ("length", "height", "thickness")),
    ),
    Feature(
        "clamp",
        "a slit ring with two ears and a bolt hole across them",
        (
            mm("inner_diameter", 30, "diameter of what is clamped", low=2),
            mm(
                "thickness",
                DefaultRule("an eighth of the diameter", lambda v: v.inner_diameter / 8),
                "thickness of ring and ears",
                low=0.5,
                high=200,
            ),
            mm(
                "width", DefaultRule("half the diameter", lambda v: v.inner_diameter / 2), "along z"
            ),
            mm(
                "gap",
                DefaultRule("half the thickness", lambda v: v.thickness / 2),
                "the slit",
                high=500,
            ),
            mm(
                "ear_length",
                DefaultRule("0.8 widths", lambda v: v.width * 0.8),
                "how far the ears stand out",
                low=1,
            ),
            mm(
                "hole_diameter",
                DefaultRule("0.4 widths", lambda v: v.width * 0.4),
                "bolt hole",
                low=0.3,
            ),
        ),
        (
            Precondition(
                "the ears are narrower than the ring",
                lambda v: v.gap / 2 + v.thickness <= 0.8 * _clamp_outside(v),
            ),
            Precondition(
                "the slit is less than the inner diameter",
                lambda v: v.gap <= 0.6 * v.inner_diameter,
            ),
            Precondition(
                "the bolt hole is less than ear and width",
                lambda v: v.hole_diameter <= min(v.width, v.ear_length) - 1,
            ),
        ),
        _clamp_bounds,
        _clamp_interfaces,
        called=patterns("""
            clamp, pipe clip, clamping ring, schelle, klemme, klemmring, split collar, clip
            ring, handlebar mount, seat clamp, hose clip
        """),
        leading="inner_diameter",
        sizes=(("inner_diameter", "width"), ("inner_diameter", "width", "thickness")),
    ),
    Feature(
        "grip",
        "a handle bent of round bar: a bow on two legs",
        (
            mm("span", 120, "distance of the legs' axes", low=5),
            mm(
                "height",
                DefaultRule("a third of the span", lambda v: v.span / 3),
                "over all",
                low=3,
            ),
            mm("diameter", DefaultRule("a tenth of the span", lambda v: v.span / 10), "of the bar"),
            mm(
                "bend_radius",
                DefaultRule("1.5 diameters", lambda v: v.diameter * 1.5),
                "of the bar's axis",
                low=0.2,
            ),
        ),
        (
            Precondition(
                "the bend is wider than the bar", lambda v: v.bend_radius >= 0.6 * v.diameter
            ),
            Precondition(
                "the bends fit between the legs", lambda v: v.span >= 2 * v.bend_radius + 0.5
            ),
            Precondition(
                "the legs are higher than the bends",
                lambda v: v.height >= v.bend_radius + v.diameter / 2 + 0.5,
            ),
        ),
        lambda v: box(v.span + v.diameter, v.diameter, v.height),
        lambda v: (
            Interface("foot_1", "face", (-v.span / 2, 0.0, 0.0), (0.0, 0.0, -1.0), v.diameter),
            Interface("foot_2", "face", (v.span / 2, 0.0, 0.0), (0.0, 0.0, -1.0), v.diameter),
        ),
        called=patterns("""
            handle, grip, griff, bow, bail, carrying handle, tragegriff, handgriff, pull, rail
            grip, bügelgriff
        """),
        leading="span",
        sizes=(("span", "height"), ("span", "height", "diameter")),
    ),
    Feature(
        "elbow",
        "a bent tube or bar",
        (
            mm("outer_diameter", 30, "outer diameter", low=0.5),
            mm(
                "inner_diameter",
                DefaultRule("0.8 outer diameters", lambda v: v.outer_diameter * 0.8),
                "inner diameter; 0: a bar",
                low=0,
            ),
            mm(
                "bend_radius",
                DefaultRule("1.5 outer diameters", lambda v: v.outer_diameter * 1.5),
                "of the axis",
            ),
            deg("angle", 90, "of the bend", low=5, high=180),
        ),
        (
            Precondition(
                "the inner diameter is less than the outer diameter",
                lambda v: v.inner_diameter <= v.outer_diameter - 0.2,
            ),
            Precondition(
                "the bend is wider than the tube",
                lambda v: v.bend_radius >= 0.6 * v.outer_diameter,
            ),
        ),
        _elbow_bounds,
        lambda v: (
            Interface("start", "face", (0.0, 0.0, 0.0), (0.0, 0.0, -1.0), v.outer_diameter),
        ),
        called=patterns("""
            elbow, bend, bogen, krümmer, manifold pipe, curved tube, bent tube, exhaust
        """),
        leading="outer_diameter",
        sizes=(("outer_diameter", "wall"), ("outer_diameter", "wall", "bend_radius")),
    ),
)
