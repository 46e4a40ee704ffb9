"""Things of one section along their length: profiles, springs, cables."""

from collections.abc import Callable
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    Parameter,
    ParameterValues,
    Precondition,
    WorkFace,
    Z,
    box,
    count,
    cylinder,
    ends,
    mm,
    patterns,
    sides,
)
from partwright.cad.model import Interface

_LENGTH: Final = mm("length", 200, "length along z", low=0.5, high=6000)
_WIDTH: Final = mm("width", 40, "width along x", low=1, high=1000)
_HEIGHT: Final = mm(
    "height", DefaultRule("the width", lambda v: v.width), "along y", low=1, high=1000
)
_THICKNESS: Final = mm(
    "thickness",
    DefaultRule("a tenth of the width", lambda v: v.width / 10),
    "thickness of the legs",
    low=0.2,
    high=200,
)


def _profile(
    name: str,
    words: str,
    *preconditions: Precondition,
    called: tuple[str, ...],
    more: tuple[Parameter, ...] = (),
    faces: Callable[[ParameterValues], tuple[WorkFace, ...]] | None = None,
) -> Feature:
    return Feature(
        name,
        words,
        (_WIDTH, _HEIGHT, _THICKNESS, *more, _LENGTH),
        preconditions,
        lambda v: box(v.width, v.height, v.length),
        lambda v: ends(v.length) + sides(v.width, v.height, v.length),
        faces=faces or (lambda _: ()),
        called=called,
    )


def _inside(diameter: float, length: float) -> Interface:
    """The hollow that a winding goes around, open at both ends."""
    return Interface("inside", "bore", (0.0, 0.0, length), Z, diameter, length, through=True)


def _walls(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The four walls of a rectangular tube, the front one first, their length along z."""
    middle = v.length / 2
    wide, high = (side / 2 - v.corner_radius for side in (v.width, v.height))
    along = (0.0, 0.0, 1.0)
    return (
        WorkFace((0.0, -v.height / 2, middle), along, (0.0, -1.0, 0.0), middle, wide, v.thickness),
        WorkFace((0.0, v.height / 2, middle), along, (0.0, 1.0, 0.0), middle, wide, v.thickness),
        WorkFace((-v.width / 2, 0.0, middle), along, (-1.0, 0.0, 0.0), middle, high, v.thickness),
        WorkFace((v.width / 2, 0.0, middle), along, (1.0, 0.0, 0.0), middle, high, v.thickness),
    )


_ALONG: Final = (0.0, 0.0, 1.0)


def _outer_sides_of_legs(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The outer sides of the legs of an angle beyond its corner, their length along z."""
    middle, t = v.length / 2, v.thickness
    wide, high = (v.width - t) / 2, (v.height - t) / 2
    return (
        WorkFace((t / 2, -v.height / 2, middle), _ALONG, (0.0, -1.0, 0.0), middle, wide, t),
        WorkFace((-v.width / 2, t / 2, middle), _ALONG, (-1.0, 0.0, 0.0), middle, high, t),
    )


def _web_and_flanges(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The web of a channel from outside, then its flanges beyond the corners, their length along z."""
    middle, t = v.length / 2, v.thickness
    wide, high = v.width / 2 - t, (v.height - t) / 2
    return (
        WorkFace((0.0, -v.height / 2, middle), _ALONG, (0.0, -1.0, 0.0), middle, wide, t),
        WorkFace((-v.width / 2, t / 2, middle), _ALONG, (-1.0, 0.0, 0.0), middle, high, t),
        WorkFace((v.width / 2, t / 2, middle), _ALONG, (1.0, 0.0, 0.0), middle, high, t),
    )


_LEGS_FIT: Final = Precondition(
    "the legs are thinner than width and height",
    lambda v: v.thickness <= min(v.width, v.height) - 0.5,
)
_TWO_LEGS_FIT: Final = Precondition(
    "two thicknesses are less than width and height",
    lambda v: 2 * v.thickness <= min(v.width, v.height) - 0.5,
)

FEATURES: Final = (
    _profile(
        "angle_profile",
        "an L section: two legs along x and y",
        _LEGS_FIT,
        faces=_outer_sides_of_legs,
        called=patterns("""
            angle profile, angle iron, l[- ]profile, winkelprofil, l[- ]profil, angle section,
            corner profile, edge profile, angle bar, winkelstahl
        """),
    ),
    _profile(
        "u_profile",
        "a U section, open upwards along y",
        _TWO_LEGS_FIT,
        faces=_web_and_flanges,
        called=patterns("""
            u[- ]profile, channel, u[- ]profil, u[- ]channel, c[- ]channel, c[- ]profile, rinne,
            gutter, cable duct, led profile, u section, rail, schiene, track, guide rail,
            führungsschiene, laufschiene, din rail
        """),
    ),
    _profile(
        "t_profile",
        "a T section: flange along x, web along y",
        _LEGS_FIT,
        called=patterns("""
            t[- ]profile, t[- ]profil, tee profile, t[- ]bar, t section
        """),
    ),
    _profile(
        "i_profile",
        "an I section: two flanges along x, a web between",
        _TWO_LEGS_FIT,
        called=patterns("""
            i[- ]beam, h[- ]beam, beam, ipe, hea, i[- ]profile, doppel-?t, girder, joist,
            balken, i section
        """),
    ),
    _profile(
        "z_profile",
        "a Z section",
        _TWO_LEGS_FIT,
        called=patterns("""
            z[- ]profile, z[- ]profil, z[- ]purlin, z section
        """),
    ),
    _profile(
        "square_tube",
        "a rectangular tube",
        _TWO_LEGS_FIT,
        Precondition(
            "the corner radius is less than half the shorter side",
            lambda v: v.corner_radius <= 0.49 * min(v.width, v.height),
        ),
        more=(
            mm(
                "corner_radius",
                DefaultRule(
                    "the thickness", lambda v: min(v.thickness, 0.45 * min(v.width, v.height))
                ),
                "outer radius of the corners",
                low=0,
            ),
        ),
        faces=_walls,
        called=patterns("""
            square tube, rectangular tube, box section, hollow section, vierkantrohr,
            rechteckrohr, hollow profile, hohlprofil, vierkant, square profile, frame tube,
            frame member, leg, tischbein, bein, table leg, cross ?beam, cross ?member, side
            member, stretcher, traverse, seat support, stile, crossbar, outrigger, square
            hollow, upright, member, tie, strut, stütze, long member, support leg, rail tube
        """),
    ),
    Feature(
        "slot_profile",
        "a square profile with a T slot in each side and a core hole",
        (
            mm("size", 20, "width and height", low=10, high=200),
            mm(
                "slot_width",
                DefaultRule("0.3 sizes", lambda v: v.size * 0.3),
                "opening of the slots",
            ),
            mm(
                "lip",
                DefaultRule("0.09 sizes", lambda v: v.size * 0.09),
                "thickness beside the opening",
            ),
            mm(
                "slot_depth",
                DefaultRule("0.25 sizes", lambda v: v.size * 0.25),
                "depth of the slots",
            ),
            mm(
                "slot_inner",
                DefaultRule("0.45 sizes", lambda v: v.size * 0.45),
                "width behind the lips",
            ),
            mm("core_hole", DefaultRule("0.21 sizes", lambda v: v.size * 0.21), "core hole", low=0),
            _LENGTH,
        ),
        (
            Precondition(
                "the slot is wider behind its lips", lambda v: v.slot_inner >= v.slot_width + 0.2
            ),
            Precondition(
                "the lips are thinner than the slot is deep", lambda v: v.lip <= v.slot_depth - 0.2
            ),
            Precondition(
                "the slots leave a core round the hole",
                lambda v: v.core_hole / 2 <= v.size / 2 - v.slot_depth - 0.3,
            ),
            Precondition(
                "the slots of two sides do not meet in the corner",
                lambda v: (
                    v.slot_inner / 2 <= v.size / 2 - v.slot_depth
                    or v.slot_inner / 2 <= v.size / 2 - v.lip - 0.3 - (v.slot_depth - v.lip)
                ),
            ),
        ),
        lambda v: box(v.size, v.size, v.length),
        lambda v: (
            *ends(v.length),
            *sides(v.size, v.size, v.length),
            *(
                (
                    Interface(
                        "core",
                        "hole",
                        (0.0, 0.0, v.length),
                        (0.0, 0.0, 1.0),
                        v.core_hole,
                        v.length,
                        through=True,
                        pattern="core",
                    ),
                )
                if v.core_hole
                else ()
            ),
        ),
        called=patterns("""
            slot(?:ted)? profile, t[- ]slot profile, aluminium extrusion, aluminum extrusion,
            extrusion, nutprofil, systemprofil, konstruktionsprofil, v[- ]slot, item profile,
            aluprofil, profile, profil, strebenprofil, longitudinal profile, cross profile,
            upright profile, extruded profile
        """),
        sizes=(("size", "_"), ("size", "_", "length")),
    ),
    Feature(
        "spring",
        "a helical spring of round wire with open ends",
        (
            mm("outer_diameter", 12, "outer diameter", low=1, high=500),
            mm(
                "wire_diameter",
                DefaultRule("an eighth of the outer diameter", lambda v: v.outer_diameter / 8),
                "diameter of the wire",
                low=0.1,
                high=60,
            ),
            count("turns", 8, "number of turns", low=1, high=40),
            mm(
                "free_length",
                DefaultRule("turns of 2.5 wires", lambda v: v.wire_diameter * (2.5 * v.turns + 1)),
                "length along z",
                low=0.5,
            ),
        ),
        (
            Precondition(
                "the outer diameter is at least four wires",
                lambda v: v.outer_diameter >= 4 * v.wire_diameter,
            ),
            Precondition(
                "the turns do not touch (1.1 wires apart)",
                lambda v: (v.free_length - v.wire_diameter) / v.turns >= 1.1 * v.wire_diameter,
            ),
            Precondition(
                "a turn does not climb more than two diameters",
                lambda v: (v.free_length - v.wire_diameter) / v.turns <= 2 * v.outer_diameter,
            ),
        ),
        lambda v: cylinder(
            v.outer_diameter, v.free_length, tolerance=0.02 + 0.35 * v.wire_diameter
        ),
        lambda v: (
            *ends(v.free_length),
            _inside(v.outer_diameter - 2 * v.wire_diameter, v.free_length),
        ),
        called=patterns("""
            spring, compression spring, torsion spring, extension spring, tension spring, feder,
            druckfeder, zugfeder, coil, helix, return spring
        """),
        leading="free_length",
        sizes=(
            ("outer_diameter", "free_length"),
            ("wire_diameter", "outer_diameter", "free_length"),
        ),
    ),
    Feature(
        "screw_flight",
        "the helical blade of a conveying screw, to be put around its tube",
        (
            mm("outer_diameter", 100, "outer diameter", low=4, high=2000),
            mm(
                "inner_diameter",
                DefaultRule("a third of the outer diameter", lambda v: v.outer_diameter / 3),
                "diameter of the tube that it is on",
                low=1,
            ),
            mm(
                "pitch",
                DefaultRule("the outer diameter", lambda v: v.outer_diameter),
                "rise of one turn",
                low=1,
            ),
            mm(
                "thickness",
                DefaultRule("a thirtieth of the outer diameter", lambda v: v.outer_diameter / 30),
                "thickness along z",
                low=0.3,
                high=60,
            ),
            mm("length", DefaultRule("four turns", lambda v: v.pitch * 4 + v.thickness), "along z"),
        ),
        (
            Precondition(
                "the inner diameter is at most nine tenths of the outer diameter",
                lambda v: v.inner_diameter <= 0.9 * v.outer_diameter,
            ),
            Precondition(
                "the blade is at most half a pitch thick", lambda v: v.thickness <= v.pitch / 2
            ),
            Precondition(
                "a turn does not climb more than two diameters",
                lambda v: v.pitch <= 2 * v.outer_diameter,
            ),
            Precondition(
                "there are one to 60 turns",
                lambda v: 1 <= (v.length - v.thickness) / v.pitch <= 60,
            ),
        ),
        lambda v: cylinder(v.outer_diameter, v.length),
        lambda v: (
            *ends(v.length),
            _inside(v.inner_diameter, v.length),
        ),
        called=patterns("""
            screw flight, flighting, auger flight, helical flight, screw blade, conveyor screw,
            conveying screw, förderschnecke, schneckenwendel
        """),
        leading="length",
        sizes=(("outer_diameter", "length"), ("outer_diameter", "inner_diameter", "length")),
    ),
)
