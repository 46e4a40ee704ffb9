"""Round things that close or cover: flanges, cones, domes, cups."""

from math import cos, hypot, pi, sin, sqrt
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    TurnedStep,
    WorkFace,
    X,
    Z,
    bore,
    box,
    count,
    cylinder,
    ends,
    mm,
    patterns,
)
from partwright.cad.language.features.bore_keys import KEYWAY, keyed
from partwright.cad.language.features.plates import round_foot, round_top
from partwright.cad.model import Interface


def flange_bolts(v: ParameterValues) -> tuple[Interface, ...]:
    """The bolt holes of a flange, the first at half a pitch from the x axis."""
    radius, number = v.bolt_circle / 2, int(v.bolt_count)
    angles = [pi / number * (2 * step + 1) for step in range(number)]
    return tuple(
        Interface(
            f"bolts[{step}]",
            "hole",
            (radius * cos(angle), radius * sin(angle), v.thickness),
            Z,
            v.bolt_hole,
            v.thickness,
            through=True,
            pattern="bolts",
        )
        for step, angle in enumerate(angles, start=1)
    )


def _flange_height(v: ParameterValues) -> float:
    return v.thickness + (v.hub_height if v.hub_diameter else 0.0)


def _flange_inside(v: ParameterValues) -> float:
    return max(v.bore, v.hub_diameter if v.hub_height else 0.0)


def _ball_height(v: ParameterValues) -> float:
    """The height in mm that a bore leaves of a ball along its axis."""
    return sqrt(v.diameter**2 - v.bore**2)


def cap_radius(v: ParameterValues) -> float:
    """The radius of the sphere that a dome is cut from."""
    return (v.diameter**2 / 4 + v.height**2) / (2 * v.height)


def _cone_wall_fits(v: ParameterValues) -> bool:
    slant = hypot(v.height, (v.bottom_diameter - v.top_diameter) / 2) / v.height
    return v.wall * slant <= min(v.bottom_diameter, v.top_diameter) / 2 - 0.2


def _flange_steps(v: ParameterValues) -> tuple[TurnedStep, ...]:
    plate = TurnedStep(0.0, v.thickness, v.outer_diameter, v.bore)
    if not v.hub_diameter:
        return (plate,)
    return (plate, TurnedStep(v.thickness, _flange_height(v), v.hub_diameter, v.bore))


def _within_bolts(v: ParameterValues) -> float:
    """The diameter that the bolt holes leave; the whole of a flange without."""
    return v.bolt_circle - v.bolt_hole if v.bolt_count else v.outer_diameter


def _flange_faces(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The side of the hub and the foot, as far as the bolt holes; the end of the hub where there is one."""
    within, height = _within_bolts(v), _flange_height(v)
    foot = round_foot(height, within, v.bore)
    if not v.hub_diameter:
        return round_top(height, within, v.bore), foot
    hub = round_top(height, v.hub_diameter, v.bore)
    return round_top(v.thickness, within, v.hub_diameter), foot, hub


_FLANGE: Final = Feature(
    "flange",
    "a round flange with bolt holes, a bore and a hub if wanted",
    (
        mm("outer_diameter", 80, "outer diameter", low=4),
        mm(
            "thickness",
            DefaultRule("0.12 outer diameters", lambda v: v.outer_diameter * 0.12),
            "thickness of the flange",
        ),
        mm(
            "bore",
            DefaultRule("0.3 outer diameters", lambda v: v.outer_diameter * 0.3),
            "bore",
            low=0,
        ),
        mm("hub_diameter", 0, "diameter of the hub; 0: none", low=0),
        mm(
            "hub_height",
            DefaultRule("the thickness", lambda v: v.thickness),
            "height of the hub above the flange",
            low=0.1,
        ),
        mm(
            "bolt_circle",
            DefaultRule(
                "midway between rim and hub or bore",
                lambda v: (v.outer_diameter + max(v.bore, v.hub_diameter)) / 2,
            ),
            "diameter through the middles of the bolt holes",
        ),
        count("bolt_count", 4, "bolt holes; 0: none", low=0, high=64),
        mm(
            "bolt_hole",
            DefaultRule("a tenth of the outer diameter", lambda v: v.outer_diameter / 10),
            "diameter of the bolt holes",
            low=0.3,
        ),
        *KEYWAY,
    ),
    (
        Precondition(
            "the bore is less than hub and rim",
            lambda v: v.bore <= min(v.hub_diameter or v.outer_diameter, v.outer_diameter) - 0.6,
        ),
        Precondition(
            "the bolt holes keep 0.5 mm from the rim",
            lambda v: not v.bolt_count or v.bolt_circle + v.bolt_hole <= v.outer_diameter - 1,
        ),
        Precondition(
            "the bolt holes keep 0.5 mm from hub and bore",
            lambda v: not v.bolt_count or v.bolt_circle - v.bolt_hole >= _flange_inside(v) + 1,
        ),
        Precondition(
            "the bolt holes keep 0.5 mm from each other",
            lambda v: (
                v.bolt_count < 2 or v.bolt_circle * sin(pi / v.bolt_count) >= v.bolt_hole + 0.5
            ),
        ),
        keyed(lambda v: v.hub_diameter or _within_bolts(v)),
    ),
    lambda v: cylinder(v.outer_diameter, _flange_height(v)),
    lambda v: (
        *ends(_flange_height(v)),
        Interface("face", "face", (0.0, 0.0, v.thickness), Z),
        *bore(v.bore, _flange_height(v)),
        *flange_bolts(v),
    ),
    _flange_faces,
    _flange_steps,
    lambda v: (
        min(
            v.thickness,
            v.outer_diameter - (v.bolt_circle + v.bolt_hole if v.bolt_count else v.bore),
        )
        * 0.3
    ),
    called=patterns("""
            flange, flansch, end shield, bearing cover, lagerdeckel, coupling half, adapter
            plate round, pipe flange, hub flange, mounting flange, adapter, end bell, gland
            plate, planet carrier, planetenträger, carrier, gear carrier
        """),
    leading="outer_diameter",
    sizes=(("outer_diameter", "thickness"), ("outer_diameter", "bore", "thickness")),
)


FEATURES: Final = (
    _FLANGE,
    Feature(
        "cone",
        "a cone cut off at its top, solid or as a funnel or shade",
        (
            mm("bottom_diameter", 100, "outer diameter at z = 0", low=1),
            mm(
                "top_diameter",
                DefaultRule("half the bottom diameter", lambda v: v.bottom_diameter / 2),
                "outer diameter at the top",
                low=0.5,
            ),
            mm(
                "height",
                DefaultRule("the bottom diameter", lambda v: v.bottom_diameter),
                "height",
                low=0.5,
            ),
            mm("wall", 0, "thickness of the wall; 0: solid", low=0, high=500),
        ),
        (
            Precondition(
                "the wall is less than half of both diameters",
                lambda v: not v.wall or (v.wall >= 0.2 and _cone_wall_fits(v)),
            ),
            Precondition(
                "the two diameters differ (else it is a rod or a tube)",
                lambda v: abs(v.bottom_diameter - v.top_diameter) >= 0.1,
            ),
        ),
        lambda v: cylinder(max(v.bottom_diameter, v.top_diameter), v.height),
        lambda v: ends(v.height),
        called=patterns("""
            cone, funnel, shade, lampshade, lamp shade, trichter, konus, reducer, nozzle, düse,
            schirm, lampenschirm, horn, taper, diffuser cone, spout, hopper cone, nose cone
        """),
        leading="bottom_diameter",
        sizes=(("bottom_diameter", "height"), ("bottom_diameter", "top_diameter", "height")),
    ),
    Feature(
        "dome",
        "a cap of a sphere, solid or as a shell: cover, lens, reflector",
        (
            mm("diameter", 60, "diameter at z = 0", low=1),
            mm(
                "height",
                DefaultRule("a quarter of the diameter", lambda v: v.diameter / 4),
                "height",
            ),
            mm("wall", 0, "thickness of the wall; 0: solid", low=0, high=500),
        ),
        (
            Precondition(
                "a dome is at most a hemisphere", lambda v: v.height <= v.diameter / 2 + 1e-6
            ),
            Precondition(
                "a dome rises at least a hundredth of its diameter",
                lambda v: v.height >= v.diameter / 100,
            ),
            Precondition(
                "the wall is less than the height",
                lambda v: not v.wall or 0.1 <= v.wall <= 0.9 * v.height,
            ),
        ),
        lambda v: cylinder(v.diameter, v.height),
        lambda v: (
            ends(v.height)[0],
            Interface("apex", "face", (0.0, 0.0, v.height), Z),
        ),
        called=patterns("""
            dome, reflector, reflektor, bowl, cap dome, kuppel, hemisphere, parabola, dish,
            schüssel, radome, half shell, visor, hat
        """),
        leading="diameter",
        sizes=(("diameter", "height"), ()),
    ),
    Feature(
        "sphere",
        "a ball, with a bore through its middle if wanted",
        (
            mm("diameter", 30, "diameter", low=1),
            mm("bore", 0, "bore along z; 0: none", low=0),
        ),
        (Precondition("the bore is at most 0.8 diameters", lambda v: v.bore <= 0.8 * v.diameter),),
        lambda v: box(v.diameter, v.diameter, _ball_height(v)),
        lambda v: ends(_ball_height(v)) + bore(v.bore, _ball_height(v)),
        called=patterns("""
            ball, sphere, kugel, bead, pearl, globe
        """),
        leading="diameter",
        sizes=(("diameter", "bore"), ()),
    ),
    Feature(
        "cup",
        "a round housing: a floor with a wall round it, a bore in the floor if wanted",
        (
            mm("outer_diameter", 60, "outer diameter", low=2),
            mm("height", DefaultRule("the diameter", lambda v: v.outer_diameter), "height", low=1),
            mm(
                "wall",
                DefaultRule(
                    "1/25 of the diameter, at least 1", lambda v: max(1, v.outer_diameter / 25)
                ),
                "thickness of wall and floor",
                low=0.2,
                high=500,
            ),
            mm("bore", 0, "bore in the floor; 0: none", low=0),
        ),
        (
            Precondition(
                "the wall is less than half the diameter",
                lambda v: v.wall <= v.outer_diameter / 2 - 0.5,
            ),
            Precondition("the floor is less than the height", lambda v: v.wall <= v.height - 0.2),
            Precondition(
                "the bore is less than the inside",
                lambda v: v.bore <= v.outer_diameter - 2 * v.wall - 0.4,
            ),
        ),
        lambda v: cylinder(v.outer_diameter, v.height),
        lambda v: (
            *ends(v.height),
            Interface("floor", "face", (0.0, 0.0, v.wall), Z),
            Interface(
                "inside",
                "bore",
                (0.0, 0.0, v.height),
                Z,
                v.outer_diameter - 2 * v.wall,
                v.height - v.wall,
            ),
            *bore(v.bore, v.wall),
        ),
        lambda v: (
            WorkFace(
                (0.0, 0.0, v.wall),
                X,
                Z,
                v.outer_diameter / 2 - v.wall,
                v.outer_diameter / 2 - v.wall,
                v.wall,
                corner=v.outer_diameter / 2 - v.wall,
                inner=v.bore / 2,
            ),
        ),
        called=patterns("""
            volute casing, spiral casing, cup, pot, canister, can, round housing, vessel,
            beaker, round case, becher, topf, dose, kessel, boiler, kettle, flask, jar, mug,
            bottle, cartridge, motor can, filter housing, lamp housing, flashlight head, head
            housing, bell, volute, pump casing, ferrule cup, socket, holder cup, thimble,
            receptacle cup, piston cup, bin round, shade housing, head, cap housing, hub shell,
            tub round
        """),
        leading="outer_diameter",
        sizes=(("outer_diameter", "height"), ("outer_diameter", "height", "wall")),
    ),
)
