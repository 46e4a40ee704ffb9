"""Standard parts by size: screws, nuts, washers, bearings, keys, and preferred dimensions."""

from collections.abc import Sequence
from typing import Final

import msgspec


class BearingSize(msgspec.Struct, frozen=True):
    """A deep groove ball bearing, ISO 15; dimensions in mm, dynamic load rating in N."""

    code: str
    bore: float
    outer: float
    width: float
    rating: float

    @property
    def name(self) -> str:
        return f"{self.code}-2RS ({self.bore:g} x {self.outer:g} x {self.width:g})"


_BEARINGS: Final = tuple(
    BearingSize(*row)
    for row in (
        ("623", 3, 10, 4, 540),
        ("624", 4, 13, 5, 940),
        ("625", 5, 16, 5, 1140),
        ("626", 6, 19, 6, 2340),
        ("608", 8, 22, 7, 3450),
        ("6000", 10, 26, 8, 4750),
        ("6001", 12, 28, 8, 5400),
        ("6002", 15, 32, 9, 5850),
        ("6003", 17, 35, 10, 6370),
        ("6204", 20, 47, 14, 13500),
        ("6205", 25, 52, 15, 14800),
        ("6206", 30, 62, 16, 20300),
        ("6207", 35, 72, 17, 27000),
        ("6208", 40, 80, 18, 32500),
        ("6209", 45, 85, 19, 35100),
        ("6210", 50, 90, 20, 37100),
        ("6212", 60, 110, 22, 55300),
        ("6214", 70, 125, 24, 63700),
        ("6216", 80, 140, 26, 72800),
        ("6220", 100, 180, 34, 127000),
    )
)


def bearing(bore: float) -> BearingSize:
    """The smallest bearing with at least this bore."""
    return next((b for b in _BEARINGS if b.bore >= bore - 0.01), _BEARINGS[-1])


class ScrewSize(msgspec.Struct, frozen=True):
    """A metric thread: nominal diameter in mm, stress area in mm², clearance hole in mm."""

    diameter: float
    area: float
    hole: float

    @property
    def name(self) -> str:
        return f"M{self.diameter:g}"


_SCREWS: Final = tuple(
    ScrewSize(*row)
    for row in (
        (2, 2.07, 2.4),
        (2.5, 3.39, 2.9),
        (3, 5.03, 3.4),
        (4, 8.78, 4.5),
        (5, 14.2, 5.5),
        (6, 20.1, 6.6),
        (8, 36.6, 9),
        (10, 58, 11),
        (12, 84.3, 13.5),
        (16, 157, 17.5),
        (20, 245, 22),
        (24, 353, 26),
        (30, 561, 33),
        (36, 817, 39),
    )
)
_PROOF: Final = 640.0
"""Yield of property class 8.8 in MPa, ISO 898-1."""
_LENGTHS: Final = (5, 6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200)  # fmt: skip
_SAFETY: Final = 4.0


def screw_for(force: float, smallest: float = 3) -> float:
    """The thread that carries the force (N) four times over before it yields in class 8.8."""
    return next(
        (
            s.diameter
            for s in _SCREWS
            if s.diameter >= smallest and s.area * _PROOF / _SAFETY >= force
        ),
        36,
    )


def screw_length(grip: float, diameter: float) -> float:
    """A length on sale that grips the thickness and engages 1.2 diameters."""
    wanted = grip + 1.2 * diameter
    return next((n for n in _LENGTHS if n >= wanted - 0.01), _LENGTHS[-1])


def through_length(grip: float, diameter: float) -> float:
    """A length on sale that grips the thickness with washer and nut behind it."""
    wanted = grip + 1.3 * diameter
    return next((n for n in _LENGTHS if n >= wanted - 0.01), _LENGTHS[-1])


def cap_screw(diameter: float, length: float) -> str:
    """Its name: hexagon socket head cap screw ISO 4762."""
    return f"Hexagon socket head cap screw ISO 4762 M{diameter:g}x{_length(length):g}"


def hex_bolt(diameter: float, length: float) -> str:
    """Its name: hexagon head bolt, ISO 4017 with full thread, ISO 4014 from M8 and 60 mm on."""
    standard = "ISO 4014" if length >= 60 and diameter >= 8 else "ISO 4017"
    return f"Hexagon head bolt {standard} M{diameter:g}x{_length(length):g}"


def countersunk(diameter: float, length: float) -> str:
    """Its name: countersunk screw with hexagon socket ISO 10642."""
    return f"Countersunk socket screw ISO 10642 M{diameter:g}x{_length(length):g}"


def pan_screw(diameter: float, length: float) -> str:
    """Its name: pan head screw with hexalobular drive ISO 14583."""
    return f"Pan head screw ISO 14583 M{diameter:g}x{_length(length):g}"


def plastic_screw(diameter: float, length: float) -> str:
    """Its name: thread-forming screw for plastics."""
    return f"Thread-forming screw for plastics {diameter:g}x{_length(length):g}, pan head Torx"


def wood_screw(diameter: float, length: float) -> str:
    """Its name: countersunk chipboard screw."""
    return f"Chipboard screw, countersunk Torx {diameter:g}x{_length(length):g}"


def grub_screw(diameter: float, length: float) -> str:
    """Its name: set screw with hexagon socket, cup point."""
    return f"Set screw ISO 4029 M{diameter:g}x{_length(length):g}"


def washer(diameter: float) -> str:
    """Its name: plain washer ISO 7089."""
    return f"Plain washer ISO 7089 - {diameter:g}"


def nut(diameter: float) -> str:
    """Its name: hexagon nut ISO 4032."""
    return f"Hexagon nut ISO 4032 M{diameter:g}"


def lock_nut(diameter: float) -> str:
    """Its name: prevailing torque nut with insert ISO 7040."""
    return f"Prevailing torque nut ISO 7040 M{diameter:g}"


def circlip(diameter: float) -> str:
    """Its name: retaining ring for shafts DIN 471."""
    return f"Retaining ring DIN 471 - {diameter:g}"


def inner_circlip(diameter: float) -> str:
    """Its name: retaining ring for bores DIN 472."""
    return f"Retaining ring DIN 472 - {diameter:g}"


_KEYS: Final = ((8, 2, 2), (10, 3, 3), (12, 4, 4), (17, 5, 5), (22, 6, 6), (30, 8, 7), (38, 10, 8), (44, 12, 8), (50, 14, 9), (58, 16, 10), (65, 18, 11), (75, 20, 12), (85, 22, 14), (110, 28, 16))  # fmt: skip


def key(shaft: float) -> str:
    """The parallel key DIN 6885 for the shaft, 1.5 diameters long."""
    width, height = next(((b, h) for d, b, h in _KEYS if shaft <= d), (28, 16))
    return f"Parallel key DIN 6885-A {width}x{height}x{_length(1.5 * shaft):g}"


def seal_ring(shaft: float) -> str:
    """The radial shaft seal ISO 6194 for the shaft."""
    outer = {8: 22, 10: 26, 12: 28, 15: 32, 17: 35, 20: 40, 25: 47, 30: 52, 35: 55, 40: 62}
    big = outer.get(round(shaft), round(shaft * 1.35 + 6))
    return f"Radial shaft seal ISO 6194 {shaft:g}x{big:g}x7"


def o_ring(inner: float, cord: float = 2.0) -> str:
    """The O-ring ISO 3601 of this inner diameter and cord, in mm."""
    return f"O-ring ISO 3601 {preferred(inner):g}x{cord:g}"


def _length(wanted: float) -> float:
    return next((n for n in _LENGTHS if n >= wanted - 0.01), _LENGTHS[-1])


SHAFTS: Final = (3, 4, 5, 6, 8, 10, 12, 15, 17, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100)
SHEETS: Final = (0.8, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
_PREFERRED: Final = (1, 1.2, 1.5, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10)


def up_to(wanted: float, series: Sequence[float]) -> float:
    """The first of the series that is no smaller than wanted, or the last."""
    return next((s for s in series if s >= wanted - 1e-6), series[-1])


def shaft_size(wanted: float) -> float:
    """A shaft diameter for which bearings are on sale, no smaller than wanted."""
    return up_to(wanted, SHAFTS)


def sheet(wanted: float) -> float:
    """A thickness of plate or sheet on sale, no smaller than wanted, in mm."""
    return up_to(wanted, SHEETS)


def preferred(wanted: float) -> float:
    """A rounded dimension no smaller than wanted: to 1, 5 or 10 mm by its size."""
    if wanted <= 0:
        return 1.0
    step = 0.5 if wanted < 10 else 1 if wanted < 50 else 5 if wanted < 500 else 10
    return -(-round(wanted, 6) // step) * step


def series(wanted: float) -> float:
    """The next preferred number (1, 1.2, 1.5, 2, 2.5 ...) of any power of ten.

    A figure of at most two digits stays what it is: someone stated it, as 9 W or 550 W.
    """
    if wanted <= 0:
        return 1.0
    scale = 1.0
    while wanted / scale > 10:
        scale *= 10
    while wanted / scale < 1:
        scale /= 10
    if abs(wanted - float(f"{wanted:.2g}")) < 1e-6 * wanted:
        return float(f"{wanted:.2g}")
    return float(f"{up_to(wanted / scale, _PREFERRED) * scale:.4g}")
