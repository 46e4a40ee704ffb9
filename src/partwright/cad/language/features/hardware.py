"""Small hardware: eye bolts and rod ends, fork heads, T-handles, cams, pillow blocks."""

from typing import Final

from partwright.cad.language.feature import (
    EPSILON,
    DefaultRule,
    Feature,
    Parameter,
    ParameterValues,
    Precondition,
    Z,
    bore,
    box,
    count,
    ends,
    mm,
    patterns,
)
from partwright.cad.language.features.bore_keys import KEYWAY, keyed
from partwright.cad.model import Bounds, Interface, Vector

_ACROSS: Final[Vector] = (0.0, 1.0, 0.0)
_DOWN: Final[Vector] = (0.0, 0.0, -1.0)
_LEAST: Final = 0.4
"""Material that is left around a hole, in mm."""


def _foot_hole(rule: str, follows: float) -> tuple[Parameter, Parameter]:
    return (
        mm("hole_diameter", 0, "hole in the foot, for a thread; 0: none", low=0),
        mm(
            "hole_depth",
            DefaultRule(rule, lambda v: v.hole_diameter * follows),
            "depth of that hole",
            low=0,
        ),
    )


def eye_width(v: ParameterValues) -> float:
    """Across the eye, along its bore: the ring's own section where it is round."""
    return (v.outer_diameter - v.inner_diameter) / 2 if v.round else v.thickness


_EYE: Final = Feature(
    "eye_bolt",
    "a shank with an eye across it: eye bolt, rod end",
    (
        mm("shank_diameter", 10, "diameter of the shank, or of its thread", low=0.5),
        mm(
            "inner_diameter",
            DefaultRule("2.5 shanks", lambda v: v.shank_diameter * 2.5),
            "of the eye",
            low=0.3,
        ),
        mm(
            "outer_diameter",
            DefaultRule(
                "the eye and two shanks", lambda v: v.inner_diameter + 2 * v.shank_diameter
            ),
            "over the eye",
            low=1,
        ),
        mm(
            "length",
            DefaultRule(
                "four shanks and half the eye",
                lambda v: v.shank_diameter * 4 + v.outer_diameter / 2,
            ),
            "from the foot to the middle of the eye",
            low=1,
        ),
        mm(
            "thickness",
            DefaultRule("the shank", lambda v: v.shank_diameter),
            "width of a flat eye",
            low=0.3,
        ),
        count("round", 0, "0: a flat eye, 1: a ring of round bar", low=0, high=1),
        *_foot_hole("2 holes", 2),
    ),
    (
        Precondition(
            "the eye is narrower than what is around it, by 1 mm at least",
            lambda v: v.inner_diameter <= v.outer_diameter - 1,
        ),
        Precondition(
            "the shank is narrower than the eye is over all",
            lambda v: v.shank_diameter <= v.outer_diameter - 0.5,
        ),
        Precondition(
            "the shank is longer than half the eye",
            lambda v: v.length >= v.outer_diameter / 2 + 0.5,
        ),
        Precondition(
            "the hole in the foot is less than the shank",
            lambda v: v.hole_diameter <= v.shank_diameter - _LEAST,
        ),
        Precondition(
            "the hole in the foot ends below the eye",
            lambda v: not v.hole_diameter or v.hole_depth <= v.length - v.outer_diameter / 2,
        ),
    ),
    lambda v: box(
        v.outer_diameter,
        max(eye_width(v), v.shank_diameter),
        v.length + v.outer_diameter / 2,
    ),
    lambda v: (
        Interface("foot", "face", (0.0, 0.0, 0.0), _DOWN, v.shank_diameter),
        Interface(
            "eye", "bore", (0.0, eye_width(v) / 2, v.length), _ACROSS, v.inner_diameter,
            eye_width(v), through=True,
        ),
    ),
    called=patterns("""
        eye bolt, eyebolt, ring bolt, lifting eye, rod end, rod eye, ringschraube, augenschraube,
        gelenkkopf, stangenkopf
    """),
    sizes=(("shank_diameter", "inner_diameter"), ("shank_diameter", "inner_diameter", "length")),
)  # fmt: skip


_FORK: Final = Feature(
    "fork_head",
    "a fork with a slot and a hole for its pin: fork head, clevis",
    (
        mm("width", 20, "width of the square body", low=2),
        mm("length", DefaultRule("2.6 widths", lambda v: v.width * 2.6), "of the body", low=2),
        mm("slot_width", DefaultRule("half the width", lambda v: v.width / 2), "between the arms"),
        mm(
            "slot_depth",
            DefaultRule("half the length", lambda v: v.length / 2),
            "of the slot, from the end",
        ),
        mm("pin_diameter", DefaultRule("half the width", lambda v: v.width / 2), "of the pin hole"),
        mm(
            "pin_distance",
            DefaultRule("half the width", lambda v: v.width / 2),
            "from the end to the middle of the pin hole",
        ),
        mm("stem_diameter", 0, "of a stem below the body; 0: none", low=0),
        mm("stem_length", DefaultRule("two stems", lambda v: v.stem_diameter * 2), "of it", low=0),
        *_foot_hole("1.5 holes", 1.5),
    ),
    (
        Precondition(
            "the slot leaves two arms of 0.5 mm at least", lambda v: v.slot_width <= v.width - 1
        ),
        Precondition("the slot ends within the body", lambda v: v.slot_depth <= v.length - 0.5),
        Precondition("the pin hole is less than the width", lambda v: v.pin_diameter <= v.width - 1),
        Precondition(
            "the pin hole keeps 0.4 mm from the end",
            lambda v: v.pin_distance >= v.pin_diameter / 2 + _LEAST,
        ),
        Precondition(
            "the pin hole is within the slot",
            lambda v: v.pin_distance + v.pin_diameter / 2 <= v.slot_depth + EPSILON,
        ),
        Precondition("the stem is narrower than the body", lambda v: v.stem_diameter <= v.width),
        Precondition(
            "the hole in the foot is less than the body or its stem",
            lambda v: v.hole_diameter <= (v.stem_diameter or v.width) - _LEAST,
        ),
        Precondition(
            "the hole in the foot ends in the slot, or 0.4 mm below it",
            lambda v: not v.hole_diameter
            or v.hole_depth <= v.length + _stem(v) - v.slot_depth - _LEAST,
        ),
    ),
    lambda v: box(v.width, v.width, v.length + _stem(v)),
    lambda v: (
        Interface("foot", "face", (0.0, 0.0, 0.0), _DOWN, v.stem_diameter or v.width),
        Interface(
            "pin", "bore", (0.0, v.width / 2, v.length + _stem(v) - v.pin_distance), _ACROSS,
            v.pin_diameter, v.width, through=True,
        ),
    ),
    called=patterns("""
        clevis, fork head, fork end, rod clevis, clevis end, gabelkopf, gabelgelenk
    """),
    sizes=(("width", "length"), ("width", "width", "length")),
)  # fmt: skip


def _stem(v: ParameterValues) -> float:
    return v.stem_length if v.stem_diameter else 0.0


_T_HANDLE: Final = Feature(
    "t_handle",
    "a stem with a round bar across its end",
    (
        mm("length", 100, "of the bar", low=2),
        mm(
            "diameter", DefaultRule("an eighth of the length", lambda v: v.length / 8), "of the bar"
        ),
        mm(
            "stem_diameter",
            DefaultRule("the bar's diameter", lambda v: v.diameter),
            "of the stem",
        ),
        mm(
            "stem_length",
            DefaultRule("half the bar's length", lambda v: v.length / 2),
            "from the foot to the bar",
            low=1,
        ),
        *_foot_hole("1.5 holes", 1.5),
    ),
    (
        Precondition(
            "the stem is narrower than the bar is long",
            lambda v: v.stem_diameter <= v.length - 0.5,
        ),
        Precondition(
            "the stem is at most 2 bars thick", lambda v: v.stem_diameter <= 2 * v.diameter
        ),
        Precondition(
            "the hole in the foot is less than the stem",
            lambda v: v.hole_diameter <= v.stem_diameter - _LEAST,
        ),
        Precondition(
            "the hole in the foot is less deep than the stem is long",
            lambda v: not v.hole_diameter or v.hole_depth <= v.stem_length,
        ),
    ),
    lambda v: box(v.length, max(v.diameter, v.stem_diameter), v.stem_length + v.diameter),
    lambda v: (Interface("foot", "face", (0.0, 0.0, 0.0), _DOWN, v.stem_diameter),),
    called=patterns("t[- ]handle, tee handle, t[- ]bar handle, t[- ]griff, knebelgriff"),
    sizes=(("length", "stem_length"), ("length", "diameter", "stem_length")),
)


_CAM: Final = Feature(
    "cam",
    "a plate cam: a base circle with one lobe of straight flanks",
    (
        mm("base_diameter", 40, "of the base circle", low=2),
        mm(
            "lift",
            DefaultRule("a quarter of the base", lambda v: v.base_diameter / 4),
            "of the lobe",
        ),
        mm(
            "nose_radius",
            DefaultRule("a fifth of the base", lambda v: v.base_diameter / 5),
            "at the tip of the lobe",
        ),
        mm(
            "thickness",
            DefaultRule("a quarter of the base", lambda v: v.base_diameter / 4),
            "along z",
        ),
        mm("bore", DefaultRule("0.3 bases", lambda v: v.base_diameter * 0.3), "0: none", low=0),
        *KEYWAY,
    ),
    (
        Precondition(
            "the nose is at most as round as the base circle",
            lambda v: v.nose_radius <= v.base_diameter / 2,
        ),
        Precondition(
            "the bore leaves 0.5 mm of the base circle", lambda v: v.bore <= v.base_diameter - 1
        ),
        keyed(lambda v: v.base_diameter),
    ),
    lambda v: Bounds(
        (-v.base_diameter / 2, -v.base_diameter / 2, 0.0),
        (v.base_diameter / 2 + v.lift, v.base_diameter / 2, v.thickness),
        tolerance=0.01,
    ),
    lambda v: (*ends(v.thickness), *bore(v.bore, v.thickness)),
    called=patterns("cam, plate cam, cam plate, disc cam, nocken, nockenscheibe, kurvenscheibe"),
    leading="base_diameter",
    sizes=(("base_diameter", "thickness"), ("base_diameter", "lift", "thickness")),
)


def _holes_of_foot(v: ParameterValues) -> tuple[Interface, ...]:
    """The round holes of a pillow block's foot."""
    if not v.hole_diameter or v.slot_length > v.hole_diameter + EPSILON:
        return ()
    return tuple(
        Interface(
            name,
            "hole",
            (side * v.hole_spacing / 2, 0.0, v.thickness),
            Z,
            v.hole_diameter,
            v.thickness,
            through=True,
            pattern="foot",
        )
        for name, side in (("foot[1]", -1), ("foot[2]", 1))
    )


_PILLOW: Final = Feature(
    "pillow_block",
    "a bearing block on a foot, with a bore across and a hole at either end",
    (
        mm("bore", 30, "of the bearing seat, or of the shaft", low=1),
        mm("outer_diameter", DefaultRule("1.8 bores", lambda v: v.bore * 1.8), "round the bore"),
        mm(
            "height",
            DefaultRule("0.6 outer diameters", lambda v: v.outer_diameter * 0.6),
            "from the foot to the middle of the bore",
        ),
        mm(
            "length",
            DefaultRule("2.6 outer diameters", lambda v: v.outer_diameter * 2.6),
            "of the foot",
        ),
        mm(
            "width", DefaultRule("0.7 bores", lambda v: v.bore * 0.7), "of the foot, along the bore"
        ),
        mm(
            "thickness", DefaultRule("a third of the height", lambda v: v.height / 3), "of the foot"
        ),
        mm(
            "hole_diameter",
            DefaultRule("a third of the width", lambda v: v.width / 3),
            "0: none",
            low=0,
        ),
        mm(
            "slot_length",
            DefaultRule("the hole: round", lambda v: v.hole_diameter),
            "of slots in place of round holes",
            low=0,
        ),
        mm(
            "hole_spacing",
            DefaultRule(
                "half between foot's end and block",
                lambda v: (v.length + v.outer_diameter) / 2,
            ),
            "between the holes",
        ),
    ),
    (
        Precondition("the bore leaves 0.5 mm around it", lambda v: v.bore <= v.outer_diameter - 1),
        Precondition(
            "the bore is above the foot", lambda v: v.height >= v.thickness + v.bore / 2 + 0.2
        ),
        Precondition(
            "the block does not reach below the foot",
            lambda v: v.height >= v.outer_diameter / 2,
        ),
        Precondition(
            "the block is narrower than the foot is long",
            lambda v: v.outer_diameter <= v.length - 0.5,
        ),
        Precondition(
            "the slots are as long as wide at least",
            lambda v: not v.hole_diameter or v.slot_length >= v.hole_diameter - EPSILON,
        ),
        Precondition(
            "the holes leave 0.5 mm of the foot beside them",
            lambda v: v.hole_diameter <= v.width - 1,
        ),
        Precondition(
            "the holes are between block and foot's ends",
            lambda v: (
                not v.hole_diameter
                or v.outer_diameter + v.slot_length
                <= v.hole_spacing
                <= v.length - v.slot_length - 1
            ),
        ),
    ),
    lambda v: box(v.length, v.width, v.height + v.outer_diameter / 2),
    lambda v: (
        Interface("bottom", "face", (0.0, 0.0, 0.0), _DOWN),
        Interface(
            "bore", "bore", (0.0, v.width / 2, v.height), _ACROSS, v.bore, v.width, through=True
        ),
        *_holes_of_foot(v),
    ),
    called=patterns("pillow block, plummer block, stehlager, lagerbock, stehlagergehäuse"),
    leading="bore",
    sizes=(("length", "width"), ("length", "width", "height")),
)

FEATURES: Final = (_EYE, _FORK, _T_HANDLE, _CAM, _PILLOW)
"""What is screwed on, pulled, turned and pressed."""
