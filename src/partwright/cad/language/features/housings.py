"""Enclosures, lids and housings."""

from typing import Final

from partwright.cad.language.feature import (
    DOWN,
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    WorkFace,
    X,
    Y,
    Z,
    box,
    ends,
    mm,
    patterns,
    sides,
)
from partwright.cad.language.features.plates import (
    CORNER_FITS,
)
from partwright.cad.model import Bounds, Interface, Vector

_ROUNDED: Final = mm(
    "corner_radius",
    DefaultRule("a twentieth of the width, at most 5", lambda v: min(5, v.width / 20)),
    "outer radius of the upright corners",
    low=0,
    high=1000,
)


_WALL: Final = mm(
    "wall",
    DefaultRule("1/50 of the length, 1.5 to 8", lambda v: min(8, max(1.5, v.length / 50))),
    "thickness of walls and floor",
    low=0.3,
    high=200,
)


_WALL_FITS: Final = Precondition(
    "the wall is less than half the shorter side",
    lambda v: v.wall <= 0.45 * min(v.length, v.width),
)


_FLOOR_FITS: Final = Precondition(
    "the floor is less than the height", lambda v: v.wall <= v.height - 0.5
)


def inner_corner(v: ParameterValues, wall: float) -> float:
    """The radius of the corners of a cavity."""
    return max(v.corner_radius - wall, 0.0)


def _floor(v: ParameterValues) -> WorkFace:
    return WorkFace(
        (0.0, 0.0, v.wall),
        X,
        Z,
        v.length / 2 - v.wall,
        v.width / 2 - v.wall,
        v.wall,
        corner=inner_corner(v, v.wall),
        room=v.height - v.wall if v.get("lid_thickness") else 0.0,
    )


def _walls(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The outside of the four walls: front, right, back, left."""
    middle, half = (v.height + v.wall) / 2, (v.height - v.wall) / 2
    inset = max(v.corner_radius, v.wall)
    long, short = v.length / 2 - inset, v.width / 2 - inset
    x, y = v.length / 2, v.width / 2
    return tuple(
        WorkFace(origin, along, normal, reach, half, v.wall)
        for origin, along, normal, reach in (
            ((0.0, -y, middle), X, (0.0, -1.0, 0.0), long),
            ((x, 0.0, middle), Y, X, short),
            ((0.0, y, middle), (-1.0, 0.0, 0.0), Y, long),
            ((-x, 0.0, middle), (0.0, -1.0, 0.0), (-1.0, 0.0, 0.0), short),
        )
        if reach > 0
    )


def _enclosure_interfaces(v: ParameterValues) -> tuple[Interface, ...]:
    top = v.height + v.lid_thickness
    return (
        *ends(top),
        *sides(v.length, v.width, v.height),
        Interface("floor", "face", (0.0, 0.0, v.wall), Z),
    )


def _lid_inset(v: ParameterValues) -> float:
    return v.wall + v.clearance


def _housing_bores(v: ParameterValues) -> tuple[Interface, ...]:
    reach = v.length / 2 + v.boss_length
    places: tuple[tuple[str, float, Vector], ...] = (
        ("bore_left", -reach, (-1.0, 0.0, 0.0)),
        ("bore_right", reach, X),
    )
    return tuple(
        Interface(
            name,
            "bore",
            (x, 0.0, v.bore_height),
            axis,
            v.bore_diameter,
            v.wall + v.boss_length,
            through=True,
        )
        for name, x, axis in places
    )


def foot_holes(v: ParameterValues) -> tuple[Vector, ...]:
    """The middles of the bores in the feet of a housing, at their upper side."""
    if not v.foot_width:
        return ()
    x, y = v.length / 2 - v.foot_width / 2, (v.width + v.foot_width) / 2
    return tuple((sx * x, sy * y, v.foot_thickness) for sy in (-1, 1) for sx in (-1, 1))


def _housing_interfaces(v: ParameterValues) -> tuple[Interface, ...]:
    feet = tuple(
        Interface(
            f"feet[{number}]",
            "hole",
            at,
            Z,
            v.foot_hole_diameter,
            v.foot_thickness,
            through=True,
            pattern="feet",
        )
        for number, at in enumerate(foot_holes(v), start=1)
    )
    floor = Interface("floor", "face", (0.0, 0.0, v.wall), Z)
    return ends(v.height) + _housing_bores(v) + feet + (floor,)


_HOUSING: Final = Feature(
    "housing",
    "a hollow body, open at its top, with a bore through both end walls and feet",
    (
        mm("length", 120, "length along x, without bosses", low=10),
        mm(
            "width",
            DefaultRule("0.7 lengths", lambda v: v.length * 0.7),
            "width, without feet",
            low=10,
        ),
        mm("height", DefaultRule("0.6 lengths", lambda v: v.length * 0.6), "height", low=10),
        mm(
            "wall",
            DefaultRule("1/30 of the length, 2 to 10", lambda v: min(10, max(2, v.length / 30))),
            "thickness of walls and floor",
            low=0.8,
            high=200,
        ),
        _ROUNDED,
        mm(
            "bore_diameter",
            DefaultRule("a quarter of the height", lambda v: min(v.height, v.width) / 4),
            "bores in the end walls, for bearings or a shaft",
            low=1,
        ),
        mm(
            "bore_height",
            DefaultRule("half the height", lambda v: v.height / 2),
            "axis above z = 0",
        ),
        mm(
            "boss_diameter",
            DefaultRule("1.5 bores", lambda v: v.bore_diameter * 1.5),
            "outer diameter of the bosses round the bores",
        ),
        mm(
            "boss_length",
            DefaultRule("the wall", lambda v: v.wall),
            "how far the bosses stand out; 0: no bosses",
            low=0,
            high=500,
        ),
        mm(
            "foot_width",
            DefaultRule("a sixth of the width", lambda v: v.width / 6),
            "how far the feet stand out on both sides; 0: no feet",
            low=0,
            high=500,
        ),
        mm(
            "foot_thickness",
            DefaultRule("1.5 walls", lambda v: v.wall * 1.5),
            "thickness of the feet",
        ),
        mm(
            "foot_hole_diameter",
            DefaultRule("0.4 foot widths", lambda v: v.foot_width * 0.4),
            "holes in the feet",
            low=0.5,
        ),
    ),
    (
        CORNER_FITS,
        _WALL_FITS,
        _FLOOR_FITS,
        Precondition(
            "the bore is less than its boss", lambda v: v.bore_diameter <= v.boss_diameter - 0.6
        ),
        Precondition(
            "the bosses stay above the floor",
            lambda v: v.bore_height - v.boss_diameter / 2 >= v.wall,
        ),
        Precondition(
            "the bosses stay below the upper rim",
            lambda v: v.bore_height + v.boss_diameter / 2 <= v.height - 0.5,
        ),
        Precondition(
            "the bosses fit the end walls beside the corners",
            lambda v: v.boss_diameter <= v.width - 2 * max(v.corner_radius, v.wall) - 0.5,
        ),
        Precondition(
            "the feet are less high than the walls, and wide enough for their holes",
            lambda v: (
                not v.foot_width
                or (
                    v.foot_thickness <= v.height - 0.5
                    and v.foot_hole_diameter <= v.foot_width - 1
                    and 2 * v.foot_width <= v.length
                )
            ),
        ),
    ),
    lambda v: box(v.length + 2 * v.boss_length, v.width + 2 * v.foot_width, v.height),
    _housing_interfaces,
    lambda v: (_floor(v),),
    called=patterns("""
            gear ?box housing, gearcase, gear case, bearing housing, pump housing, motor
            housing, transmission housing, crankcase, getriebegehäuse, lagergehäuse, pillow
            block, bearing block, lagerbock, plummer block, stehlager, bearing bracket,
            headstock, spindle housing, actuator housing, drive housing
        """),
    sizes=(("length", "width"), ("length", "width", "height")),
)


FEATURES: Final = (
    Feature(
        "enclosure",
        "a box open at its top, on which a lid may sit as a second body",
        (
            mm("length", 120, "outer length along x", low=5),
            mm(
                "width",
                DefaultRule("0.65 lengths", lambda v: v.length * 0.65),
                "outer width",
                low=5,
            ),
            mm(
                "height",
                DefaultRule("0.35 lengths", lambda v: v.length * 0.35),
                "without lid",
                low=2,
            ),
            _WALL,
            _ROUNDED,
            mm("lid_thickness", 0, "thickness of the lid; 0: made without", low=0, high=200),
        ),
        (
            CORNER_FITS,
            _WALL_FITS,
            _FLOOR_FITS,
            Precondition(
                "there is room for the lid's lip",
                lambda v: (
                    not v.lid_thickness
                    or (v.height - v.wall >= 4 and min(v.length, v.width) >= 4 * v.wall + 2)
                ),
            ),
        ),
        lambda v: box(v.length, v.width, v.height + v.lid_thickness),
        _enclosure_interfaces,
        lambda v: (_floor(v), *_walls(v)),
        called=patterns("""
            enclosure, case, casing, box, container, tray, bin, drawer, hopper, tank, cabinet,
            chassis, shell, trough, pan, tub, gehäuse, kasten, kiste, schale, wanne, behälter,
            schublade, chamber, bucket, housing half, lower housing, upper housing, bottom
            housing, back shell, front shell, crate, basin, shroud box, battery holder, cell
            holder, holder box, reservoir, compartment, housing
        """),
        sizes=(("length", "width"), ("length", "width", "height")),
    ),
    Feature(
        "lid",
        "the lid of an enclosure: a plate with a lip that reaches into the opening",
        (
            mm("length", 120, "outer length along x", low=5),
            mm(
                "width",
                DefaultRule("0.65 lengths", lambda v: v.length * 0.65),
                "outer width",
                low=5,
            ),
            mm("thickness", 2, "thickness of the plate", low=0.3, high=200),
            _WALL,
            _ROUNDED,
            mm("lip_height", 3, "how far the lip reaches down; 0: none", low=0, high=500),
            mm("clearance", 0.2, "between lip and wall", low=0, high=5),
        ),
        (
            CORNER_FITS,
            _WALL_FITS,
            Precondition(
                "the lip fits into the opening",
                lambda v: (
                    not v.lip_height or min(v.length, v.width) >= 2 * (_lid_inset(v) + v.wall) + 1
                ),
            ),
        ),
        lambda v: Bounds(
            (-v.length / 2, -v.width / 2, -v.lip_height),
            (v.length / 2, v.width / 2, v.thickness),
        ),
        lambda v: (
            Interface("seat", "face", (0.0, 0.0, 0.0), DOWN),
            Interface("top", "face", (0.0, 0.0, v.thickness), Z),
        ),
        lambda v: (
            WorkFace(
                (0.0, 0.0, v.thickness),
                X,
                Z,
                v.length / 2 - (_lid_inset(v) + v.wall if v.lip_height else 0.0),
                v.width / 2 - (_lid_inset(v) + v.wall if v.lip_height else 0.0),
                v.thickness,
                corner=0.0 if v.lip_height else v.corner_radius,
            ),
        ),
        called=patterns("""
            lid, cover, top cover, deckel, abdeckung, hatch, cap plate, haube, hood, canopy,
            bonnet, front plate cover, battery cover, back cover, faceplate, fascia, cap, end
            cover, blind cover
        """),
        sizes=(("length", "width"), ("length", "width", "thickness")),
    ),
    _HOUSING,
)
