"""Each sort of standard part as a feature: figures, limits, bounds, interfaces."""

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Final

import msgspec

from partwright.cad.language.feature import (
    DOWN,
    Feature,
    Parameter,
    ParameterValues,
    Precondition,
    Z,
    bore,
    box,
    count,
    cylinder,
    ends,
    mm,
)
from partwright.cad.language.standards import tables
from partwright.cad.model import Bounds, Interface

COUNTERSUNK: Final = frozenset({"ISO 10642", "ISO 14581", "ISO 7046", "ISO 2009"})
HEXAGON_HEADS: Final = frozenset({"ISO 4014", "ISO 4017"})
SET_SCREWS: Final = frozenset({"ISO 4026"})
PINS: Final = {"ISO 2338": "parallel pin", "ISO 8734": "hardened dowel pin"}
PIN_SIZES: Final = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25)


class StandardSize(msgspec.Struct, frozen=True):
    """A designation taken apart: the standard and the figures it states."""

    standard: str
    figures: dict[str, float]
    form: str = ""


Maker = Callable[[StandardSize], Feature]


def _row(table: Mapping[float, tables.Row], size: float) -> tables.Row:
    """The row of a size, or of the next one, so that promises can be asked for any figure."""
    return table.get(size) or table[min(table, key=lambda known: abs(known - size))]


def _size(given: StandardSize, words: str, high: float = 100) -> Parameter:
    return mm("diameter", given.figures["diameter"], words, low=1, high=high)


def _known(standard: str, sizes: Mapping[float, object], lead: str = "M") -> Precondition:
    listed = ", ".join(f"{lead}{size:g}" for size in sizes)
    return Precondition(f"{standard} has the sizes {listed}", lambda v: v.diameter in sizes)


def _screw_head(standard: str, v: ParameterValues) -> tuple[float, float]:
    """Width (across flats of a hexagon) and height of a head; a set screw has none."""
    if standard in SET_SCREWS:
        return v.diameter, 0.0
    row = _row(tables.SCREWS[standard], v.diameter)
    return row["head"], row["head_height"]


def _screw_top(standard: str, v: ParameterValues) -> float:
    return 0.0 if standard in COUNTERSUNK | SET_SCREWS else _screw_head(standard, v)[1]


def _screw_bounds(standard: str, v: ParameterValues) -> Bounds:
    width = _screw_head(standard, v)[0]
    wide = width * 2 / sqrt(3) if standard in HEXAGON_HEADS else width
    # A set screw is drawn with its core diameter, and the flanks of heads vary within tolerance.
    slack = tables.COARSE.get(v.diameter, 1.0) * 1.3 if standard in SET_SCREWS else 0.06 * width
    return Bounds(
        (-wide / 2, -width / 2, -v.length),
        (wide / 2, width / 2, _screw_top(standard, v)),
        tolerance=0.02 + slack,
    )


def _screw_interfaces(standard: str, v: ParameterValues) -> tuple[Interface, ...]:
    width = _screw_head(standard, v)[0]
    return (
        Interface("seat", "face", (0.0, 0.0, 0.0), DOWN, width),
        Interface("shank", "shaft", (0.0, 0.0, 0.0), DOWN, v.diameter, v.length),
        Interface("top", "face", (0.0, 0.0, _screw_top(standard, v)), Z, width),
    )


def _shortest(standard: str, v: ParameterValues) -> float:
    row = _row(tables.SCREWS[standard], v.diameter)
    bound = standard in COUNTERSUNK | SET_SCREWS
    return row["shortest"] if bound else min(row["shortest"], v.diameter)


def screw(given: StandardSize) -> Feature:
    """A screw: its head above z = 0, its shank below; a countersunk head is below too."""
    standard = given.standard
    return Feature(
        standard,
        "a screw; the thread is drawn as a cylinder",
        (
            _size(given, "size of the thread"),
            mm("length", given.figures.get("length", 0.0), "nominal length", low=1, high=500),
        ),
        (
            _known(standard, tables.SCREWS[standard]),
            Precondition(
                "the length is at least the standard's shortest, and at most 40 diameters",
                lambda v: _shortest(standard, v) <= v.length <= 40 * v.diameter,
            ),
        ),
        lambda v: _screw_bounds(standard, v),
        lambda v: _screw_interfaces(standard, v),
    )


def nut(given: StandardSize) -> Feature:
    """A nut on z = 0."""
    table = tables.NUTS[given.standard]

    def bounds(v: ParameterValues) -> Bounds:
        row = _row(table, v.diameter)
        across, height = row["across"], row["height"]
        if given.standard == "DIN 557":
            return box(across, across, height, tolerance=0.1 * across)
        if given.standard == "DIN 1587":
            # The standard fixes the cap's diameter, not its height.
            height = height + row["cap"] / 2
            return box(across * 2 / sqrt(3), across, height, tolerance=0.3 * height)
        return box(across * 2 / sqrt(3), across, height, tolerance=0.02 + 0.03 * across)

    return Feature(
        given.standard,
        "a nut; the thread is drawn as a bore",
        (_size(given, "size of the thread"),),
        (_known(given.standard, table),),
        bounds,
        lambda v: (
            *ends(_row(table, v.diameter)["height"]),
            *bore(v.diameter, _row(table, v.diameter)["height"], name="thread"),
        ),
    )


def washer(given: StandardSize) -> Feature:
    """A washer on z = 0."""
    table = tables.WASHERS[given.standard]

    def dimensions(v: ParameterValues) -> tuple[float, float, float]:
        row = _row(table, v.diameter)
        return row["outer"], row["thickness"], row["inner"]

    return Feature(
        given.standard,
        "a washer",
        (_size(given, "size of the screw"),),
        (_known(given.standard, table),),
        lambda v: cylinder(dimensions(v)[0], dimensions(v)[1], tolerance=0.02),
        lambda v: ends(dimensions(v)[1]) + bore(dimensions(v)[2], dimensions(v)[1]),
    )


def bearing(given: StandardSize) -> Feature:
    """A deep groove ball bearing on z = 0."""
    figures = given.figures
    sizes = frozenset(tables.BEARINGS.values())
    return Feature(
        "ISO 15",
        "a deep groove ball bearing of rings, balls and seals",
        (
            mm("bore", figures["bore"], "bore", low=1, high=200),
            mm("outer_diameter", figures["outer_diameter"], "outer diameter", low=2, high=400),
            mm("width", figures["width"], "width", low=1, high=100),
            count("seals", figures["seals"], "0: open, 1: sealed or shielded", low=0, high=1),
        ),
        (
            Precondition(
                "bore, outer diameter and width are those of one bearing of ISO 15",
                lambda v: (v.bore, v.outer_diameter, v.width) in sizes,
            ),
        ),
        lambda v: cylinder(v.outer_diameter, v.width, tolerance=0.02),
        lambda v: (
            *ends(v.width),
            *bore(v.bore, v.width),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.outer_diameter, v.width),
        ),
    )


def pin(given: StandardSize) -> Feature:
    """A pin along z from z = 0."""
    return Feature(
        given.standard,
        f"a {PINS[given.standard]} with chamfered ends",
        (
            _size(given, "diameter"),
            mm("length", given.figures.get("length", 0.0), "length", low=1, high=300),
        ),
        (
            _known(given.standard, dict.fromkeys(map(float, PIN_SIZES), 0), lead="Ø"),
            Precondition(
                "a pin is longer than thick", lambda v: v.diameter <= v.length <= 30 * v.diameter
            ),
        ),
        lambda v: cylinder(v.diameter, v.length),
        lambda v: (
            *ends(v.length),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.diameter, v.length),
        ),
    )


def key(given: StandardSize) -> Feature:
    """A parallel key along x on z = 0, its ends round (form A) or straight (form B)."""
    sizes = {row["width"]: row["height"] for row in tables.KEYS}
    figures = given.figures
    return Feature(
        "DIN 6885",
        "a parallel key",
        (
            mm("width", figures["width"], "width", low=1, high=100),
            mm("height", figures["height"], "height", low=1, high=60),
            mm("length", figures["length"], "length", low=2, high=500),
            count("straight", figures["straight"], "0: round ends, 1: straight", low=0, high=1),
        ),
        (
            Precondition(
                "width and height are of one row of DIN 6885-1",
                lambda v: sizes.get(v.width) == v.height,
            ),
            Precondition("a key is longer than wide", lambda v: v.length >= v.width + 1),
        ),
        lambda v: box(v.length, v.width, v.height),
        lambda v: ends(v.height),
    )


def circlip(given: StandardSize) -> Feature:
    """A retaining ring on z = 0, for a shaft (DIN 471) or a bore (DIN 472)."""
    table = tables.CIRCLIPS[given.standard]
    outside = given.standard == "DIN 471"

    def bounds(v: ParameterValues) -> Bounds:
        row = _row(table, v.diameter)
        reach = row["inside"] + (2 * row["lug"] if outside else 0.0)
        slack = 0.02 + 1.3 * row["lug"]
        return cylinder(reach, row["thickness"], tolerance=slack)

    return Feature(
        given.standard,
        "a retaining ring",
        (_size(given, "diameter of the shaft" if outside else "diameter of the bore"),),
        (_known(given.standard, table, lead="Ø"),),
        bounds,
        lambda v: (
            *ends(_row(table, v.diameter)["thickness"]),
            *(
                bore(
                    _row(table, v.diameter)["groove_diameter"],
                    _row(table, v.diameter)["thickness"],
                )
                if outside
                else (
                    Interface(
                        "outside",
                        "shaft",
                        (0.0, 0.0, 0.0),
                        Z,
                        _row(table, v.diameter)["groove_diameter"],
                        _row(table, v.diameter)["thickness"],
                    ),
                )
            ),
        ),
    )


def threaded_rod(given: StandardSize) -> Feature:
    """A threaded rod along z."""
    return Feature(
        given.standard,
        "a threaded rod; the thread is drawn as a cylinder",
        (
            _size(given, "size of the thread"),
            mm("length", given.figures.get("length", 0.0), "length", low=2, high=6000),
        ),
        (_known(given.standard, tables.COARSE),),
        lambda v: cylinder(v.diameter, v.length),
        lambda v: (
            *ends(v.length),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.diameter, v.length),
        ),
    )


def insert(given: StandardSize) -> Feature:
    """A threaded insert for plastics, pressed in from z = 0 downwards along -z."""
    table = tables.INSERTS[given.standard]

    def bounds(v: ParameterValues) -> Bounds:
        row, half = _row(table, v.diameter), _row(table, v.diameter)["outer"] / 2
        return Bounds((-half, -half, -row["length"]), (half, half, 0.0))

    return Feature(
        given.standard,
        "a threaded insert for plastics; the thread is drawn as a bore",
        (_size(given, "size of the thread"),),
        (_known("a heat-set insert", table),),
        bounds,
        lambda v: (
            Interface("seat", "face", (0.0, 0.0, 0.0), Z),
            Interface(
                "thread",
                "bore",
                (0.0, 0.0, 0.0),
                Z,
                v.diameter,
                _row(table, v.diameter)["length"],
                through=True,
            ),
            Interface(
                "outside",
                "shaft",
                (0.0, 0.0, 0.0),
                DOWN,
                _row(table, v.diameter)["outer"],
                _row(table, v.diameter)["length"],
            ),
        ),
    )


MAKERS: Final[dict[str, Maker]] = {
    **dict.fromkeys(tables.SCREWS, screw),
    **dict.fromkeys(tables.NUTS, nut),
    **dict.fromkeys(tables.WASHERS, washer),
    **dict.fromkeys(PINS, pin),
    **dict.fromkeys(tables.CIRCLIPS, circlip),
    **dict.fromkeys(tables.INSERTS, insert),
    "ISO 15": bearing,
    "DIN 6885": key,
    "DIN 976": threaded_rod,
}
