"""Flat things: plates, discs, rings, frames, circuit boards, arms."""

from typing import Final

from partwright.cad.language.feature import (
    DOWN,
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
    cylinder,
    ends,
    mm,
    patterns,
    sides,
)
from partwright.cad.language.features.bore_keys import KEYWAY, keyed
from partwright.cad.model import Bounds, Interface

LENGTH: Final = mm("length", 100, "length along x", low=0.3)
WIDTH: Final = mm(
    "width", DefaultRule("0.6 lengths", lambda v: v.length * 0.6), "width along y", low=0.3
)
CORNER: Final = mm("corner_radius", 0, "radius of the upright corners; 0: sharp", low=0, high=1000)
CORNER_FITS: Final = Precondition(
    "the corner radius is less than half the shorter side",
    lambda v: v.corner_radius <= 0.49 * min(v.length, v.width),
)


def prism_edges(height: float, v: ParameterValues) -> float:
    """The largest break of a prism's upper rim: within the height, the sides and the corners."""
    limit = min(height * 0.9, min(v.length, v.width) * 0.45)
    return min(limit, v.corner_radius * 0.9) if v.corner_radius else limit


def top_of_prism(height: float, v: ParameterValues) -> tuple[WorkFace, ...]:
    """The upper face of a block with rounded corners."""
    return (
        WorkFace(
            (0.0, 0.0, height), X, Z, v.length / 2, v.width / 2, height, corner=v.corner_radius
        ),
    )


def round_top(height: float, diameter: float, inner: float = 0.0) -> WorkFace:
    """The upper end of a turned body."""
    radius = diameter / 2
    return WorkFace(
        (0.0, 0.0, height), X, Z, radius, radius, height, corner=radius, inner=inner / 2
    )


def round_foot(height: float, diameter: float, inner: float = 0.0) -> WorkFace:
    """The lower end of a turned body."""
    radius = diameter / 2
    return WorkFace(
        (0.0, 0.0, 0.0), X, DOWN, radius, radius, height, corner=radius, inner=inner / 2
    )


def solid_ends(section: list[tuple[float, float]]) -> tuple[WorkFace, ...]:
    """The flat ends of a half section, radius and height, that is solid from z = 0 up."""
    low, high = min(z for _, z in section), max(z for _, z in section)
    rims = [max(r for r, z in section if z == end) for end in (high, low)]
    if low or {z for r, z in section if r == 0} != {low, high} or not all(rims):
        return ()
    return round_top(high, 2 * rims[0]), round_foot(high, 2 * rims[1])


def _pcb_holes(v: ParameterValues) -> tuple[Interface, ...]:
    x, y = v.length / 2 - v.hole_inset, v.width / 2 - v.hole_inset
    return tuple(
        Interface(
            f"mounting[{number}]",
            "hole",
            (sx * x, sy * y, v.thickness),
            Z,
            v.hole_diameter,
            v.thickness,
            through=True,
            pattern="mounting",
        )
        for number, (sx, sy) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1)), start=1)
    )


def _arm_holes(v: ParameterValues) -> tuple[Interface, ...]:
    half = v.distance / 2
    return tuple(
        Interface(name, "bore", (x, 0.0, v.thickness), Z, diameter, v.thickness, through=True)
        for name, x, diameter in (("bore_1", -half, v.bore_1), ("bore_2", half, v.bore_2))
        if diameter
    )


_THIN: Final = DefaultRule(
    "a twentieth of the length, 1 to 20", lambda v: min(20, max(1, v.length / 20))
)

FEATURES: Final = (
    Feature(
        "plate",
        "a flat rectangular plate",
        (LENGTH, WIDTH, mm("thickness", _THIN, "thickness along z", high=500), CORNER),
        (CORNER_FITS,),
        lambda v: box(v.length, v.width, v.thickness),
        lambda v: ends(v.thickness) + sides(v.length, v.width, v.thickness),
        lambda v: top_of_prism(v.thickness, v),
        edge_limit=lambda v: prism_edges(v.thickness, v),
        hollows=True,
        called=patterns("""
            plate, panel, sheet, board, shelf, tabletop, table top, tray bottom, platform, bed,
            door, flap, fin, blade holder, wall, floor, deck, strip, bar, slat, tile, pad, sole,
            gib, blanking, window, pane, screen, diffuser, template, platte, blech, leiste,
            brett, scheibe quadratisch, tür, klappe, fenster, abdeckblech, schild, lip, skirt,
            splash, mat, seat panel, seat, back rest, backrest, baffle, partition, divider,
            label plate, name plate, nameplate, shield, guard, grille, grid, mesh, heat
            spreader, base, grundplatte, sockel, stock, step, tread, brace, strap, foil, film,
            membrane, top, bottom, flat bar, flachstahl, bracing, rung plate, cheek, wing, sail,
            surface, cladding, lining, liner plate, ledge, spar plate, scale
        """),
        sizes=(("length", "width"), ("length", "width", "thickness")),
    ),
    Feature(
        "disc",
        "a round plate, with a bore in its middle if wanted",
        (
            mm("diameter", 60, "outer diameter", low=1),
            mm(
                "thickness",
                DefaultRule("a tenth of the diameter", lambda v: v.diameter / 10),
                "thickness along z",
            ),
            mm("bore", 0, "diameter of the bore; 0 for none", low=0),
            *KEYWAY,
        ),
        (
            Precondition(
                "the bore is less than the diameter", lambda v: v.bore <= v.diameter - 0.6
            ),
            keyed(lambda v: v.diameter),
        ),
        lambda v: cylinder(v.diameter, v.thickness),
        lambda v: (
            *ends(v.thickness),
            *bore(v.bore, v.thickness),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.diameter, v.thickness),
        ),
        lambda v: (round_top(v.thickness, v.diameter, v.bore),),
        lambda v: (TurnedStep(0.0, v.thickness, v.diameter, v.bore),),
        lambda v: min(v.thickness * 0.45, (v.diameter - v.bore) * 0.2),
        called=patterns("""
            disc, disk, round plate, blank, lens, rondelle, ronde, scheibe, linse, boden, foot,
            feet, fuß, fuss, füße, plug, stopper, stopfen, puck, turntable, rotor disc, brake
            disc, piston, kolben, pill, end cap, endcap
        """),
        leading="diameter",
        sizes=(("diameter", "thickness"), ("diameter", "thickness", "bore")),
    ),
    Feature(
        "ring",
        "a flat ring: washer, gasket, shim",
        (
            mm("outer_diameter", 20, "outer diameter", low=1),
            mm(
                "inner_diameter",
                DefaultRule("half the outer diameter", lambda v: v.outer_diameter / 2),
                "inner diameter",
            ),
            mm(
                "thickness",
                DefaultRule("a tenth of the outer diameter", lambda v: v.outer_diameter / 10),
                "thickness along z",
                low=0.05,
            ),
        ),
        (
            Precondition(
                "the inner diameter is less than the outer diameter",
                lambda v: v.inner_diameter <= v.outer_diameter - 0.2,
            ),
        ),
        lambda v: cylinder(v.outer_diameter, v.thickness),
        lambda v: (
            *ends(v.thickness),
            *bore(v.inner_diameter, v.thickness),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.outer_diameter, v.thickness),
        ),
        lambda v: (round_top(v.thickness, v.outer_diameter, v.inner_diameter),),
        called=patterns("""
            ring, collar, washer, shim, gasket, seal, dichtung, passscheibe, unterlegscheibe,
            retainer, stellring, flat seal, ferrule, eyelet
        """),
        leading="outer_diameter",
        sizes=(
            ("outer_diameter", "inner_diameter"),
            ("outer_diameter", "inner_diameter", "thickness"),
        ),
    ),
    Feature(
        "frame",
        "a flat rectangular frame: gasket, bezel, border",
        (
            LENGTH,
            WIDTH,
            mm("thickness", _THIN, "thickness along z", low=0.2, high=500),
            mm(
                "border",
                DefaultRule("a tenth of the width", lambda v: v.width / 10),
                "width of the border",
            ),
            CORNER,
        ),
        (
            CORNER_FITS,
            Precondition(
                "the border is less than half the shorter side",
                lambda v: v.border <= 0.49 * min(v.length, v.width),
            ),
        ),
        lambda v: box(v.length, v.width, v.thickness),
        lambda v: ends(v.thickness) + sides(v.length, v.width, v.thickness),
        called=patterns("""
            frame, bezel, rahmen, surround, border, einfassung
        """),
        sizes=(("length", "width"), ("length", "width", "thickness")),
    ),
    Feature(
        "pcb",
        "a circuit board with four mounting holes; components are not drawn",
        (
            mm("length", 80, "length along x", low=5),
            mm(
                "width",
                DefaultRule("0.6 lengths", lambda v: v.length * 0.6),
                "width along y",
                low=5,
            ),
            mm("thickness", 1.6, "thickness along z", low=0.2, high=10),
            mm("corner_radius", 0, "radius of the upright corners", low=0, high=100),
            mm(
                "hole_diameter",
                DefaultRule("3.2, smaller on small boards", lambda v: min(3.2, v.width / 8)),
                "diameter of the mounting holes",
                low=0.3,
                high=20,
            ),
            mm(
                "hole_inset",
                DefaultRule("1.25 hole diameters", lambda v: v.hole_diameter * 1.25),
                "middle of the holes from the sides",
            ),
        ),
        (
            CORNER_FITS,
            Precondition(
                "the mounting holes keep 0.5 mm from the sides",
                lambda v: v.hole_inset >= v.hole_diameter / 2 + 0.5,
            ),
            Precondition(
                "the mounting holes keep 0.5 mm from each other",
                lambda v: min(v.length, v.width) - 2 * v.hole_inset >= v.hole_diameter + 0.5,
            ),
            Precondition(
                "the corners are rounded less than the holes stand in",
                lambda v: v.corner_radius <= v.hole_inset,
            ),
        ),
        lambda v: box(v.length, v.width, v.thickness),
        lambda v: (
            *ends(v.thickness),
            *sides(v.length, v.width, v.thickness),
            *_pcb_holes(v),
        ),
        lambda v: (
            WorkFace(
                (0.0, 0.0, v.thickness),
                X,
                Z,
                v.length / 2 - v.hole_inset - v.hole_diameter / 2,
                v.width / 2,
                v.thickness,
            ),
        ),
        called=patterns("""
            pcb, pcba, circuit board, printed circuit, printed circuit board, mainboard,
            motherboard, main board, control board, controller board, driver board,
            leiterplatte, platine, power board, sensor board, led board, carrier board, breakout
            board
        """),
        sizes=(("length", "width"), ("length", "width", "thickness")),
    ),
    Feature(
        "arm",
        "a lever: a bar with round ends and a bore in each",
        (
            mm("distance", 80, "distance of the bores", low=2),
            mm(
                "width",
                DefaultRule("a quarter of the distance", lambda v: v.distance / 4),
                "width, the diameter of the round ends",
            ),
            mm("width_2", DefaultRule("the width", lambda v: v.width), "of the second round end"),
            mm(
                "thickness", DefaultRule("0.4 widths", lambda v: v.width * 0.4), "thickness along z"
            ),
            mm("bore_1", DefaultRule("0.4 widths", lambda v: v.width * 0.4), "first bore", low=0),
            mm("bore_2", DefaultRule("the first bore", lambda v: v.bore_1), "second bore", low=0),
        ),
        (
            Precondition(
                "the bores are less than the widths of their ends",
                lambda v: v.bore_1 <= v.width - 0.6 and v.bore_2 <= v.width_2 - 0.6,
            ),
            Precondition(
                "neither round end holds the other",
                lambda v: v.distance >= abs(v.width - v.width_2) / 2 + 0.5,
            ),
            Precondition(
                "the bores do not meet",
                lambda v: v.distance >= (v.bore_1 + v.bore_2) / 2 + 0.5,
            ),
        ),
        lambda v: Bounds(
            (-(v.distance + v.width) / 2, -max(v.width, v.width_2) / 2, 0.0),
            ((v.distance + v.width_2) / 2, max(v.width, v.width_2) / 2, v.thickness),
        ),
        lambda v: ends(v.thickness) + _arm_holes(v),
        lambda v: (
            WorkFace(
                (0.0, 0.0, v.thickness),
                X,
                Z,
                v.distance / 2 - max(v.bore_1, v.bore_2) / 2,
                min(v.width, v.width_2) / 2,
                v.thickness,
            ),
        ),
        called=patterns("""
            arm, lever, link, rocker, crank, connecting rod, conrod, pleuel, hebel, kurbel,
            schwinge, pedal, trigger, pawl, klinke, latch, tongue, hook, leg link, linkage,
            swing arm, wishbone, yoke arm, balance
        """),
        leading="distance",
        sizes=(("length", "width"), ("length", "width", "thickness")),
    ),
)
