"""Turned things along an axis: rods, tubes, shafts, bushings, spacers, O-rings."""

from math import sqrt
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    TurnedStep,
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
from partwright.cad.model import Bounds, Interface

MOST_STEPS: Final = 8


def shaft_steps(v: ParameterValues) -> tuple[TurnedStep, ...]:
    """The cylinders of a shaft in their order; the first that has no length ends it."""
    found: list[TurnedStep] = []
    at = 0.0
    for number in range(1, MOST_STEPS + 1):
        length = v[f"length_{number}"]
        if not length:
            break
        found.append(TurnedStep(at, at + length, v[f"diameter_{number}"], v.bore))
        at += length
    return tuple(found)


def _shaft_length(v: ParameterValues) -> float:
    steps = shaft_steps(v)
    return steps[-1].high if steps else 0.0


def _shaft_interfaces(v: ParameterValues) -> tuple[Interface, ...]:
    """Each step as a seat that a part is pushed on from the nearer end."""
    steps = shaft_steps(v)
    widest = max(range(len(steps)), key=lambda number: steps[number].diameter)
    seats = tuple(
        Interface(
            f"seat_{number + 1}",
            "shaft",
            (0.0, 0.0, step.low if number >= widest else step.high),
            Z if number >= widest else (0.0, 0.0, -1.0),
            step.diameter,
            step.high - step.low,
        )
        for number, step in enumerate(steps)
    )
    length = steps[-1].high
    return ends(length) + seats + bore(v.bore, length)


def _shaft_edge(v: ParameterValues) -> float:
    first, *_, last = (*shaft_steps(v), shaft_steps(v)[-1])
    return min(
        min(step.high - step.low, (step.diameter - step.bore) / 2) * 0.4 for step in (first, last)
    )


def tube_step(length: float, outer: float, inner: float = 0.0) -> tuple[TurnedStep, ...]:
    """A body of one cylinder."""
    return (TurnedStep(0.0, length, outer, inner),)


def _outside(diameter: float, length: float, *, at: float = 0.0) -> Interface:
    return Interface("outside", "shaft", (0.0, 0.0, at), Z, diameter, length)


def hexagon(across: float, height: float) -> Bounds:
    """A hexagonal body with corners on the x axis."""
    return box(across * 2 / sqrt(3), across, height)


def _spacer_bounds(v: ParameterValues) -> Bounds:
    if v.sides == 6:
        return hexagon(v.outer_diameter, v.length)
    return cylinder(v.outer_diameter, v.length)


_OUTER: Final = mm("outer_diameter", 20, "outer diameter", low=0.5)


_LENGTH: Final = mm("length", 100, "length along z", low=0.2)


_INNER_FITS: Final = Precondition(
    "the inner diameter is less than the outer diameter",
    lambda v: v.inner_diameter <= v.outer_diameter - 0.2,
)


_SHAFT: Final = Feature(
    "shaft",
    "a turned shaft of up to eight steps, one above the other along z",
    (
        mm("diameter_1", 20, "diameter of step 1", low=0.5),
        mm("length_1", 100, "length of step 1"),
        *(
            parameter
            for number in range(2, MOST_STEPS + 1)
            for parameter in (
                mm(
                    f"diameter_{number}",
                    DefaultRule(
                        f"as step {number - 1}",
                        lambda v, before=number - 1: v[f"diameter_{before}"],
                    ),
                    f"diameter of step {number}",
                    low=0.5,
                ),
                mm(f"length_{number}", 0, f"length of step {number}; 0: it ends before", low=0),
            )
        ),
        mm("bore", 0, "bore through the whole length; 0: none", low=0),
    ),
    (
        Precondition(
            "no step follows one without length",
            lambda v: all(
                v[f"length_{number}"] or not v[f"length_{number + 1}"]
                for number in range(1, MOST_STEPS)
            ),
        ),
        Precondition(
            "every step is at least 0.1 mm long",
            lambda v: all(
                not v[f"length_{number}"] or v[f"length_{number}"] >= 0.1
                for number in range(1, MOST_STEPS + 1)
            ),
        ),
        Precondition(
            "the bore is less than the thinnest step",
            lambda v: all(v.bore <= step.diameter - 0.4 for step in shaft_steps(v)),
        ),
    ),
    lambda v: cylinder(
        max((step.diameter for step in shaft_steps(v)), default=0.0), _shaft_length(v)
    ),
    _shaft_interfaces,
    lambda v: (
        round_top(_shaft_length(v), shaft_steps(v)[-1].diameter, v.bore),
        round_foot(_shaft_length(v), v.diameter_1, v.bore),
    ),
    shaft_steps,
    _shaft_edge,
    called=patterns("""
            shaft, axle, spindle, welle, achse, arbor, journal, mandrel, drive rod, camshaft,
            crankshaft, antriebswelle, worm shaft, axis, lead ?screw, ball ?screw, trapezoidal
            screw, power screw, feed screw, screw, spindel, gewindespindel, worm, schnecke
        """),
    leading="length_1",
    sizes=(("diameter", "length"), ()),
)


_BUSHING: Final = Feature(
    "bushing",
    "a plain bushing or sleeve, with a collar at its foot if wanted",
    (
        mm("inner_diameter", 10, "bore", low=0.5),
        mm(
            "outer_diameter",
            DefaultRule("1.4 bores", lambda v: v.inner_diameter * 1.4),
            "outer diameter",
            low=0.5,
        ),
        mm("length", DefaultRule("1.2 bores", lambda v: v.inner_diameter * 1.2), "over the collar"),
        mm("collar_diameter", 0, "diameter of the collar; 0: none", low=0),
        mm(
            "collar_thickness",
            DefaultRule(
                "half of outer less inner diameter",
                lambda v: (v.outer_diameter - v.inner_diameter) / 2,
            ),
            "thickness of the collar",
            low=0.1,
        ),
        *KEYWAY,
    ),
    (
        _INNER_FITS,
        Precondition(
            "the collar is wider than the sleeve and thinner than its length",
            lambda v: (
                not v.collar_diameter
                or (
                    v.collar_diameter >= v.outer_diameter + 0.2
                    and v.collar_thickness <= v.length - 0.1
                )
            ),
        ),
        keyed(lambda v: v.outer_diameter, bore="inner_diameter"),
    ),
    lambda v: cylinder(max(v.outer_diameter, v.collar_diameter), v.length),
    lambda v: (
        *ends(v.length),
        *bore(v.inner_diameter, v.length),
        _outside(
            v.outer_diameter,
            v.length - (v.collar_thickness if v.collar_diameter else 0.0),
            at=v.collar_thickness if v.collar_diameter else 0.0,
        ),
    ),
    called=patterns("""
            sleeve bearing, slide bearing, bushing, bush, sleeve, buchse, hülse, plain bearing,
            gleitlager, liner bush, guide bush, gleitbuchse, grommet, tülle, drill guide, gland,
            union nut, coupling nut, trunnion nut, lead nut, spindle nut, nut, thread insert,
            threaded bush, coupler, connector sleeve, hub, nabe, coupling, kupplung, wheel hub
        """),
    leading="inner_diameter",
    sizes=(("inner_diameter", "outer_diameter"), ("inner_diameter", "outer_diameter", "length")),
)


FEATURES: Final = (
    Feature(
        "rod",
        "a round bar",
        (mm("diameter", 10, "diameter", low=0.2), _LENGTH),
        (),
        lambda v: cylinder(v.diameter, v.length),
        lambda v: (*ends(v.length), _outside(v.diameter, v.length)),
        lambda v: (round_top(v.length, v.diameter), round_foot(v.length, v.diameter)),
        lambda v: tube_step(v.length, v.diameter),
        lambda v: min(v.diameter * 0.4, v.length * 0.4),
        hollows=True,
        called=patterns("""
            rod, bar round, round bar, pin, bolt round, stange, bolzen, stift, rundstab, spoke,
            stab, spindle rod, guide, needle, antenna, tie rod, tie bar, mast, pole, post,
            pillar, column, dowel, stick, stem, stylus, electrode, tommy bar, rung, roller,
            rolle, walze, drum, trommel, plunger, probe, peg, rivet, niete?, nail, tine,
            bristle, wire rod, bar, bolt, axle bolt
        """),
        sizes=(("diameter", "length"), ()),
    ),
    Feature(
        "tube",
        "a round tube",
        (
            _OUTER,
            mm(
                "inner_diameter",
                DefaultRule("0.8 outer diameters", lambda v: v.outer_diameter * 0.8),
                "inner diameter",
                low=0.1,
            ),
            _LENGTH,
        ),
        (_INNER_FITS,),
        lambda v: cylinder(v.outer_diameter, v.length),
        lambda v: (
            *ends(v.length),
            *bore(v.inner_diameter, v.length),
            _outside(v.outer_diameter, v.length),
        ),
        lambda v: (round_top(v.length, v.outer_diameter, v.inner_diameter),),
        lambda v: tube_step(v.length, v.outer_diameter, v.inner_diameter),
        lambda v: min(v.length, (v.outer_diameter - v.inner_diameter) / 2) * 0.4,
        called=patterns("""
            bellows, tube, pipe, rohr, barrel, cylinder, mantle, duct, conduit, hose, schlauch,
            liner, sleeve tube, zylinder, gooseneck, boom, seatpost, handlebar, nozzle tube,
            casing tube, straw, neck, shank tube, top tube, down tube, head tube, seat tube,
            chain stay, fork tube, rollcage, muzzle, chimney, tower, tube connector, lance, wand
        """),
        sizes=(("outer_diameter", "wall"), ("outer_diameter", "wall", "length")),
    ),
    _SHAFT,
    _BUSHING,
    Feature(
        "spacer",
        "a spacer or stand-off, round or hexagonal",
        (
            mm("outer_diameter", 8, "outer diameter, or across flats", low=0.5),
            mm(
                "inner_diameter",
                DefaultRule("half the outer diameter", lambda v: v.outer_diameter / 2),
                "hole; 0: none",
                low=0,
            ),
            mm("length", 10, "length along z", low=0.1),
            count("sides", 0, "0: round, 6: hexagonal", low=0, high=6),
        ),
        (
            _INNER_FITS,
            Precondition("a spacer is round or has six sides", lambda v: v.sides in {0, 6}),
        ),
        _spacer_bounds,
        lambda v: (
            *ends(v.length),
            *bore(v.inner_diameter, v.length),
            _outside(v.outer_diameter, v.length),
        ),
        called=patterns("""
            spacer, stand-?off, standoff, distance piece, distanzhülse, abstandshalter, distanz,
            pillar spacer, abstandshülse, distance sleeve
        """),
        sizes=(("outer_diameter", "length"), ("outer_diameter", "inner_diameter", "length")),
    ),
    Feature(
        "o_ring",
        "a ring of round cord",
        (
            mm("inner_diameter", 20, "inner diameter", low=0.5),
            mm(
                "cord",
                DefaultRule(
                    "a tenth of the inner diameter, 1 to 8", lambda v: v.inner_diameter / 10
                ),
                "diameter of the cord",
                low=0.2,
                high=100,
            ),
        ),
        (),
        lambda v: cylinder(v.inner_diameter + 2 * v.cord, v.cord, tolerance=0.05),
        lambda v: ends(v.cord) + bore(v.inner_diameter, v.cord),
        called=patterns("""
            o[- ]?ring, oring, torus, dichtring rund, sealing ring round, toroid, tyre, tire,
            reifen
        """),
        leading="inner_diameter",
        sizes=(("inner_diameter", "cord"), ()),
    ),
)
